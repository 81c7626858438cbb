"""Fenced code blocks of both kinds, closed or not."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

_FENCE: Final = re.compile(r"^[ \t]*(`{3,}|~{3,})([^\n]*)(?:\n|\Z)", re.MULTILINE)


def find_fences(text: str) -> list[tuple[int, int]]:
    """Spans of whole lines, opening and closing line included, in order.

    A block without a closing line reaches to the end of the text (CommonMark 4.5). Indentation is not
    counted: blocks inside list items are blocks.
    """
    if "```" not in text and "~~~" not in text:
        return []
    spans: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for line in _FENCE.finditer(text):
        mark, rest = line.group(1), line.group(2)
        if opened is None:
            if mark[0] == "~" or "`" not in rest:
                opened = (line.start(), mark)
        elif mark[0] == opened[1][0] and len(mark) >= len(opened[1]) and not rest.strip():
            spans.append((opened[0], line.end()))
            opened = None
    if opened is not None:
        spans.append((opened[0], len(text)))
    return spans


def covers(spans: Sequence[tuple[int, int]], position: int) -> bool:
    """True when ``start <= position < end`` of one of the ordered spans."""
    index = bisect_right(spans, position, key=itemgetter(0)) - 1
    return index >= 0 and position < spans[index][1]
