"""Lines that structure a text without Markdown: numbered sections, titles in capitals, rules, page footers.

The forms are those of reference 002 (tier 2). What only looks like a numbered section is sorted out by
`pincite.chunking.numbering`.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from pincite.chunking.fences import covers
from pincite.chunking.numbering import NumberedLine, find_sections, numbered_line


class MarkKind(StrEnum):
    NUMBERED = "numbered"
    CAPS = "caps"
    RULE = "rule"
    FOOTER = "footer"


_KINDS: Final[dict[str | None, MarkKind]] = {kind.value: kind for kind in MarkKind}


_LINE: Final = re.compile(
    r"\n(?:(?P<numbered>(?P<label>[ \t]*(?:[0-9]{1,3}(?:\.[0-9]{1,3}){1,3}\.?|(?:[0-9]{1,3}|[IVX]{1,5})\.))"
    r"[ \t]++(?P<title>\S[^\n]{0,200}+))"
    r"|(?P<caps>[A-ZÄÖÜ][A-ZÄÖÜ \-]{3,80}+(?<=[A-ZÄÖÜ]):?)"
    r"|(?P<rule>-{3,}+|={3,}+|\*{3,}+|_{3,}+)"
    r"|(?P<footer>[ \t]*(?:(?i:Seite|Page|页码|页|쪽)[ \t]*[0-9]+(?:[ \t]*(?:von|of|/)[ \t]*[0-9]+)?"
    r"|[0-9]+[ \t]*쪽))"
    r")[ \t\r]*(?=\n|\Z)"
)
"""Begins with a line end, which the engine finds far faster than it tries every place for a line start."""


def find_marks(text: str, fences: Sequence[tuple[int, int]]) -> dict[int, MarkKind]:
    """Starts of lines to what marks them, in order, one a line and none in code."""
    marks: dict[int, MarkKind] = {}
    numbered: list[NumberedLine] = []
    for match in _LINE.finditer("\n" + text):
        start = match.start()
        if fences and covers(fences, start):
            continue
        marks[start] = _KINDS[match.lastgroup]
        if match["numbered"]:
            numbered.append(numbered_line(start, match.end("numbered") - 1, match["label"], match["title"]))
    if numbered:
        sections = find_sections(text, numbered, fences)
        for line in numbered:
            if line.start not in sections:
                del marks[line.start]
    return marks
