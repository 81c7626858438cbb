"""Scores of strange scales into [0, 1]."""

from collections.abc import Sequence

ROBUST_FROM = 10
"""Scores from which the outermost 5 % no longer set the scale; reference 000, NormalizeKeywordScores."""


def clamp(value: float, low: float = 0.0, high: float = 1.0) -> float:
    """``value``, or the bound that it passes."""
    return max(low, min(high, value))


def normalise_keyword_scores(scores: Sequence[float]) -> list[float]:
    """Keyword scores without an upper bound, by where they lie between the lowest and the highest.

    From 10 scores on the bounds are the 5th and 95th percentile (the elements at ``⌊n·p/100⌋`` of the
    sorted list) and what lies outside becomes 0 or 1. Equal scores, and a lone one, become 1. Only for
    engines that give no absolute scale: a share of the best hit says nothing about the next question.
    """
    if not scores:
        return []
    ranked = sorted(scores)
    low, high = ranked[0], ranked[-1]
    if len(ranked) >= ROBUST_FROM:
        inner = ranked[len(ranked) * 5 // 100], ranked[len(ranked) * 95 // 100]
        low, high = inner if inner[0] < inner[1] else (low, high)
    if high <= low:
        return [1.0] * len(scores)
    return [clamp((score - low) / (high - low)) for score in scores]
