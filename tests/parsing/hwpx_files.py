"""HWPX files made at test time (OWPML, KS X 6101): the parts that a reader looks at, nothing else."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_NAMESPACES = " ".join(
    f'xmlns:{prefix}="http://www.hancom.co.kr/hwpml/2011/{name}"'
    for prefix, name in (("hp", "paragraph"), ("hs", "section"), ("hh", "head"), ("hc", "core"))
)
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
BODY, BOLD, LARGE, HUGE = 0, 1, 2, 3
"""Character shapes: 10 pt, 10 pt bold, 13 pt, 20 pt."""
PLAIN, CENTRED, BULLET, NUMBER, ARTICLE, SUBARTICLE = 0, 1, 2, 3, 4, 5
OUTLINE = 10
"""Paragraph shapes; outline level n is ``OUTLINE + n``."""


def _char(at: int, points: int, bold: bool = False) -> str:
    return f'<hh:charPr id="{at}" height="{points * 100}">{"<hh:bold/>" if bold else ""}</hh:charPr>'


def _shape(at: int, kind: str = "NONE", level: int = 0, ref: int = 0, align: str = "JUSTIFY") -> str:
    return (
        f'<hh:paraPr id="{at}"><hh:align horizontal="{align}" vertical="BASELINE"/>'
        f'<hh:heading type="{kind}" idRef="{ref}" level="{level}"/></hh:paraPr>'
    )


def _numbering(at: int, *levels: tuple[str, str]) -> str:
    heads = "".join(
        f'<hh:paraHead start="1" level="{level}" numFormat="{form}">{template}</hh:paraHead>'
        for level, (template, form) in enumerate(levels, 1)
    )
    return f'<hh:numbering id="{at}" start="1">{heads}</hh:numbering>'


def _header() -> str:
    chars = _char(0, 10) + _char(1, 10, bold=True) + _char(2, 13) + _char(3, 20)
    shapes = (
        _shape(PLAIN) + _shape(CENTRED, align="CENTER") + _shape(BULLET, "BULLET", 0, 1)
        + _shape(NUMBER, "NUMBER", 0, 2) + _shape(ARTICLE, "NUMBER", 0, 3) + _shape(SUBARTICLE, "NUMBER", 1, 3)
        + "".join(_shape(at, "NONE") for at in range(SUBARTICLE + 1, OUTLINE + 1))
        + "".join(_shape(OUTLINE + level, "OUTLINE", level - 1) for level in range(1, 4))
    )  # fmt: skip
    numberings = (
        _numbering(1, ("^1.", "DIGIT"), ("^2.", "HANGUL_SYLLABLE"), ("^3)", "DIGIT"))
        + _numbering(2, ("^1)", "DIGIT"))
        + _numbering(3, ("제^1조", "DIGIT"), ("^2", "CIRCLED_DIGIT"))
    )
    return (
        f'{_XML}<hh:head {_NAMESPACES} version="1.4" secCnt="1"><hh:refList>'
        f"<hh:charProperties>{chars}</hh:charProperties><hh:numberings>{numberings}</hh:numberings>"
        f'<hh:bullets><hh:bullet id="1" char="●"/></hh:bullets>'
        f"<hh:paraProperties>{shapes}</hh:paraProperties><hh:styles>"
        '<hh:style id="0" type="PARA" name="바탕글" engName="Normal" paraPrIDRef="0" charPrIDRef="0"/>'
        "</hh:styles></hh:refList></hh:head>"
    )


def run(content: str, char: int = BODY) -> str:
    return f'<hp:run charPrIDRef="{char}">{content}</hp:run>'


def words(text: str) -> str:
    return f"<hp:t>{text}</hp:t>"


def paragraph(text: str, char: int = BODY, shape: int = PLAIN, more: str = "") -> str:
    """``more`` is what stands in the paragraph after its text: a note, a table, a drawing."""
    inside = run(words(text), char) + (run(more) if more else "")
    return f'<hp:p id="0" paraPrIDRef="{shape}" styleIDRef="0">{inside}</hp:p>'


def _list(content: str) -> str:
    return f'<hp:subList id="" textDirection="HORIZONTAL">{content}</hp:subList>'


def note(text: str, kind: str = "footNote") -> str:
    return f'<hp:ctrl><hp:{kind} number="1">{_list(paragraph(text))}</hp:{kind}></hp:ctrl>'


def remark(kind: str, text: str) -> str:
    """A header, a footer, a hidden comment."""
    return f"<hp:ctrl><hp:{kind}>{_list(paragraph(text))}</hp:{kind}></hp:ctrl>"


def formula(script: str) -> str:
    return f'<hp:equation id="1"><hp:pos treatAsChar="1"/><hp:script>{script}</hp:script></hp:equation>'


def text_box(content: str) -> str:
    return f'<hp:rect id="1"><hp:drawText>{_list(content)}</hp:drawText></hp:rect>'


def picture(name: str) -> str:
    return f'<hp:pic id="1"><hc:img binaryItemIDRef="{name}"/></hp:pic>'


@dataclass(frozen=True)
class Cell:
    content: str
    rows: int = 1
    columns: int = 1


def cell(text: str, rows: int = 1, columns: int = 1, char: int = BODY) -> Cell:
    return Cell(paragraph(text, char) if text else "", rows, columns)


def table(rows: Sequence[Sequence[Cell]], caption: str = "") -> str:
    """Cells in reading order; one that is covered by another is not written, as in real files."""
    taken: set[tuple[int, int]] = set()
    lines = []
    for at_row, row in enumerate(rows):
        at_column, written = 0, []
        for item in row:
            while (at_row, at_column) in taken:
                at_column += 1
            taken |= {
                (at_row + down, at_column + right)
                for down in range(item.rows)
                for right in range(item.columns)
            }
            written.append(
                f"<hp:tc>{_list(item.content)}"
                f'<hp:cellAddr colAddr="{at_column}" rowAddr="{at_row}"/>'
                f'<hp:cellSpan colSpan="{item.columns}" rowSpan="{item.rows}"/></hp:tc>'
            )
        lines.append(f"<hp:tr>{''.join(written)}</hp:tr>")
    width = max((column + 1 for _, column in taken), default=1)
    title = f'<hp:caption side="TOP">{_list(paragraph(caption))}</hp:caption>' if caption else ""
    return f'<hp:tbl id="1" rowCnt="{len(rows)}" colCnt="{width}">{title}{"".join(lines)}</hp:tbl>'


def tabled(rows: Sequence[Sequence[Cell]], caption: str = "") -> str:
    """A paragraph that holds a table."""
    return paragraph("", more=table(rows, caption))


def framed(text: str, char: int = BODY) -> str:
    return tabled([[cell(text, char=char)]])


def png() -> bytes:
    """One grey pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")
    )  # fmt: skip


