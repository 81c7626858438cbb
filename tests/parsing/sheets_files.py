"""Workbooks made at test time."""

import io
import zipfile
from collections.abc import Callable

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
