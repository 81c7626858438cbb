"""Workbooks: XLSX, XLSM, XLSB, XLS and ODS, a heading and a page a sheet, a table a block of cells."""

import re

from pincite.core.errors import CorruptDocument, DocumentTooLarge, EmptyDocument, OcrNeeded
from pincite.core.types import PageSpan, ParsedDocument
from pincite.parsing import titles
from pincite.parsing.containers import OLE_SIGNATURE, check_archive, read_entry, zip_names
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, sniff
from pincite.parsing.office import Parts
from pincite.parsing.options import ParseOptions
from pincite.parsing.pictures import Gallery, is_picture, unshown
from pincite.parsing.problems import Note, Problem
from pincite.parsing.sheets_drawings import Drawn
from pincite.parsing.sheets_markdown import column_letters, grid_markdown
from pincite.parsing.sheets_workbook import Sheet, read_sheets

_MEDIA = ("xl/media/", "Pictures/")
_TITLE = re.compile(r"<dc:title[^>]*>([^<]*)</dc:title>")


def parse_workbook(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Sheet number n is page n. Remarks, pictures and text boxes follow the tables of their sheet, each with
    its cell; pictures that no sheet shows at a place (in cells, behind headings) come last.

    Raises:
        Problem: CorruptDocument for a damaged file, PasswordProtected, EmptyDocument where no cell is
            filled, DocumentTooLarge beyond ``options.limits`` or for an archive that explodes, OcrNeeded for
            one of pictures only.
    """
    if not data.startswith(OLE_SIGNATURE):
        if zip_names(data) is None:
            raise Problem(CorruptDocument, "damaged_archive")
        check_archive(data)
    shelf = _Shelf(data, Gallery(options.limits))
    parts: list[str] = []
    pages: list[PageSpan] = []
    hidden: list[str] = []
    formulas = length = 0
    named = options.names_first_row(filename)
    limit = options.limits.characters
    for sheet in read_sheets(data, options.limits):
        text = clean(_section(sheet, named, shelf))
        if length + len(text) > limit:  # a text that many cells share is stored once and written out here
            raise Problem(DocumentTooLarge, "too_many_characters", count=length + len(text), limit=limit)
        parts.append(text)
        pages.append(PageSpan(sheet.number, length, length + len(text)))
        length += len(text) + 2
        formulas += sheet.formulas
        hidden += [sheet.name] if sheet.hidden else []
    if left := shelf.left():
        parts.append(left)
    if not parts:
        raise Problem(EmptyDocument, "no_text_in_file")
    if options.ocr is None and shelf.gallery.images and not shelf.words:
        raise Problem(OcrNeeded, "pictures_only")
    notes = [Note("hidden_sheets", {"names": ", ".join(hidden)})] if hidden else []
    if formulas:
        notes.append(Note("formulas_without_value", {"count": formulas}))
    declared = _TITLE.search((read_entry(data, "docProps/core.xml") or b"").decode("utf-8", "replace"))
    document = ParsedDocument(
        markdown="\n\n".join(parts),
        title=titles.choose(filename, titles.declared(declared[1]) if declared else ""),
        media_type=MEDIA_TYPES[sniff(data, filename)],
        pages=tuple(pages),
        images=tuple(shelf.gallery.images),
    )
    return document, [*notes, *shelf.notes()]


class _Shelf:
    """The pictures of a workbook's archive, put up once each."""

    def __init__(self, data: bytes, gallery: Gallery) -> None:
        self.gallery = gallery
        self.words = False
        """Whether a sheet says anything besides its name."""
        self._parts = None if data.startswith(OLE_SIGNATURE) else Parts(data)
        self._names = self._parts.names if self._parts is not None else frozenset[str]()
        self._shown: set[str] = set()

    def shown(self, item: Drawn) -> str:
        """The Markdown of a picture or text box; empty for a picture that is not there."""
        if not item.entry:
            return item.text
        self._shown.add(item.entry)
        content = self._parts.read(item.entry) if self._parts is not None else None
        place = (
            f"{column_letters(item.column)}{item.row + 1}" if item.row >= 0 else item.entry.rpartition("/")[2]
        )
        return self.gallery.offer(content or b"", item.text, place=place)

    def notes(self) -> list[Note]:
        """What to say of pictures that are not kept."""
        return [*self.gallery.notes(), *unshown(self._names - self._shown, "xl/media/")]

    def left(self) -> str:
        """Pictures that no drawing shows."""
        left = sorted(
            name for name in self._names - self._shown if name.startswith(_MEDIA) and is_picture(name)
        )
        contents = ((name, self._parts.read(name) if self._parts is not None else None) for name in left)
        shown = (
            self.gallery.offer(content, "", place=name.rpartition("/")[2])
            for name, content in contents
            if content
        )
        return "\n\n".join(text for text in shown if text)


def _section(sheet: Sheet, named: bool, shelf: _Shelf) -> str:
    tables = grid_markdown(
        sheet.rows,
        sheet.merges,
        first_row_as_header=named,
        origin=sheet.origin,
    )
    notes = "\n".join(f"- {place}: {' '.join(text.split())}" for place, text in sheet.notes)
    drawn = "\n".join(
        f"- {column_letters(item.column)}{item.row + 1}: {text}" if item.row >= 0 else f"- {text}"
        for item in sheet.drawn
        if (text := shelf.shown(item))
    )
    shelf.words |= bool(tables or notes or any(item.text and not item.entry for item in sheet.drawn))
    heading = f"## {' '.join(sheet.name.split()) or sheet.number}"
    return "\n\n".join(part for part in (heading, tables, notes, drawn) if part)
