"""Files of FAQ entries: CSV, spreadsheets and JSON in, CSV, XLSX and JSON out."""

import csv
import io
import json
import warnings
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from pincite.core.errors import (
    CorruptDocument,
    DocumentTooLarge,
    InvalidInput,
    PasswordProtected,
    PinciteError,
    UnsupportedFormat,
)
from pincite.faq.cells import join_cell, shield, unshield
from pincite.faq.entry import FaqEntry, entry_json
from pincite.faq.headers import find_header
from pincite.faq.notes import note
from pincite.faq.reading import Grid, Table, read_grids, read_objects

FORMATS = ("csv", "xlsx", "json")
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
COLUMNS = {
    "standard_question": "standard",
    "similar_questions": "similar",
    "negative_questions": "negative",
    "answers": "answers",
    "tags": "tags",
    "answer_strategy": "strategy",
    "enabled": "enabled",
}
"""Headers of an export, and the field below each; `pincite.faq.headers` reads them."""

_DELIMITERS = ",\t;|"
_LONGEST_CELL = 32_767
"""Characters; what a cell of a spreadsheet holds."""
_MOST_UNPACKED = 256 * 1024 * 1024
"""Bytes that the parts of a workbook may have together; 100,000 rows of text have a tenth of it."""
_MOST_CELLS = 2_000_000
_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""What a workbook with a password calls its one part."""

Decode = Callable[[bytes], str | None]
"""Bytes in any encoding to text with ``\\n`` line ends; None for what is no text."""


def read_file(data: bytes, filename: str, decode: Decode) -> Table:
    """The rows of a file, whatever its name says: a workbook, JSON, or a table of delimited text.

    Raises:
        InvalidInput: it is no FAQ. DocumentError: it cannot be read at all.
    """
    if not data.strip():
        raise InvalidInput(f"{filename} is empty.")
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise PasswordProtected(f"{filename} is protected by a password.")
        raise UnsupportedFormat(f"{filename} is a workbook of an old kind.", hint="Save it as XLSX.")
    if data.startswith(_ZIP):
        return read_grids(_workbook(data, filename))
    text = decode(data)
    if text is None:
        raise CorruptDocument(
            f"{filename} is neither a spreadsheet nor text.", hint="Save it as CSV, XLSX or JSON."
        )
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return read_objects(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"{filename} is no JSON: {error}.") from error
    return read_grids([_delimited(text)])


def _delimited(text: str) -> Grid:
    """Cells of the delimiter under which a header is found, comma first."""
    grids = [_cut(text, delimiter) for delimiter in _DELIMITERS if delimiter in text]
    return next((grid for grid in grids if find_header(grid.rows)), grids[0] if grids else _cut(text, ","))


def _cut(text: str, delimiter: str) -> Grid:
    grid = Grid([])
    # Strict, or a quote that is never closed swallows the rest of the file without a word.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    cells = 0
    try:
        for row in reader:
            cells += len(row)
            if cells > _MOST_CELLS:
                raise DocumentTooLarge(f"The table has more than {_MOST_CELLS:,} cells.")
            grid.rows.append([unshield(cell) for cell in row])
    except csv.Error as error:
        grid.broken = note("broken_row", row=len(grid.rows) + 1, error=error)
    return grid


def _workbook(data: bytes, filename: str) -> list[Grid]:
    """Cells of every sheet, row by row. openpyxl, because it is Python all through: other readers take memory
    for the size that a sheet claims to have, and one file would end the server."""
    # Here, because only those who import spreadsheets need it.
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
        if unpacked > _MOST_UNPACKED:
            raise DocumentTooLarge(
                f"{filename} unpacks to {unpacked:,} bytes; the limit is {_MOST_UNPACKED:,}."
            )
        with warnings.catch_warnings():  # about styles and extensions, which no entry has
            warnings.simplefilter("ignore")
            workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        room = _MOST_CELLS
        grids = []
        for sheet in workbook.worksheets:
            grid = Grid([], sheet.title)
            sheet.reset_dimensions()
            for row in sheet.iter_rows(values_only=True):
                room -= max(len(row), 1)
                if room < 0:
                    raise DocumentTooLarge(f"{filename} has more than {_MOST_CELLS:,} cells.")
                grid.rows.append([_cell(value) for value in row])
            grids.append(grid)
    except PinciteError:
        raise
    except Exception as error:
        raise CorruptDocument(
            f"{filename} cannot be read as a spreadsheet ({type(error).__name__})."
        ) from error
    return grids


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def write_file(entries: Sequence[FaqEntry], kind: str) -> bytes:
    """``entries`` as a file of ``kind`` that `read_file` reads back as the same entries.

    Raises:
        InvalidInput: no such kind, or a field is too long for a cell.
    """
    if kind == "json":
        listed = [entry_json(entry) for entry in entries]
        return (json.dumps(listed, ensure_ascii=False, indent=2) + "\n").encode()
    if kind not in FORMATS:
        raise InvalidInput(f"There is no format {kind!r}.", hint=f"Use {', '.join(FORMATS)}.")
    rows = [[_joined(entry, field) for field in COLUMNS.values()] for entry in entries]
    return _csv(rows) if kind == "csv" else _xlsx(rows)


def _joined(entry: FaqEntry, field: str) -> str:
    value = getattr(entry, field)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str) else join_cell(field, value)


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([shield(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")  # with the mark, or Excel reads it in the local encoding


def _xlsx(rows: Sequence[Sequence[str]]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.cell import Cell, WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    for row in rows:
        for name, text in zip(COLUMNS, row, strict=True):
            if len(text) > _LONGEST_CELL:
                raise InvalidInput(
                    f"The {name} of {row[0][:60]!r} have {len(text):,} characters; "
                    f"a cell of a spreadsheet holds {_LONGEST_CELL:,}.",
                    hint="Export as CSV or JSON.",
                )
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("FAQ")
    sheet.freeze_panes = "A2"
    for column in "ABCD":
        sheet.column_dimensions[column].width = 40

    def cell(text: str) -> Cell:
        made = WriteOnlyCell(sheet, text)
        made.data_type = "s"  # never a formula
        made.alignment = Alignment(wrap_text=True, vertical="top")
        return made

    header = [cell(name) for name in COLUMNS]
    for title in header:
        title.font = Font(bold=True)
    sheet.append(header)
    for row in rows:
        sheet.append([cell(text) for text in row])
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()
