"""Tables drawn with ruling lines, merged cells included.

The Markdown parsers guess columns from the gaps between words and misread merged cells
(``ko_kbo_table_text.pdf``: one start time for two days). The drawn lines do not guess: where a line
between two grid cells is missing, the two are one cell, and its text belongs to both.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parsing.letters import share
from pincite.parsing.tables import gfm_table

_SNAP = 2.5
"""Points; edges nearer than this are one line (a drawn line has two edges, up to 2 points apart)."""
_MIN_EDGE = 5.0
"""Points; shorter edges are ornaments or the ends of lines."""
_COVER = 0.6
"""Part of a cell's side that must be drawn for the side to be there."""
_MAX_SEGMENTS = 4000
_MIN_ROWS = 2
_MIN_CELLS = 3
"""Cells with text of a table of that many rows at least."""
_MIN_FILLED = 0.4
"""Part of the cells that hold text; grids below it are forms or drawings."""
_MAX_CELL = 400
"""Mean characters a cell; above it the lines frame a layout, not a table."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight edge, in points, y upward."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Char:
    """A character and its middle, in points, y upward."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class RuledTable:
    """Rows of cell texts from top to bottom, merged cells repeated; and where the table lies.

    ``edges`` are the left edges of its columns and the right edge of the last.
    """

    rows: tuple[tuple[str, ...], ...]
    left: float
    bottom: float
    right: float
    top: float
    edges: tuple[float, ...] = ()

    def holds(self, char: Char) -> bool:
        return self.left <= char.x <= self.right and self.bottom <= char.y <= self.top

    def markdown(self) -> str:
        return gfm_table(self.rows)


@dataclass(frozen=True, slots=True)
class _Line:
    """An axis-parallel edge at ``at`` from ``low`` to ``high``."""

    at: float
    low: float
    high: float


