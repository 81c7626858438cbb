"""The recursive splitter: the engine inside every tier, and the last tier of every chain.

Pieces come from the separators in order, then sentence ends, then the edges of protected spans; what is
still too long is cut at words and last at graphemes while the pieces are packed. Every step looks at most
one chunk ahead or back, so the time is linear in the text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
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
    packer = _Packer(layout, size, overlap, start)
    return packer.pack(Units(layout, start, end, size, separators))


class Units:
    """The smallest parts of a text that packing may part, found where they are needed.

    A part above ``size`` is divided by the next finder, so paragraphs that fit are never looked into. Every
    finder reads a part once, and places are asked for in rising order, so the time is linear.
    """

    def __init__(self, layout: Layout, start: int, end: int, size: int, separators: tuple[str, ...]) -> None:
        self.start, self.end = start, end
        self._layout = layout
        self._size = size
        self._finders = cut_finders(separators, layout.text, layout.check) if end - start > size else []
        self._levels: list[_Level] = []

    def at(self, position: int) -> Unit:
        """The unit that holds ``text[position]``."""
        levels = self._levels
        while levels and not levels[-1].start <= position < levels[-1].end:
            levels.pop()
        start, end = levels[-1].part_at(position) if levels else (self.start, self.end)
        while end - start > self._size:
            level = self._level(start, end, levels[-1].depth + 1 if levels else 0)
            if level is None:
                return self._tile(start, end, position)
            levels.append(level)
            start, end = level.part_at(position)
        return start, end, False

    def _level(self, start: int, end: int, depth: int) -> "_Level | None":
        """The first finder from ``depth`` on that finds something, or None for the protected spans."""
        if self._tiled != (start, end):
            for deeper in range(depth, len(self._finders)):
                self._layout.check()  # a finder reads all of the part, 1 s for 1 million lines
                level = _Level(self._layout, start, end, self._finders[deeper], deeper)
                if level.cuts:
                    return level
        return None

    def _tile(self, start: int, end: int, position: int) -> Unit:
        """A part without any separator is parted at its protected spans."""
        if self._tiled != (start, end):
            self._tiled = (start, end)
            self._tiles = _isolate(self._layout, start, end, self._size)
        return self._tiles[bisect_right(self._tiles, position, key=itemgetter(0)) - 1]

    _tiled: tuple[int, int] = (-1, -1)
    _tiles: list[Unit]


class _Level:
    """``text[start:end]`` with the cuts of one finder. A cut counts if the finder accepts it and it tears
    nothing; that is asked of few cuts only, and of none twice in a row."""

    __slots__ = ("_accepts", "_done", "_first", "_last", "_layout", "_spans", "cuts", "depth", "end", "start")

    def __init__(self, layout: Layout, start: int, end: int, finder: CutFinder, depth: int) -> None:
        self.start, self.end, self.depth = start, end, depth
        self._layout, self._accepts = layout, finder.accepts
        found = finder.pattern.finditer(layout.text, start, end)
        if finder.accepts is None:
            self.cuts = [match.end() for match in found]
        else:
            self._spans = [match.span() for match in found]
            self.cuts = [cut for _, cut in self._spans]
        self._first = self._last = start
        self._done = -1

    def part_at(self, position: int) -> tuple[int, int]:
        """The part between two cuts that holds ``text[position]``."""
        if not self._first <= position < self._last:
            self._find(position)
        return self._first, self._last

    def _find(self, position: int) -> None:
        cuts = self.cuts
        following = bisect_right(cuts, position)
        onward = position >= self._last
        lowest = self._done if onward else -1
        before = following - 1
        while before > lowest and not self._counts(before):
            before -= 1
        if before > lowest:
            self._first = cuts[before]
        else:
            self._first = self._last if onward else self.start
        while following < len(cuts) and not self._counts(following):
            following += 1
        self._done = following
        self._last = cuts[following] if following < len(cuts) else self.end

    def _counts(self, index: int) -> bool:
        if self._accepts is not None and not self._accepts(self._layout.text, *self._spans[index]):
            return False
        return self._layout.cuttable(self.cuts[index])


def _isolate(layout: Layout, start: int, end: int, size: int) -> list[Unit]:
    """Sets protected spans apart from the text around them."""
    units: list[Unit] = []
    for span_start, span_end in layout.spans_within(start, end):
        if span_start > start:
            units.append((start, span_start, span_start - start > size))
        _force(layout.text, span_start, min(span_end, end), units)
        start = min(span_end, end)
    if end > start:
        units.append((start, end, end - start > size))
    return units


def _force(text: str, start: int, end: int, units: list[Unit]) -> None:
    """One unit for a protected span; several for one that no embedding service would take."""
    while end - start > MAX_PROTECTED:
        limit = start + MAX_PROTECTED
        cut = 0
        for blank in ("\n", " "):
            cut = cut or text.rfind(blank, limit - _FORCED_LOOK_BACK, limit) + 1
        cut = floor(text, cut or limit, start)
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

    def pack(self, units: Units) -> list[tuple[int, int]]:
        """The chunks of all units. Those that fit are passed over at once."""
        while self.end < units.end:
            header = self.layout.tables and self._header()
            limit = self.end if header else max(self.end, self.start + self.size)
            if limit >= units.end:
                self.end = units.end
                break
            start, end, divisible = units.at(limit)
            self.end = max(self.end, start)
            self._add(start, end, divisible, bool(header))
        self._close(self.end)
        return self.closed

    def _add(self, start: int, end: int, divisible: bool, header: bool) -> None:
        if header and self.end > self.done and self.layout.table_begins(start, end):
            self._close(self.end)
        if divisible:
            self._fill(end)
        elif end - self.start > self._room(self.start) and self.end > self.done:
            self._close(self.end)
            self._overlap(end - start)
        self.end = end

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
        self.layout.check()
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
        for place in overlap_starts(self.layout, chunk_start, end, window):
            if following + end - place <= self._room(place):
                self.start = place
                return


def overlap_starts(layout: Layout, chunk_start: int, end: int, window: int) -> Iterator[int]:
    """Where an overlap of at most ``window`` characters may begin in the chunk ``[chunk_start, end)``, the
    best place first. Without a meaningful boundary there is none (RC-06 to RC-10)."""
    text, lowest = layout.text, end - window
    for place in overlap_candidates(text, max(chunk_start, lowest - OVERLAP_LOOK_BACK), end):
        if place >= lowest and text[place:end].strip() and layout.cuttable(place):
            yield place
