"""Files that are made to do harm, and files that are merely odd. Made at test time, each within a second."""

import gzip
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from tests.parsing.files import PdfPage, docx, paragraph, pdf, prose

MB = 1 << 20
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "lol">' for n in range(10))
DOCTYPE = f"<!DOCTYPE x [{_LAUGHS}]>"
"""A billion laughs: a gigabyte and a half once ``&l9;`` is read."""
QUADRATIC = f'<!DOCTYPE x [<!ENTITY a "{"a" * 100_000}">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def _zeros(size: int) -> bytes:
    return bytes(size)


def zip_bomb_docx(size: int = 1100 * MB) -> bytes:
    """A Word file with an entry of ``size`` blanks, and a sentence."""
    out = io.BytesIO(docx(paragraph("Fifteen days.")))
    with (
        zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("word/media/image1.xml", "w", force_zip64=True) as entry,
    ):
        for _ in range(size // MB):
            entry.write(b" " * MB)
    return out.getvalue()


def lying_zip_docx() -> bytes:
    """The same bomb, which declares that it inflates to 10 bytes."""
    data = bytearray(zip_bomb_docx(300 * MB))
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"word/media/image1.xml"))
    struct.pack_into("<I", data, at + 24, 10)
    return bytes(data)


def nested_zip(depth: int = 6, width: int = 8) -> bytes:
    """42.zip in small: archives of archives, the innermost of zeros."""
    inner = zipped({"zeros.bin": _zeros(64 * MB)})
    for _ in range(depth):
        inner = zipped({f"{n}.zip": inner for n in range(width)})
    return inner


def many_entries_docx(count: int = 65_000) -> bytes:
    out = io.BytesIO(docx(paragraph("Fifteen days.")))
    with zipfile.ZipFile(out, "a") as archive:
        for n in range(count):
            archive.writestr(f"word/media/{n}", b"")
    return out.getvalue()


def word_with(prologue: str, text: str) -> bytes:
    """A Word file whose document part has a document type of its own."""
    body = f'{prologue}<w:document xmlns:w="{_WORD}"><w:body>{paragraph(text)}</w:body></w:document>'
    parts = {name: read(name) for name, read in _parts(docx(paragraph("x")))}
    return zipped({**parts, "word/document.xml": f'<?xml version="1.0"?>{body}'})


def _parts(data: bytes) -> Iterator[tuple[str, Callable[[str], bytes]]]:
    archive = zipfile.ZipFile(io.BytesIO(data))
    for name in archive.namelist():
        yield name, archive.read


def escaping_zip_docx() -> bytes:
    """A sound Word file with entries that lead out of wherever it is unpacked."""
    out = io.BytesIO(docx(paragraph("Fifteen days.")))
    with zipfile.ZipFile(out, "a") as archive:
        for name in ("../../../../tmp/pincite-escaped", "/tmp/pincite-escaped", "..\\..\\pincite-escaped"):
            archive.writestr(name, b"escaped")
    return out.getvalue()


def deep_docx(depth: int = 5_000) -> bytes:
    """Tables inside tables."""
    opened = "<w:tbl><w:tr><w:tc>" * depth
    return docx(opened + paragraph("deep") + "<w:p/></w:tc></w:tr></w:tbl>" * depth)


def wide_html(span: int = 60_000) -> bytes:
    """A cell that spans more rows and columns than a table can have."""
    cell = f'<td rowspan="{span}" colspan="{span}">wide</td>'
    return f"<html><body><table><tr>{cell}{cell}</tr><tr>{cell}</tr></table></body></html>".encode()


def deep_html(depth: int = 100_000, tag: str = "div") -> bytes:
    return f"<html><body>{f'<{tag}>' * depth}deep{f'</{tag}>' * depth}</body></html>".encode()


def deep_html_spans() -> bytes:
    return deep_html(tag="span")


