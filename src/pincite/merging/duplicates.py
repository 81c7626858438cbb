"""When two texts say the same."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.core.types import Hit, Passage
from pincite.text.join import SHORTEST_SHARED
from pincite.text.similarity import bare_content, content_signature, is_contained, overlap_ratio

_FIGURE = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class _Print:
    """What two passages are compared by, made once a passage: pairs are many (0.4 ms a text, measured)."""

    ids: frozenset[str]
    bare: str
    shingles: frozenset[str]
    figures: frozenset[str]
    """Numbers in digits: two editions of a clause may differ in nothing else, and that is what is asked."""

    @classmethod
    def of(cls, passage: Passage) -> "_Print":
        bare = bare_content(passage.text)
        figures = frozenset(_FIGURE.findall(bare))
        return cls(frozenset(member.id for member in passage.members), bare, _shingles(bare), figures)


def drop_duplicates(hits: Iterable[Hit]) -> list[Hit]:
    """The first hit of each chunk id and of each content; case and spacing aside, blank ones all stay."""
    seen: set[str] = set()
    kept = []
    for hit in hits:
        signature = content_signature(hit.chunk.content)
        marks = {f"id:{hit.chunk.id}", *([signature] if signature else [])}
        if marks.isdisjoint(seen):
            kept.append(hit)
        seen |= marks
    return kept


def drop_near_duplicates(passages: Sequence[Passage], share: float) -> list[Passage]:
    """Keep the better of two passages that overlap, in whatever document; ``passages`` come best first.

    Only kept passages remove others, so one that is gone removes nothing more (row MG-10).
    """
    kept: list[tuple[Passage, _Print]] = []
    for passage in passages:
        mark = _Print.of(passage)
        if not any(_same(mark, better, share) for _, better in kept):
            kept.append((passage, mark))
    return [passage for passage, _ in kept]


def _same(mark: _Print, better: _Print, share: float) -> bool:
    if mark.ids <= better.ids:
        return True
    short, long = sorted((mark.bare, better.bare), key=len)
    if len(short) >= SHORTEST_SHARED and is_contained(short, long):
        return True
    return mark.figures <= better.figures and overlap_ratio(mark.shingles, better.shingles) >= share


def _shingles(bare: str) -> frozenset[str]:
    """Distinct runs of 3 characters."""
    return frozenset(bare[start : start + 3] for start in range(max(len(bare) - 2, 0)))
