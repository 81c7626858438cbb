"""Maximal marginal relevance (Carbonell and Goldstein 1998). It chooses; it does not order."""

from collections.abc import Collection, Sequence

from pincite.core.types import Hit
from pincite.text.analyzers import bigrams
from pincite.text.similarity import jaccard

COPY_FROM = 0.4
"""Jaccard of character pairs from which a passage counts as a copy. Neighbouring articles of one law share
0.1 to 0.3 by their formulas alone; counting that left the second best out (golden questions, evidence among
the first five: 61 % before, 70 % after)."""


def mmr(
    scores: Sequence[float],
    tokens: Sequence[Collection[str]],
    k: int,
    trade_off: float,
    *,
    copy_from: float = 0.0,
) -> list[int]:
    """Positions of ``k`` items in the order of choice; among equals the first wins.

    Each choice has the largest ``trade_off · score − (1 − trade_off) · largest Jaccard with the chosen``;
    a Jaccard below ``copy_from`` counts as 0.
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
            shared = jaccard(sets[i], sets[best])
            redundancy[i] = max(redundancy[i], shared if shared >= copy_from else 0.0)
    return chosen


def select_diverse(hits: Sequence[Hit], k: int, trade_off: float) -> list[Hit]:
    """The ``k`` hits that are good and unlike each other, in the order of ``hits``.

    Exact clauses are always among them: the question named them.
    """
    exact = [i for i, hit in enumerate(hits) if hit.exact_reference][:k]
    others = [i for i, hit in enumerate(hits) if not hit.exact_reference]
    chosen = mmr(
        [hits[i].score for i in others],
        # Pairs of the content alone: the stored morphemes begin with title and chapter, which the clauses of
        # one document share, so on them MMR left out the neighbouring article for a table about nothing.
        [frozenset(bigrams(hits[i].chunk.content)) for i in others],
        k - len(exact),
        trade_off,
        copy_from=COPY_FROM,
    )
    return [hits[i] for i in sorted([*exact, *(others[i] for i in chosen)])]