def same_columns(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two tables have their columns at the same places."""
    return len(one) == len(other) > 0 and all(
        abs(left - right) <= 2 * _SNAP for left, right in zip(one, other, strict=True)
    )


def ruled_tables(
    segments: Sequence[Segment], chars: Sequence[Char], before: RuledTable | None = None
) -> tuple[RuledTable, ...]:
    """The tables of a page, top first. Chars are given in reading order.

    A single row is a box or a form, unless it stands in the columns of ``before``, the last table of the page
    before: then it is the last row of that.
    """
    if len(segments) > _MAX_SEGMENTS:
        return ()
    across = [
        _Line((s.y0 + s.y1) / 2, min(s.x0, s.x1), max(s.x0, s.x1))
        for s in segments
        if abs(s.y0 - s.y1) <= 1 and abs(s.x0 - s.x1) >= _MIN_EDGE
    ]
    down = [
        _Line((s.x0 + s.x1) / 2, min(s.y0, s.y1), max(s.y0, s.y1))
        for s in segments
        if abs(s.x0 - s.x1) <= 1 and abs(s.y0 - s.y1) >= _MIN_EDGE
    ]
    found = [_table(part_across, part_down, chars) for part_across, part_down in _connected(across, down)]
    tables = sorted((table for table in found if table is not None), key=lambda table: -table.top)
    return tuple(
        table
        for at, table in enumerate(tables)
        if len(table.rows) >= _MIN_ROWS
        or (at == 0 and before is not None and same_columns(table.edges, before.edges))
    )


def _connected(across: list[_Line], down: list[_Line]) -> list[tuple[list[_Line], list[_Line]]]:
    """Groups of lines that touch: each is one table."""
    parent = list(range(len(across) + len(down)))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for i, flat in enumerate(across):
        for j, steep in enumerate(down, len(across)):
            if (
                flat.low - _SNAP <= steep.at <= flat.high + _SNAP
                and steep.low - _SNAP <= flat.at <= steep.high + _SNAP
            ):
                parent[root(i)] = root(j)
    groups: dict[int, tuple[list[_Line], list[_Line]]] = defaultdict(lambda: ([], []))
    for i, flat in enumerate(across):
        groups[root(i)][0].append(flat)
    for j, steep in enumerate(down, len(across)):
        groups[root(j)][1].append(steep)
    return [group for group in groups.values() if group[0] and group[1]]


def _clusters(values: list[float]) -> list[float]:
    """Sorted values, those nearer than the snap distance made one (their mean)."""
    runs: list[list[float]] = []
    for value in sorted(values):
        if runs and value - runs[-1][-1] <= _SNAP:
            runs[-1].append(value)
        else:
            runs.append([value])
    return [sum(run) / len(run) for run in runs]


def _drawn(lines: list[_Line], at: float, low: float, high: float) -> bool:
    """Whether the lines at ``at`` cover most of ``[low, high]``."""
    spans = sorted((max(low, line.low), min(high, line.high)) for line in lines if abs(line.at - at) <= _SNAP)
    covered, reach = 0.0, low
    for start, end in spans:
        covered += max(0.0, end - max(start, reach))
        reach = max(reach, end)
    return covered >= _COVER * (high - low)


def _table(across: list[_Line], down: list[_Line], chars: Sequence[Char]) -> RuledTable | None:
    xs = _clusters([line.at for line in down] + [edge for line in across for edge in (line.low, line.high)])
    ys = _clusters([line.at for line in across] + [edge for line in down for edge in (line.low, line.high)])[
        ::-1
    ]
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 2:
        return None
    owner = {(row, column): (row, column) for row in range(rows) for column in range(columns)}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while owner[cell] != cell:
            cell = owner[cell]
        return cell

    for row in range(rows):
        for column in range(columns):
            if column + 1 < columns and not _drawn(down, xs[column + 1], ys[row + 1], ys[row]):
                owner[root((row, column + 1))] = root((row, column))
            if row + 1 < rows and not _drawn(across, ys[row + 1], xs[column], xs[column + 1]):
                owner[root((row + 1, column))] = root((row, column))
    merged: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for cell in owner:
        merged[root(cell)].append(cell)
    if any(not _is_rectangle(cells) for cells in merged.values()):
        return None
    texts: dict[tuple[int, int], list[str]] = defaultdict(list)
    for char in chars:
        place = _place(char, xs, ys)
        if place is not None:
            texts[root(place)].append(char.text)
    values = {cell: " ".join("".join(texts[cell]).split()) for cell in merged}
    filled = [text for text in values.values() if text]
    if (
        len(filled) < min(_MIN_CELLS, len(values))
        or share(len(filled), len(values)) < _MIN_FILLED
        or sum(map(len, filled)) > _MAX_CELL * len(filled)
    ):
        return None
    roots = [[root((row, column)) for column in range(columns)] for row in range(rows)]
    cells = [[values[cell] for cell in line] for line in roots]
    kept_rows, kept_columns = _kept(roots, cells)
    if not kept_rows or len(kept_columns) < 2:
        return None
    grid = tuple(tuple(cells[row][column] for column in kept_columns) for row in kept_rows)
    edges = (*(xs[column] for column in kept_columns), xs[-1])
    return RuledTable(grid, xs[0], ys[-1], xs[-1], ys[0], edges)


def _is_rectangle(cells: list[tuple[int, int]]) -> bool:
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    return len(cells) == len(rows) * len(columns)


def _place(char: Char, xs: list[float], ys: list[float]) -> tuple[int, int] | None:
    if not (xs[0] <= char.x <= xs[-1] and ys[-1] <= char.y <= ys[0]):
        return None
    column = next(at for at in range(len(xs) - 1) if char.x <= xs[at + 1])
    row = next(at for at in range(len(ys) - 1) if char.y >= ys[at + 1])
    return row, column


def _kept(roots: list[list[tuple[int, int]]], texts: list[list[str]]) -> tuple[list[int], list[int]]:
    """Rows and columns of the grid that are real.

    Double lines make slivers without text; ends of lines that miss the grid by a little make rows and
    columns that lie in the very cells of their neighbour.
    """
    rows = [at for at, row in enumerate(texts) if any(row) and (at == 0 or roots[at] != roots[at - 1])]
    columns = [
        at
        for at in range(len(texts[0]))
        if any(texts[row][at] for row in rows)
        and (at == 0 or any(roots[row][at] != roots[row][at - 1] for row in rows))
    ]
    return rows, columns
