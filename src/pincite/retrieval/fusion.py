"""Rank fusion and the size of the pool. Pure functions on lists of ids."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.ports.index import LegHit

POOL_CAP = 500
"""Reference 000, part 8.2: no pool is larger."""

POOL_FACTOR = 5
POOL_FLOOR = 50

DEFAULT_MATCH_COUNT = 50
"""What a match count of zero or less means (reference 000, part 8.2)."""


DEFAULT_K, DEFAULT_DENSE, DEFAULT_LEXICAL = 60.0, 0.7, 0.3
"""Rank constant (Cormack 2009) and weights of the fusion; DESIGN.md section 6."""


class Fused(NamedTuple):
    id: str
    score: float


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """Rank constant and weights of the legs."""

    k: float = DEFAULT_K
    dense: float = DEFAULT_DENSE
    lexical: float = DEFAULT_LEXICAL

    @classmethod
    def of(
        cls, k: float | None = None, dense: float | None = None, lexical: float | None = None
    ) -> "FusionWeights":
        """Each value that is absent or not positive falls back by itself (row HY-11).

        >>> FusionWeights.of(dense=-1, lexical=0.2)
        FusionWeights(k=60.0, dense=0.7, lexical=0.2)
        """
        return cls(
            _positive(k, DEFAULT_K), _positive(dense, DEFAULT_DENSE), _positive(lexical, DEFAULT_LEXICAL)
        )


def _positive(value: float | None, default: float) -> float:
    return value if value is not None and 0 < value < float("inf") else default


def effective_match_count(requested: int) -> int:
    """``requested``, or 50 where it is not positive."""
    return requested if requested > 0 else DEFAULT_MATCH_COUNT


def pool_size(match_count: int, bases: int) -> int:
    """How many fused candidates are kept: ``min(500, max(5 · match_count, 50) · bases)``."""
    wanted = max(POOL_FACTOR * effective_match_count(match_count), POOL_FLOOR)
    return min(POOL_CAP, wanted * max(1, bases))


def ranked(hits: Sequence[LegHit]) -> list[str]:
    """Ids of one leg by score descending, then id; an id that comes twice keeps its first rank."""
    ordered = sorted(hits, key=lambda hit: (-hit.score, hit.id))
    return list(dict.fromkeys(hit.id for hit in ordered))


def joined_leg(parts: Iterable[Sequence[LegHit]]) -> tuple[LegHit, ...]:
    """One leg of several searches: each id once with its best score, best first, ties by id. The order in
    which the searches ended does not matter."""
    best: dict[str, float] = {}
    for part in parts:
        for hit in part:
            best[hit.id] = max(best.get(hit.id, hit.score), hit.score)
    ordered = sorted(best.items(), key=lambda item: (-item[1], item[0]))
    return tuple(LegHit(id_, score) for id_, score in ordered)


def weighted_rrf(lists: Sequence[Sequence[str]], weights: Sequence[float], k: float) -> list[Fused]:
    """Sum of ``weight / (k + rank)`` over the lists that hold an id, ranks from 1 (Cormack 2009).

    Sorted by score descending, ties by id. An id that comes twice in a list counts at its first rank.
    """
    scores: dict[str, float] = {}
    for ids, weight in zip(lists, weights, strict=True):
        seen: set[str] = set()
        for rank, id_ in enumerate(ids, start=1):
            if id_ not in seen:
                seen.add(id_)
                scores[id_] = scores.get(id_, 0.0) + weight / (k + rank)
    return sorted((Fused(id_, score) for id_, score in scores.items()), key=lambda item: (-item[1], item[0]))
