"""When two texts say the same."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.core.types import Passage

CONTAINED_FROM = 12
"""Characters from which one text inside another counts as a duplicate; reference 000's join rule."""

_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class _Print:
    """What two passages are compared by, made once a passage: pairs are many (0.4 ms a text, measured)."""

    ids: frozenset[str]
    plain: str
    shingles: frozenset[str]

    @classmethod
    def of(cls, passage: Passage) -> "_Print":
        plain = normalise(passage.text)
        return cls(frozenset(member.id for member in passage.members), plain, _shingles(plain))


def normalise(text: str) -> str:
    """NFKC, lower case, letters and digits only."""
    return _NOT_ALPHANUMERIC.sub("", unicodedata.normalize("NFKC", text).lower())


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
    short, long = sorted((mark.plain, better.plain), key=len)
    if len(short) >= CONTAINED_FROM and short in long:
        return True
    return _overlap(mark.shingles, better.shingles) >= share


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Shingles shared, as a share of the smaller set."""
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0


def _shingles(plain: str) -> frozenset[str]:
    """Distinct runs of 3 characters."""
    return frozenset(plain[start : start + 3] for start in range(max(len(plain) - 2, 0)))
