"""Workbooks: XLSX, XLSM, XLSB, XLS and ODS, a heading and a page a sheet, a table a block of cells."""

import re

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument
from pincite.core.types import PageSpan, ParsedDocument
from pincite.parsing import titles
from pincite.parsing.containers import OLE_SIGNATURE, check_archive, read_entry, zip_names
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, sniff
from pincite.parsing.options import ParseOptions
from pincite.parsing.problems import Note, Problem
from pincite.parsing.sheets_markdown import grid_markdown
from pincite.parsing.sheets_workbook import Sheet, read_sheets

_TITLE = re.compile(r"<dc:title[^>]*>([^<]*)</dc:title>")


def parse_workbook(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Sheet number n is page n.

    Raises:
        Problem: CorruptDocument for a damaged file, PasswordProtected, EmptyDocument where no cell is
            filled, DocumentTooLarge beyond ``options.limits`` or for an archive that explodes.
    """
    if not data.startswith(OLE_SIGNATURE):
        if zip_names(data) is None:
            raise Problem(CorruptDocument, "damaged_archive")
        check_archive(data)
    parts: list[str] = []
    pages: list[PageSpan] = []
    hidden: list[str] = []
    formulas = length = 0
    named = options.names_first_row(filename)
    limit = options.limits.characters
    for sheet in read_sheets(data, options.limits):
        text = clean(_section(sheet, named))
        if length + len(text) > limit:  # a text that many cells share is stored once and written out here
            raise Problem(DocumentTooLarge, "too_many_characters", count=length + len(text), limit=limit)
        parts.append(text)
        pages.append(PageSpan(sheet.number, length, length + len(text)))
        length += len(text) + 2
        formulas += sheet.formulas
        hidden += [sheet.name] if sheet.hidden else []
    if not parts:
        raise Problem(EmptyDocument, "no_text_in_file")
    notes = [Note("hidden_sheets", {"names": ", ".join(hidden)})] if hidden else []
    if formulas:
        notes.append(Note("formulas_without_value", {"count": formulas}))
    declared = _TITLE.search((read_entry(data, "docProps/core.xml") or b"").decode("utf-8", "replace"))
    document = ParsedDocument(
        markdown="\n\n".join(parts),
        title=titles.choose(filename, titles.declared(declared[1]) if declared else ""),
        media_type=MEDIA_TYPES[sniff(data, filename)],
        pages=tuple(pages),
    )
    return document, notes


def _section(sheet: Sheet, named: bool) -> str:
    tables = grid_markdown(
        sheet.rows,
        sheet.merges,
        first_row_as_header=named,
        origin=sheet.origin,
    )
    notes = "\n".join(f"- {place}: {' '.join(text.split())}" for place, text in sheet.notes)
    heading = f"## {' '.join(sheet.name.split()) or sheet.number}"
    return "\n\n".join(part for part in (heading, tables, notes) if part)
