"""Fenced code blocks of both kinds, closed or not."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

_FENCE: Final = re.compile(r"^([ \t]*)(`{3,}|~{3,})([^\n]*)(?:\n|\Z)", re.MULTILINE)
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•·]|[0-9]{1,9}[.)])[ \t]+")
_INDENTED: Final = 4
"""Columns from which a line is code, or goes on with an item (CommonMark 4.4)."""
_REACH: Final = 1500
"""Characters looked at for the list item that a line lies in, and for the end of indented code."""
_LINE: Final = re.compile(r"([ \t]*)([^\n]*)(?:\n|\Z)")


@dataclass(frozen=True, slots=True)
class _Open:
    start: int
    body: int
    mark: str
    indent: int
    content: int
    """Column where the list item that it lies in has its text, 0 outside of lists."""


def find_fences(text: str) -> list[tuple[int, int]]:
    """Spans of whole lines, opening and closing line included, in order.

    A block without a closing line reaches to the end of the list item that it lies in, else of the text
    (CommonMark 4.5). One that is shown within indented code opens nothing, unless it is closed there too.
    """
    if "```" not in text and "~~~" not in text:
        return []
    spans: list[tuple[int, int]] = []
    opened: _Open | None = None
    read = 0
    for line in _FENCE.finditer(text):
        indent, mark, rest = _columns(line[1]), line[2], line[3]
        if opened:
            closes = mark[0] == opened.mark[0] and len(mark) >= len(opened.mark) and not rest.strip()
            left = _left_at(text, opened, read, line.start())
            read = line.start()
            if closes and (left in (opened.body, line.start()) or indent == opened.indent):
                spans.append((opened.start, line.end()))
                opened = None
                continue
            if left == line.start():
                continue
            spans.append((opened.start, left))
            opened = None
        if mark[0] == "~" or "`" not in rest:
            content = _item_column(text, line.start(), indent) if indent else 0
            if indent < _INDENTED or content or _closed_in_code(text, line.end(), mark):
                opened = _Open(line.start(), line.end(), mark, indent, content)
                read = opened.body
    if opened is not None:
        spans.append((opened.start, _left_at(text, opened, read, len(text))))
    return spans


def _columns(blanks: str) -> int:
    return len(blanks.expandtabs(_INDENTED))


def _item_column(text: str, start: int, indent: int) -> int:
    """Column of the text of the list item that the line at ``start`` lies in, 0 outside of lists: the item is
    the first line above that is indented less, with nothing but deeper lines and blank ones between."""
    lowest = indent
    for line in reversed(text[max(0, start - _REACH) : start].splitlines()):
        column = _columns(line[: len(line) - len(line.lstrip())])
        if not line.strip() or column >= lowest:
            continue
        if item := _ITEM.match(line):
            return _columns(" " * column + item[0].lstrip())
        lowest = column
    return 0


def _left_at(text: str, opened: _Open, start: int, end: int) -> int:
    """Where the list item around an open block ends in ``text[start:end]``: at the first line that is
    indented less than it."""
    if opened.content:
        for line in _LINE.finditer(text, start, end):
            if line[2].strip() and _columns(line[1]) < opened.content:
                return line.start()
    return end


def _closed_in_code(text: str, start: int, mark: str) -> bool:
    """True when a closing line comes before the indented code ends."""
    for line in _LINE.finditer(text, start, start + _REACH):
        content = line[2].strip()
        if content and _columns(line[1]) < _INDENTED:
            return False
        if len(content) >= len(mark) and not content.strip(mark[0]):
            return True
    return False


def covers(spans: Sequence[tuple[int, int]], position: int) -> bool:
    """True when ``start <= position < end`` of one of the ordered spans."""
    index = bisect_right(spans, position, key=itemgetter(0)) - 1
    return index >= 0 and position < spans[index][1]
