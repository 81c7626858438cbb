"""Markdown tables: their rows, and the header that a continued piece repeats."""

import re
from dataclasses import dataclass
from typing import Final

from pincite.chunking.fences import covers

_ROW: Final = re.compile(r"^[ \t]*\|[^\n]*(?:\n|\Z)", re.MULTILINE)
_SEPARATOR: Final = re.compile(r"[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?[ \t\r]*\n?\Z")
"""Three dashes a cell, colons for alignment (reference 002, table headers)."""


@dataclass(frozen=True, slots=True)
class Table:
    """``[start, body)`` is header row and separator, ``[body, end)`` the data rows. A run of rows without
    a separator has ``body == start`` and no header."""

    start: int
    body: int
    end: int
    header: str
    """What a piece that starts in the body repeats; ends in a newline. Empty without a header."""
    named_by_first_row: bool = False
    """The header row was blank, so the first data row gives the names."""
    first_row_end: int = 0


def count_columns(row: str) -> int:
    """Cells of a row with a leading pipe, 0 for any other line."""
    row = row.strip()
    if not row.startswith("|"):
        return 0
    cells = row.replace("\\|", "").split("|")[1:]
    return max(1, len(cells) - (not cells[-1].strip()))


def find_tables(text: str, fences: list[tuple[int, int]]) -> tuple[list[Table], list[tuple[int, int]]]:
    """All tables outside of code in order, and the spans that no cut may enter: each header with its
    separator, each data row."""
    if "|" not in text:
        return [], []
    tables: list[Table] = []
    spans: list[tuple[int, int]] = []
    group: list[tuple[int, int]] = []
    for match in _ROW.finditer(text):
        if fences and covers(fences, match.start()):
            continue
        if group and group[-1][1] != match.start():
            _close(text, group, tables, spans)
            group = []
        group.append(match.span())
    if group:
        _close(text, group, tables, spans)
    return tables, spans


def _close(text: str, rows: list[tuple[int, int]], tables: list[Table], spans: list[tuple[int, int]]) -> None:
    """Turns a run of neighbouring rows into tables. A row with another number of cells than the header
    begins a table of its own."""
    index = 0
    while index < len(rows):
        start = rows[index][0]
        headed = index + 1 < len(rows) and _SEPARATOR.match(text, *rows[index + 1]) is not None
        first = index + 2 if headed else index
        last = _last_row(text, rows, first, count_columns(text[slice(*rows[index + 1])]) if headed else 0)
        if headed:
            spans.append((start, rows[index + 1][1]))
        spans.extend(rows[first:last])
        tables.append(
            _table(text, rows, index, first, last) if headed else Table(start, start, rows[last - 1][1], "")
        )
        index = last


def _last_row(text: str, rows: list[tuple[int, int]], first: int, columns: int) -> int:
    """Index after the last row that still belongs to the table whose data begins at ``first``."""
    index = first
    while index < len(rows):
        if index + 1 < len(rows) and index > first and _SEPARATOR.match(text, *rows[index + 1]):
            break
        if columns and count_columns(text[slice(*rows[index])]) != columns:
            break
        index += 1
    return index


def _table(text: str, rows: list[tuple[int, int]], index: int, first: int, last: int) -> Table:
    start, names_end = rows[index]
    body = rows[index + 1][1]
    names, separator = text[start:names_end], text[names_end:body]
    blank = not names.strip().strip("| \t")
    has_rows = last > first
    if blank and has_rows:
        names = text[slice(*rows[first])]
    header = f"{names.rstrip()}\n{separator.rstrip()}\n"
    end = rows[last - 1][1] if has_rows else body
    return Table(start, body, end, header, blank and has_rows, rows[first][1] if has_rows else body)
