"""Tables of HWP: merged cells filled, header rows joined, frames and spacing taken off."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parsing.tables import gfm_table

_HEADER_ROWS = 4
"""Most rows that a header has."""
_HEADER_CELL = 40
"""Characters of the longest cell of a header of several rows; longer cells are contents."""
_FORM = 0.5
"""Cells a place of the grid up to which a table is a form. The tables of ``shared/documents`` with columns
lie at 0.81 to 1.0, its one form at 0.36."""
_NARROW = 2
"""Columns that a cell may span and still be said in each of them, whatever its share of the table."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell's text and the part of the grid that it covers."""

    text: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Laid:
    """A table as Markdown, and the rows over its whole width that stood above and below its contents."""

    above: tuple[str, ...]
    markdown: str
    below: tuple[str, ...]


def lay(cells: Sequence[Placed]) -> Laid:
    """A merged cell is said in each row and column that it covers.

    Save one over more than half of the columns: that says something of the row, not of each column.
    """
    width = max((cell.column + cell.columns for cell in cells), default=0)
    height = max((cell.row + cell.rows for cell in cells), default=0)
    by_row: dict[int, list[Placed]] = {}
    for cell in cells:
        if cell.text:
            by_row.setdefault(cell.row, []).append(cell)
    rows = sorted(by_row)
    above, below = [], []
    while len(rows) > 1 and _is_whole_row(by_row[rows[0]], width):
        above.append(by_row[rows.pop(0)][0].text)
    while len(rows) > 1 and _is_whole_row(by_row[rows[-1]], width):
        below.append(by_row[rows.pop()][0].text)
    if not rows:
        return Laid((), "", ())
    first, last = rows[0], rows[-1]
    inner = [cell for cell in cells if first <= cell.row <= last]
    depth = _header_depth([cell for cell in inner if cell.row == first], inner, height - first)
    grid = [[""] * width for _ in range(height)]
    for cell in inner:
        wide = cell.columns > _NARROW and cell.columns * 2 > width and cell.row >= first + depth
        for row in range(cell.row, min(cell.row + cell.rows, height)):
            for column in range(cell.column, cell.column + (1 if wide else cell.columns)):
                grid[row][column] = cell.text
    columns = _columns(inner, grid)
    if _is_form(inner, rows, columns):
        return Laid(tuple(above), gfm_table(_packed(inner, rows, columns)), tuple(reversed(below)))
    header = [
        " ".join(dict.fromkeys(text for row in range(first, first + depth) if (text := grid[row][column])))
        for column in columns
    ]
    body = [[grid[row][column] for column in columns] for row in rows if row >= first + depth]
    return Laid(tuple(above), gfm_table([header, *body]), tuple(reversed(below)))


def _is_whole_row(cells: Sequence[Placed], width: int) -> bool:
    return len(cells) == 1 and cells[0].columns == width and cells[0].rows == 1


def _header_depth(top: Sequence[Placed], cells: Sequence[Placed], height: int) -> int:
    """Rows of the header: more than one where the first row has titles that are divided below."""
    deepest = max((cell.rows for cell in top), default=1)
    divided = [cell for cell in top if cell.columns > 1 and cell.rows < deepest]
    whole = all(cell.rows == deepest or cell.columns > 1 for cell in top)
    if not divided or not whole or not 1 < deepest <= min(_HEADER_ROWS, height - 1):
        return 1
    start = top[0].row
    header = [cell for cell in cells if cell.row < start + deepest]
    fits = all(cell.row + cell.rows <= start + deepest and len(cell.text) <= _HEADER_CELL for cell in header)
    return deepest if fits else 1


def _is_form(cells: Sequence[Placed], rows: Sequence[int], columns: Sequence[int]) -> bool:
    """Whether it has no columns: a sheet of labels and blanks, each line divided in its own way."""
    if len(columns) <= _NARROW:
        return False
    kept = set(columns)
    count = sum(
        bisect_left(rows, cell.row + cell.rows) - bisect_left(rows, cell.row)
        for cell in cells
        if cell.column in kept
    )
    return count <= _FORM * len(rows) * len(columns)


def _packed(cells: Sequence[Placed], rows: Sequence[int], columns: Sequence[int]) -> list[list[str]]:
    """Its lines without the grid, a cell over several lines said in each."""
    kept = set(columns)
    at = {row: index for index, row in enumerate(rows)}
    lines: list[list[str]] = [[] for _ in rows]
    for cell in sorted(cells, key=lambda cell: cell.column):
        if cell.column in kept:
            for row in range(cell.row, cell.row + cell.rows):
                if row in at:
                    lines[at[row]].append(cell.text)
    width = max(map(len, lines))
    return [line + [""] * (width - len(line)) for line in lines]


def _columns(cells: Sequence[Placed], grid: Sequence[Sequence[str]]) -> list[int]:
    """Columns that say something of their own: not spacing, not one that every cell spans over."""
    begun = {cell.column for cell in cells}
    return [column for column in range(len(grid[0])) if column in begun and any(row[column] for row in grid)]
