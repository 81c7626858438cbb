"""Presentations made at test time with python-pptx, and edits of the archives that they are."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

BOMB = (
    '<!DOCTYPE x [<!ENTITY a "lol lol lol lol">'
    + "".join(f'<!ENTITY {"abcdefghij"[at + 1]} "{("&" + "abcdefghij"[at] + ";") * 10}">' for at in range(9))
    + ']>'
)  # fmt: skip
"""Entities of which ``&j;`` stands for 4,000,000,000 words."""
SECRET = '<!DOCTYPE x [<!ENTITY j SYSTEM "file:///etc/passwd">]>'


def png(width: int = 40, height: int = 30, shade: int = 0) -> bytes:
    rows = (bytes([0]) + bytes([shade]) * width) * height
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


class Deck:
    """A presentation with the layouts of python-pptx's own template."""

    def __init__(self, title: str = "") -> None:
        self.presentation = Presentation()
        self.presentation.core_properties.title = title

    def slide(self, title: str | None, *, notes: str = "", hidden: bool = False) -> "Slide":
        layout = self.presentation.slide_layouts[6 if title is None else 5]
        slide = self.presentation.slides.add_slide(layout)
        if title is not None:
            slide.shapes.title.text = title
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
        if hidden:
            slide._element.set("show", "0")
        return Slide(slide)

    def bytes(self) -> bytes:
        out = io.BytesIO()
        self.presentation.save(out)
        return out.getvalue()


class Slide:
    def __init__(self, slide: Any) -> None:
        self.shapes = slide.shapes

    def text(self, text: str, top: float, group: bool = False) -> "Slide":
        """A text box, ``top`` in inches."""
        shapes = self.shapes.add_group_shape().shapes if group else self.shapes
        frame = shapes.add_textbox(Inches(1), Inches(top), Inches(4), Inches(0.5)).text_frame
        frame.text = text
        return self

    def bullets(self, text: str) -> "Slide":
        """Into the body of the slide; two blanks a level."""
        frame = self.shapes.placeholders[1].text_frame
        for at, line in enumerate(text.splitlines()):
            paragraph = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
            paragraph.text, paragraph.level = line.lstrip(), (len(line) - len(line.lstrip())) // 2
        return self

    def table(self, rows: list[list[str]], top: float) -> "Slide":
        shape = self.shapes.add_table(
            len(rows), len(rows[0]), Inches(1), Inches(top), Inches(6), Inches(1)
        ).table
        for at, row in enumerate(rows):
            for column, cell in enumerate(row):
                shape.cell(at, column).text = cell
        return self

    def chart(self, title: str, categories: Sequence[str], **series: Sequence[float | None]) -> "Slide":
        make: Any = CategoryChartData
        data = make()
        data.categories = categories
        for name, values in series.items():
            data.add_series(name, values)
        place = Inches(1), Inches(2), Inches(4), Inches(3)
        chart = self.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
        chart.has_title = True
        chart.chart_title.text_frame.text = title
        return self

    def picture(self, data: bytes, top: float, alt: str = "") -> "Slide":
        picture = self.shapes.add_picture(io.BytesIO(data), Inches(1), Inches(top))
        picture._element.nvPicPr.cNvPr.set("descr", alt)
        return self


def bullet_slide(deck: Deck, title: str, text: str, notes: str = "") -> Slide:
    slide = deck.presentation.slides.add_slide(deck.presentation.slide_layouts[1])
    slide.shapes.title.text = title
    if notes:
        slide.notes_slide.notes_text_frame.text = notes
    return Slide(slide).bullets(text)


def edited(data: bytes, name: str, edit: Callable[[bytes], bytes | None]) -> bytes:
    """The archive with one entry changed, or gone where ``edit`` returns None."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.namelist():
            content: bytes | None = old.read(entry)
            if entry == name and content is not None:
                content = edit(content)
            if content is not None:
                new.writestr(entry, content)
    return out.getvalue()


def with_entities(xml: bytes, declaration: str, place: str) -> bytes:
    """The XML with a document type of its own and ``&j;`` in the place of a text."""
    head, body = xml.decode().split("?>", 1)
    return (head + "?>" + declaration + body.replace(place, "&j;")).encode()


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A ZIP with the entries in this order; an entry ``mimetype`` is stored, not packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            stored = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(name, content, stored)
    return out.getvalue()
