"""Where the words of a passage stand on a PDF page, for highlighting.

The Markdown of a page is not its text: marks, joined lines, repeated cells and table rules lie between. So
letters are matched to letters, without blanks, hyphens at line ends and Markdown, in long runs first.
"""

import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from pincite.core.errors import CorruptDocument
from pincite.parsing.pdf_source import LOCK, opened_pdf
from pincite.parsing.problems import Problem
from pincite.parsing.tables import cells, is_row, is_separator
from pincite.text.images import prune_images

BoxTuple = tuple[float, float, float, float]
"""Left, bottom, right, top in points, y upward, in the page's own coordinates (before ``/Rotate``)."""

_SEED = 6
"""Letters by which a run is looked for; shorter texts are looked for whole."""
_SHORT = 2
"""Letters below which a table cell is looked for only right behind the cell before it."""
_DROPPED = frozenset("|*#\\`_-\u00ad\x02\ufffe\u2010\u2011")
"""Markdown, and hyphens: at a line's end the Markdown may have joined the word."""
_NEAREST = 20
"""Places on each side of the last run that a further one is looked for at."""
_SAME_LINE = 0.5
"""Part of a letter's height that it shares with the line it belongs to."""
_WIDE_GAP = 3.0
"""Blank inside a line, in letter heights, at which its box ends: a cell, or another column."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter of the page, folded, and its box in points."""

    letter: str
    box: BoxTuple


@dataclass(frozen=True, slots=True)
class Scan:
    """What is read on the picture of a page: its letters as it is shown, in points from the lower left."""

    glyphs: tuple[Glyph, ...]
    rotation: int
    """Degrees clockwise by which the page is turned to be shown."""
    area: BoxTuple
    """What is shown of it, in its own coordinates."""


def find_boxes(data: bytes, number: int, text: str) -> list[BoxTuple]:
    """The boxes of ``text`` on page ``number`` (from 1), one a printed line, in the order of the text; empty
    where the page shows none of its letters (a scan, another page).

    Raises:
        CorruptDocument, PasswordProtected.
    """
    return find_all_boxes(data, [(number, text)])[0]


def find_all_boxes(
    data: bytes,
    passages: Sequence[tuple[int, str]],
    *,
    language: str = "en",
    scans: Callable[[int], "Scan | None"] = lambda number: None,
) -> list[list[BoxTuple]]:
    """As `find_boxes`, for each page and text of ``passages``; the file is opened once. Errors are told in
    ``language``. ``scans`` gives the letters on the picture of a page whose own show nothing of the text."""
    try:
        with LOCK, opened_pdf(data) as document:
            pages = {number: list(_glyphs(document[number - 1])) for number, _ in passages
                     if 1 <= number <= len(document)}  # fmt: skip
    except Problem as problem:
        raise problem.error(language) from problem
    except pypdfium2.PdfiumError as error:
        raise Problem(CorruptDocument, "damaged_pdf").error(language) from error
    found = []
    for number, text in passages:
        glyphs = pages.get(number, [])
        boxes = lines_of(glyphs[at].box for at in match(glyphs, text))
        if not boxes and number in pages and fold(prune_images(text, ())) and (scan := scans(number)):
            lines = lines_of(scan.glyphs[at].box for at in match(scan.glyphs, text))
            boxes = [turned(box, scan.rotation, scan.area) for box in lines]
        found.append(boxes)
    return found


def turned(box: BoxTuple, rotation: int, area: BoxTuple) -> BoxTuple:
    """A box of a page as it is shown, from its lower left corner, in the page's own coordinates."""
    left, bottom, right, top = box
    x0, y0, x1, y1 = area
    match rotation:
        case 90:
            return x1 - top, y0 + left, x1 - bottom, y0 + right
        case 180:
            return x1 - right, y1 - top, x1 - left, y1 - bottom
        case 270:
            return x0 + bottom, y1 - right, x0 + top, y1 - left
        case _:
            return x0 + left, y0 + bottom, x0 + right, y0 + top


