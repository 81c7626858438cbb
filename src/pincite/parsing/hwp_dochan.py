"""Reads with dochan: the first choice, because it knows spans, nesting, font sizes and bold."""

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import dochan
from dochan.model import document, equation, header_footer, image, table
from hwp2md.equation import to_latex

from pincite.parsing.hwp_model import Block, Cell, Formula, Note, Picture, Table, Text
from pincite.parsing.hwp_numbers import Heads, labeller
from pincite.parsing.native import NativeFailure, guarded

_CENTRED = 3
_BOOKMARK = re.compile(r"\[bookmark: [^\]\r\n]+\] ")
"""dochan writes anchors as runs of text."""
_STYLE_LEVEL = re.compile(r"(?i)^\s*(?:개요|제목|outline|heading)\s*([1-9])\b")
_STYLE_NAMES = {"대제목": 1, "중제목": 2, "소제목": 3}
_LINK = re.compile(r"(?i)^(?:https?://|mailto:)\S+$")
_MADE_UP = "그림입니다"
"""Begins the description that the program makes for every picture: file name and size in pixels."""
_MARK = re.compile(r"[\s\W\d_]")
_NESTING = 32
"""Tables in tables; dochan's own limit."""


def read_with_dochan(data: bytes, extension: str, heads: Heads) -> list[Block]:
    """The blocks of a file. dochan opens paths only, so the file lies in a private folder for a moment.

    Raises:
        NativeFailure: dochan could not read it.
    """
    with tempfile.TemporaryDirectory(prefix="pincite-") as folder:
        path = Path(folder) / f"document{extension}"
        path.write_bytes(data)
        found: document.Document = guarded(lambda: dochan.Dochan(str(path), revision_mode="final").doc)
    if not found.sections:
        raise NativeFailure("; ".join(found.errors) or "no sections")
    reader = _Reader(found, heads)
    return [block for at, part in enumerate(found.sections) for block in reader.blocks(at, part.elements)]


class _Reader:
    def __init__(self, found: document.Document, heads: Heads) -> None:
        self._shapes = found.para_shapes
        self._styles = found.styles
        self._heads = heads
        self._label: Callable[[int, int], str] = labeller(heads)

    def blocks(self, section: int, elements: Sequence[Any], depth: int = 0) -> Iterator[Block]:
        for element in elements:
            match element:
                case document.Paragraph():
                    yield self._paragraph(section, element)
                case table.Table() if depth < _NESTING:
                    yield self._table(section, element, depth + 1)
                case image.Image():
                    yield from self._picture(section, element, depth)
                case equation.Equation():
                    yield Formula(_latex(element))
                case header_footer.Footnote() if element.type in ("footnote", "endnote"):
                    yield Note(str(element.number), tuple(self.blocks(section, element.paragraphs, depth)))

    def _paragraph(self, section: int, found: document.Paragraph) -> Text:
        runs = [run for run in found.runs if not _BOOKMARK.fullmatch(run.text)]
        text = _inline(runs)
        label = self._label(section, found.para_shape_id)
        first = _first_letters(runs)
        return Text(
            _labelled(label, text.lstrip()) if label and text.strip() else text,
            first.font_size_pt if first else 0.0,
            bool(first and first.bold),
            self._align(found.para_shape_id) == _CENTRED,
            self._outline(found),
        )

    def _align(self, shape: int) -> int:
        return int(self._shapes[shape].align) if 0 <= shape < len(self._shapes) else 0

    def _outline(self, found: document.Paragraph) -> int:
        head = self._heads.by_shape.get(found.para_shape_id)
        if head is not None and head.kind == "outline":
            return head.depth + 1
        if not 0 <= found.style_id < len(self._styles):
            return 0
        name = str(self._styles[found.style_id].name).strip()
        numbered = _STYLE_LEVEL.match(name)
        return int(numbered.group(1)) if numbered else _STYLE_NAMES.get(name, 0)

    def _table(self, section: int, found: table.Table, depth: int) -> Table:
        """dochan's rows are the whole grid. Covered places are marked in HWPX, empty cells in HWP."""
        cells: list[Cell] = []
        taken: set[tuple[int, int]] = set()
        height, width = len(found.rows), max(map(len, found.rows), default=0)
        for row, line in enumerate(found.rows):
            for column, cell in enumerate(line):
                if cell.is_merged_away or (row, column) in taken:
                    continue
                rows, columns = min(cell.row_span, height - row), min(cell.col_span, width - column)
                taken |= {(row + down, column + right) for down in range(rows) for right in range(columns)}
                blocks = tuple(self.blocks(section, cell.paragraphs, depth))
                cells.append(Cell(blocks, row, column, rows, columns))
        caption = tuple(self.blocks(section, found.caption, depth))
        return Table(tuple(cells), caption, found.caption_side == "TOP")

    def _picture(self, section: int, found: image.Image, depth: int) -> Iterator[Block]:
        caption = list(self.blocks(section, found.caption, depth))
        if found.caption_side == "TOP":
            yield from caption
        alt = "" if found.alt_text.startswith(_MADE_UP) else " ".join(found.alt_text.split())
        yield Picture(found.image_data, alt)
        if found.caption_side != "TOP":
            yield from caption


def _labelled(label: str, text: str) -> str:
    """``제1조`` and ``(목적)`` belong together, as statutes print them."""
    return f"{label}{text}" if label.endswith("조") and text.startswith("(") else f"{label} {text}"


def _inline(runs: Sequence[document.TextRun]) -> str:
    """Runs as one text. Bold and italics are dropped: they split words and numbers that people quote."""
    pieces: list[str] = []
    open_link = ""
    for run in runs:
        link = run.link if _LINK.match(run.link) else ""
        if link != open_link:
            if open_link:
                pieces.append(f"](<{open_link}>)" if set("()<> ") & set(open_link) else f"]({open_link})")
            if link:
                pieces.append("[")
            open_link = link
        if run.note_ref:
            pieces.append(f"[^{run.note_ref}]")
        elif run.equation is not None:
            pieces.append(f"${_latex(run.equation)}$")
        else:
            pieces.append(run.text)
    if open_link:
        pieces.append(f"](<{open_link}>)" if set("()<> ") & set(open_link) else f"]({open_link})")
    return "".join(pieces)


def _latex(found: equation.Equation) -> str:
    script = found.script.strip()
    return " ".join((to_latex(script) or found.latex or script).split())


def _first_letters(runs: Sequence[document.TextRun]) -> document.TextRun | None:
    """The run with the first letter; marks and numbers before a title are often set otherwise."""
    shown = [run for run in runs if run.text.strip() and not run.note_ref and run.equation is None]
    return next((run for run in shown if _MARK.sub("", run.text)), shown[0] if shown else None)