def pdf_with_objects(count: int = 100_000) -> bytes:
    """A page, and objects that nothing needs, each in the table."""
    head = pdf([PdfPage(prose(["Fifteen days of leave are given to all."]))])
    body = head[: head.rindex(b"xref\n0 ")]
    known = int(head[head.rindex(b"xref\n0 ") :].split()[2])
    out = io.BytesIO()
    out.write(body)
    offsets = [int(line.split()[0]) for line in head[head.rindex(b"xref\n0 ") :].splitlines()[2 : known + 2]]
    for number in range(known, known + count):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n<< /N %d /Next %d 0 R >>\nendobj\n" % (number, number, number + 1))
    start = out.tell()
    total = known + count
    out.write(b"xref\n0 %d\n" % total)
    out.write(b"0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % offset for offset in offsets[1:]))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (total, start))
    return out.getvalue()


def pdf_with_loop() -> bytes:
    """A page tree whose node is its own child."""
    good = pdf([PdfPage(prose(["Fifteen days of leave."]))])
    at = good.index(b"/Kids [")
    end = good.index(b"]", at)
    return good[:at] + b"/Kids [2 0 R" + b" " * (end - at - len(b"/Kids [2 0 R")) + good[end:]


def pdf_with_bomb(layers: int = 3, size: int = 1000 * MB) -> bytes:
    """A page whose content is zeros, packed ``layers`` times."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(MB)) for _ in range(size // MB)) + packer.flush()
    for _ in range(layers - 1):
        packed = zlib.compress(packed, 9)
    filters = b" ".join([b"/FlateDecode"] * layers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        b"<< /Filter [%s] /Length %d >>\nstream\n%s\nendstream" % (filters, len(packed), packed),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R >>",
    ]
    return _pdf_of(objects)


def pdf_with_pages(count: int = 20_000) -> bytes:
    """Pages that are all the same object's children, more than a book has."""
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>"
    kids = b" ".join(b"%d 0 R" % (n + 3) for n in range(count))
    return _pdf_of(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)]
        + [page] * count
    )


