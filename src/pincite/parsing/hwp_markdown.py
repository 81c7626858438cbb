"""Blocks of HWP and HWPX to Markdown, with their pictures."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.core.types import ParsedImage
from pincite.parsing.hwp_flow import flow
from pincite.parsing.hwp_headings import find_headings
from pincite.parsing.hwp_marks import label, readable
from pincite.parsing.hwp_model import Block, Formula, Note, Picture, Table, Text
from pincite.parsing.hwp_tables import Placed, lay
from pincite.parsing.options import ParseLimits
from pincite.parsing.pictures import Gallery

_SYNTAX = re.compile(r"^(#{1,6}\s|\||`{3}|~{3}|>)")
"""What would make a line something else than text."""


@dataclass(frozen=True, slots=True)
class Written:
    markdown: str
    title: str
    """The document's own title, empty where it shows none."""
    images: tuple[ParsedImage, ...]


def write(blocks: Sequence[Block], pictures: int) -> Written:
    """Notes follow the paragraph or table that refers to them, so that they are found with it.

    Raises:
        Problem: DocumentTooLarge for more than so many ``pictures``.
    """
    return _Writer(Gallery(ParseLimits(images=pictures))).write(flow(blocks))


@dataclass
class _Writer:
    _gallery: Gallery
    _parts: list[str] = field(default_factory=list)
    _notes: list[Note] = field(default_factory=list)

    def write(self, blocks: Sequence[Block]) -> Written:
        found = find_headings(blocks)
        empty = {f"[^{note.label}]" for note in _notes(blocks) if not self._inline(note.blocks)}
        for at, block in enumerate(blocks):
            if at in found.levels and isinstance(block, Text):
                self._parts.append(f"{'#' * found.levels[at]} {_name(block)}")
            else:
                self._add(block)
            self._add_notes()
        markdown = "\n\n".join(part for part in self._parts if part.strip())
        for mark in empty:
            markdown = markdown.replace(mark, "")
        top = blocks[found.title] if found.title is not None else None
        return Written(
            markdown.strip(), _name(top) if isinstance(top, Text) else "", tuple(self._gallery.images)
        )

    def _add(self, block: Block) -> None:
        match block:
            case Text():
                self._parts.append(_paragraph(block.text))
            case Formula():
                self._parts.append(f"$${block.latex}$$")
            case Picture():
                self._parts.append(self._gallery.add(block.data, block.alt))
            case Note():
                self._notes.append(block)
            case Table():
                self._add_table(block)

    def _add_table(self, table: Table) -> None:
        caption = self._inline(table.caption)
        placed = [
            Placed(self._inline(cell.blocks), cell.row, cell.column, cell.rows, cell.columns)
            for cell in table.cells
        ]
        laid = lay(placed)
        above = [caption] if table.caption_above else []
        below = [] if table.caption_above else [caption]
        self._parts += [*above, *laid.above, laid.markdown, *laid.below, *below]

    def _inline(self, blocks: Sequence[Block]) -> str:
        """The contents of a cell, a caption or a note on one line; their notes wait for the next gap."""
        pieces: list[str] = []
        for block in blocks:
            match block:
                case Text():
                    pieces.append(readable(block.text))
                case Formula():
                    pieces.append(f"${block.latex}$")
                case Picture():
                    pieces.append(self._gallery.add(block.data, block.alt))
                case Note():
                    self._notes.append(block)
                case Table():
                    pieces.append(self._nested(block))
        return " ".join(" ".join(pieces).split())

    def _nested(self, table: Table) -> str:
        """A table within a cell, which Markdown has not: rows divided by ``;`` and cells by ``/``."""
        rows: dict[int, list[str]] = {}
        for cell in table.cells:
            if text := self._inline(cell.blocks):
                rows.setdefault(cell.row, []).append(text)
        return "; ".join(" / ".join(rows[row]) for row in sorted(rows))

    def _add_notes(self) -> None:
        while self._notes:
            note = self._notes.pop(0)
            if text := self._inline(note.blocks):
                self._parts.append(f"[^{note.label}]: {text}")


def _name(block: Text) -> str:
    return label(f"{block.mark} {block.text}")


def _notes(blocks: Sequence[Block]) -> list[Note]:
    found: list[Note] = []
    for block in blocks:
        if isinstance(block, Note):
            found.append(block)
        elif isinstance(block, Table):
            found += [note for cell in block.cells for note in _notes(cell.blocks)]
    return found


def _paragraph(text: str) -> str:
    """Indents and runs of blanks are layout; what would be Markdown at a line's start is escaped."""
    lines = (" ".join(line.split()) for line in readable(text).split("\n"))
    return "\n".join(_SYNTAX.sub(r"\\\1", line) for line in lines if line)
