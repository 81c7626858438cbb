"""Where the words of a passage stand on a PDF page that is a picture: read again, when somebody looks.

Places are not stored with the text: pages move in it (descriptions of pictures are added, tables joined),
and a passage is looked for by its letters anyhow. Reading takes seconds a page, so what was read is kept for
the next look, and pages for which there is no time show nothing.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import Final

from pincite.core.errors import ParserTimeout, TemporaryFailure
from pincite.parsing.options import ParseLimits, PlacesWords
from pincite.parsing.pdf_boxes import BoxTuple, Glyph, Scan, find_all_boxes, fold
from pincite.parsing.pdf_render import page_pictures
from pincite.parsing.pdf_source import LOCK, opened_pdf

_KEPT: Final = 32
"""Pages; a page of 3,000 letters takes 0.6 MB."""
_SECONDS: Final = 10.0
"""After which no further page is begun."""
_LIMITS: Final = ParseLimits()
_kept: OrderedDict[tuple[bytes, int], Scan] = OrderedDict()


def find_scanned_boxes(
    data: bytes,
    passages: Sequence[tuple[int, str]],
    *,
    engine: PlacesWords,
    dpi: int = 300,
    limits: ParseLimits = _LIMITS,
    language: str = "en",
) -> list[list[BoxTuple]]:
    """As `find_all_boxes`, with the words that ``engine`` reads on pages whose letters show nothing."""
    digest = hashlib.sha256(data).digest()
    until = time.monotonic() + _SECONDS

    def scans(number: int) -> Scan | None:
        scan = _kept.get((digest, number))
        if scan is None:
            if time.monotonic() > until:
                return None
            try:
                scan = _read(data, number, engine, dpi, limits)
            except (ParserTimeout, TemporaryFailure):
                return None
            _kept[digest, number] = scan
        _kept.move_to_end((digest, number))
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
        return scan

    return find_all_boxes(data, passages, language=language, scans=scans)


def _read(data: bytes, number: int, engine: PlacesWords, dpi: int, limits: ParseLimits) -> Scan:
    with LOCK, opened_pdf(data) as document:
        page = document[number - 1]
        rotation, area, (width, height) = page.get_rotation(), page.get_bbox(), page.get_size()
    glyphs = (
        glyph
        for _, picture in page_pictures(data, [number], dpi=dpi, limits=limits)
        for word in engine.words(picture)
        for glyph in _glyphs(word, width, height)
    )
    return Scan(tuple(glyphs), rotation, area)


def _glyphs(word: tuple[str, float, float, float, float], width: float, height: float) -> Iterator[Glyph]:
    """The letters of a word, each with its share of the word's box."""
    text, left, top, right, bottom = word
    wide = (right - left) / max(len(text), 1)
    for at, char in enumerate(text):
        start = left + at * wide
        box = start * width, (1 - bottom) * height, (start + wide) * width, (1 - top) * height
        for letter in fold(char):
            yield Glyph(letter, box)
