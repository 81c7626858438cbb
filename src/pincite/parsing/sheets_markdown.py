"""A grid of cells as Markdown: its tables with their captions, each with a row that names the columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pincite.parsing.sheets_blocks import (
    Block,
    Grid,
    Merge,
    cell,
    find_blocks,
    has_names,
    header_depth,
    is_figure,
    whole,
)
from pincite.parsing.tables import gfm_table

T = TypeVar("T")

_MAX_CAPTIONS = 6
"""Lines above a table (title, unit, date); more are a list."""
_WIDE_HEADER = 400
"""Characters of names from which a chunk of 512 could not repeat them (row TB-06): records are written then,
each value beside its name."""
_LONG_ROW = 1_500
"""Mean characters of a row from which the same holds: a table of long texts is a list of records."""
_MOST_NAMES = 20_000_000
"""Characters that names repeated in records may take; beyond, a table says them once."""
_LABEL = 60
"""Characters of a record's heading."""
_PROSE = 80
"""Characters of a cell in a column of its own from which it is text."""
_MARKUP = re.compile(r"^(?=[#>|+*~=-]|\d+[.)] |```)")


def grid_markdown(
    grid: Grid,
    merges: Sequence[Merge] = (),
    *,
    first_row_as_header: bool = False,
    origin: tuple[int, int] = (0, 0),
    level: int = 3,
) -> str:
    """All tables of a grid. ``origin`` is the place of its first cell in the sheet, from 0: columns without
    names are called by their letters. ``level`` is that of the headings of records.

    With ``first_row_as_header`` the grid is one table that its first filled row names (row CH-10).
    """
    blocks = whole(grid) if first_row_as_header else find_blocks(grid)
    writer = _Writer(grid, merges, first_row_as_header, origin, level)
    return "\n\n".join(part for block in blocks for part in writer.parts(block) if part)


@dataclass(frozen=True, slots=True)
class GridTable:
    """Where the records of a table stand in its grid, and what its columns are called."""

    names: list[str]
    """From the column ``left`` on; letters where nothing names them."""
    rows: list[int]
    left: int


def grid_tables(
    grid: Grid,
    merges: Sequence[Merge] = (),
    *,
    first_row_as_header: bool = False,
    origin: tuple[int, int] = (0, 0),
) -> Iterator[GridTable]:
    """The same tables as `grid_markdown`, for what computes with them: lines above a table, lists of one
    column and rows that one joined cell fills are none of their records."""
    writer = _Writer(grid, merges, first_row_as_header, origin, 0)
    for block in whole(grid) if first_row_as_header else find_blocks(grid):
        if (table := writer.table(block)) is not None:
            yield table


