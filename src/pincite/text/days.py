"""Days, months and years as people write them in Korean, English and Chinese.

Only full forms count: ``2022년 3월 1일``, ``1 March 2022``, ``2022年3月``, ``2022-03-01``, ``2022.3.1``,
and a year where it is marked as one (``2022년``, ``2022年``, ``as of 2022``, ``the 2022 terms``). Figures
such as ``03/04/2022``, which mean two days, and a bare ``2022`` are none.
"""

import calendar
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from pincite.core.validity import Span

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?P<y{n}>(?:19|20|21)\d\d)"
_UNIT = (
    "(?:(?:kg|km|cm|mm|mg|ml|lb|pcs|g|m|l)\\b|people|persons|cases|items|won|dollars|euros|hours|days|times)"
)
_PAPERS = (
    "판(?![가-힣])|버전|약관|규정|규칙|내규|지침|版|(?:terms|edition|version|policy|policies|rules|handbook"
    "|manual|regulations|guidelines)\\b"
)
"""What a bare year may stand before, to name an edition: ``the 2022 terms``, ``2022版``."""
_BEFORE_YEAR = "|".join(
    rf"(?<=\b{word} )" for word in ("of", "in", "at", "between", "since", "from", "to", "and")
)
_FORMS = (
    rf"(?<!\d){_YEAR}\s*(?:년도?|年度?)(?:\s*(?P<m{{n}}>1[0-2]|0?[1-9])\s*[월月]\s*(?:份)?"
    rf"(?:(?P<d{{n}}>3[01]|[12]\d|0?[1-9])\s*[일日号]?(?![\d]))?)?",
    rf"(?<![\d.\-/]){_YEAR}(?P<sep{{n}}>[-/.])\s?(?P<m{{n}}>1[0-2]|0?[1-9])(?P=sep{{n}})\s?"
    rf"(?P<d{{n}}>3[01]|[12]\d|0?[1-9])(?![\d\-/])\.?",
    rf"(?P<d{{n}}>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<w{{n}}>{_MONTH})\.?,?\s+{_YEAR}(?!\d)",
    rf"\b(?P<w{{n}}>{_MONTH})\.?\s+(?P<d{{n}}>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?,?\s+{_YEAR}(?!\d)",
    rf"\b(?P<w{{n}}>{_MONTH})\.?,?\s+(?:of\s+)?{_YEAR}(?!\d)",
    rf"(?:{_BEFORE_YEAR}){_YEAR}(?![\d.\-/%])(?!\s*{_UNIT})",
    rf"(?<![\d.\-/]){_YEAR}(?=\s*(?:{_PAPERS}))",
)
_NAMED = re.compile(
    "|".join(f"(?:{form.format(n=number)})" for number, form in enumerate(_FORMS)), re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NamedDays:
    """What ``text[start:end]`` names."""

    start: int
    end: int
    span: Span
    """One day, or all days of a month or a year."""


def find_days(text: str) -> Iterator[NamedDays]:
    """Every day, month and year that ``text`` names, in order; one that no calendar has is left out.

    >>> [str(found.span) for found in find_days("2023년 5월에, as of 1 March 2022, 2021年")]
    ['2023-05-01/2023-05-31', '2022-03-01', '2021-01-01/2021-12-31']
    """
    for match in _NAMED.finditer(text):
        parts = {key.rstrip("0123456789"): value for key, value in match.groupdict().items() if value}
        month = _MONTHS[parts["w"].lower()] if "w" in parts else int(parts.get("m", 0))
        span = _span(int(parts["y"]), month, int(parts.get("d", 0)))
        if span is not None:
            yield NamedDays(match.start(), match.end(), span)


def _span(year: int, month: int, day: int) -> Span | None:
    if not month:
        return Span(date(year, 1, 1), date(year, 12, 31))
    last = calendar.monthrange(year, month)[1]
    if not day:
        return Span(date(year, month, 1), date(year, month, last))
    return Span.of(date(year, month, day)) if day <= last else None


_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)")


def stated_day(value: str) -> date | None:
    """The one day that a field of a file's own metadata holds; None where it holds another thing.

    >>> stated_day("2024. 1. 1."), stated_day("2024-01-01 00:00:00"), stated_day("20240101")
    (datetime.date(2024, 1, 1), datetime.date(2024, 1, 1), datetime.date(2024, 1, 1))
    """
    if compact := _COMPACT.fullmatch(value.strip()):
        value = "-".join(compact.groups())
    days = {found.span for found in find_days(value)}
    if len(days) != 1:
        return None
    (span,) = days
    return span.first if span.first == span.last else None


_FIRST = (
    "effective_from", "effective_date", "effective", "valid_from", "in_force_from",
    "시행일", "시행일자", "적용일", "적용시작일", "효력발생일",
    "施行日期", "施行日", "生效日期", "生效日", "实施日期", "實施日期", "起效日期",
)  # fmt: skip
_LAST = (
    "effective_to", "effective_until", "valid_to", "valid_until", "valid_through", "in_force_until",
    "적용종료일", "시행종료일", "유효기간만료일", "有效期至",
)  # fmt: skip
_JOINS = re.compile(r"[\s_\-]+")


def stated_validity(metadata: Mapping[str, str]) -> dict[str, date]:
    """``effective_from`` and ``effective_to`` as a file's own metadata names them, in whatever language.

    A name that says when something ended to be in force but not whether that day counts (폐지일, 废止日期) is
    passed over.
    """
    by_name = {_JOINS.sub("", key).casefold(): value for key, value in metadata.items()}
    found: dict[str, date] = {}
    for field, names in (("effective_from", _FIRST), ("effective_to", _LAST)):
        for name in names:
            value = by_name.get(_JOINS.sub("", name).casefold())
            day = None if value is None else stated_day(value)
            if day is not None:
                found[field] = day
                break
    return found
