"""Reads with hwp2markdown: for files that dochan does not read whole, and for HWPML (one XML file).

It knows no spans, sizes and emphasis, so headings come from outlines and marks alone.
"""

import struct
import zlib
from collections.abc import Sequence

from hwp2md import blocks as found
from hwp2md.convert import read_blocks
from hwp2md.errors import EncryptedDocumentError, Hwp2mdError, UnsupportedHwpError
from lxml.etree import LxmlError

from pincite.core.errors import PasswordProtected
from pincite.parsing.hwp_model import Block, Cell, Note, Picture, Table, Text
from pincite.parsing.native import NativeFailure
from pincite.parsing.problems import Problem

_FAILURES = (
    Hwp2mdError, LxmlError, struct.error, zlib.error, LookupError, ValueError, AttributeError, TypeError,
    ArithmeticError, RuntimeError, OSError, AssertionError, NotImplementedError,
)  # fmt: skip
"""What it raises on damaged files beside its own errors (found by cutting and flipping bytes)."""


def read_with_hwp2md(data: bytes) -> list[Block]:
    """The blocks of a file, each note at the end.

    Raises:
        NativeFailure: hwp2markdown could not read it.
        Problem: PasswordProtected, for HWPML, whose flags only this library reads.
    """
    try:
        return [block for item in read_blocks(data) for block in _blocks(item)]
    except EncryptedDocumentError as error:
        raise Problem(PasswordProtected, "password") from error
    except UnsupportedHwpError as error:
        raise Problem(PasswordProtected, "drm") from error
    except _FAILURES as error:
        raise NativeFailure(str(error)) from error


def _blocks(item: found.Block) -> list[Block]:
    match item:
        case found.Paragraph():
            return _paragraph(item)
        case found.Table():
            cells = [
                Cell(_cell(item, at_row, at_column, text), at_row, at_column)
                for at_row, row in enumerate(item.rows)
                for at_column, text in enumerate(row)
            ]
            return [Table(tuple(cells))]
        case found.Image():
            return [Picture(item.data)]
        case found.Note():
            inside = tuple(block for paragraph in item.paragraphs for block in _paragraph(paragraph))
            return [Note(_note_label(item.kind, item.number), inside)]


def _paragraph(item: found.Paragraph) -> list[Block]:
    label = ""
    if item.list_info is not None:
        label = "- " if item.list_info.kind == "bullet" else f"{item.list_info.label} "
    text = _inline(item.inlines) if item.inlines else item.text
    pictures: list[Block] = [Picture(part.data) for part in item.inlines if isinstance(part, found.Image)]
    return [Text(label + text, outline=item.level), *pictures]


def _cell(table: found.Table, row: int, column: int, text: str) -> tuple[Block, ...]:
    inlines = table.cells[row][column] if table.cells else ()
    pictures: list[Block] = [Picture(part.data) for part in inlines if isinstance(part, found.Image)]
    return (Text(_inline(inlines) if inlines else text), *pictures)


def _inline(parts: Sequence[found.Inline]) -> str:
    pieces: list[str] = []
    for part in parts:
        match part:
            case str():
                pieces.append(part)
            case found.Link():
                pieces.append(part.text)
            case found.NoteRef():
                pieces.append(f"[^{_note_label(part.kind, part.number)}]")
            case found.Math():
                pieces.append(f"${part.latex or part.script}$")
            case found.Image():
                continue
    return "".join(pieces)


def _note_label(kind: str, number: int) -> str:
    return f"e{number}" if kind == "endnote" else str(number)
