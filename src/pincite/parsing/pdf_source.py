"""What pdfium says about a PDF: the text that counts as true, ruled tables, and pages that are pictures."""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from statistics import median
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from pincite.core.errors import CorruptDocument, DocumentTooLarge, PasswordProtected
from pincite.parsing.pdf_columns import reading_order, widened
from pincite.parsing.pdf_edges import Edges, edges, fold
from pincite.parsing.pdf_lines import Run, Sheet, read_runs, sheet
from pincite.parsing.pdf_ruled import Char, RuledTable, Segment, ruled_tables
from pincite.parsing.problems import Problem

LOCK = threading.Lock()
"""pdfium keeps global state and is not thread-safe (its README); workers take turns."""
_THIN_TEXT = 40
"""Characters below which a page with a page-filling picture counts as a scan: stamps, page numbers."""
_PICTURE_SHARE = 0.5
"""Part of the page that pictures cover on a scan."""
_LARGE = 1.15
"""Letter height, in that of most letters of the page, from which a line is a heading by its size."""
_OUTLINES = 20
"""Drawn shapes from which a page without letters shows something: text turned into outlines, a drawing."""
_MAX_PATHS = 3000
"""Drawing objects above which a page is a drawing; its lines are no table."""
_MOST_PIECES = 30_000
"""Text objects of a page; pdfium takes time with the square of those that overlap (25,000 of them 0.3 s,
100,000 more than a minute), and a page on which each letter is one has 8,000."""
MOST_LETTERS = 30_000
"""Characters of a page above which it is taken as pdfium reads it: a page of small print has 8,000, and the
Markdown parsers take time with the square of the objects on a page (25,000 of them 2 s)."""
_TAIL = 4096
"""Bytes at the end that must hold the end mark; readers look at 1,024 (ISO 32000-1, Annex H)."""
_FRACTION = re.compile(r"(?<=\d)\n(?=⁄\d)")
"""A raised numerator stands on a line of its own: ``1`` and ``⁄4`` are one quarter."""
_PASSWORD_ERROR = 4
"""FPDF_ERR_PASSWORD."""


@dataclass(frozen=True, slots=True)
class PageSource:
    """One page. ``text`` has ``\\n`` line ends; ``spliced`` is the same text with its ruled tables in GFM.

    ``columns`` says that the text was put into the order in which its columns are read. ``large`` are the
    lines, folded as running lines are, that are printed larger than most of the page.
    """

    number: int
    text: str
    is_picture: bool = False
    tables: tuple[RuledTable, ...] = ()
    spliced: str = ""
    columns: bool = False
    edges: Edges = field(default_factory=Edges)
    large: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PdfSource:
    pages: tuple[PageSource, ...]
    properties: dict[str, str] = field(default_factory=dict)


def read_pdf(data: bytes, most_pages: int) -> PdfSource:
    """Raises Problem: PasswordProtected, CorruptDocument where the file is damaged or cut off, and
    DocumentTooLarge beyond ``most_pages``."""
    with LOCK, opened_pdf(data) as document:
        if b"%%EOF" not in data.rstrip(b"\0 \t\r\n")[-_TAIL:] or len(document) == 0:
            raise Problem(CorruptDocument, "damaged_pdf")
        if len(document) > most_pages:
            raise Problem(DocumentTooLarge, "too_many_pages", count=len(document), limit=most_pages)
        try:
            pages = tuple(_pages(document))
            properties = {name: value for name, value in document.get_metadata_dict().items() if value}
        except pypdfium2.PdfiumError as error:
            raise Problem(CorruptDocument, "damaged_pdf") from error
    return PdfSource(pages, properties)


@contextmanager
def opened_pdf(data: bytes) -> Iterator[Any]:
    """pdfium's document; hold `LOCK` around every use. Raises Problem, as `read_pdf`."""
    try:
        document = pypdfium2.PdfDocument(data)
        len(document)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR:
            raise Problem(PasswordProtected, "password") from error
        raise Problem(CorruptDocument, "damaged_pdf") from error
    try:
        yield document
    finally:
        document.close()


def _check_pieces(page: Any, number: int) -> None:
    if pdfium.FPDFPage_CountObjects(page) <= _MOST_PIECES:
        return
    pieces = sum(1 for _ in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1))
    if pieces > _MOST_PIECES:
        raise Problem(DocumentTooLarge, "too_many_pieces", page=number, count=pieces, limit=_MOST_PIECES)


def _pages(document: Any) -> Iterator[PageSource]:
    last: RuledTable | None = None
    for index in range(len(document)):
        page = _page(document[index], index + 1, last)
        last = page.tables[-1] if page.tables else None
        yield page


def _page(page: Any, number: int, before: RuledTable | None) -> PageSource:
    """``before`` is the last table of the page before."""
    _check_pieces(page, number)
    textpage = page.get_textpage()
    text = normalise(textpage.get_text_range())
    if _is_picture(page, len("".join(text.split()))):
        return PageSource(number, text, is_picture=True)
    segments = _segments(page)
    chars = _chars(textpage) if segments else []
    tables = ruled_tables(segments, chars, before)
    spliced = _spliced(chars, tables) if tables else ""
    if len(text) > MOST_LETTERS:
        return PageSource(number, text, tables=tables, spliced=spliced)
    return _laid_out(PageSource(number, text, tables=tables, spliced=spliced), textpage, sheet(page), chars)


