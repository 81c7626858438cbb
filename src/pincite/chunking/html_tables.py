"""Tables that stayed HTML because Markdown cannot say them (joined cells)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pincite.chunking.fences import covers
from pincite.chunking.graphemes import breaks_at
from pincite.chunking.tables import Table

_TAG: Final = re.compile(r"<(/?)(table|tr)(?=[\s>])[^<>]{0,2000}>", re.IGNORECASE)
_HEAD: Final = re.compile(r"<thead(?=[\s>])", re.IGNORECASE)
_HEAD_END: Final = re.compile(r"</thead\s*>", re.IGNORECASE)
_NAME: Final = re.compile(r"<th(?=[\s>])", re.IGNORECASE)
_VALUE: Final = re.compile(r"<td(?=[\s>])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HtmlTable:
    """``text[start:end]`` from the opening tag to the one that closes it."""

    start: int
    end: int
    rows: tuple[int, ...]
    """Where its own rows begin; those of a table in a cell belong to the cell."""

    body: int
    """How many of the rows, from the first, name the columns; 0 where none or all do."""

    @property
    def spans(self) -> list[tuple[int, int]]:
        """The spans that no cut may enter where the table is too long to stay whole: its rows, the first of
        them with all names of columns above it and the opening tag."""
        return list(pairwise([self.start, *self.rows[max(1, self.body) :], self.end]))

    def table(self, text: str) -> Table | None:
        """What its later pieces repeat, as of a Markdown table."""
        if not self.body:
            return None
        body = self.rows[self.body]
        return Table(self.start, body, self.end, text[self.start : body].rstrip() + "\n")


def find_html_tables(text: str, fences: list[tuple[int, int]]) -> Iterator[HtmlTable]:
    """All HTML tables outside of code, in order; an unclosed one is no table, and one in a cell is part of
    the outer one."""
    depth, start = 0, 0
    rows: list[int] = []
    for tag in _TAG.finditer(text):
        if fences and covers(fences, tag.start()):
            continue
        if tag[2].lower() == "tr":
            if depth == 1 and not tag[1]:
                rows.append(tag.start())
        elif not tag[1]:
            if not depth:
                start, rows = tag.start(), []
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield _table(text, start, tag.end(), rows)


def _table(text: str, start: int, end: int, rows: list[int]) -> HtmlTable:
    """Names are the rows of ``thead``, else those before the first that holds a value. A name before the
    values of a row is that of the row alone."""
    rows = [row for row in rows if breaks_at(text, row)]
    head = bool(rows) and _HEAD.search(text, start, rows[0]) and _HEAD_END.search(text, rows[0], end)
    named = head.start() if head else start
    for body, (row, following) in enumerate(pairwise([*rows, end])):
        if row >= named and (not _NAME.search(text, row, following) or _VALUE.search(text, row, following)):
            return HtmlTable(start, end, tuple(rows), body)
    return HtmlTable(start, end, tuple(rows), 0)