def _pdf_of(objects: list[bytes]) -> bytes:
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def large_png(width: int = 10_000, height: int = 10_000, *, claimed: int | None = None) -> bytes:
    """A white picture; ``claimed`` is the side that its header says instead."""

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(1)
    row = b"\0" + b"\xff" * (width // 8)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    shown = (claimed or width, claimed or height)
    header = struct.pack(">IIBBBBB", *shown, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", packed) + part(b"IEND", b"")


@cache
def blanks_gz(size: int = 1024 * MB) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=1) as file:
        for _ in range(size // (16 * MB)):
            file.write(b" " * (16 * MB))
    return out.getvalue()


def large_csv(size: int) -> bytes:
    row = "가나다라,1,2,3,보험금\n".encode()
    return b"a,b,c,d,e\n" + row * (size // len(row))


def deep_json(depth: int = 100_000) -> bytes:
    return b"[" * depth + b"]" * depth


def wide_json(count: int = 300_000) -> bytes:
    return json.dumps([{"id": n, "name": "leave"} for n in range(count)]).encode()


def yaml_bomb() -> bytes:
    """Front matter whose aliases name each other: the ninth holds a billion words."""
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return ("---\n" + "\n".join(lines) + "\n---\n# Leave\n\nFifteen days.\n").encode()


_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def _relations(*targets: tuple[str, str, str]) -> str:
    """(id, type, target)."""
    inner = "".join(f'<Relationship Id="{i}" Type="{_OFFICE}/{t}" Target="{to}"/>' for i, t, to in targets)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{inner}</Relationships>'


def _types(*parts: tuple[str, str]) -> str:
    overrides = "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in parts)
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="application/'
        f'vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType='
        f'"application/xml"/>{overrides}</Types>'
    )


def xlsx(sheet: str, strings: str = "") -> bytes:
    """A workbook of one sheet, whose XML and shared strings are given as they stand."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return zipped({
        "[Content_Types].xml": _types(
            ("/xl/workbook.xml", f"{kind}.sheet.main+xml"), ("/xl/worksheets/sheet1.xml", f"{kind}.worksheet+xml"),
            ("/xl/sharedStrings.xml", f"{kind}.sharedStrings+xml"),
        ),
        "_rels/.rels": _relations(("r1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets><sheet name="Rates" sheetId="1"'
        ' r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(
            ("r1", "worksheet", "worksheets/sheet1.xml"), ("r2", "sharedStrings", "sharedStrings.xml")
        ),
        "xl/worksheets/sheet1.xml": sheet,
        "xl/sharedStrings.xml": strings or f'<sst xmlns="{_SHEET}"><si><t>text</t></si></sst>',
    })  # fmt: skip


def sheet(rows: str, prologue: str = "", after: str = "") -> str:
    return f'{prologue}<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData>{after}</worksheet>'


def xlsx_with_laughs() -> bytes:
    """In the shared strings, where the text of a workbook is."""
    laugh = f'{DOCTYPE}<sst xmlns="{_SHEET}"><si><t>&l9;</t></si></sst>'
    return xlsx(sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), laugh)


def xlsx_far_cell() -> bytes:
    """Two cells, in the first and in the last corner that a sheet has."""
    cells = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    return xlsx(sheet(cells))


def xlsx_merged() -> bytes:
    """Everything merged into one cell, a thousand times."""
    merges = '<mergeCell ref="A1:XFD1048576"/>' * 1000
    return xlsx(sheet('<row r="1"><c r="A1"><v>1</v></c></row>', after=f"<mergeCells>{merges}</mergeCells>"))


def xlsx_many_cells(rows: int = 300_000) -> bytes:
    """More cells than the limit; they pack well."""
    row = "<c><v>1</v></c>" * 10
    return xlsx(sheet(f"<row>{row}</row>" * rows))


def pptx(text: str, prologue: str = "") -> bytes:
    """A presentation of one slide."""
    shape = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>'
        f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    space = f'xmlns:p="{_SLIDE}" xmlns:a="{_DRAWING}" xmlns:r="{_OFFICE}"'
    kind = "application/vnd.openxmlformats-officedocument.presentationml"
    return zipped({
        "[Content_Types].xml": _types(
            ("/ppt/presentation.xml", f"{kind}.presentation.main+xml"), ("/ppt/slides/slide1.xml", f"{kind}.slide+xml")
        ),
        "_rels/.rels": _relations(("r1", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f'<p:presentation {space}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst>'
        "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": _relations(("r1", "slide", "slides/slide1.xml")),
        "ppt/slides/slide1.xml": f"{prologue}<p:sld {space}><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>",
    })  # fmt: skip


def pptx_with_laughs() -> bytes:
    return pptx("&l9;", DOCTYPE)


def epub(chapter: str, prologue: str = "") -> bytes:
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile'
        ' full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    book = (
        f'{prologue}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc='
        '"http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title></metadata><manifest><item id="c" href="c.xhtml"'
        ' media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>'
    )
    return zipped({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "a.opf": book,
        "c.xhtml": chapter,
    })  # fmt: skip


def epub_with_laughs() -> bytes:
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&l9; Fifteen days.</p></body></html>'
    return epub(DOCTYPE + page, DOCTYPE)


def hwpx(text: str, prologue: str = "") -> bytes:
    space = 'xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph"'
    section = f"{prologue}<hs:sec {space}><hp:p><hp:run><hp:t>{text}</hp:t></hp:run></hp:p></hs:sec>"
    opf = (
        '<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:manifest><opf:item id="s" href='
        '"Contents/section0.xml" media-type="application/xml"/></opf:manifest><opf:spine><opf:itemref idref="s"/>'
        "</opf:spine></opf:package>"
    )
    return zipped({
        "mimetype": "application/hwp+zip",
        "Contents/content.hpf": opf,
        "Contents/header.xml": "<head/>",
        "Contents/section0.xml": section,
    })  # fmt: skip


def hwpx_with_laughs() -> bytes:
    return hwpx("&l9;", DOCTYPE)


def mail_in_mail(depth: int = 200) -> bytes:
    """Each attached to the next."""
    data = b"Subject: inner\n\nFifteen days.\n"
    for n in range(depth):
        head = f'Subject: {n}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n'
        data = head.encode() + b"Content-Type: message/rfc822\n\n" + data + f"\n--b{n}--\n".encode()
    return data


def mail_with_parts(count: int = 50_000) -> bytes:
    head = b'Subject: parts\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
    return head + b"--b\nContent-Type: text/plain\n\nx\n" * count + b"--b--\n"


def deep_xml(depth: int = 100_000) -> bytes:
    return b"<a>" * depth + b"x" + b"</a>" * depth


def laughing_xml() -> bytes:
    return f"{DOCTYPE}<x>&l9;</x>".encode()


def deep_rtf(depth: int = 200_000) -> bytes:
    return b"{\\rtf1 " + b"{" * depth + b"deep" + b"}" * depth + b"}"
