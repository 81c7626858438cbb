"""Personal data in text: found by shape, and covered letter for letter so that it cannot be had back.

What is covered keeps its length, because claims of a trace say where in the answer they stand. A shape that
could be an ordinary figure is taken only where something speaks for it: the day of birth in an identity
number, the check digit of a card, the prefix of a telephone network. Numbers that only companies have
(1588-0000, 400-…) are nobody's personal data, and answers are asked for them.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date

EMAIL, PHONE, RESIDENT_ID, CHINESE_ID, CARD = "email", "phone", "resident_id", "chinese_id", "card"
KINDS = (EMAIL, PHONE, RESIDENT_ID, CHINESE_ID, CARD)
"""Addresses of e-mail, telephone numbers, 주민등록번호 and 외국인등록번호, 身份证号, payment cards."""

COVER = "█"

_PLAIN = str.maketrans(
    {
        **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
        **dict.fromkeys("‐‑‒–—―−－ー﹣", "-"),
        **dict.fromkeys("\u00a0\u2007\u202f\u3000\t", " "),
        **dict(zip("＠．＋（）Ｘｘ＊", "@.+()Xx*", strict=True)),
    }
)
"""One letter for one, so that places stay: full-width forms, and every dash and blank."""

_OURS = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{32,64}\b", re.IGNORECASE)
"""Ids of ours hold runs of digits that are nobody's number; citation tags name them in the answer."""

_CUT = r"(?: ?[-./·] ?| )"
"""Between the groups of a number; people put blanks around their dashes."""
_GAP = rf"{_CUT}?"
_REGION = r"0(?:2|[3-6][1-5]|70|50\d)"
"""Korean prefixes beside those of mobile networks."""


def _is_day(digits: str) -> bool:
    """YYMMDD or YYYYMMDD; any year fits the short form."""
    year, month, day = digits[:-4], int(digits[-4:-2]), int(digits[-2:])
    try:
        date(int(year) if len(year) == 4 else 2000, month, day)
    except ValueError:
        return False
    return True


def _are_no_years(written: str) -> bool:
    return not all(group[:2] in ("19", "20") for group in re.split(r"\D", written))


def _is_card(written: str) -> bool:
    """The check digit of Luhn (ISO/IEC 7812-1)."""
    if not _are_no_years(written):
        return False
    digits = [int(letter) for letter in written if letter.isdigit()]
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(digits[::-2])) % 10 == 0


