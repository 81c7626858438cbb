"""Markdown tables: their rows, and the header that a continued piece repeats."""

import re
from dataclasses import dataclass
from typing import Final

from pincite.chunking.fences import covers

_ROW: Final = re.compile(r"\n([ \t]*\|[^\n]*)")
_SEPARATOR: Final = re.compile(r"[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?[ \t\r]*\n?\Z")
"""Three dashes a cell, colons for alignment (reference 002, table headers)."""
_NUMBER: Final = re.compile(r"[0-9０-９]")
_CAPTION: Final = re.compile(
    r"[ \t]*[\[<〈【(（*_]{0,3}[ \t]*"
    r"(?:(?:별?[ \t]?표|도표|Table|TABLE|Tab\.|Tabelle|表)[ \t]*[0-9IVX一二三四五六七八九十]"
    r"|단위[ \t]*[:：]|单位[ \t]*[:：]|Units?:)"
)
_CAPTION_LINES: Final = 2
_CAPTION_REACH: Final = 200
"""Characters looked back for a caption; longer lines are text."""


@dataclass(frozen=True, slots=True)
class Table:
    """``[start, body)`` is the header (its rows and the separator), ``[body, end)`` the data rows. A run of
    rows without a separator has ``body == start`` and no header."""

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


def cells_of(row: str) -> list[str]:
    """What the cells of a row say, without blanks around."""
    parts = row.strip().strip("|").replace("\\|", "\0").split("|")
    return [part.strip().replace("\0", "\\|") for part in parts]


def find_tables(text: str, fences: list[tuple[int, int]]) -> tuple[list[Table], list[tuple[int, int]]]:
    """All tables outside of code in order, and the spans that no cut may enter: each header with its
    separator, each data row."""
    if "|" not in text:
        return [], []
    tables: list[Table] = []
    spans: list[tuple[int, int]] = []
    group: list[tuple[int, int]] = []
    for match in _ROW.finditer("\n" + text):
        start, end = match.start(), min(match.end(), len(text))
        if fences and covers(fences, start):
            continue
        if group and group[-1][1] != start:
            _close(text, group, tables, spans)
            group = []
        group.append((start, end))
    if group:
        _close(text, group, tables, spans)
    return tables, spans


def _close(text: str, rows: list[tuple[int, int]], tables: list[Table], spans: list[tuple[int, int]]) -> None:
    """Turns a run of neighbouring rows into tables. A row with another number of cells than the header
    begins a table of its own."""
    index = 0
    while index < len(rows):
        separator = _separator(text, rows, index)
        head = separator + 1 if separator else index
        columns = count_columns(text[slice(*rows[separator])]) if separator else 0
        if separator and _has_second_header(text, rows, index, separator):
            head += 1
        last = _last_row(text, rows, head, columns)
        if separator:
            spans.append((rows[index][0], rows[head - 1][1]))
        spans.extend(rows[head:last])
        tables.append(
            _table(text, rows, index, separator, head, last)
            if separator
            else Table(rows[index][0], rows[index][0], rows[last - 1][1], "")
        )
        index = last


def _separator(text: str, rows: list[tuple[int, int]], index: int) -> int:
    """The separator of the table that begins at ``index``: after one row, or after two where nothing
    before them could be a table of its own. 0 without."""
    if index + 1 < len(rows) and _SEPARATOR.match(text, *rows[index + 1]):
        return index + 1
    if index == 0 and len(rows) > 2 and _SEPARATOR.match(text, *rows[2]):
        first, second, columns = (count_columns(text[slice(*row)]) for row in rows[:3])
        return 2 if first == second == columns else 0
    return 0


def _has_second_header(text: str, rows: list[tuple[int, int]], index: int, separator: int) -> bool:
    """True when the row after the separator names columns too: the header joins columns (an empty cell, or
    one as its left neighbour), and the row below says what each of them is, without a number."""
    if separator + 2 >= len(rows) or separator != index + 1:
        return False
    head, below, data = (cells_of(text[slice(*rows[i])]) for i in (index, separator + 1, separator + 2))
    if not len(head) == len(below) == len(data) or not any(head):
        return False
    joined = [i for i in range(1, len(head)) if not head[i] or head[i] == head[i - 1]]
    named = all(below[i] for i in joined) and not any(_NUMBER.search(cell) for cell in below)
    return bool(joined) and named and any(_NUMBER.search(data[i]) for i in joined)


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


def _table(text: str, rows: list[tuple[int, int]], index: int, separator: int, head: int, last: int) -> Table:
    start, body = rows[index][0], rows[head - 1][1]
    lines = [text[slice(*row)].rstrip() for row in rows[index:head]]
    blank = not any(line.strip("| \t") for line in lines[: separator - index])
    has_rows = last > head
    if blank and has_rows:
        lines[: separator - index] = [text[slice(*rows[head])].rstrip()]
    header = "".join(f"{line}\n" for line in lines)
    end = rows[last - 1][1] if has_rows else body
    return Table(start, body, end, header, blank and has_rows, rows[head][1] if has_rows else body)


# --- captions -------------------------------------------------------------------------------------


def caption_ends(text: str, start: int) -> list[int]:
    """Places before the table that begins at ``start`` where no cut belongs: after its caption and the line
    that names the unit of its figures."""
    places: list[int] = []
    while len(places) < _CAPTION_LINES:
        window = text[max(0, start - _CAPTION_REACH) : start]
        above = window.rstrip()
        if window.count("\n", len(above)) > _CAPTION_LINES or not _CAPTION.match(above.rpartition("\n")[2]):
            break
        places.append(start)
        start -= len(window) - len(above) + len(above.rpartition("\n")[2])
    return places