def section(body: str) -> str:
    definition = paragraph("", more='<hp:secPr outlineShapeIDRef="1"/>')
    return f"{_XML}<hs:sec {_NAMESPACES}>{definition}{body}</hs:sec>"


def hwpx(
    *bodies: str, pictures: Mapping[str, bytes] | None = None, extra: Mapping[str, str | bytes] | None = None
) -> bytes:
    """A file with a section for each body. ``extra`` adds entries, or replaces them by name."""
    sections = {f"Contents/section{at}.xml": section(body) for at, body in enumerate(bodies)}
    items = "".join(
        f'<opf:item id="section{at}" href="Contents/section{at}.xml" media-type="application/xml"/>'
        for at in range(len(bodies))
    ) + "".join(
        f'<opf:item id="{name.rsplit(".", 1)[0]}" href="BinData/{name}" media-type="image/png" isEmbeded="1"/>'
        for name in pictures or {}
    )
    spine = "".join(f'<opf:itemref idref="section{at}"/>' for at in range(len(bodies)))
    files: dict[str, str | bytes] = {
        "mimetype": "application/hwp+zip",
        "Contents/content.hpf": f'{_XML}<opf:package xmlns:opf="http://www.idpf.org/2007/opf/">'
        f"<opf:manifest>{items}</opf:manifest><opf:spine>{spine}</opf:spine></opf:package>",
        "Contents/header.xml": _header(),
        **sections,
        **{f"BinData/{name}": data for name, data in (pictures or {}).items()},
        **(extra or {}),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()
