"""Quantities in running text: amounts, periods, percentages, dates, ages, counts, measures.

Exact values (`fractions.Fraction`), normalised units, bounds and rates, for Korean, Chinese and English.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from pincite.text import quantities_grammar as g
from pincite.text.numerals import KO_DIGITS, fold_digits
from pincite.text.quantities_bounds import PER_PHRASE, bound_around, paid_per
from pincite.text.quantities_masks import mask
from pincite.text.quantities_model import DateParts, Quantity, bounds_conflict, same_value
from pincite.text.quantities_units import EN_PEOPLE, EN_TIMES, MEASURE_UNITS, META_NOUNS
from pincite.text.references import find_references

__all__ = ["Quantity", "bounds_conflict", "find_quantities", "same_value"]

_NUMERAL = re.compile(
    r"[\d일이삼사오육륙칠팔구십백천만억조하한두세네넷다섯여덟아홉열스물른흔쉰순든반절보닷엿나〇零一二三四五六七八九十百千万萬亿億两兩半壹贰叁肆伍陆柒捌玖拾佰仟]"
    r"|(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twel|teen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|fifth)"
)
REMEMBERED = 2_000
"""Characters of the longest text whose quantities are kept: verification asks for its sentences again."""
_RATED = frozenset({"amount", "percent", "period", "count"})
_Found = tuple[int, int, str, Fraction, str, DateParts | None]


def find_quantities(text: str) -> list[Quantity]:
    """All quantities of ``text`` in order. Numbers that state no fact are left alone.

    >>> [(q.kind, str(q.value), q.unit, q.bound) for q in find_quantities("1억 2천만원 이하, 1년 6개월 이내")]
    [('amount', '120000000', 'KRW', 'max'), ('period', '18', 'month', 'max')]
    >>> [(q.text, q.bound) for q in find_quantities("no more than two visits, 10% of $1.5 million")]
    [('two', 'max'), ('10%', ''), ('$1.5 million', '')]
    """
    if len(text) > REMEMBERED:
        return _find(text)
    return list(_remembered(text))


@lru_cache(maxsize=8192)
def _remembered(text: str) -> tuple[Quantity, ...]:
    return tuple(_find(text))


def _find(text: str) -> list[Quantity]:
    folded = fold_digits(text)
    if not _NUMERAL.search(folded):
        return []
    blank = mask(folded)
    blank = _taken(blank, [(r.start, r.end) for r in find_references(text)], " ")
    rated = "당" in blank or "마다" in blank or "하루" in blank or "1일" in blank
    rates = [match.span() for match in PER_PHRASE.finditer(blank)] if rated else []
    quantities: list[Quantity] = []
    lower = folded.lower()
    for reader, needed in _READERS:
        if needed and not any(word in lower for word in needed):
            continue
        spans: list[tuple[int, int]] = []
        for start, end, kind, value, unit, date in reader(blank):
            bound, low, high = bound_around(folded, start, end)
            per = paid_per(folded, start, end) if kind in _RATED else ""
            quantities.append(
                Quantity(start, end, text[start:end], kind, value, unit, date, bound, low, high, per)
            )
            spans.append((start, end))
        if reader is _amounts:
            spans += rates
        blank = _taken(blank, spans, "\x00")
    return sorted(quantities, key=lambda quantity: quantity.start)


def _taken(text: str, spans: Sequence[tuple[int, int]], filler: str) -> str:
    """``text`` with spans that later readers must not see, in linear time; no pattern matches ``\\x00``."""
    if not spans:
        return text
    parts: list[str] = []
    reached = 0
    for start, end in sorted(spans):
        start = max(start, reached)
        if start < end:
            parts += (text[reached:start], filler * (end - start))
            reached = end
    return "".join((*parts, text[reached:])) if parts else text


def _dates(text: str) -> Iterator[_Found]:
    for match in g.DATE.finditer(text):
        got = {key: value for key, value in match.groupdict().items() if value}
        year = _first(got, "ky", "kyo", "iy", "cy", "zy", "zyo", "ey", "ey2", "ey3", "uy", "dy", "eyo")
        if "sy" in got:
            year = 2000 + int(got["sy"])
        elif "ky2" in got:
            year = 2000 + int(got["ky2"])
        month_name = got.get("em") or got.get("em2") or got.get("em3")
        month = g.MONTH_NUMBER[month_name.lower()[:3]] if month_name else None
        if month is None:
            month = _first(got, "km", "km2", "kmo", "kmon", "im", "tm", "sm", "cm", "zm", "zmo", "um", "dm")
        day = _first(
            got, "kd", "kd2", "kdo", "kevd", "id", "td", "sd", "cd", "zd", "zdo", "ed", "ed2", "ud", "dd"
        )
        start = match.start("eyo") if "eyo" in got else match.start()
        yield (
            start,
            match.start() + len(match.group().rstrip(", ")),
            "date",
            Fraction(0),
            "",
            (year, month, day),
        )


def _first(got: dict[str, str], *names: str) -> int | None:
    for name in names:
        if name in got and (value := g.number(got[name])) is not None:
            return int(value)
    return None


def _percents(text: str) -> Iterator[_Found]:
    for match in g.PERCENT.finditer(text):
        got = {key: value for key, value in match.groupdict().items() if value}
        value = _percent_value(got)
        if value is not None:
            unit = "pp" if "pp" in got else "bp" if "bp" in got else "%"
            yield match.start(), match.end(), "percent", value, unit, None


def _percent_value(got: dict[str, str]) -> Fraction | None:
    for name in ("pp", "pct", "word", "kword", "zpct"):
        if name in got:
            return g.number(got[name].split("点")[0]) if name != "zpct" else _chinese_decimal(got[name])
    if "bp" in got and (points := g.number(got["bp"])) is not None:
        return points / 100
    if "hal" in got:
        digits = [_digit(got.get(name, "0")) for name in ("hal", "pun", "ri")]
        return digits[0] * 10 + digits[1] + digits[2] / 10
    if "punonly" in got:
        return _digit(got["punonly"]) + _digit(got.get("ri2", "0")) / 10
    if "cheng" in got:
        tenths = g.number(got["cheng"])
        return None if tenths is None else tenths * 10 + (5 if "chengban" in got else 0)
    if "half" in got:
        return Fraction(50)
    if "eden" in got:
        top = Fraction(1) if got["enum"].lower() == "a" else g.number(got["enum"])
        return None if top is None else top * 100 / g.EN_DENOMINATOR[got["eden"].lower().rstrip("s")]
    for low, high in (("knum", "kden"), ("znum", "zden"), ("snum", "sden")):
        if low in got:
            top, bottom = g.number(got[low]), g.number(got[high])
            return None if top is None or not bottom else top * 100 / bottom
    return None


def _chinese_decimal(written: str) -> Fraction | None:
    whole, _, fraction = written.partition("点")
    value = g.number(whole)
    if value is None or not fraction:
        return value
    tenths = g.number(fraction)
    return None if tenths is None else value + tenths / 10


def _digit(written: str) -> Fraction:
    return Fraction(KO_DIGITS[written]) if written in KO_DIGITS else Fraction(written)


def _amounts(text: str) -> Iterator[_Found]:
    reached = 0
    for match in g.AMOUNT.finditer(text):
        got = {key: value for key, value in match.groupdict().items() if value}
        written = got.get("pn") or got.get("kn") or got.get("zn") or got.get("en") or ""
        value = g.number(written)
        if value is None or not (
            any(c.isdecimal() for c in written) or "zn" in got or "en" in got or _worded(written)
        ):
            continue
        scale = (got.get("pscale") or got.get("escale") or "").lower()
        value *= g.EN_SCALE.get(scale, 1)
        symbol = (got.get("pre") or got.get("kcur") or got.get("zcur") or got.get("ecur") or "").lower()
        unit = g.CURRENCY[symbol]
        start = match.start()
        low = _low_end(text, start, written, scale)
        if low and low[0] >= reached:  # $3 to $50 has its own sign at both ends
            offset, low_value, width = low
            yield offset, offset + width, "amount", low_value, unit, None
        reached = match.end()
        yield start, match.start() + len(match.group().rstrip()), "amount", value, unit, None


def _worded(written: str) -> bool:
    """Number words count as an amount only with a multiplier: 삼십만 원, not 일원."""
    return any(c in "십백천만억조" for c in written)


def _low_end(text: str, start: int, written: str, scale: str) -> tuple[int, Fraction, int] | None:
    """The lower end of ``10~50만원``, which borrows the multiplier of the upper end at ``start``."""
    opens = max(0, start - 30)
    before = text[opens:start]
    if before.rstrip()[-1:] not in g.RANGE_ENDS:
        return None
    match = g.LOW_OF_RANGE.search(before)
    if match is None:
        return None
    low = match["low"].strip()
    value = g.number(low)
    if value is None:
        return None
    if low[-1].isdecimal():
        suffix = re.search(r"[백천만억조百千万亿]+\s*$", written)
        if suffix:
            value = g.number(low + suffix.group().strip()) or value
        value *= g.EN_SCALE.get(scale, 1)
    return opens + match.start("low"), value, len(low)


def _simple_low(text: str, start: int) -> tuple[int, Fraction, int] | None:
    return _low_end(text, start, "", "")


def _ages(text: str) -> Iterator[_Found]:
    for match in g.AGE.finditer(text):
        written = match["kn"] or match["zn"] or match["en"] or match["en2"]
        value = g.number(re.sub(r"^만\s*", "", written))
        if value is not None:
            if low := _simple_low(text, match.start()):
                yield low[0], low[0] + low[2], "age", low[1], "age", None
            start = match.start("en2") if match["en2"] else match.start()
            yield start, match.end(), "age", value, "age", None


def _periods(text: str) -> Iterator[_Found]:
    found = list(_single_periods(text))
    merged: list[_Found] = []
    for item in found:
        before = merged[-1] if merged else None
        gap = text[before[1] : item[0]] if before else "x"
        joins = before is not None and before[4] == item[4] and before[3] > item[3]
        joins = joins and not _ONE_UNIT.match(text, before[0] if before else 0)
        if before is not None and joins and _SUM_JOIN.fullmatch(gap):
            merged[-1] = (before[0], item[1], "period", before[3] + item[3], item[4], None)
        else:
            merged.append(item)
    yield from merged


_SUM_JOIN = re.compile(r"\s*(?:and\s+|零)?")
_ONE_UNIT = re.compile(r"1\s*(?:일|주|日|天|周)(?![가-힣])")
"""``1주 12시간``: twelve hours a week, no sum of both."""


def _single_periods(text: str) -> Iterator[_Found]:
    for match in g.PERIOD.finditer(text):
        if match["kword"]:
            yield (
                match.start(),
                match.end("kword"),
                "period",
                Fraction(g.DAY_WORDS[match["kword"]]),
                "day",
                None,
            )
            continue
        if match["khalf"]:
            months = Fraction(6) if match["khalf"] == "반년" else Fraction(1, 2)
            yield match.start(), match.end(), "period", months, "month", None
            continue
        if match["ehunit"]:
            unit, factor = g.EN_PERIOD[match["ehunit"].lower()]
            yield match.start(), match.end(), "period", factor / 2, unit, None
            continue
        written = match["kn"] or match["zn"] or match["en"]
        value = Fraction(1, 2) if written == "半" else g.number(written)
        if value is None:
            continue
        if match["eunit"]:
            unit, factor = g.EN_PERIOD[match["eunit"].lower()]
            if (match["ekind"] or "").lower() in ("business", "working", "banking") and unit == "day":
                unit = "business_day"
        else:
            name = match["kunit"] or match["zunit"]
            name = (
                name
                if name in g.PERIOD_UNIT
                else name.removeprefix("个").replace("自然日", "日").replace("日历日", "日")
            )
            unit, factor = g.PERIOD_UNIT[name]
        if low := _simple_low(text, match.start()):
            yield low[0], low[0] + low[2], "period", low[1] * factor, unit, None
        yield match.start(), match.end(), "period", value * factor, unit, None


def _counts(text: str) -> Iterator[_Found]:
    for match in g.COUNT.finditer(text):
        value = g.number(match["kn"] or match["zn"])
        if value is not None:
            unit = g.COUNT_UNIT.get(match["kunit"] or match["zunit"], "item")
            if low := _simple_low(text, match.start()):
                yield low[0], low[0] + low[2], "count", low[1], unit, None
            yield match.start(), match.end(), "count", value, unit, None


def _measures(text: str) -> Iterator[_Found]:
    for match in g.MEASURE.finditer(text):
        value = g.number(match["n"].lstrip("-"))
        if value is not None:
            unit, factor = MEASURE_UNITS[match["unit"].lower()]
            yield match.start(), match.end(), "measure", value * Fraction(factor), unit, None


_NOUN = re.compile(r"[A-Za-zıİſ\u212a]{3}")
"""In most answers that are not English there is none."""


def _english_counts(text: str) -> Iterator[_Found]:
    if not _NOUN.search(text):
        return
    for match in g.EN_COUNT.finditer(text):
        noun = match["noun"].lower()
        value = g.number(match["n"])
        if value is None or noun in META_NOUNS or match["n"].lower() == "one":
            continue
        unit = "person" if noun in EN_PEOPLE else "time" if noun in EN_TIMES else "item"
        yield match.start(), match.end("n"), "count", value, unit, None


def _numbers(text: str) -> Iterator[_Found]:
    for match in g.NUMBER.finditer(text):
        value = g.number(match.group())
        if value is not None:
            yield match.start(), match.end(), "number", value, "", None


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_SHARES = _words("""
% 퍼센트 프로 cent pct bp point half third quarter fifth 베이시스 할 푼 분의 절반 成 半 点 分之 /
""")
_CURRENCIES = _words("""
원 元 圆 块 $ € £ ¥ ￥ ₩ ￦ 달러 유로 엔 위안 파운드 镑 人民币 dollar euro pound won yuan yen usd krw rmb cny
eur gbp jpy hkd
""")
_READERS: tuple[tuple[Callable[[str], Iterator[_Found]], tuple[str, ...]], ...] = (
    (_dates, ()),
    (_percents, _SHARES),
    (_amounts, _CURRENCIES),
    (_ages, ("세", "살", "岁", "age", "old")),
    (_periods, ()),
    (_counts, ()),
    (_measures, ()),
    (_english_counts, ()),
    (_numbers, ()),
)
"""In the order in which they take their numbers, each with what its patterns cannot do without."""