def _any(_written: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Shape:
    kind: str
    pattern: re.Pattern[str]
    holds: Callable[[str], bool] = _any
    """Of the group ``sure``, else of all that was found."""


def _shape(kind: str, pattern: str, holds: Callable[[str], bool] = _any) -> _Shape:
    return _Shape(kind, re.compile(pattern), holds)


_SHAPES = (
    # Bounded and begun at the first letter only: a text without an @ costs no more than its length.
    _shape(
        EMAIL,
        r"(?:(?<![A-Za-z0-9_.%+-])[A-Za-z0-9_.%+-]{1,64}|(?<![가-힣一-鿿])[가-힣一-鿿]{2,10})@"
        r"(?:[A-Za-z0-9가-힣一-鿿-]{1,63}\.){1,8}(?:[A-Za-z]{2,24}|한국|中国|公司)",
    ),
    _shape(CHINESE_ID, r"(?<!\d)[1-9]\d{5} ?(?P<sure>(?:18|19|20)\d{6}) ?\d{3}[\dXx](?![\dA-Za-z])", _is_day),
    _shape(CHINESE_ID, r"(?<![\d-])(?<!\d[.,])[1-9]\d{5}(?P<sure>\d{6})\d{3}(?![\d-])", _is_day),
    # What follows the dash may be covered already; the day of birth before it is personal all the same.
    _shape(
        RESIDENT_ID, rf"(?<!\d)(?P<sure>\d{{6}}){_CUT}\d(?:\d{{6}}|\d{{0,5}}[*xX●○]{{1,6}})(?!\d)", _is_day
    ),
    _shape(RESIDENT_ID, r"(?<![\d-])(?<!\d[.,])(?P<sure>\d{6})\d{7}(?![\d-])", _is_day),
    _shape(CARD, r"(?<![\d-])(?<!\d[.,])[2-6]\d{3}-\d{4}-\d{4}-\d{4}(?:-\d{1,3})?(?![\d-])", _are_no_years),
    _shape(CARD, r"(?<![\d-])(?<!\d[.,])[2-6]\d{3} \d{4} \d{4} \d{4}(?: \d{1,3})?(?![\d-])", _is_card),
    _shape(CARD, r"(?<![\d-])(?<!\d[.,])3[47]\d{2}(?P<cut>[ -])\d{6}(?P=cut)\d{5}(?![\d-])", _is_card),
    _shape(CARD, r"(?<![\d-])(?<!\d[.,])[2-6]\d{12,18}(?![\d-])", _is_card),
    # Korean: with the country in front, mobile, then regional, internet and safe numbers.
    _shape(PHONE, rf"(?<!\d)(?:\+|00)82{_GAP}(?:\(0\)|0)?{_GAP}\d{{1,3}}{_GAP}\d{{3,4}}{_GAP}\d{{4}}(?!\d)"),
    _shape(PHONE, rf"(?<!\d)\(?01[016-9]\)?{_GAP}\d{{3,4}}{_GAP}\d{{4}}(?!\d)"),
    _shape(
        PHONE,
        rf"(?<!\d)(?:\({_REGION}\) ?|{_REGION}{_CUT})\d{{3,4}}{_CUT}\d{{4}}(?!\d)",
    ),
    # Chinese: mobile, and regional with an extension.
    _shape(PHONE, rf"(?<!\d)(?<!\d[.,])(?:(?:\+|00)86{_GAP})?1[3-9]\d{_GAP}\d{{4}}{_GAP}\d{{4}}(?!\d)"),
    _shape(
        PHONE,
        rf"(?<!\d)(?:(?:\+|00)86{_CUT})?(?:\(0\d{{2,3}}\) ?|0[1-9]\d{{1,2}}-)\d{{3,4}}{_GAP}\d{{4}}"
        r"(?:(?<=\d) ?(?:转|轉|분기) ?\d{1,6})?(?!\d)",
    ),
    # Elsewhere: a country code, the groups of North America, and a bare number that begins with the 0.
    _shape(PHONE, r"(?<![\d+])\+[1-9]\d{0,2}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d{2,4}){2,4}(?!\d)"),
    _shape(
        PHONE,
        r"(?<![\d-])(?<!\d[.,])(?:1[ .-])?(?![48]00)(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[.-])"
        r"[2-9]\d{2}[.-]\d{4}(?![\d-])",
    ),
    _shape(PHONE, r"(?<![\d-])(?<!\d[.,])0[1-9]\d{7,10}(?![\d-]|[.,]\d)"),
)


@dataclass(frozen=True, slots=True)
class Covered:
    text: str
    found: Counter[str]
    """How many of each kind."""


def cover(text: str, kinds: Collection[str] = KINDS) -> Covered:
    """``text`` with personal data of ``kinds`` covered; it keeps its length.

    >>> cover("문의: 010-1234-5678").text
    '문의: █████████████'
    """
    found: Counter[str] = Counter()
    if not ("@" in text or "＠" in text or any(letter.isdigit() for letter in text)):
        return Covered(text, found)
    read = _OURS.sub(lambda ours: "\0" * len(ours.group()), text.translate(_PLAIN))
    written = list(text)
    for shape in _SHAPES:
        if shape.kind not in kinds:
            continue
        for match in shape.pattern.finditer(read):
            sure = match.groupdict().get("sure") or match.group()
            if not shape.holds(sure):
                continue
            start, end = match.span()
            written[start:end] = COVER * (end - start)
            read = read[:start] + COVER * (end - start) + read[end:]
            found[shape.kind] += 1
    return Covered("".join(written), found)
