"""Which passages are good enough to be shown beside the best one (reference 004, stage CHUNK_RERANK).

The scores that were given are all there is: a second call with a lower line could find nothing new (DESIGN.md
section 12).
"""

from collections.abc import Sequence

FALLBACK_SCORE = 0.15
"""Probability from which the best passage stays although it misses the line."""
SCOPED_FALLBACK_SCORE = 0.0
"""The same where the person named the documents or tags."""


def above_threshold(
    probabilities: Sequence[float], threshold: float, *, explicit_scope: bool = False
) -> list[int]:
    """Positions of the passages that reach ``threshold``, in their order; if none does the best one, where it
    is not hopeless. A threshold of 0 keeps all. No order of ``probabilities`` is relied on; among equals the
    first is the best.

    >>> above_threshold([0.2, 0.9, 0.5], 0.3), above_threshold([0.2, 0.1], 0.3), above_threshold([0.1], 0.3)
    ([1, 2], [0], [])
    """
    kept = [place for place, value in enumerate(probabilities) if value >= threshold]
    if kept or not probabilities:
        return kept
    best = max(range(len(probabilities)), key=lambda place: (probabilities[place], -place))
    least = SCOPED_FALLBACK_SCORE if explicit_scope else FALLBACK_SCORE
    return [best] if probabilities[best] >= least else []
