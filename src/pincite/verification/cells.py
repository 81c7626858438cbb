"""Rows of a table, read cell by cell: each cell stands under its column head and beside its row label."""

import re
from dataclasses import dataclass
from itertools import pairwise

from pincite.text.sentences import Sentence, split_sentences

_EDGE = re.compile(r"(?<!\\)\|")
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_RULE_BELOW = re.compile(r"[ \t]*\r?\n[ \t]*\|?[ \t]*:?-{2,}[ \t|:-]*(?:\r?\n|$)")
_STATES = re.compile(r"(?:[.。!?！？]|니다|[한된않는]다)[\"'”’」』)）\]*_\s]*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """``[start, end)`` are code points of the text the row stands in; ``under`` is the head and the label."""

    start: int
    end: int
    text: str
    under: str = ""


def heads_table(text: str, end: int) -> bool:
    """Whether the row that ends at ``end`` is a table's header: the line below it is a rule of dashes."""
    return bool(_RULE_BELOW.match(text, end))


def read_cells(row: Sentence, heads: tuple[str, ...] = ()) -> tuple[Cell, ...]:
    """The filled cells of ``row``. The first cell labels the others unless it is a sentence itself."""
    edges = [edge.start() for edge in _EDGE.finditer(row.text)]
    found: list[Cell] = []
    label = ""
    for column, (low, high) in enumerate(pairwise(edges)):
        inner = row.text[low + 1 : high]
        text = inner.strip()
        if not text:
            continue
        start = row.start + low + 1 + len(inner) - len(inner.lstrip())
        head = heads[column] if column < len(heads) else ""
        under = " ".join(part for part in (label, head) if part)
        found.append(Cell(start, start + len(text), text, under))
        if column == 0 and not states(text):
            label = text
    return tuple(found)


def head_texts(row: Sentence) -> tuple[str, ...]:
    """The header's cells by column, empty ones included."""
    return tuple(cell.strip() for cell in _EDGE.split(row.text)[1:-1])


def states(cell: str) -> bool:
    """Whether a cell is a sentence, so that it is a statement of its own and no value of its row."""
    return bool(_STATES.search(cell))


def cell_sentences(cell: Cell) -> list[Cell]:
    """The sentences of a cell, under what the cell stands under; ``<br>`` ends a line."""
    broken = _LINE_BREAK.sub(lambda tag: "\n".ljust(len(tag.group())), cell.text)
    return [
        Cell(cell.start + s.start, cell.start + s.end, s.text, cell.under) for s in split_sentences(broken)
    ]
