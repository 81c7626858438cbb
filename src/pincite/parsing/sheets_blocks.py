"""Where the tables of a grid lie: blocks that blank rows and columns part, and the row that names columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Grid = Sequence[Sequence[str]]
"""Rows of cell texts, joined cells filled. Rows may be of unequal length; what is missing is blank."""

_FIGURE = re.compile(
    r"[-+(△▲]?\s?[₩$€£¥]?\s?\d[\d,.]*\s?(?:%|원|만원|천원|억원|元|万元|円)?\)?"
    r"|\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?|TRUE|FALSE"
)
_PERIOD = re.compile(r"(?:19|20)\d{2}|\d{4}-\d{2}-\d{2}")
"""Years and days are figures that also name columns."""
_NAME_LENGTH = 80
"""Characters; the name of a column is no sentence."""
_LOOKED_AT = 200
"""Rows of a table whose cells tell whether the row above names them."""
_GAP = 2
"""Blank rows that a table may hold between its groups."""
_MAX_DEPTH = 20
"""Blocks beside blocks below blocks; a sheet that goes on is no longer cut."""
_NEAR = 50
"""Blocks looked back for the table that a block continues."""
_MAX_HEADER = 4
"""Rows of names; more are data."""


@dataclass(frozen=True, slots=True)
class Merge:
    """A joined cell: rows ``[top, bottom)``, columns ``[left, right)``."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(slots=True)
class Block:
    """A filled rectangle of a grid; ``skipped`` are blank rows in it."""

    top: int
    left: int
    bottom: int
    right: int
    skipped: set[int] = field(default_factory=set)
    named: bool = False
    """Its first row is known to name its columns."""

    @property
    def width(self) -> int:
        return self.right - self.left

    def row_numbers(self) -> list[int]:
        return [row for row in range(self.top, self.bottom) if row not in self.skipped]


def cell(grid: Grid, row: int, column: int) -> str:
    line = grid[row]
    return line[column] if column < len(line) else ""


def is_figure(text: str) -> bool:
    """A number, an amount, a day, a time, a truth value."""
    return _FIGURE.fullmatch(text) is not None


def find_blocks(grid: Grid) -> list[Block]:
    """Blocks in reading order. Two that blank cells part are one table where the lower continues the upper
    (the same columns, no names of its own) or where one is a single column beside the other."""
    width = max(map(len, grid), default=0)
    blocks = list(_cut(grid, Block(0, 0, len(grid), width), 0))
    return _joined_down(grid, blocks)


def whole(grid: Grid) -> list[Block]:
    """The grid as one block without its blank rows; none where there is nothing."""
    filled = {row for row, line in enumerate(grid) if any(line)}
    if not filled:
        return []
    columns = [at for row in filled for at, text in enumerate(grid[row]) if text]
    top, bottom = min(filled), max(filled) + 1
    return [Block(top, min(columns), bottom, max(columns) + 1, set(range(top, bottom)) - filled)]


def _cut(grid: Grid, area: Block, depth: int) -> Iterator[Block]:
    if depth > _MAX_DEPTH:
        yield area
        return
    bands = _runs([any(grid[row][area.left : area.right]) for row in range(area.top, area.bottom)], area.top)
    for top, bottom in bands:
        used = [False] * area.width
        for row in range(top, bottom):
            for at, text in enumerate(grid[row][area.left : area.right]):
                if text:
                    used[at] = True
        parts = [Block(top, left, bottom, right) for left, right in _runs(used, area.left)]
        if len(parts) == 1:
            yield parts[0]
            continue
        pieces = [list(_cut(grid, part, depth + 1)) for part in parts]
        if all(len(piece) == 1 for piece in pieces):
            yield from _joined_across([piece[0] for piece in pieces])
        else:
            yield from (block for piece in pieces for block in piece)


