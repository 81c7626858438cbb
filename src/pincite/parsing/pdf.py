"""PDF, page by page."""

from collections.abc import Callable, Iterator

import pdf_inspector
import pdf_oxide

from pincite.core.errors import EmptyDocument, GarbledText, OcrNeeded
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.garbled import is_garbled
from pincite.parsing.native import NativeFailure, guarded
from pincite.parsing.pdf_join import join_pages
from pincite.parsing.pdf_pages import page_markdown
from pincite.parsing.pdf_source import PageSource, PdfSource, read_pdf
from pincite.parsing.problems import Note, Problem, page_list

_MOSTLY = 0.9
"""Part of the pages that are pictures from which the whole file needs OCR."""
_PROPERTIES = ("Author", "Subject", "Keywords", "CreationDate", "ModDate")


def parse_pdf(data: bytes, filename: str) -> tuple[ParsedDocument, list[Note]]:
    """Markdown with a page map, and what was left out.

    Raises:
        Problem: PasswordProtected, CorruptDocument, OcrNeeded, GarbledText, EmptyDocument.
    """
    source = read_pdf(data)
    readable, notes = _readable(source)
    by_parser = _inspector_pages(data, len(source.pages))
    oxide = _OxidePages(data)
    pages = [(page.number, clean(_markdown(page, by_parser, oxide))) for page in readable]
    markdown, spans = join_pages(pages)
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    properties = {
        name.lower(): source.properties[name]
        for name in _PROPERTIES
        if titles.declared(source.properties.get(name, ""))
    }
    title = _title(source.properties.get("Title", ""), markdown, filename)
    document = ParsedDocument(markdown, title, MEDIA_TYPES[Kind.PDF], spans, metadata=properties)
    return document, notes


def _readable(source: PdfSource) -> tuple[list[PageSource], list[Note]]:
    """The pages whose text can be used, and notes on the others."""
    total = len(source.pages)
    pictures = [page.number for page in source.pages if page.is_picture]
    written = [page for page in source.pages if not page.is_picture and page.text.strip()]
    if pictures and len(pictures) >= _MOSTLY * (len(pictures) + len(written)):
        raise Problem(OcrNeeded, "no_text_layer", count=len(pictures), total=total, pages=page_list(pictures))
    if not written:
        raise Problem(EmptyDocument, "no_text_in_file")
    garbled = [page.number for page in written if is_garbled(page.text)]
    letters = sum(len(page.text) for page in written)
    if sum(len(page.text) for page in written if page.number in set(garbled)) * 2 >= letters:
        raise Problem(GarbledText, "garbled", pages=page_list(garbled))
    notes = []
    if pictures:
        notes.append(Note("pages_without_text", {"pages": page_list(pictures), "total": total}))
    if garbled:
        notes.append(Note("pages_garbled", {"pages": page_list(garbled), "total": total}))
    return [page for page in written if page.number not in set(garbled)], notes


def _markdown(page: PageSource, by_inspector: dict[int, str], oxide: Callable[[int], str]) -> str:
    """The second parser is seldom needed, so it is asked only when the first does not agree."""

    def candidates() -> Iterator[str]:
        yield by_inspector.get(page.number, "")
        yield oxide(page.number)

    return page_markdown(page, candidates())


def _inspector_pages(data: bytes, total: int) -> dict[int, str]:
    """Markdown by page number; empty where pdf-inspector cannot read the file (encrypted, damaged)."""
    try:
        result = guarded(lambda: pdf_inspector.extract_pages_markdown_bytes(data))
    except NativeFailure:
        return {}
    return {page.page + 1: page.markdown for page in result.pages if page.page < total}


class _OxidePages:
    """pdf-oxide's Markdown by page number, opened on first use."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._document: pdf_oxide.PdfDocument | None = None
        self._failed = False

    def __call__(self, number: int) -> str:
        if self._failed:
            return ""
        try:
            if self._document is None:
                pdf_oxide.disable_logging()
                self._document = guarded(lambda: pdf_oxide.PdfDocument.from_bytes(self._data))
            document = self._document
            return str(guarded(lambda: document.to_markdown(number - 1)))
        except NativeFailure:
            self._failed = True
            return ""


def _title(declared: str, markdown: str, filename: str) -> str:
    """A title of the properties if a person wrote it, else the top heading or a short first line."""
    name = titles.declared(declared)
    human = "" if titles.is_machine_name(name) else name
    return titles.choose(filename, human, titles.first_heading(markdown), titles.first_line(markdown), name)
