"""Ranking metrics with binary relevance. ``retrieved`` is best first; ``relevant`` are the right ids.

An id that a ranking names twice counts where it stands first.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from math import log2

Ids = Sequence[Hashable]
Relevant = Collection[Hashable]


def recall_at(retrieved: Ids, relevant: Relevant, k: int | None = None) -> float:
    """Share of ``relevant`` among the first ``k``; 0 without any relevant."""
    wanted = set(relevant)
    return len(wanted & set(_distinct(retrieved)[:k])) / len(wanted) if wanted else 0.0


def precision(retrieved: Ids, relevant: Relevant, k: int | None = None) -> float:
    """Share of ``retrieved``, or of its first ``k``, that is relevant; 0 for an empty list."""
    wanted, ids = set(relevant), _distinct(retrieved)[:k]
    return sum(id_ in wanted for id_ in ids) / len(ids) if ids else 0.0


def reciprocal_rank(retrieved: Ids, relevant: Relevant, k: int | None = None) -> float:
    """One over the rank of the first relevant among the first ``k``, else 0."""
    wanted = set(relevant)
    ranked = enumerate(_distinct(retrieved)[:k], start=1)
    return next((1.0 / rank for rank, id_ in ranked if id_ in wanted), 0.0)


def average_precision(retrieved: Ids, relevant: Relevant, k: int | None = None) -> float:
    """Mean over the relevant of the precision at their ranks; one that is missing counts 0."""
    wanted = set(relevant)
    found = 0
    total = 0.0
    for rank, id_ in enumerate(_distinct(retrieved)[:k], start=1):
        if id_ in wanted:
            found += 1
            total += found / rank
    return total / len(wanted) if wanted else 0.0


def ndcg_at(retrieved: Ids, relevant: Relevant, k: int) -> float:
    """Discounted gain of the first ``k`` over the best possible (Järvelin and Kekäläinen 2002)."""
    wanted = set(relevant)
    ranked = enumerate(_distinct(retrieved)[:k], start=1)
    gain = sum(1 / log2(rank + 1) for rank, id_ in ranked if id_ in wanted)
    best = sum(1 / log2(rank + 1) for rank in range(1, min(k, len(wanted)) + 1))
    return gain / best if best else 0.0


def mean_over(values: Sequence[float]) -> float:
    """Arithmetic mean, 0 for none."""
    return sum(values) / len(values) if values else 0.0


def mean_rows(rows: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Unweighted mean of the rows, a set as one vote."""
    keys = next(iter(rows.values()), {})
    return {key: mean_over([row[key] for row in rows.values()]) for key in keys}


def _distinct(retrieved: Ids) -> Ids:
    return list(dict.fromkeys(retrieved))
