"""Maximal marginal relevance (Carbonell and Goldstein 1998). It chooses; it does not order."""

from collections.abc import Collection, Sequence

from pincite.core.types import Hit
from pincite.text.similarity import jaccard


def mmr(scores: Sequence[float], tokens: Sequence[Collection[str]], k: int, trade_off: float) -> list[int]:
    """Positions of ``k`` items in the order of choice; among equals the first wins.

    Each choice has the largest ``trade_off · score − (1 − trade_off) · largest Jaccard with the chosen``.
    """
    sets = [frozenset(items) for items in tokens]
    left = list(range(len(scores)))
    redundancy = [0.0] * len(scores)
    chosen: list[int] = []
    while left and len(chosen) < k:
        best = max(left, key=lambda i: (trade_off * scores[i] - (1 - trade_off) * redundancy[i], -i))
        chosen.append(best)
        left.remove(best)
        for i in left:
            redundancy[i] = max(redundancy[i], jaccard(sets[i], sets[best]))
    return chosen


def select_diverse(hits: Sequence[Hit], k: int, trade_off: float) -> list[Hit]:
    """The ``k`` hits that are good and unlike each other, in the order of ``hits``.

    Exact clauses are always among them: the question named them.
    """
    exact = [i for i, hit in enumerate(hits) if hit.exact_reference][:k]
    others = [i for i, hit in enumerate(hits) if not hit.exact_reference]
    chosen = mmr(
        [hits[i].score for i in others],
        [frozenset(hits[i].chunk.morphemes.split()) for i in others],
        k - len(exact),
        trade_off,
    )
    return [hits[i] for i in sorted([*exact, *(others[i] for i in chosen)])]