def _laid_out(page: PageSource, textpage: Any, seen: Sheet, chars: list[Char]) -> PageSource:
    """The page with its edges, and its text in the order of its columns."""
    letters, runs = read_runs(textpage, seen)
    boxes = [seen.shown(table.left, table.bottom, table.right, table.top) for table in page.tables]
    owners = [next((box for box in boxes if _inside(run, box)), None) for run in runs]
    free = [run for run, box in zip(runs, owners, strict=True) if box is None]
    page = replace(page, edges=edges(free, seen.size[1], tables=bool(page.tables)), large=_large(runs))
    order = reading_order(
        [run if box is None else widened(run, box) for run, box in zip(runs, owners, strict=True)]
    )
    if order is None:
        return page
    if [run.start for run in order] == [run.start for run in runs]:
        return replace(page, columns=True)
    places = list(_places(order, runs, letters))
    text = normalise("".join("\n" if at is None else letters[at] for at in places))
    if not page.tables:
        return replace(page, text=text, columns=True)
    moved = [Char("\n", 0, 0) if at is None else chars[at] for at in places]
    return replace(page, text=text, spliced=_spliced(moved, page.tables), columns=True)


def _large(runs: Sequence[Run]) -> frozenset[str]:
    letters = [run.height for run in runs for _ in run.text]
    if not letters:
        return frozenset()
    usual = median(letters)
    return frozenset(fold(run.text) for run in runs if run.height >= _LARGE * usual)


def _inside(run: Run, box: tuple[float, float, float, float]) -> bool:
    middle = (run.left + run.right) / 2
    return box[0] <= middle <= box[2] and box[1] <= run.middle <= box[3]


def _places(order: Sequence[Run], runs: Sequence[Run], letters: str) -> Iterator[int | None]:
    """Places of ``letters`` in the order of the runs, None for a line end. What stands behind a run as the
    file draws them (blanks, hyphens) stays behind it."""
    ends = {run.start: after.start for run, after in pairwise(runs)} | {runs[-1].start: len(letters)}
    yield from range(runs[0].start)
    for run, after in zip_longest(order, order[1:]):
        end = ends[run.start]
        if after is None or after.start == end:
            yield from range(run.start, end)
        else:
            yield from (at for at in range(run.start, end) if letters[at] not in "\r\n")
            yield None


def normalise(text: str) -> str:
    """Line ends to ``\\n``; the mark that pdfium sets for a hyphen at a line's end becomes a hyphen."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _FRACTION.sub("", text)
    for mark in ("\x02\n", "\ufffe\n", "\xad\n"):
        text = text.replace(mark, "-")
    return text.replace("\x02", "-").replace("\ufffe", "-").replace("\0", "")


def _is_picture(page: Any, letters: int) -> bool:
    """Whether what a reader sees on the page is not in its text layer."""
    if letters >= _THIN_TEXT:
        return False
    if letters:
        return _picture_share(page) >= _PICTURE_SHARE
    kinds = [item.type for item in page.get_objects(max_depth=4)]
    return pdfium.FPDF_PAGEOBJ_IMAGE in kinds or kinds.count(pdfium.FPDF_PAGEOBJ_PATH) >= _OUTLINES


def _picture_share(page: Any) -> float:
    width, height = page.get_size()
    covered = 0.0
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=4):
        left, bottom, right, top = item.get_bounds()
        covered += max(0.0, right - left) * max(0.0, top - bottom)
    return float(covered / (width * height)) if width and height else 0.0


def _segments(page: Any) -> list[Segment]:
    """Straight drawn edges in page coordinates."""
    paths = list(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1))
    if len(paths) > _MAX_PATHS:
        return []
    return [segment for path in paths for segment in _path_segments(path)]


def _path_segments(path: Any) -> Iterator[Segment]:
    matrix = path.get_matrix()
    start = last = None
    for index in range(pdfium.FPDFPath_CountSegments(path)):
        raw = pdfium.FPDFPath_GetPathSegment(path, index)
        x, y = pdfium.c_float(), pdfium.c_float()
        pdfium.FPDFPathSegment_GetPoint(raw, x, y)
        point = matrix.on_point(x.value, y.value)
        kind = pdfium.FPDFPathSegment_GetType(raw)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO and last is not None:
            yield Segment(last[0], last[1], point[0], point[1])
        last = point
        if pdfium.FPDFPathSegment_GetClose(raw) and start is not None:
            yield Segment(point[0], point[1], start[0], start[1])
            last = start


def _chars(textpage: Any) -> list[Char]:
    chars: list[Char] = []
    for index in range(textpage.count_chars()):
        code = pdfium.FPDFText_GetUnicode(textpage, index)
        left, bottom, right, top = textpage.get_charbox(index)
        chars.append(Char(chr(code) if 0 < code < 0x110000 else "", (left + right) / 2, (bottom + top) / 2))
    return chars


def _spliced(chars: list[Char], tables: tuple[RuledTable, ...]) -> str:
    """The text with every table's own characters replaced by the table, where the first of them stood."""
    pieces: list[str] = []
    placed: set[int] = set()
    inside: int | None = None
    for char in chars:
        if char.text.strip():
            inside = next((at for at, table in enumerate(tables) if table.holds(char)), None)
        if inside is None:
            pieces.append(char.text)
        elif inside not in placed:
            placed.add(inside)
            pieces.append(f"\n\n{tables[inside].markdown()}\n\n")
    return normalise("".join(pieces))
