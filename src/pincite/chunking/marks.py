"""Lines that structure a text without Markdown: numbered sections, titles in capitals, rules, page footers.

The forms are those of reference 002 (tier 2). What only looks like one of them is sorted out here: a date,
a quantity, a version number and an item of a list open no section.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from pincite.chunking.fences import covers


class MarkKind(StrEnum):
    NUMBERED = "numbered"
    CAPS = "caps"
    RULE = "rule"
    FOOTER = "footer"


_KINDS: Final[dict[str | None, MarkKind]] = {kind.value: kind for kind in MarkKind}


_LINE: Final = re.compile(
    r"\n(?:(?P<numbered>[ \t]*"
    r"(?:(?P<dotted>[0-9]{1,3}(?:\.[0-9]{1,3}){1,3})\.?|(?P<single>[0-9]{1,3}|[IVX]{1,5})\.)"
    r"[ \t]++(?P<title>\S[^\n]{0,200}+))"
    r"|(?P<caps>[A-ZÄÖÜ][A-ZÄÖÜ \-]{3,80}+(?<=[A-ZÄÖÜ]):?)"
    r"|(?P<rule>-{3,}+|={3,}+|\*{3,}+|_{3,}+)"
    r"|(?P<footer>[ \t]*(?:(?i:Seite|Page|页码|页|쪽)[ \t]*[0-9]+(?:[ \t]*(?:von|of|/)[ \t]*[0-9]+)?"
    r"|[0-9]+[ \t]*쪽))"
    r")[ \t\r]*(?=\n|\Z)"
)
"""Begins with a line end, which the engine finds far faster than it tries every place for a line start."""
_MONTH: Final = (
    r"(?:Jan|Feb|Mar|M[äa]r|Apr|Ma[iy]|Jun|Jul|Aug|Sept?|O[ck]t|Nov|De[cz])(?:[a-zä]*|\.)(?:\s|\Z)"
)
_DATE: Final = re.compile(rf"[0-9]{{1,4}}[.,]?(?:[ \t]|\Z)|[0-9]{{1,2}}\.[ \t]*[0-9]|{_MONTH}[ \t]*[0-9]")
_NO_TITLE: Final = re.compile(
    r"[(（]?v?[0-9]{4}[-./][0-9]|[a-zß-ÿ%℃°]"
    r"|(?:퍼센트|프로|배|점|만|억|천|원|세|개|명|건|회|미터|킬로|톤|도|버전|판|倍|万|亿|元|年|月|日|版本?|版)"
    r"(?:[\s,.은는이가을를의에로]|\Z)"
)
"""After a dotted number: a date of a release, a unit, or a sentence that goes on in lower case."""
_SENTENCE: Final = frozenset(".。;；,，:：")
_NEIGHBOUR: Final = re.compile(r"[ \t]*([0-9]{1,3}|[IVX]{1,5})[.)][ \t]")
_SUB_ITEM: Final = re.compile(
    r"[ \t\u3000]*(?:[①-⑳]|[가-하][.)][ \t]|[-*+•·○●■□ㅇ][ \t]|[(（][0-9a-z一-十가-하]{1,3}[)）])"
)
_REACH: Final = 400
"""Characters looked at on both sides of a line for its neighbours."""


def find_marks(text: str, fences: Sequence[tuple[int, int]]) -> dict[int, MarkKind]:
    """Starts of lines to what marks them, in order, one a line and none in code."""
    marks: dict[int, MarkKind] = {}
    for match in _LINE.finditer("\n" + text):
        start = match.start()
        if fences and covers(fences, start):
            continue
        kind = _KINDS[match.lastgroup]
        if kind is MarkKind.NUMBERED and not (_is_titled(match) and _stands_alone(text, match)):
            continue
        marks[start] = kind
    return marks


def _is_titled(match: re.Match[str]) -> bool:
    title = match["title"]
    return not _NO_TITLE.match(title) if match["dotted"] else not _DATE.match(title)


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """False for an item of a list: its text is a sentence, or the line before or after is an item too."""
    if match["dotted"]:
        return True
    if match["title"].rstrip()[-1] in _SENTENCE:
        return False
    start, end = match.start(), match.end() - 1
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    above = before.rstrip().rpartition("\n")[2]
    below = after.lstrip("\n\r \t").partition("\n")[0]
    if _NEIGHBOUR.match(above) or _NEIGHBOUR.match(below):
        return False
    if before.count("\n", len(before.rstrip())) == 1 and _SUB_ITEM.match(above):
        return False
    return after.count("\n", 0, len(after) - len(after.lstrip())) != 1 or not _SUB_ITEM.match(below)
