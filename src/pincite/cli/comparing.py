"""Two ways to cut one text, side by side. Pure."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.core.types import TextChunk


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of the text that both begin and end at a chunk's start, with the chunks of each."""

    start: int
    end: int
    before: tuple[TextChunk, ...]
    after: tuple[TextChunk, ...]

    @property
    def same(self) -> bool:
        """Whether nothing here would move."""
        return spans(self.before) == spans(self.after)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What another configuration would do to the chunks of a text."""

    regions: tuple[Region, ...]

    @property
    def kept(self) -> int:
        """Chunks that stay where they are."""
        return sum(len(set(spans(region.before)) & set(spans(region.after))) for region in self.regions)

    @property
    def gone(self) -> int:
        return sum(len(region.before) for region in self.regions) - self.kept

    @property
    def new(self) -> int:
        return sum(len(region.after) for region in self.regions) - self.kept

    @property
    def moved_share(self) -> float:
        """Share of the text, in [0, 1], whose chunk changes: what would be embedded again."""
        total = sum(region.end - region.start for region in self.regions)
        moved = sum(region.end - region.start for region in self.regions if not region.same)
        return moved / total if total else 0.0


def spans(chunks: Sequence[TextChunk]) -> list[tuple[int, int]]:
    return [(chunk.start, chunk.end) for chunk in chunks]


def compare(before: Sequence[TextChunk], after: Sequence[TextChunk], length: int) -> Comparison:
    """Regions between the starts that both share, over a text of ``length`` code points."""
    shared = {chunk.start for chunk in before} & {chunk.start for chunk in after}
    marks = sorted({0, *shared, length})
    one, other = _dealt(before, marks), _dealt(after, marks)
    return Comparison(
        tuple(
            Region(start, end, tuple(one[place]), tuple(other[place]))
            for place, (start, end) in enumerate(pairwise(marks))
            if one[place] or other[place]
        )
    )


def _dealt(chunks: Sequence[TextChunk], marks: Sequence[int]) -> list[list[TextChunk]]:
    places: list[list[TextChunk]] = [[] for _ in marks]
    for chunk in chunks:
        places[bisect_right(marks, chunk.start) - 1].append(chunk)
    return places
