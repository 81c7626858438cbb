"""Tables that only frame text become text.

Korean public documents set every title and every aside in a table: a frame of one cell, a number in a
cell beside its title, a title cut into the rim of a frame. Of the 60 tables of
``shared/documents/ko_digital_gov_plan.hwp`` 58 are such frames.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.parsing.hwp_marks import mark_of
from pincite.parsing.hwp_model import Block, Cell, Formula, Picture, Table, Text

_MARK_CELL = re.compile(
    r"^(?:\d{1,2}(?:-\d{1,2})?[.)]?|[\u2160-\u216b]{1,2}\.?|[가-하][.)]?"
    r"|(?:참고|붙임|별첨|별지|첨부|부록|서식)\s*\d{0,2}(?:-\d{1,2})?)$"
)
_TITLE_LIMIT = 100
"""Characters of a title beside its number."""
_SMALL_PRINT = 0.85
_ASIDE = 60
"""Size against the title, and characters, of what a frame may say beside it (``행안부, 각부처``)."""
_NESTING = 32


def flow(blocks: Sequence[Block]) -> list[Block]:
    """The blocks in reading order, with frames opened."""
    return list(_joined(_opened(blocks, 0)))


def _opened(blocks: Sequence[Block], depth: int) -> Iterator[Block]:
    for block in blocks:
        if not isinstance(block, Table) or depth > _NESTING:
            yield block
            continue
        rows = _rows(block)
        title = _numbered_title(rows)
        if title is None and any(sum(map(_has_text, row)) > 1 for row in rows):
            yield block
            continue
        if block.caption_above:
            yield from _opened(block.caption, depth + 1)
        if title is not None:
            yield title
            rows = rows[1:]
        inside = [item for row in rows for cell in row for item in _opened(cell.blocks, depth + 1)]
        yield from _framed(inside)
        if not block.caption_above:
            yield from _opened(block.caption, depth + 1)


def plain(block: Block) -> str:
    """The text of a paragraph with single blanks; empty for everything else."""
    return " ".join(block.text.split()) if isinstance(block, Text) else ""


def _rows(table: Table) -> list[list[Cell]]:
    """The cells with content, by the row that they begin in."""
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        if any(_has_content(block) for block in cell.blocks):
            rows.setdefault(cell.row, []).append(cell)
    return [rows[row] for row in sorted(rows)]


def _has_content(block: Block) -> bool:
    match block:
        case Text():
            return bool(block.text.strip())
        case Picture():
            return bool(block.data)
        case Formula():
            return bool(block.latex)
        case Table():
            return any(_has_content(inner) for cell in block.cells for inner in cell.blocks)
        case _:
            return False


def _has_text(cell: Cell) -> bool:
    return any(_has_content(block) and not isinstance(block, Picture) for block in cell.blocks)


def _numbered_title(rows: Sequence[Sequence[Cell]]) -> Text | None:
    """``| 참고 2 | | 추진일정 |`` as one title, where nothing else stands beside it or the text below."""
    if not rows or len(rows[0]) != 2 or any(len(row) > 1 for row in rows[1:]):
        return None
    mark, title = ([block for block in cell.blocks if _has_content(block)] for cell in rows[0])
    if len(mark) != 1 or len(title) != 1 or not isinstance(title[0], Text):
        return None
    text = plain(title[0])
    if not _MARK_CELL.match(plain(mark[0])) or len(text) > _TITLE_LIMIT or not any(map(str.isalpha, text)):
        return None
    return replace(title[0], text=text, boxed=True, mark=plain(mark[0]))


def _framed(inside: Sequence[Block]) -> Iterator[Block]:
    """A paragraph alone in a frame, or above short ones in small print, may be a title and is marked so."""
    full = [item for item in inside if _has_content(item)]
    first = full[0] if full else None
    rest = [item for item in full[1:] if isinstance(item, Text)]
    alone = len(rest) == len(full) - 1 and all(
        isinstance(first, Text) and item.size < _SMALL_PRINT * first.size for item in rest
    )
    if isinstance(first, Text) and alone and sum(len(item.text) for item in rest) <= _ASIDE:
        yield replace(first, boxed=True)
        yield from rest
    else:
        yield from inside


def _joined(blocks: Iterator[Block]) -> Iterator[Block]:
    """A marked line that ends in a comma goes on in the next one."""
    held: Text | None = None
    for block in blocks:
        if held is not None and isinstance(block, Text) and _goes_on(held, block):
            block = replace(held, text=f"{held.text.rstrip()} {block.text.strip()}")
        elif held is not None:
            yield held
        held = block if isinstance(block, Text) and block.text.strip() else None
        if held is None:
            yield block
    if held is not None:
        yield held


def _goes_on(first: Text, second: Text) -> bool:
    return (
        first.text.rstrip().endswith(",")
        and first.size == second.size
        and first.bold == second.bold
        and len(first.text) + len(second.text) <= _TITLE_LIMIT
        and mark_of(plain(first), boxed=False) is not None
        and mark_of(plain(second), boxed=False) is None
        and plain(second)[:1].isalnum()
    )