def _runs(flags: list[bool], offset: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for at, flag in enumerate(flags, offset):
        if not flag:
            continue
        if runs and runs[-1][1] == at:
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs


def _joined_across(parts: list[Block]) -> list[Block]:
    """A lone column beside a block of the same rows belongs to it: a blank column is mere space there."""
    joined = [parts[0]]
    for part in parts[1:]:
        last = joined[-1]
        same_rows = (last.top, last.bottom) == (part.top, part.bottom)
        if same_rows and part.left - last.right == 1 and min(last.width, part.width) == 1:
            joined[-1] = Block(last.top, last.left, last.bottom, part.right)
        else:
            joined.append(part)
    return joined


def _joined_down(grid: Grid, blocks: list[Block]) -> list[Block]:
    joined: list[Block] = []
    for block in blocks:
        upper = next((one for one in joined[-_NEAR:] if _continues(grid, one, block)), None)
        if upper is None:
            joined.append(block)
            continue
        upper.skipped |= set(range(upper.bottom, block.top)) | block.skipped
        upper.bottom = block.bottom
    return joined


def _continues(grid: Grid, upper: Block, lower: Block) -> bool:
    if not 0 < lower.top - upper.bottom <= _GAP or upper.width < 2:
        return False
    if lower.left < upper.left or lower.right > upper.right or lower.width < 2:
        return False
    first = [cell(grid, lower.top, column) for column in range(upper.left, upper.right)]
    if not any(is_figure(text) and not _PERIOD.fullmatch(text) for text in first):
        return False
    rows = [*upper.row_numbers()[:_LOOKED_AT], *range(lower.top, lower.bottom)]
    upper.named = upper.named or has_names(grid, rows, upper.left, upper.right)
    return upper.named


# --- the row of names ------------------------------------------------------------------------------


def has_names(grid: Grid, rows: Sequence[int], left: int, right: int, *, over_figures: bool = False) -> bool:
    """Whether the first of ``rows`` names the columns of the others; with ``over_figures`` only where some
    column below holds figures, which leaves no doubt."""
    if len(rows) < 2:
        return False
    first = [cell(grid, rows[0], column) for column in range(left, right)]
    below = [[cell(grid, row, column) for row in rows[1 : _LOOKED_AT + 1]] for column in range(left, right)]
    named = [text for text in first if text]
    if not named or any(len(text) > _NAME_LENGTH for text in named) or len(named) < (right - left) / 2:
        return False
    if any(is_figure(text) and not _PERIOD.fullmatch(text) for text in named):
        return False
    if all(is_figure(text) for text in named) and (len(named) < 2 or first[0]):
        return False
    for text, column in zip(first, below, strict=True):
        if _PERIOD.fullmatch(text) and any(_PERIOD.fullmatch(other) for other in column):
            return False
    if any(_is_measured(text, column) for text, column in zip(first, below, strict=True)):
        return True
    if over_figures:
        return False
    return _all_named(first) and len(set(named)) == len(named) and not _is_form(first, below)


def _is_measured(name: str, column: Sequence[str]) -> bool:
    """A name above figures."""
    values = [text for text in column if text]
    return bool(name and values) and sum(map(is_figure, values)) >= 0.8 * len(values)


def _all_named(first: Sequence[str]) -> bool:
    return all(first[1:]) and (bool(first[0]) or len(first) > 1)


def _is_form(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Two columns of which some values are figures and some are words: labels and what they say."""
    return len(first) == 2 and any(map(is_figure, below[1]))


def header_depth(grid: Grid, rows: Sequence[int], left: int, right: int, merges: Sequence[Merge]) -> int:
    """How many of ``rows`` name the columns together, because a cell of the first joins some of them."""
    depth = 1
    while depth < min(_MAX_HEADER, len(rows) - 1):
        row = rows[depth - 1]
        if not any(
            merge.top <= row < merge.bottom
            and merge.right - merge.left > 1
            and not (merge.left <= left and merge.right >= right)
            and merge.left < right
            and merge.right > left
            and _splits(grid, rows[depth], merge)
            for merge in merges
        ):
            break
        depth += 1
    return depth


def _splits(grid: Grid, row: int, merge: Merge) -> bool:
    """Whether the row below a joined cell names each of its columns."""
    texts = [cell(grid, row, column) for column in range(merge.left, merge.right)]
    if not all(texts) or any(is_figure(text) and not _PERIOD.fullmatch(text) for text in texts):
        return False
    return merge.bottom > row or len(set(texts)) > 1
