"""Workbooks made at test time."""

import io
import zipfile
from collections.abc import Callable, Mapping

from openpyxl import Workbook


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def workbook(**sheets: list[list[object]]) -> Workbook:
    """A workbook with these rows in its sheets."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return book


def edited(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """An archive with one part changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            raw = old.read(name)
            new.writestr(name, change(raw) if name == part else raw)
    return out.getvalue()


def with_entries(data: bytes, entries: Mapping[str, bytes]) -> bytes:
    """An archive with more entries."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def ods(rows: list[list[object]]) -> bytes:
    """A small OpenDocument spreadsheet."""
    lines = []
    for row in rows:
        cells = "".join(
            f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p>'
            "</table:table-cell>"
            if isinstance(value, float)
            else f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
            for value in row
        )
        lines.append(f"<table:table-row>{cells}</table:table-row>")
    return ods_of("".join(lines))


def ods_of(body: str) -> bytes:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="Sheet1">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<?xml version="1.0"?><manifest:manifest '
        'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", manifest)
    return out.getvalue()


_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def with_shared_strings(rows: str, strings: str) -> bytes:
    """A workbook as Excel writes it, whose cells (``<row>…``) point to ``<si>…`` strings."""
    types = "".join(
        f'<Override PartName="/xl/{part}" ContentType="application/vnd.openxmlformats-officedocument.'
        f'spreadsheetml.{kind}+xml"/>'
        for part, kind in (
            ("workbook.xml", "sheet.main"),
            ("worksheets/sheet1.xml", "worksheet"),
            ("sharedStrings.xml", "sharedStrings"),
        )
    )
    relation = f'<Relationship Id="{{}}" Type="{_OFFICE}/{{}}" Target="{{}}"/>'
    relations = f'<Relationships xmlns="{_PACKAGE}/relationships">{{}}</Relationships>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>',
        "_rels/.rels": relations.format(relation.format("r1", "officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relations.format(
            relation.format("r1", "worksheet", "worksheets/sheet1.xml")
            + relation.format("r2", "sharedStrings", "sharedStrings.xml")
        ),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{strings}</sst>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return out.getvalue()
