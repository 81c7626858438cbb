"""The recursive splitter: the engine inside every tier, and the last tier of every chain.

Pieces come from the separators in order, then sentence ends, then the edges of protected spans; what is
still too long is cut at words and last at graphemes while the pieces are packed. Every step looks at most
one chunk ahead or back, so the time is linear in the text.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from pincite.chunking.boundaries import (
    OVERLAP_LOOK_BACK,
    CutFinder,
    cut_finders,
    overlap_candidates,
)
from pincite.chunking.config import MAX_PROTECTED
from pincite.chunking.graphemes import floor
from pincite.chunking.layout import Layout

_WORD_ENDS: Final = (" ", "\n", "\t", "\u3000", "，", "、", "；", "：")
_SPACELESS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Scripts without blanks between words: there a blank far back is no better place than any character."""
_FORCED_LOOK_BACK: Final = 199
"""Characters looked back for a line end or blank when an overlong span is cut (reference 002)."""

Unit = tuple[int, int, bool]
"""Start, end, and whether it may be cut further (at words and graphemes)."""


def split_recursive(
    layout: Layout, start: int, end: int, size: int, overlap: int, separators: tuple[str, ...]
) -> list[tuple[int, int]]:
    """Cuts ``text[start:end]`` into spans of at most ``size`` characters that overlap by at most
    ``overlap``; only a protected span may be longer, up to 7,500. Blank spans are left out."""
    units: list[Unit] = []
    _divide(layout, start, end, size, cut_finders(separators), 0, units)
    packer = _Packer(layout, size, overlap, start)
    for unit in units:
        packer.add(*unit)
    return packer.finish()


def _divide(
    layout: Layout,
    start: int,
    end: int,
    size: int,
    finders: list[CutFinder],
    depth: int,
    units: list[Unit],
) -> None:
    if end - start <= size:
        units.append((start, end, False))
        return
    if depth == len(finders):
        _isolate(layout, start, end, size, units)
        return
    for cut in finders[depth](layout.text, start, end):
        if cut < end and layout.cuttable(cut):
            if cut - start <= size:
                units.append((start, cut, False))
            else:
                _divide(layout, start, cut, size, finders, depth + 1, units)
            start = cut
    _divide(layout, start, end, size, finders, depth + 1, units)


def _isolate(layout: Layout, start: int, end: int, size: int, units: list[Unit]) -> None:
    """Sets protected spans apart from the text around them."""
    for span_start, span_end in layout.spans_within(start, end):
        if span_start > start:
            units.append((start, span_start, span_start - start > size))
        _force(layout.text, span_start, min(span_end, end), units)
        start = min(span_end, end)
    if end > start:
        units.append((start, end, end - start > size))


def _force(text: str, start: int, end: int, units: list[Unit]) -> None:
    """One unit for a protected span; several for one that no embedding service would take."""
    while end - start > MAX_PROTECTED:
        limit = start + MAX_PROTECTED
        cut = 0
        for blank in ("\n", " "):
            cut = cut or text.rfind(blank, limit - _FORCED_LOOK_BACK, limit) + 1
        cut = cut or floor(text, limit, start)
        cut = cut if cut > start else limit
        units.append((start, cut, False))
        start = cut
    units.append((start, end, False))


@dataclass(slots=True)
class _Packer:
    layout: Layout
    size: int
    overlap: int
    start: int
    """Where the open chunk begins, its overlap included."""
    done: int = field(init=False)
    """Up to where the text is in closed chunks."""
    end: int = field(init=False)
    closed: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.done = self.end = self.start

    def add(self, start: int, end: int, divisible: bool) -> None:
        if (
            self.layout.tables
            and self.end > self.done
            and self._header()
            and self.layout.table_begins(start, end)
        ):
            self._close(self.end)
            self.start = self.done
        if divisible:
            self._fill(end)
        elif end - self.start > self._room(self.start) and self.end > self.done:
            self._close(self.end)
            self._overlap(end - start)
        self.end = end

    def finish(self) -> list[tuple[int, int]]:
        self._close(self.end)
        return self.closed

    def _header(self) -> str:
        return self.layout.header_at(self.start, self.size)

    def _room(self, start: int) -> int:
        """What a chunk from ``start`` may hold: the repeated header counts unless it would take half."""
        if not self.layout.tables:
            return self.size
        header = len(self.layout.header_at(start, self.size))
        return self.size - header if 2 * header <= self.size else self.size

    def _fill(self, end: int) -> None:
        """Packs text without a separator, word by word."""
        while end - self.start > self._room(self.start):
            limit = self.start + self._room(self.start)
            cut = self._word_end(limit, end)
            if not cut:
                if self.end > self.done:
                    cut = self.end
                else:
                    cut = floor(self.layout.text, limit, self.end)
                    cut = cut if cut > self.end else limit
            self._close(cut)
            self.end = cut
            self._overlap(1)

    def _word_end(self, limit: int, end: int) -> int:
        """The last place between words in ``(self.end, limit]`` that leaves more than blanks, or 0."""
        text = self.layout.text
        if end - limit <= self.size and not text[limit:end].strip():
            limit -= 1
        reach = limit
        cut = 1
        while cut:
            cut = 1 + max(text.rfind(mark, self.end, limit) for mark in _WORD_ENDS)
            if cut and self.layout.cuttable(cut):
                break
            limit = cut - 1
        if not text[self.end : cut].strip():
            return 0
        early = 2 * (cut - self.end) < reach - self.end
        return floor(text, reach, cut) if early and _SPACELESS.match(text, reach) else cut

    def _close(self, end: int) -> None:
        text = self.layout.text
        if text[self.done : end].strip():
            self.closed.append((self.start, end))
        elif self.closed and self.closed[-1][1] == self.done:
            # Blanks alone are no chunk. They stay with the one before where they fit, or where it is a
            # protected span too long anyhow; nothing else would restore the text.
            start, before = self.closed[-1]
            if end - start <= self.size or before - start > self.size:
                self.closed[-1] = (start, end)
        self.start = self.done = end

    def _overlap(self, following: int) -> None:
        """Moves the start of the open chunk back over whole sentences, lines or paragraphs."""
        if not self.overlap or not self.closed or self.closed[-1][1] != self.done:
            return
        chunk_start, end = self.closed[-1]
        window = min(self.overlap, self._room(end) - following, end - chunk_start - 1)
        if window <= 0:
            return
        text, lowest = self.layout.text, end - window
        look_from = max(chunk_start, lowest - OVERLAP_LOOK_BACK)
        for place in overlap_candidates(text, look_from, end):
            fits = place >= lowest and following + end - place <= self._room(place)
            if fits and text[place:end].strip() and self.layout.cuttable(place):
                self.start = place
                return
