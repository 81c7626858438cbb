"""The tables of a spreadsheet or CSV file in its Markdown, and what a model is told of one (row CH-11)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pincite.enrichment.prompts import shortened
from pincite.enrichment.replies import TableNotes
from pincite.enrichment.tidy import plain

TABULAR_TYPES = frozenset(
    {
        "text/csv",
        "text/tab-separated-values",
        "application/vnd.ms-excel",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.oasis.opendocument.spreadsheet",
    }
)
"""Media types whose text is tables. Those in a report are explained by the text around them."""

LONGEST_CHUNK = 7_500
"""Characters of a chunk about a table: what the longest chunk of text may have (reference 002, tier 3)."""
_CELL = 80
"""Characters of a cell that a model is shown."""
_ROWS_READ = 1_000
"""Rows from which the values of a column are taken: the first ones show what a column holds."""
_SAMPLES = 5
"""Different values of a column, and rows, that a model is shown."""

_ABOVE = 400
"""Characters looked at above a table."""
_LINES_ABOVE = 2
"""Title and unit."""

T = TypeVar("T")

_SEPARATOR = re.compile(r"[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?[ \t]*")
_RECORD = re.compile(r"#{2,6} \d+(?:\. .*)?")
_FIELD = re.compile(r"- (.{1,400}?): (.*)")
_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table, ``markdown[start:end]``."""

    start: int
    end: int
    columns: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    """The first ones by column, as many as are read for examples."""
    shown: Sequence[Sequence[str]]
    """Some from the first to the last."""
    count: int
    """All rows."""


def find_tables(markdown: str) -> list[FoundTable]:
    """Tables with a row of names, and runs of records (how wide tables are written: a heading a record, then
    ``- name: value`` a line), in order."""
    lines = list(_lines(markdown))
    found: list[FoundTable] = []
    at = 0
    while at < len(lines):
        table, after = _table_at(lines, at) if lines[at][2].startswith("|") else (None, at + 1)
        if table is None and _RECORD.fullmatch(lines[at][2]):
            table, after = _records_at(lines, at)
        if table is not None:
            found.append(table)
        at = max(after, at + 1)
    return found


def words_above(markdown: str, table: FoundTable) -> str:
    """The lines right above a table (its title, the unit of its figures), as far as they are no table and no
    heading, which the trail tells of."""
    first = max(table.start - _ABOVE, 0)
    whole = markdown[first : table.start].split("\n")[1 if first else 0 :]
    lines = [line.strip() for line in whole if line.strip()][-_LINES_ABOVE:]
    own: list[str] = []
    for line in reversed(lines):
        if line.startswith(("|", "#", "- ")):
            break
        own.insert(0, line)
    return "\n".join(own)


def table_facts(table: FoundTable, place: str, most: int) -> str:
    """What a model is told: where it stands, its columns with some of their values, rows from the first to
    the last; at most ``most`` characters, half of them for the columns."""
    values = _values(table)
    columns = "\n".join(
        f"- {_shown(name)}: {' / '.join(values[at]) if values[at] else '—'}"
        for at, name in enumerate(table.columns)
    )
    head = "\n".join(filter(None, (place, f"columns: {len(table.columns)}, rows: {table.count}")))
    parts = [head, shortened(columns, most // 2)]
    room = most - sum(map(len, parts)) - len(parts)
    picked: list[str] = []
    for row in table.shown:
        line = " | ".join(_shown(cell) or "—" for cell in row)
        if room < len(line) + 1:
            break
        picked.append(line)
        room -= len(line) + 1
    return "\n\n".join(filter(None, [*parts, "\n".join(picked)]))


def column_text(table: FoundTable, notes: TableNotes) -> str:
    """Each column with what it holds, a line a column; those that nothing is said of by their name alone."""
    lines = []
    for name in dict.fromkeys(table.columns):
        said = notes.columns.get(name, "")
        if spelled := plain(name):
            lines.append(f"- {spelled}: {said}" if said else f"- {spelled}")
    return shortened("\n".join(lines), LONGEST_CHUNK)


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line), line
        start += len(line) + 1


def _table_at(lines: Sequence[tuple[int, int, str]], at: int) -> tuple[FoundTable | None, int]:
    after = at
    while after < len(lines) and lines[after][2].startswith("|"):
        after += 1
    if after - at < 2 or not _SEPARATOR.fullmatch(lines[at + 1][2]):
        return None, after
    columns = tuple(_cells(lines[at][2]))
    if not any(columns):
        return None, after
    rows = [line for _, _, line in lines[at + 2 : after]]
    table = FoundTable(
        start=lines[at][0],
        end=lines[after - 1][1],
        columns=columns,
        rows=[_cells(row) for row in rows[:_ROWS_READ]],
        shown=[_cells(row) for row in _spread(rows)],
        count=len(rows),
    )
    return table, after


def _records_at(lines: Sequence[tuple[int, int, str]], at: int) -> tuple[FoundTable | None, int]:
    """A run of records; a heading of another form, or text, ends it."""
    records: list[dict[str, str]] = []
    start, end = lines[at][0], lines[at][1]
    while at < len(lines) and _RECORD.fullmatch(lines[at][2]):
        record: dict[str, str] = {}
        below = at + 1
        while below < len(lines):
            if match := _FIELD.fullmatch(lines[below][2]):
                record.setdefault(match[1], match[2])
                end = lines[below][1]
            elif lines[below][2].strip():
                break
            below += 1
        if not record:
            break
        records.append(record)
        at = below
    if not records:
        return None, at + 1
    columns = tuple(dict.fromkeys(name for record in records for name in record))
    rows, shown = (
        [[record.get(name, "") for name in columns] for record in some]
        for some in (records[:_ROWS_READ], _spread(records))
    )
    return FoundTable(start, end, columns, rows, shown, len(records)), at


def _cells(row: str) -> list[str]:
    """What the cells of a row of a Markdown table say."""
    inner = row.strip().removeprefix("|")
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(inner)]
    return cells[:-1] if len(cells) > 1 and not cells[-1] else cells


def _values(table: FoundTable) -> list[list[str]]:
    """Some different values of each column."""
    values: list[dict[str, None]] = [{} for _ in table.columns]
    for row in table.rows:
        for column, cell in zip(values, row, strict=False):
            if len(column) < _SAMPLES and (text := _shown(cell)):
                column.setdefault(text)
    return [list(column) for column in values]


def _spread(rows: Sequence[T]) -> list[T]:
    """Some rows from the first to the last."""
    if len(rows) <= _SAMPLES:
        return list(rows)
    return [rows[at * (len(rows) - 1) // (_SAMPLES - 1)] for at in range(_SAMPLES)]


def _shown(cell: str) -> str:
    return shortened(" ".join(cell.replace("<br>", " ").split()), _CELL)
