"""The heuristic tier: texts whose plain lines show where parts begin (reference 002, tier 2)."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final

from pincite.chunking.clauses import CHAPTER_LANGUAGES
from pincite.chunking.config import ChunkingConfig
from pincite.chunking.layout import Layout
from pincite.chunking.marks import MarkKind
from pincite.chunking.pieces import Piece
from pincite.chunking.profile import BLANK_RUN
from pincite.chunking.recursive import overlap_starts, split_recursive
from pincite.chunking.sections import trailed

FORM_FEED: Final = 100
NUMBERED: Final = 90
CHAPTER: Final = 85
CAPS: Final = 70
RULE: Final = 60
FOOTER: Final = 50
BLANK_LINES: Final = 40
"""Priorities: where two boundaries meet the higher one names the place (reference 002, tier 2)."""

_PRIORITY: Final = {
    MarkKind.NUMBERED: NUMBERED,
    MarkKind.CAPS: CAPS,
    MarkKind.RULE: RULE,
    MarkKind.FOOTER: FOOTER,
}
_LEAST_SHARE: Final = 4
_LEAST: Final = 50
"""A chunk is closed when a quarter of the size, and at least 50 characters, are in it (reference 002)."""
_WORD: Final = re.compile(r"\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place where a part begins, with what shows it."""

    position: int
    priority: int


def chapter_languages(hints: Iterable[str]) -> frozenset[str]:
    """The languages whose chapter marks count: those hinted at, all without a hint that is known (CH-08)."""
    return CHAPTER_LANGUAGES.intersection(hints) or CHAPTER_LANGUAGES


def find_boundaries(layout: Layout, languages: Iterable[str] = ()) -> list[Boundary]:
    """Boundaries in order, one a place. In code blocks only form feeds and blank runs count; what lies in
    another protected span is for `outside_protected` to drop."""
    found = _priorities(layout, languages)
    return [Boundary(position, found[position]) for position in sorted(found)]


def _priorities(layout: Layout, languages: Iterable[str]) -> dict[int, int]:
    text, known = layout.text, chapter_languages(languages)
    found = {start: _PRIORITY[kind] for start, kind in layout.marks.items()}
    for heading in layout.outline.headings:
        if not heading.level and heading.language in known:
            found[heading.line_start] = CHAPTER
    for run in BLANK_RUN.finditer(text):
        found.setdefault(run.end(), BLANK_LINES)
    position = text.find("\f")
    while position >= 0:
        found[position] = FORM_FEED
        position = text.find("\f", position + 1)
    return found


def outside_protected(layout: Layout, boundaries: list[Boundary]) -> list[Boundary]:
    """Without those strictly inside a protected span (HU-07)."""
    return [boundary for boundary in boundaries if layout.span_around(boundary.position) is None]


def split_heuristic(layout: Layout, start: int, end: int, size: int, config: ChunkingConfig) -> list[Piece]:
    """Packs the parts of ``text[start:end]`` into chunks of at most ``size`` characters. A part that is
    longer goes to the recursive splitter, with the little that stands before it."""
    overlap = min(config.chunk_overlap, size // 2)
    if end - start <= size:
        return trailed(layout, split_recursive(layout, start, end, size, overlap, config.separators), "")
    places = _places(layout, start, end, config.languages)
    packer = _Packer(layout, size, overlap, config.separators, places, start)
    for place in [*places[bisect_left(places, start + 1) :], end]:
        packer.add(place)
    return trailed(layout, packer.finish(end), "")


def _places(layout: Layout, start: int, end: int, languages: Iterable[str]) -> list[int]:
    """Where a chunk may begin: at boundaries and Markdown headings."""
    found = {heading.start for heading in layout.outline.within(start, end) if heading.level}
    found.update(_priorities(layout, languages))
    return sorted(place for place in found if start < place < end and layout.whole(place))


class _Packer:
    """``_start`` is where the open chunk begins, its overlap included, ``_done`` up to where the text is in
    closed chunks, ``_end`` where the open chunk ends so far."""

    def __init__(
        self,
        layout: Layout,
        size: int,
        overlap: int,
        separators: tuple[str, ...],
        places: list[int],
        start: int,
    ) -> None:
        self._layout = layout
        self._size = size
        self._least = max(size // _LEAST_SHARE, _LEAST)
        self._overlap = overlap
        self._separators = separators
        self._places = places
        self._start = self._done = self._end = start
        self._spans: list[tuple[int, int]] = []

    def add(self, place: int) -> None:
        """Takes the part up to ``place``."""
        if place - self._start > self._size and self._worth_closing():
            self._close()
            if place - self._end <= self._size:
                self._start = self._overlapping(place)
        if place - self._start > self._size:
            self._spans += split_recursive(
                self._layout, self._done, place, self._size, self._overlap, self._separators
            )
            self._start = self._done = place
        self._end = place

    def finish(self, end: int) -> list[tuple[int, int]]:
        if self._has_text(end):
            self._close()
        elif self._spans and self._spans[-1][1] == self._done and end - self._spans[-1][0] <= self._size:
            self._spans[-1] = (self._spans[-1][0], end)
        return self._spans

    def _worth_closing(self) -> bool:
        return self._end - self._start >= self._least and self._has_text(self._end)

    def _has_text(self, end: int) -> bool:
        return bool(self._layout.text[self._done : end].strip())

    def _close(self) -> None:
        self._layout.check()
        self._spans.append((self._start, self._end))
        self._start = self._done = self._end

    def _overlapping(self, following: int) -> int:
        """Where the next chunk begins, which reaches to ``following``: at the last boundary in the overlap,
        else at the first line or sentence, else at the first word, else where the last chunk ends (HU-10)."""
        end, (before, _) = self._end, self._spans[-1]
        lowest = max(end - self._overlap, following - self._size, before + 1)
        first, last = bisect_left(self._places, lowest), bisect_left(self._places, end)
        text, layout = self._layout.text, self._layout
        places = chain(
            reversed(self._places[first:last]),
            overlap_starts(layout, before, end, end - lowest),
            (match.end() for match in _WORD.finditer(text, lowest - 1, end)),
        )
        return next((place for place in places if text[place:end].strip() and layout.whole(place)), end)