def column_letters(index: int) -> str:
    """0 is A, 26 is AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def plain_line(text: str) -> str:
    """A cell as a paragraph: its first sign begins no heading, list or table."""
    return "\n".join(_MARKUP.sub(r"\\", " ".join(line.split())) for line in text.splitlines() if line.strip())


class _Writer:
    def __init__(
        self, grid: Grid, merges: Sequence[Merge], named: bool, origin: tuple[int, int], level: int
    ) -> None:
        self._grid, self._named, self._origin, self._level = grid, named, origin, level
        self._by_row: dict[int, list[Merge]] = {}
        for merge in merges:
            for row in range(merge.top, min(merge.bottom, len(grid))):
                self._by_row.setdefault(row, []).append(merge)

    def parts(self, block: Block) -> Iterator[str]:
        rows = block.row_numbers()
        if not self._named:
            count = self._captions(block, rows)
            for row in _unique(self._line(block, row) for row in rows[:count]):
                yield plain_line(row)
            rows = rows[count:]
        if not rows:
            return
        if block.width == 1 and not self._named and self._is_prose(block, rows):
            yield from (plain_line(cell(self._grid, row, block.left)) for row in rows)
            return
        if len(rows) == 1 and not self._named:
            yield plain_line(self._single(block, rows[0]))
            return
        names, body = self._names(block, rows)
        lines = self._body(block, body)
        size = sum(len(text) for line in lines for text in line)
        header = sum(map(len, names))
        is_wide = bool(lines) and (header > _WIDE_HEADER or size > _LONG_ROW * len(lines))
        if len(names) > 1 and is_wide and header * len(lines) < _MOST_NAMES:
            yield from self._records(names, lines)
        else:
            yield gfm_table([names, *lines])

    def table(self, block: Block) -> GridTable | None:
        """None for what is no table."""
        rows = block.row_numbers()
        if not self._named:
            rows = rows[self._captions(block, rows) :]
        if len(rows) < 2 or block.width < 2:
            return None
        names, body = self._names(block, rows)
        records = [row for row in body if self._spanning(block, row) is None]
        return GridTable(names, records, block.left) if records else None

    def _captions(self, block: Block, rows: Sequence[int]) -> int:
        """Rows at the top that say one thing, or little, above a wider table."""
        if block.width == 1:
            return 0
        count = 0
        while count < min(_MAX_CAPTIONS, len(rows) - 1) and self._is_caption(block, rows[count : count + 4]):
            count += 1
        return count + self._lines_above_names(block, rows[count:])

    def _is_caption(self, block: Block, rows: Sequence[int]) -> bool:
        """Whether the first of ``rows`` stands above a table: joined over it, or with less to say."""
        if self._spanning(block, rows[0]) is not None:
            return True
        filled = self._filled(block, rows[0])
        below = max(self._filled(block, row) for row in rows[1:])
        texts = _unique(self._row(block, rows[0]))
        if len(texts) == 1 and (filled == 1 or self._is_joined(block, rows[0])):
            return below > 1 and not self._is_group(block, rows[0])
        return len(texts) == 2 and filled == 2 and below > 4

    def _lines_above_names(self, block: Block, rows: Sequence[int]) -> int:
        """Rows with less to say than the row of names that follows them (``unit … date …``)."""
        fullest = 0
        for at, row in enumerate(rows[:_MAX_CAPTIONS]):
            filled = self._filled(block, row)
            if filled > fullest and self._depth(block, rows[at:], over_figures=at > 0):
                return at
            fullest = max(fullest, filled)
        return 0

    def _depth(self, block: Block, rows: Sequence[int], *, over_figures: bool = False) -> int:
        """Rows of names that ``rows`` begin with."""
        grid, left, right = self._grid, block.left, block.right
        merges = _unique(merge for row in rows[:4] for merge in self._by_row.get(row, ()))
        depth = header_depth(grid, rows, left, right, merges)
        return depth if depth > 1 or has_names(grid, rows, left, right, over_figures=over_figures) else 0

    def _is_joined(self, block: Block, row: int) -> bool:
        return any(
            merge.right - merge.left > 1 and merge.left < block.right and merge.right > block.left
            for merge in self._by_row.get(row, ())
        )

    def _is_group(self, block: Block, row: int) -> bool:
        """A cell that joins some columns, not from the first on: a name above names."""
        return any(
            merge.right - merge.left > 1 and block.left < merge.left < block.right
            for merge in self._by_row.get(row, ())
        )

    def _is_prose(self, block: Block, rows: Sequence[int]) -> bool:
        texts = self._column(rows, block.left)
        return any(len(text) > _PROSE for text in texts) or not has_names(
            self._grid, rows, block.left, block.right
        )

    def _single(self, block: Block, row: int) -> str:
        texts = [text for text in self._row(block, row) if text]
        if len(texts) == 2 and not is_figure(texts[0]):
            return f"{texts[0].rstrip(':： ')}: {texts[1]}"
        return " | ".join(texts)

    def _names(self, block: Block, rows: list[int]) -> tuple[list[str], list[int]]:
        """The names of the columns and the rows that they name."""
        depth = max(self._depth(block, rows), int(self._named))
        if depth:
            header = [
                " / ".join(_unique(text for text in self._column(rows[:depth], column) if text))
                for column in range(block.left, block.right)
            ]
            return header, rows[depth:]
        return [column_letters(self._origin[1] + column) for column in range(block.left, block.right)], rows

    def _body(self, block: Block, rows: Sequence[int]) -> list[list[str]]:
        """Rows of the table; what is joined over the whole width is said once."""
        lines = []
        said: Merge | None = None
        for row in rows:
            line = self._row(block, row)
            merge = self._spanning(block, row)
            if merge is not None:
                if merge is said:
                    continue
                line[1:] = [""] * (len(line) - 1)
            said = merge
            lines.append(line)
        return lines

    def _records(self, names: Sequence[str], lines: Sequence[Sequence[str]]) -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            label = next((text for text in line if text and not is_figure(text)), "")
            label = " ".join(label.split())
            label = label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"
            yield (
                f"{'#' * self._level} {number}. {label}".rstrip(". ")
                if label
                else f"{'#' * self._level} {number}"
            )
            pairs = zip(names, line, strict=True)
            yield "\n".join(f"- {_flat(name)}: {_flat(text)}" for name, text in pairs if text)

    def _row(self, block: Block, row: int) -> list[str]:
        return [cell(self._grid, row, column) for column in range(block.left, block.right)]

    def _column(self, rows: Sequence[int], column: int) -> list[str]:
        return [cell(self._grid, row, column) for row in rows]

    def _line(self, block: Block, row: int) -> str:
        return " · ".join(_unique(text for text in self._row(block, row) if text))

    def _filled(self, block: Block, row: int) -> int:
        return sum(map(bool, self._row(block, row)))

    def _spanning(self, block: Block, row: int) -> Merge | None:
        return next(
            (
                merge
                for merge in self._by_row.get(row, ())
                if merge.left <= block.left and merge.right >= block.right and block.width > 1
            ),
            None,
        )


def _flat(text: str) -> str:
    return " ".join(text.split())


def _unique(items: Iterable[T]) -> list[T]:
    return [item for item in dict.fromkeys(items) if item]
