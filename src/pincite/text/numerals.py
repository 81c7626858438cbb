"""Numbers as people write them: digits, Sino-Korean and native Korean words, Han, Roman, English words.

Values are exact (`fractions.Fraction` where a decimal may occur, `int` elsewhere); text that is no
numeral gives None.
"""

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

HAN_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2, "○": 0}
HAN_DIGITS |= {c: i for i, c in enumerate("壹贰叁肆伍陆柒捌玖", start=1)}
KO_DIGITS = {c: i for i, c in enumerate("영일이삼사오육칠팔구")} | {"공": 0, "륙": 6}
_CJK_DIGITS = HAN_DIGITS | KO_DIGITS
_TOKEN = re.compile(r"\d+(?:\.\d+)?|.")
_DECIMAL = re.compile(r"\d+(?:\.\d+)?")
_SMALL = {"십": 10, "백": 100, "천": 1000, "十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
_BIG = {
    "만": 10**4, "억": 10**8, "조": 10**12,
    "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12,
}  # fmt: skip

KO_NATIVE_UNITS = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "석": 3, "서": 3, "넷": 4, "네": 4, "넉": 4,
    "너": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
KO_NATIVE_TENS = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70, "여든": 80,
    "아흔": 90,
}  # fmt: skip
KO_NATIVE: dict[str, int] = (
    KO_NATIVE_UNITS
    | KO_NATIVE_TENS
    | {t + u: tv + uv for t, tv in KO_NATIVE_TENS.items() for u, uv in KO_NATIVE_UNITS.items()}
)
"""Native Korean numerals with their adnominal forms (``두``, ``스물다섯``) to their value."""

_EN_UNITS = dict(
    zip(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        range(20),
        strict=True,
    )
)
_EN_TENS = dict(
    zip(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
        range(20, 100, 10),
        strict=True,
    )
)
_EN_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_ROMAN = re.compile(r"(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

_WIDE = re.compile(r"[\uff01-\uff5e\u3000]")
_FOLDED = {wide: unicodedata.normalize("NFKC", wide) for wide in map(chr, (*range(0xFF01, 0xFF5F), 0x3000))}
EN_WORD_RUN = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven"
    r"|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen|nineteen|hundred|thousand|million|billion)"
)


def fold_digits(text: str) -> str:
    """Full-width digits and punctuation as ASCII, one character for one character.

    >>> fold_digits("제７조（통지）")
    '제7조(통지)'
    """
    if not _WIDE.search(text):
        return text
    return _WIDE.sub(lambda wide: _FOLDED[wide.group()], text)


def roman_to_int(text: str) -> int | None:
    """``XIV`` -> 14; None when it is no well-formed Roman numeral up to 89.

    >>> roman_to_int("IV"), roman_to_int("IIII")
    (4, None)
    """
    if not text or not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_DIGITS[c] for c in text]
    return sum(-v if any(v < later for later in values[i + 1 : i + 2]) else v for i, v in enumerate(values))


def cjk_value(text: str) -> Fraction | None:
    """Value of digits mixed with Korean or Han multipliers; None when malformed.

    >>> [str(cjk_value(text)) for text in ("1억2천만", "이천이십육", "二〇二六", "1.5万")]
    ['120000000', '2026', '2026', '15000']
    """
    text = fold_digits(text).replace(",", "").replace(" ", "")
    if not text:
        return None
    if text.isascii():
        return Fraction(text) if _DECIMAL.fullmatch(text) else None
    digits = _CJK_DIGITS
    if len(text) > 1 and all(c in digits for c in text):
        return Fraction(int("".join(str(digits[c]) for c in text)))
    total = section = Fraction(0)
    current: Fraction | None = None
    for token in _TOKEN.findall(text):
        if token[0].isdecimal() and token[0].isascii():
            if current is not None:
                return None
            current = Fraction(token)
        elif token in digits:
            if current is not None and current != 0:
                return None
            current = Fraction(digits[token])
        elif token in _SMALL:
            section += (Fraction(1) if current is None else current) * _SMALL[token]
            current = None
        elif token in _BIG:
            section += current or 0
            total += (section or 1) * _BIG[token]
            section, current = Fraction(0), None
        else:
            return None
    return total + section + (current or 0)


def english_value(text: str) -> int | None:
    """``twenty-one`` -> 21, ``two hundred`` -> 200; None for other words.

    >>> english_value("Twenty-one"), english_value("two hundred thousand"), english_value("few")
    (21, 200000, None)
    """
    total = section = 0
    words = [w for w in re.split(r"[\s-]+", text.lower()) if w and w != "and"]
    if not words:
        return None
    for word in words:
        if word in _EN_UNITS:
            section += _EN_UNITS[word]
        elif word in _EN_TENS:
            section += _EN_TENS[word]
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in _EN_SCALES:
            total += (section or 1) * _EN_SCALES[word]
            section = 0
        else:
            return None
    return total + section


@lru_cache(maxsize=4096)
def ordinal_number(text: str) -> str | None:
    """Canonical form of a clause number: ``"12"`` for 12, 십이, 十二, XII, twelve; ``"3.1"``, ``"a"`` kept.

    >>> [ordinal_number(t) for t in ("１２", "십이", "十二", "XII", "3.1", "A", "five")]
    ['12', '12', '12', '12', '3.1', 'a', '5']
    """
    text = fold_digits(text).strip()
    if text.isdecimal():
        return str(int(text))
    if re.fullmatch(r"\d+[A-Za-z]?(?:[.\-]\d+[A-Za-z]?)*", text):
        return text.lower()
    roman = roman_to_int(text)
    if roman is not None:
        return str(roman)
    if re.fullmatch(r"[A-Za-z]", text):
        return text.lower()
    value = KO_NATIVE.get(text) if text in KO_NATIVE else english_value(text) if text.isascii() else None
    if value is None:
        exact = cjk_value(text)
        if exact is None or exact.denominator != 1:
            return None
        value = int(exact)
    return str(value)
