"""The tables of a CSV file or a workbook as values, for what computes with them.

The same cells and names as in the Markdown, but numbers as the file holds them: a cell that shows 12.35 may
hold 12.3456789, and sums are of what it holds.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final

from pincite.core.errors import UnsupportedFormat
from pincite.parsing.containers import OLE_SIGNATURE, check_archive
from pincite.parsing.delimited import is_header, read_grid
from pincite.parsing.formats import Kind, named_kind, sniff
from pincite.parsing.options import ParseLimits
from pincite.parsing.problems import Problem
from pincite.parsing.sheets_formats import Value
from pincite.parsing.sheets_markdown import GridTable, grid_tables
from pincite.parsing.sheets_workbook import read_sheets, read_values

Cell = bool | int | float | date | datetime | str | None
"""None is a blank."""

_WORKBOOKS: Final = (Kind.XLSX, Kind.XLS, Kind.ODS)
_NUMBER: Final = re.compile(
    r"(?P<sign>[-−△▲(]?)\s?(?P<before>[₩$€£¥￦]?)\s?(?P<digits>\d{1,3}(?:,\d{3})+|\d+)(?P<fraction>\.\d+)?"
    r"\s?(?P<after>%|원|元|円|만원|천원|억원|万元|亿元)?\)?"
)
"""What people write for a number. A code with zeros in front (007, 02) is none."""
_DAY: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})\.?")
_NOTHING: Final = frozenset(
    ("-", "–", "—", "n/a", "na", "null", "none", "없음", "해당없음", "해당 없음", "无", "無")
)
"""What people write where there is no value."""
_LONGEST: Final = 30
"""Characters of a number or a day."""
_SURE_DIGITS: Final = 15
"""What a double holds; longer ones are the numbers of accounts and cards."""
_LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class Column:
    """Of cells that are all of one kind, blanks aside: numbers, days, truth values, or texts."""

    name: str
    cells: Sequence[Cell]
    unit: str = ""
    """What all of its numbers are written with (``원``), which is taken off them; of ``%`` they are the
    fractions."""


@dataclass(frozen=True, slots=True)
class ValueTable:
    title: str
    """Name of its sheet; empty in a CSV file."""
    columns: Sequence[Column]

    @property
    def rows(self) -> int:
        return len(self.columns[0].cells)


def holds_tables(filename: str) -> bool:
    """Whether a file of that name is a spreadsheet.

    >>> holds_tables("Sales 2026.XLSX"), holds_tables("terms.pdf")
    (True, False)
    """
    return named_kind(filename) in (Kind.CSV, *_WORKBOOKS)


def read_tables(data: bytes, filename: str, limits: ParseLimits) -> list[ValueTable]:
    """Tables with a row of records at least, in the order of the file. CPU-bound.

    Raises:
        DocumentError: as `pincite.parsing.parse`.
    """
    try:
        return list(_read(data, filename, limits))
    except Problem as problem:
        raise problem.error("en") from problem


def _read(data: bytes, filename: str, limits: ParseLimits) -> Iterator[ValueTable]:
    kind = sniff(data, filename)
    if kind in _WORKBOOKS:
        if not data.startswith(OLE_SIGNATURE):
            check_archive(data)
        for sheet in read_sheets(data, limits):
            values = read_values(data, sheet)
            for table in grid_tables(sheet.rows, sheet.merges, origin=sheet.origin):
                yield ValueTable(sheet.name, _columns(table, sheet.rows, values))
    elif kind is Kind.CSV:
        grid, _, _ = read_grid(data, filename, limits.cells)
        for table in grid_tables(grid, first_row_as_header=is_header(grid)):
            yield ValueTable("", _columns(table, grid, []))
    else:
        raise Problem(UnsupportedFormat, "unsupported", kind=kind)


def _columns(
    table: GridTable, shown: Sequence[Sequence[str]], values: Sequence[Sequence[Value]]
) -> list[Column]:
    columns = []
    for offset, name in enumerate(_distinct(table.names)):
        at = table.left + offset
        texts = [str(_at(shown, row, at) or "") for row in table.rows]
        held = [_at(values, row, at) for row in table.rows]
        columns.append(_column(name, texts, held))
    return columns


def _at(grid: Sequence[Sequence[Value]], row: int, column: int) -> Value:
    return grid[row][column] if row < len(grid) and column < len(grid[row]) else None


def _column(name: str, texts: Sequence[str], held: Sequence[Value]) -> Column:
    """Of the first kind that fits every cell that is not blank; texts always do."""
    found = [_cell(text, value) for text, value in zip(texts, held, strict=True)]
    filled = [(_kind(cell), unit) for cell, unit in found if cell is not None]
    kinds = {kind for kind, _ in filled}
    if len(set(filled)) == 1 and kinds != {"text"}:
        return Column(name, [cell for cell, _ in found], filled[0][1])
    if kinds == {"day", "moment"}:
        return Column(name, [_moment(cell) for cell, _ in found])
    return Column(name, [text or None for text in texts])


def _cell(text: str, value: Value) -> tuple[Cell, str]:
    """What a cell holds, and the unit that it is written with."""
    if not text or text.casefold() in _NOTHING:
        return None, ""
    number = _NUMBER.fullmatch(text) if len(text) <= _LONGEST else None
    unit = "" if number is None else (number["before"] or number["after"] or "")
    if isinstance(value, bool | int | float | datetime | date):
        return value, unit
    if number is not None and isinstance(value, str | None):
        return _number(number, unit)
    day = _DAY.fullmatch(text) if len(text) <= _LONGEST else None
    try:
        return (text if day is None else date(int(day[1]), int(day[2]), int(day[3]))), ""
    except ValueError:
        return text, ""


def _number(match: re.Match[str], unit: str) -> tuple[Cell, str]:
    digits, fraction = match["digits"].replace(",", ""), match["fraction"] or ""
    if (digits.startswith("0") and len(digits) > 1) or len(digits) > _SURE_DIGITS:
        return match.group(), ""
    number: int | float = float(digits + fraction) if fraction else int(digits)
    number = number / 100 if unit == "%" else number
    return (-number if match["sign"] else number), unit


def _kind(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "truth"
    if isinstance(cell, int | float):
        return "number"
    if isinstance(cell, datetime):
        return "moment"
    return "day" if isinstance(cell, date) else "text"


def _moment(cell: Cell) -> Cell:
    if isinstance(cell, date) and not isinstance(cell, datetime):
        return datetime.combine(cell, time())
    return cell


def _distinct(names: Sequence[str]) -> list[str]:
    """One name a column, on one line, as SQL tells them apart: whatever their case."""
    taken: set[str] = set()
    distinct = []
    for number, name in enumerate(names, 1):
        base = " ".join(name.split())[:_LONGEST_NAME] or f"column {number}"
        name, again = base, 1
        while name.casefold() in taken:
            again += 1
            name = f"{base} ({again})"
        taken.add(name.casefold())
        distinct.append(name)
    return distinct
