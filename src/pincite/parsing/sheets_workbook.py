"""A workbook sheet by sheet: rows of texts with joined cells filled, within limits."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import python_calamine as calamine

from pincite.core.errors import CorruptDocument, DocumentTooLarge, PasswordProtected
from pincite.parsing.native import NativeFailure, guarded
from pincite.parsing.options import ParseLimits
from pincite.parsing.problems import Problem
from pincite.parsing.sheets_blocks import Merge
from pincite.parsing.sheets_drawings import Drawn, drawings
from pincite.parsing.sheets_formats import PLAIN, NumberFormat, Value, value_text
from pincite.parsing.sheets_parts import SheetScan, WorkbookParts, scan_sheet, sheet_notes, workbook_parts

_SPARSE = 4
"""Cells of the rectangle around all filled ones, in times of the limit of cells: calamine holds it whole
(32 bytes a cell), so one value in the last cell of a sheet would take 500 GB."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """``rows[0][0]`` is the cell at ``origin`` (row, column from 0); merges count from there."""

    number: int
    name: str
    hidden: bool
    rows: list[list[str]]
    merges: list[Merge]
    origin: tuple[int, int]
    notes: list[tuple[str, str]]
    drawn: tuple[Drawn, ...]
    """Pictures and text boxes, in the order of their places."""
    formulas: int
    """Cells that show their formula, because the file holds no value of it."""


def read_sheets(data: bytes, limits: ParseLimits) -> Iterator[Sheet]:
    """The sheets that hold cells, in order; ``number`` counts all.

    Raises:
        Problem: PasswordProtected, CorruptDocument, or DocumentTooLarge by sheets or cells.
    """
    parts = workbook_parts(data)
    scans = _scans(data, parts, limits)
    workbook = _opened(data)
    if len(workbook.sheets_metadata) > limits.pages:
        raise Problem(
            DocumentTooLarge, "too_many_sheets", count=len(workbook.sheets_metadata), limit=limits.pages
        )
    left = limits.cells
    for number, about in enumerate(workbook.sheets_metadata, 1):
        if about.typ not in (calamine.SheetTypeEnum.WorkSheet, calamine.SheetTypeEnum.MacroSheet):
            continue
        scan = scans.get(about.name, SheetScan())
        found = _sheet(workbook, number, about, scan, parts, limits, left)
        left -= sum(map(len, found.rows))
        notes = sheet_notes(data, parts.sheets[about.name]) if about.name in parts.sheets else []
        drawn = tuple(drawings(data, parts.sheets[about.name])) if about.name in parts.sheets else ()
        if found.rows or notes or drawn:
            yield replace(found, notes=notes, drawn=drawn)


def read_values(data: bytes, sheet: Sheet) -> list[list[Value]]:
    """The cells of ``sheet`` as the file holds them, not as they are shown: ``[row][column]`` are those of
    its ``rows``, which are longer where a joined cell or a formula fills one."""
    found = _opened(data).get_sheet_by_name(sheet.name).to_python(skip_empty_area=True)
    return [list(row) for row in found]


def _scans(data: bytes, parts: WorkbookParts, limits: ParseLimits) -> dict[str, SheetScan]:
    """What the parts say, before a value is unpacked."""
    scans: dict[str, SheetScan] = {}
    left = limits.cells
    for name, part in parts.sheets.items():
        scan = scans[name] = scan_sheet(data, part, parts.formats, left)
        left -= scan.cells
        if left < 0:
            raise Problem(DocumentTooLarge, "too_many_cells", limit=limits.cells)
        _check_area(scan.rows, scan.columns, limits)
    return scans


def _check_area(rows: int, columns: int, limits: ParseLimits) -> None:
    if rows * columns > _SPARSE * limits.cells:
        raise Problem(
            DocumentTooLarge, "sparse_sheet", rows=rows, columns=columns, limit=_SPARSE * limits.cells
        )


def _check_length(length: int, limits: ParseLimits) -> None:
    if length > limits.characters:
        raise Problem(DocumentTooLarge, "too_many_characters", count=length, limit=limits.characters)


def _opened(data: bytes) -> calamine.CalamineWorkbook:
    try:
        return guarded(lambda: calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)))
    except calamine.PasswordError as error:
        raise Problem(PasswordProtected, "password") from error
    except (calamine.CalamineError, NativeFailure) as error:
        raise Problem(CorruptDocument, "damaged_workbook") from error


def _sheet(
    workbook: calamine.CalamineWorkbook,
    number: int,
    about: calamine.SheetMetadata,
    scan: SheetScan,
    parts: WorkbookParts,
    limits: ParseLimits,
    left: int,
) -> Sheet:
    try:
        sheet = guarded(lambda: workbook.get_sheet_by_name(about.name))
        ranges = guarded(lambda: sheet.merged_cell_ranges) or []
    except (calamine.CalamineError, NativeFailure) as error:
        raise Problem(CorruptDocument, "damaged_workbook") from error
    start = sheet.start or (0, 0)
    end = sheet.end or (-1, -1)
    _check_area(end[0] + 1 - start[0], end[1] + 1 - start[1], limits)
    formats = scan.formats(parts.formats)
    rows: list[list[str]] = []
    filled = length = 0
    for at, values in enumerate(sheet.to_python(skip_empty_area=True), start[0]):
        line = _texts(values, formats.get(at, {}), start[1])
        filled += sum(map(bool, line))
        if filled > left:
            raise Problem(DocumentTooLarge, "too_many_cells", limit=limits.cells)
        length += sum(map(len, line))
        _check_length(length, limits)  # one text that many cells share is stored once
        rows.append(line)
    formulas = _put_formulas(rows, scan.formulas, start)
    merges = _fill(rows, ranges, start, limits)
    while rows and not any(rows[-1]):
        rows.pop()
    hidden = about.visible != calamine.SheetVisibleEnum.Visible
    return Sheet(number, about.name, hidden, rows, merges, start, [], (), formulas)


def _texts(values: Sequence[Value], formats: Mapping[int, NumberFormat], left: int) -> list[str]:
    """The texts of a row without the blanks at its end."""
    if formats:
        line = [value_text(value, formats.get(at, PLAIN)) for at, value in enumerate(values, left)]
    else:
        line = [value_text(value) for value in values]
    while line and not line[-1]:
        line.pop()
    return line


def _put_formulas(
    rows: list[list[str]], formulas: Mapping[tuple[int, int], str], start: tuple[int, int]
) -> int:
    """Formulas where their value would stand; how many."""
    count = 0
    for (row, column), formula in formulas.items():
        row, column = row - start[0], column - start[1]
        text = value_text(f"={formula}" if formula else "")
        if text and row >= 0 and column >= 0 and not _at(rows, row, column):
            _put(rows, row, column, text)
            count += 1
    return count


def _fill(
    rows: list[list[str]],
    ranges: list[tuple[tuple[int, int], tuple[int, int]]],
    start: tuple[int, int],
    limits: ParseLimits,
) -> list[Merge]:
    """Repeat the value of every joined cell over the cells that it covers, as far as there are values."""
    width = max(map(len, rows), default=0)
    allowed = 2 * len(rows) * width + 1  # joined cells do not overlap; a hostile file's may
    merges = []
    length = 0
    for (top, left), (bottom, right) in ranges:
        merge = Merge(
            max(0, top - start[0]),
            max(0, left - start[1]),
            min(len(rows), bottom - start[0] + 1),
            min(width, right - start[1] + 1),
        )
        size = (merge.bottom - merge.top) * (merge.right - merge.left)
        if merge.bottom <= merge.top or merge.right <= merge.left or size < 2:
            continue
        allowed -= size
        if allowed < 0:
            break
        text = _at(rows, merge.top, merge.left)
        if not text:
            continue
        merges.append(merge)
        length += size * len(text)
        _check_length(length, limits)
        for row in range(merge.top, merge.bottom):
            for column in range(merge.left, merge.right):
                if not _at(rows, row, column):
                    _put(rows, row, column, text)
    return merges


def _at(rows: list[list[str]], row: int, column: int) -> str:
    return rows[row][column] if row < len(rows) and column < len(rows[row]) else ""


def _put(rows: list[list[str]], row: int, column: int, text: str) -> None:
    while len(rows) <= row:
        rows.append([])
    line = rows[row]
    line.extend([""] * (column + 1 - len(line)))
    line[column] = text
