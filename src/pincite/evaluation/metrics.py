"""Ranking metrics with binary relevance. ``retrieved`` is best first; ``relevant`` are the right ids."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from math import log2

Ids = Sequence[Hashable]
Relevant = Collection[Hashable]


def recall_at(retrieved: Ids, relevant: Relevant, k: int | None = None) -> float:
    """Share of ``relevant`` among the first ``k``; 0 without any relevant."""
    wanted = set(relevant)
    return len(wanted & set(retrieved[:k])) / len(wanted) if wanted else 0.0


def precision(retrieved: Ids, relevant: Relevant) -> float:
    """Share of ``retrieved`` that is relevant; 0 for an empty list."""
    wanted = set(relevant)
    return sum(id_ in wanted for id_ in retrieved) / len(retrieved) if retrieved else 0.0


def reciprocal_rank(retrieved: Ids, relevant: Relevant, k: int | None = None) -> float:
    """One over the rank of the first relevant among the first ``k``, else 0."""
    wanted = set(relevant)
    return next((1.0 / rank for rank, id_ in enumerate(retrieved[:k], start=1) if id_ in wanted), 0.0)


def average_precision(retrieved: Ids, relevant: Relevant) -> float:
    """Mean over the relevant of the precision at their ranks; one that is missing counts 0."""
    wanted = set(relevant)
    found = 0
    total = 0.0
    for rank, id_ in enumerate(retrieved, start=1):
        if id_ in wanted:
            found += 1
            total += found / rank
    return total / len(wanted) if wanted else 0.0


def ndcg_at(retrieved: Ids, relevant: Relevant, k: int) -> float:
    """Discounted gain of the first ``k`` over the best possible (Järvelin and Kekäläinen 2002)."""
    wanted = set(relevant)
    gain = sum(1 / log2(rank + 1) for rank, id_ in enumerate(retrieved[:k], start=1) if id_ in wanted)
    best = sum(1 / log2(rank + 1) for rank in range(1, min(k, len(wanted)) + 1))
    return gain / best if best else 0.0


def mean_over(values: Sequence[float]) -> float:
    """Arithmetic mean, 0 for none."""
    return sum(values) / len(values) if values else 0.0


def retrieval_metrics(runs: Sequence[tuple[Ids, Relevant]]) -> dict[str, float]:
    """The figures of DESIGN.md section 11 over questions, each a pair of ranking and relevant ids."""
    return {
        "queries": len(runs),
        "recall@1": mean_over([recall_at(ids, relevant, 1) for ids, relevant in runs]),
        "recall@5": mean_over([recall_at(ids, relevant, 5) for ids, relevant in runs]),
        "recall@10": mean_over([recall_at(ids, relevant, 10) for ids, relevant in runs]),
        "mrr@10": mean_over([reciprocal_rank(ids, relevant, 10) for ids, relevant in runs]),
        "ndcg@10": mean_over([ndcg_at(ids, relevant, 10) for ids, relevant in runs]),
    }


def mean_rows(rows: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Unweighted mean of the rows, a set as one vote."""
    keys = next(iter(rows.values()), {})
    return {key: mean_over([row[key] for row in rows.values()]) for key in keys}
