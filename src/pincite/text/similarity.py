"""How much two texts share, by their tokens. Two empty sets share nothing."""

from collections.abc import Collection
from collections.abc import Set as AbstractSet

from pincite.text.analyzers import analyze


def jaccard(left: Collection[str], right: Collection[str]) -> float:
    """Shared over all distinct tokens, in [0, 1]."""
    a, b = _distinct(left), _distinct(right)
    shared = len(a & b)
    union = len(a) + len(b) - shared  # counted, not built: a tenth of the time, and diversity asks 400 pairs
    return shared / union if union else 0.0


def overlap_ratio(left: Collection[str], right: Collection[str]) -> float:
    """Shared over the distinct tokens of the smaller side, in [0, 1]: 1 when one holds the other."""
    a, b = _distinct(left), _distinct(right)
    smaller = min(len(a), len(b))
    return len(a & b) / smaller if smaller else 0.0


def text_jaccard(left: str, right: str) -> float:
    """`jaccard` of the morphemes of two texts."""
    return jaccard(analyze(left), analyze(right))


def _distinct(tokens: Collection[str]) -> AbstractSet[str]:
    return tokens if isinstance(tokens, AbstractSet) else set(tokens)