def _glyphs(page: Any) -> Iterator[Glyph]:
    textpage = page.get_textpage()
    for index in range(textpage.count_chars()):
        code = pdfium.FPDFText_GetUnicode(textpage, index)
        if 0 < code < 0x110000 and (folded := fold(chr(code))):
            box = textpage.get_charbox(index, loose=True)
            for letter in folded:
                yield Glyph(letter, box)


def fold(text: str) -> str:
    """What letters are compared by."""
    return "".join(
        char
        for char in unicodedata.normalize("NFKC", text).casefold()
        if not char.isspace() and char not in _DROPPED and char.isprintable()
    )


def match(glyphs: Sequence[Glyph], text: str) -> list[int]:
    """Places of ``text`` among ``glyphs``, in the order of the text, each once."""
    page = "".join(glyph.letter for glyph in glyphs)
    whole = fold(prune_images(text, ()))
    if not whole:
        return []
    if (at := page.find(whole)) >= 0:
        return list(range(at, at + len(whole)))
    seeds: dict[str, list[int]] = defaultdict(list)
    for at in range(len(page) - _SEED + 1):
        seeds[page[at : at + _SEED]].append(at)
    found: dict[int, None] = {}
    last = 0
    for piece in _pieces(text):
        for start, length in _runs(piece, page, seeds, last):
            found.update(dict.fromkeys(range(start, start + length)))
            last = start + length
    return list(found)


def _pieces(text: str) -> Iterator[str]:
    """Lines and table cells, folded."""
    for line in prune_images(text, ()).splitlines():
        if is_separator(line):
            continue
        for part in cells(line) if is_row(line) else [line]:
            if folded := fold(part):
                yield folded


def _runs(piece: str, page: str, seeds: dict[str, list[int]], last: int) -> Iterator[tuple[int, int]]:
    """Start and length of the runs of ``page`` that make up ``piece``, those nearest behind ``last``."""
    if len(piece) < _SEED:
        at = page.find(piece, last)
        if len(piece) > _SHORT and at < 0:
            at = page.find(piece)
        if at >= 0 and (len(piece) > _SHORT or at == last):
            yield at, len(piece)
        return
    done = 0
    while done + _SEED <= len(piece):
        places = seeds.get(piece[done : done + _SEED], [])
        if not places:
            done += 1
            continue
        # The places nearest by: on a page of one letter each is as good as the other.
        nearest = bisect_left(places, last)
        places = places[max(0, nearest - _NEAREST) : nearest + _NEAREST]
        best = max(places, key=lambda at: (_length(piece, done, page, at), -abs(at - last)))
        length = _length(piece, done, page, best)
        yield best, length
        done += length
        last = best + length


def _length(piece: str, start: int, page: str, at: int) -> int:
    length = 0
    most = min(len(piece) - start, len(page) - at)
    while length < most and piece[start + length] == page[at + length]:
        length += 1
    return length


def lines_of(boxes: Iterable[BoxTuple]) -> list[BoxTuple]:
    """Boxes of letters made one a printed line."""
    lines: list[BoxTuple] = []
    for box in boxes:
        if box[2] <= box[0] or box[3] <= box[1]:  # a blank, or a letter that pdfium gives no place
            continue
        if lines and _continues(lines[-1], box):
            line = lines[-1]
            lines[-1] = min(line[0], box[0]), min(line[1], box[1]), max(line[2], box[2]), max(line[3], box[3])
        else:
            lines.append(box)
    return lines


def _continues(line: BoxTuple, box: BoxTuple) -> bool:
    height = min(line[3] - line[1], box[3] - box[1])
    shared = min(line[3], box[3]) - max(line[1], box[1])
    gap = box[0] - line[2]
    return shared >= _SAME_LINE * height and -height <= gap <= _WIDE_GAP * (box[3] - box[1])
