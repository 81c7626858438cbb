"""Units of measure, and nouns that tell what an English count counts."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


META_NOUNS = _words("""
conditions cases steps ways reasons types points exceptions requirements things options kinds main key items
factors categories situations circumstances following parts aspects of and or the thousand million billion
hundred hours percent per that who which will are was were has have had can may must for from with more less
than other another side hand such party parties sides
""")
"""Nouns that count what the answer itself lists ("two conditions"), and words after a number by chance."""

EN_PEOPLE = _words("people persons person employees members staff adults children players workers officials")
EN_TIMES = _words("times time")
MEASURE_UNITS = {
    "mm": ("m", "1/1000"), "cm": ("m", "1/100"), "m": ("m", "1"), "km": ("m", "1000"), "㎜": ("m", "1/1000"),
    "㎝": ("m", "1/100"), "㎞": ("m", "1000"), "미터": ("m", "1"), "킬로미터": ("m", "1000"),
    "米": ("m", "1"),
    "公里": ("m", "1000"), "厘米": ("m", "1/100"), "毫米": ("m", "1/1000"), "mg": ("g", "1/1000"),
    "g": ("g", "1"), "kg": ("g", "1000"), "㎏": ("g", "1000"), "킬로그램": ("g", "1000"), "그램": ("g", "1"),
    "公斤": ("g", "1000"), "千克": ("g", "1000"), "克": ("g", "1"), "t": ("g", "1000000"),
    "톤": ("g", "1000000"),
    "吨": ("g", "1000000"), "ml": ("l", "1/1000"), "l": ("l", "1"), "㎖": ("l", "1/1000"), "ℓ": ("l", "1"),
    "리터": ("l", "1"), "升": ("l", "1"), "毫升": ("l", "1/1000"), "㎡": ("m2", "1"), "m²": ("m2", "1"),
    "m2": ("m2", "1"), "제곱미터": ("m2", "1"), "平方米": ("m2", "1"), "℃": ("c", "1"), "°c": ("c", "1"),
    "도": ("c", "1"), "度": ("c", "1"),
    "摄氏度": ("c", "1"), "°f": ("f", "1"), "v": ("v", "1"), "kv": ("v", "1000"),
    "w": ("w", "1"), "kw": ("w", "1000"), "kwh": ("kwh", "1"), "hz": ("hz", "1"), "khz": ("hz", "1000"),
    "mhz": ("hz", "1000000"), "ghz": ("hz", "1000000000"), "kb": ("b", "1000"), "mb": ("b", "1000000"),
    "gb": ("b", "1000000000"), "tb": ("b", "1000000000000"), "psi": ("psi", "1"), "kpa": ("pa", "1000"),
    "mpa": ("pa", "1000000"), "bar": ("bar", "1"), "rpm": ("rpm", "1"), "mph": ("mph", "1"),
    "km/h": ("km/h", "1"), "평": ("pyeong", "1"), "lb": ("lb", "1"), "lbs": ("lb", "1"), "oz": ("oz", "1"),
    "inch": ("in", "1"), "inches": ("in", "1"), "feet": ("ft", "1"), "ft": ("ft", "1"), "foot": ("ft", "1"),
    "yard": ("yd", "1"), "yards": ("yd", "1"), "miles": ("mi", "1"), "pounds": ("lb", "1"),
}  # fmt: skip
"""Unit as written to base unit and factor."""
