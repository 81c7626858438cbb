"""When two texts say the same."""

import unicodedata
from collections.abc import Sequence

from pincite.core.types import Passage

CONTAINED_FROM = 12
"""Characters from which one text inside another counts as a duplicate; reference 000's join rule."""


def normalise(text: str) -> str:
    """NFKC, lower case, letters and digits only."""
    folded = unicodedata.normalize("NFKC", text).lower()
    return "".join(character for character in folded if character.isalnum())


def shared_share(first: str, second: str) -> float:
    """Distinct 3-character shingles of the normalised texts shared, as a share of the smaller set."""
    left, right = _shingles(first), _shingles(second)
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0


def _shingles(text: str) -> set[str]:
    plain = normalise(text)
    return {plain[start : start + 3] for start in range(max(len(plain) - 2, 0))}


def drop_near_duplicates(passages: Sequence[Passage], share: float) -> list[Passage]:
    """Keep the better of two passages that overlap, in whatever document; ``passages`` come best first.

    Only kept passages remove others, so one that is gone removes nothing more (row MG-10).
    """
    kept: list[Passage] = []
    for passage in passages:
        if not any(_same(passage, better, share) for better in kept):
            kept.append(passage)
    return kept


def _same(passage: Passage, better: Passage, share: float) -> bool:
    if {member.id for member in passage.members} <= {member.id for member in better.members}:
        return True
    short, long = sorted((normalise(passage.text), normalise(better.text)), key=len)
    if len(short) >= CONTAINED_FROM and short in long:
        return True
    return shared_share(passage.text, better.text) >= share
