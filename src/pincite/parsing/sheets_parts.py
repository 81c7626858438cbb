"""What the parts of an XLSX archive say that calamine does not: formats, formulas without a value, notes,
and how far a sheet reaches before anything is unpacked into memory."""

import html
import io
import posixpath
import re
import zipfile
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from xml.etree import ElementTree

from pincite.parsing.containers import read_entry
from pincite.parsing.sheets_formats import PLAIN, NumberFormat, built_in, number_format

_CELL: Final = re.compile(
    rb"<(?:\w+:)?row\b([^>]*)>"
    rb"|<(?:\w+:)?c(?: r=\"([A-Z]{1,3})(\d{1,7})\")?((?:\s[^>]*?)?)(?:/>|>(.*?)</(?:\w+:)?c>)",
    re.S,
)
_PLACE: Final = re.compile(rb"\br=\"([A-Z]{1,3})?(\d{1,7})\"")
_STYLE: Final = re.compile(rb"\bs=\"(\d{1,6})\"")
_FORMULA: Final = re.compile(rb"<(?:\w+:)?f\b[^>]*>([^<]*)")
_FILLED: Final = re.compile(rb"<(?:\w+:)?(?:v|t)\b[^>]*>[^<]|<(?:\w+:)?(?:v|t)/>", re.S)
_STEP: Final = 1024 * 1024
_CARRY: Final = 8 * _STEP
"""Longest piece without a whole cell that is kept; a cell holds 32,767 characters at most."""
_PART: Final = 64 * _STEP
"""Most that is read of a part that lists things (styles, notes); real ones lie below 2 MB."""
_COLUMN_BITS: Final = 14
"""A sheet has 16,384 columns (ECMA-376)."""


@dataclass(slots=True)
class SheetScan:
    """One sheet part. Rows and columns count from 0."""

    cells: int = 0
    rows: int = 0
    columns: int = 0
    places: "array[int]" = field(default_factory=lambda: array("Q"))
    """Cells with a format that matters, in file order: ``row << 14 | column``."""
    styles: "array[int]" = field(default_factory=lambda: array("L"))
    formulas: dict[tuple[int, int], str] = field(default_factory=dict)
    """Formulas that were saved without their value."""

    def formats(self, known: dict[int, NumberFormat]) -> dict[int, dict[int, NumberFormat]]:
        """Row to column to format."""
        found: dict[int, dict[int, NumberFormat]] = {}
        for place, style in zip(self.places, self.styles, strict=True):
            row, column = place >> _COLUMN_BITS, place & ((1 << _COLUMN_BITS) - 1)
            found.setdefault(row, {})[column] = known[style]
        return found


@dataclass(frozen=True, slots=True)
class WorkbookParts:
    """Sheet names to their parts, and the cell formats that add something to a number."""

    sheets: dict[str, str]
    formats: dict[int, NumberFormat]


def workbook_parts(data: bytes) -> WorkbookParts:
    """Empty where the workbook is no XLSX (e.g. XLSB) or lists its parts otherwise than Excel does."""
    workbook = xml_part(data, "xl/workbook.xml")
    targets = relations(data, "xl/workbook.xml")
    sheets = {}
    for node in workbook.iter() if workbook is not None else ():
        if local_name(node.tag) == "sheet":
            identity = next((value for key, value in node.items() if key.endswith("}id")), "")
            if identity in targets:
                sheets[node.get("name", "")] = targets[identity][1]
    return WorkbookParts(sheets, _formats(xml_part(data, "xl/styles.xml")))


def scan_sheet(data: bytes, part: str, formats: dict[int, NumberFormat], limit: int) -> SheetScan:
    """Count the cells of a part, to at most one above ``limit``."""
    scan = SheetScan()
    row, column = -1, -1
    for row_tag, letters, number, attributes, inner in _cells(data, part):
        if row_tag is not None:
            place = _PLACE.search(row_tag)
            row, column = (int(place[2]) - 1 if place else row + 1), -1
            continue
        if letters:
            row, column = int(number) - 1, _column(letters)
        elif place := _PLACE.search(attributes):
            row, column = int(place[2]) - 1, _column(place[1] or b"A")
        else:
            column += 1
        if not inner:
            continue
        scan.cells += 1
        if row >= scan.rows:
            scan.rows = row + 1
        if column >= scan.columns:
            scan.columns = column + 1
        if scan.cells > limit:
            break
        style = _STYLE.search(attributes) if formats else None
        if style and int(style[1]) in formats:
            scan.places.append(row << _COLUMN_BITS | column)
            scan.styles.append(int(style[1]))
        if (formula := _FORMULA.search(inner)) and not _FILLED.search(inner):
            scan.formulas[row, column] = html.unescape(formula[1].decode("utf-8", "replace"))
    return scan


def sheet_notes(data: bytes, part: str) -> list[tuple[str, str]]:
    """Comments on cells: their address (``B2``) and text."""
    notes = []
    for kind, target in relations(data, part).values():
        if not kind.endswith("/comments"):
            continue
        root = xml_part(data, target)
        for node in root.iter() if root is not None else ():
            if local_name(node.tag) == "comment":
                text = "".join(leaf.text or "" for leaf in node.iter() if local_name(leaf.tag) == "t")
                if text.strip():
                    notes.append((node.get("ref", ""), text.strip()))
    return notes


def _cells(data: bytes, part: str) -> Iterator[tuple[Any, ...]]:
    carry = b""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(part) as stream:
            while piece := stream.read(_STEP):
                carry += piece
                end = 0
                for match in _CELL.finditer(carry):
                    end = match.end()
                    yield match.groups()
                carry = carry[end:]
                if len(carry) > _CARRY:
                    carry = carry[-_STEP:]
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, NotImplementedError):
        return  # calamine meets the same damage and says so


@lru_cache(maxsize=1 << _COLUMN_BITS)
def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return min(number, 1 << _COLUMN_BITS) - 1


def _formats(styles: ElementTree.Element | None) -> dict[int, NumberFormat]:
    codes: dict[int, str] = {}
    found: dict[int, NumberFormat] = {}
    for node in styles.iter() if styles is not None else ():
        if local_name(node.tag) == "numFmt":
            codes[_int(node.get("numFmtId"))] = node.get("formatCode", "")
        elif local_name(node.tag) == "cellXfs":
            for index, style in enumerate(node):
                number = _int(style.get("numFmtId"))
                shown = number_format(codes[number]) if number in codes else built_in(number)
                if shown != PLAIN:
                    found[index] = shown
    return found


def relations(data: bytes, part: str) -> dict[str, tuple[str, str]]:
    """Id to type and absolute target of what a part refers to."""
    folder, name = posixpath.split(part)
    root = xml_part(data, f"{folder}/_rels/{name}.rels")
    found = {}
    for node in root if root is not None else ():
        target = posixpath.normpath(posixpath.join("/", folder, node.get("Target", "")))
        found[node.get("Id", "")] = (node.get("Type", ""), target.lstrip("/"))
    return found


def xml_part(data: bytes, part: str) -> ElementTree.Element | None:
    """A part without a document type: Office writes none, and entities in one can explode."""
    raw = read_entry(data, part, _PART)
    if raw is None or b"<!" in raw[:1024]:
        return None
    try:
        return ElementTree.fromstring(raw)
    except (ElementTree.ParseError, LookupError, ValueError):
        return None


def local_name(tag: object) -> str:
    return str(tag).rpartition("}")[2]


def _int(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else 0
