"""PDF, page by page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pdf_inspector
import pdf_oxide

from pincite.core.errors import EmptyDocument, GarbledText, OcrNeeded, ParserTimeout
from pincite.core.types import ParsedDocument
from pincite.parsing import titles
from pincite.parsing.encoding import clean
from pincite.parsing.formats import MEDIA_TYPES, Kind
from pincite.parsing.garbled import is_garbled
from pincite.parsing.native import NativeFailure, guarded
from pincite.parsing.ocr_pictures import read_text
from pincite.parsing.options import ParseOptions
from pincite.parsing.pdf_images import place_pictures, read_pictures
from pincite.parsing.pdf_join import join_pages
from pincite.parsing.pdf_pages import page_markdown
from pincite.parsing.pdf_reflow import reflow
from pincite.parsing.pdf_render import page_pictures
from pincite.parsing.pdf_running import Running, running
from pincite.parsing.pdf_source import MOST_LETTERS, PageSource, PdfSource, read_pdf
from pincite.parsing.pdf_stripping import settled, without
from pincite.parsing.problems import Note, Problem, page_list

_MOSTLY = 0.9
"""Part of the pages that are pictures from which the whole file needs OCR."""
_PATIENCE = 3
"""Pages that may take the engine too long before the first that does not."""
_PROPERTIES = ("Author", "Subject", "Keywords", "CreationDate", "ModDate")


def parse_pdf(data: bytes, filename: str, options: ParseOptions) -> tuple[ParsedDocument, list[Note]]:
    """Markdown with a page map and the pictures of its pages, and what was left out or read by OCR.

    Raises:
        Problem: PasswordProtected, CorruptDocument, OcrNeeded, GarbledText, EmptyDocument, DocumentTooLarge.
    """
    source = read_pdf(data, options.limits.pages)
    plan = _plan(source, options)
    usual = plan.written and all(len(page.text) <= MOST_LETTERS for page in plan.written)
    by_parser = _inspector_pages(data, len(source.pages)) if usual else {}
    oxide = _OxidePages(data)
    out = running(
        {page.number: page.edges for page in plan.written},
        {page.number: page.text for page in plan.written},
    )
    pages = {
        page.number: clean(_markdown(page, by_parser, oxide, out.get(page.number, Running())))
        for page in plan.written
    }
    notes = list(plan.notes)
    if pages:
        found, left_out = read_pictures(data, sorted(pages), options.limits)
        pages, images = place_pictures(pages, found)
        if left_out:
            notes.append(Note("pictures_left_out", {"count": left_out, "limit": options.limits.images}))
    else:
        images = ()
    read, given_up = _by_ocr(data, plan.pictures, options)
    if given_up:
        notes.append(Note("ocr_gave_up", {"pages": page_list(given_up), "total": len(source.pages)}))
    written = [number for number, text in read.items() if text]
    if written:
        notes.append(Note("read_by_ocr", {"pages": page_list(written), "total": len(source.pages)}))
    if blank := [number for number, text in read.items() if not text]:
        notes.append(Note("ocr_found_nothing", {"pages": page_list(blank), "total": len(source.pages)}))
    markdown, spans = join_pages(
        sorted((pages | {number: read[number] for number in written}).items()),
        {page.number: page.tables for page in plan.written},
    )
    if not markdown.strip():
        raise Problem(EmptyDocument, "no_text_in_file")
    properties = {
        name.lower(): source.properties[name]
        for name in _PROPERTIES
        if titles.declared(source.properties.get(name, ""))
    }
    if written:
        properties["ocr"] = page_list(written)
    title = _title(source.properties.get("Title", ""), markdown, filename)
    document = ParsedDocument(
        markdown, title, MEDIA_TYPES[Kind.PDF], spans, metadata=properties, images=images
    )
    return document, notes


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the pages are read."""

    written: tuple[PageSource, ...]
    """By their text layer."""
    pictures: tuple[int, ...]
    """By OCR."""
    notes: tuple[Note, ...] = ()
    """On those that are not read."""


def _plan(source: PdfSource, options: ParseOptions) -> _Plan:
    """Without OCR a file that is (nearly) all pictures is refused, and single pictures are left out.

    A file whose text layer is mostly nonsense is refused in any case, unless ``options.ocr_garbled``: fonts
    that lie about their letters are worth knowing of. Single pages of nonsense are read by OCR.
    """
    total = len(source.pages)
    pictures = [page.number for page in source.pages if page.is_picture]
    written = [page for page in source.pages if not page.is_picture and page.text.strip()]
    garbled = [page.number for page in written if is_garbled(page.text)]
    if pictures and options.ocr is None and len(pictures) >= _MOSTLY * (len(pictures) + len(written)):
        raise Problem(OcrNeeded, "no_text_layer", count=len(pictures), total=total, pages=page_list(pictures))
    if not written and not pictures:
        raise Problem(EmptyDocument, "no_text_in_file")
    letters = sum(len(page.text) for page in written)
    nonsense = sum(len(page.text) for page in written if page.number in set(garbled))
    by_ocr = options.ocr is not None and options.ocr_garbled
    if written and nonsense * 2 >= letters and not by_ocr:
        raise Problem(GarbledText, "garbled", pages=page_list(garbled))
    readable = tuple(page for page in written if page.number not in set(garbled))
    if options.ocr is not None:
        return _Plan(readable, tuple(sorted({*pictures, *garbled})))
    notes = []
    if pictures:
        notes.append(Note("pages_without_text", {"pages": page_list(pictures), "total": total}))
    if garbled:
        notes.append(Note("pages_garbled", {"pages": page_list(garbled), "total": total}))
    return _Plan(readable, (), tuple(notes))


def _by_ocr(data: bytes, numbers: Sequence[int], options: ParseOptions) -> tuple[dict[int, str], list[int]]:
    """Text by page number, empty where nothing is written, and the pages that take the engine too long.

    Raises what the engine raises, a ParserTimeout only where it never came to an end.
    """
    read: dict[int, str] = {}
    given_up: list[int] = []
    if options.ocr is None:
        return read, given_up
    for number, picture in page_pictures(data, numbers, dpi=options.ocr_dpi, limits=options.limits):
        try:
            read[number] = reflow(read_text(options.ocr, picture))
        except ParserTimeout:
            given_up.append(number)
            if not read and len(given_up) >= min(_PATIENCE, len(numbers)):
                raise
    return read, given_up


def _markdown(
    page: PageSource, by_inspector: dict[int, str], oxide: Callable[[int], str], out: Running
) -> str:
    """The second parser is seldom needed, so it is asked only when the first does not agree."""
    bare = without(page.text, out)
    if bare.strip():
        page = replace(page, text=bare, spliced=without(page.spliced, out))
    else:
        out = Running()

    def candidates() -> Iterator[str]:
        yield without(by_inspector.get(page.number, ""), out)
        if len(page.text) <= MOST_LETTERS:
            yield without(oxide(page.number), out)

    return settled(page_markdown(page, candidates()), out)


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
