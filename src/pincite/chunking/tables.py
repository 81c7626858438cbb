"""Markdown tables: their rows, and the header that a continued piece repeats."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pincite.chunking.fences import covers
from pincite.chunking.table_heads import count_more_headers, names_columns

_ROW: Final = re.compile(r"\n([ \t>]*\|[^\n]*)")
"""A line that begins with a pipe, also in a quotation."""
_SEPARATOR: Final = re.compile(r"[ \t>]*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?[ \t\r]*\n?\Z")
"""Three dashes a cell, colons for alignment (reference 002, table headers)."""
_SHORT_SEPARATOR: Final = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*\n?\Z")
"""One dash is enough under a header of as many cells (GFM 4.10). Elsewhere it says that a cell is empty."""
_BARE_SEPARATOR: Final = re.compile(r"\n[ \t>]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t\r]*(?=\n|\Z)")
"""A separator that begins with no pipe, as the rows around it (GFM 4.10)."""
_FEW: Final = 2
_HEAD_ROWS: Final = 4
"""Most rows above a separator that are looked at: insurance and statistics tables have three, rarely four."""
_QUOTE: Final = re.compile(r"[ \t]*(?:>[ \t>]*)?")
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
    parts = _unquoted(row).strip().strip("|").replace("\\|", "\0").split("|")
    return [part.strip().replace("\0", "\\|") for part in parts]


def _unquoted(row: str) -> str:
    quote = _QUOTE.match(row)
    return row[quote.end() :] if quote else row


def _columns(row: str) -> int:
    """Cells of a row of a table, with a leading pipe or without."""
    row = _unquoted(row)
    return count_columns(row if row.startswith("|") else f"|{row}")


def find_tables(text: str, fences: list[tuple[int, int]]) -> tuple[list[Table], list[tuple[int, int]]]:
    """All tables outside of code in order, and the spans that no cut may enter: each header with its
    separator, each data row."""
    if "|" not in text:
        return [], []
    tables: list[Table] = []
    spans: list[tuple[int, int]] = []
    group: list[tuple[int, int]] = []
    for row in _rows(text, fences):
        if group and group[-1][1] != row[0]:
            _close(text, group, tables, spans)
            group = []
        group.append(row)
    if group:
        _close(text, group, tables, spans)
    return tables, spans


def _rows(text: str, fences: list[tuple[int, int]]) -> list[tuple[int, int]]:
    rows = {
        match.start(): min(match.end(), len(text))
        for match in _ROW.finditer("\n" + text)
        if not (fences and covers(fences, match.start()))
    }
    bare: dict[int, int] = {}
    for match in _BARE_SEPARATOR.finditer("\n" + text):
        if match.start() not in bare and not (fences and covers(fences, match.start())):
            bare.update(_bare_rows(text, match.start(), min(match.end(), len(text))))
    if not bare:
        return list(rows.items())
    return sorted({**rows, **bare}.items())


def _bare_rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The rows of the table whose separator is ``text[start:end]``, if the line above is its header."""
    above = text.rfind("\n", 0, max(0, start - 1)) + 1
    header = text[above:start]
    if "|" not in header or _columns(header) != _columns(text[start:end]):
        return
    yield above, start
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        if "|" not in text[start:end] or text.startswith("#", start):
            return
        yield start, end
        start = end


def _close(text: str, rows: list[tuple[int, int]], tables: list[Table], spans: list[tuple[int, int]]) -> None:
    """Turns a run of neighbouring rows into tables, each with the rows that are its own."""
    index = 0
    while index < len(rows):
        separator = _separator(text, rows, index)
        head = separator + 1 if separator else index
        columns = _columns(text[slice(*rows[separator])]) if separator else 0
        if separator == index + 1:
            below = rows[separator + 1 : separator + 4]
            head += count_more_headers([cells_of(text[slice(*row)]) for row in (rows[index], *below)])
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
    """The separator of the table that begins at ``index``: after one row, or after two or more where nothing
    before them could be a table of its own. 0 without."""
    following = rows[index + 1 : index + 3]
    if following and _SEPARATOR.match(text, *following[0]):
        return index + 1
    if index or not following:
        return 0
    first = rows[: _HEAD_ROWS + 2]
    columns = [_columns(text[slice(*row)]) for row in first]
    if columns[0] == columns[1] and _SHORT_SEPARATOR.match(text, *following[0]):
        return 1
    for place in range(2, min(len(first), _HEAD_ROWS + 1)):
        if _SHORT_SEPARATOR.match(text, *first[place]):
            alike = len(set(columns[: place + 1])) == 1
            return place if alike and _heads(text, first, place) else 0
    return 0


def _heads(text: str, rows: list[tuple[int, int]], separator: int) -> bool:
    """Whether the rows above a separator are its head. Two above a clear one always are. More, or a row of
    single dashes, are believed only below names, where the first row joins columns or the dashes are written
    unlike cells: the rows could be data of a table without names, and the dashes its empty cells."""
    clear = _is_clear_separator(text, *rows[separator])
    if clear and separator == _FEW:
        return True
    below = rows[separator + 1 : separator + 2]
    if not clear and (not below or _SHORT_SEPARATOR.match(text, *below[0])):
        return False
    lines = [text[slice(*row)].strip() for row in rows[: separator + 1]]
    set_apart = separator == _FEW and " " in lines[0] and " " not in lines[separator]
    return names_columns([cells_of(line) for line in lines[:separator]], joined=not set_apart)


def _is_clear_separator(text: str, start: int, end: int) -> bool:
    """False for a row of single dashes, which may stand for empty cells."""
    clear = text.find("--", start, end) >= 0 or text.find(":", start, end) >= 0
    return clear and _SHORT_SEPARATOR.match(text, start, end) is not None


def _last_row(text: str, rows: list[tuple[int, int]], first: int, columns: int) -> int:
    """Index after the last row that still belongs to the table whose data begins at ``first``.

    Rows may have more or fewer cells than the header (GFM 4.10), but so has a table right below that lost
    its names. Such rows belong where rows of the header's width come again, or where they are fewer than
    those before them; else they are a table of their own (TB-04).
    """
    index = last = first
    regular = 0
    while index < len(rows):
        if index + 1 < len(rows) and index > first and _SEPARATOR.match(text, *rows[index + 1]):
            break
        row = text[slice(*rows[index])]
        index += 1
        if not columns or _columns(row) == columns or not _unquoted(row).startswith("|"):
            regular += 1
            last = index
    return index if index - last < regular else last


def _table(text: str, rows: list[tuple[int, int]], index: int, separator: int, head: int, last: int) -> Table:
    start, body = rows[index][0], rows[head - 1][1]
    lines = [text[slice(*row)].rstrip() for row in rows[index:head]]
    blank = not any(line.strip("|> \t") for line in lines[: separator - index])
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
