"""Scores of strange scales into [0, 1]."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal

ROBUST_FROM = 10
"""Scores from which the outermost 5 % no longer set the scale; reference 000, NormalizeKeywordScores."""


def clamp(value: float, low: float = 0.0, high: float = 1.0) -> float:
    """``value``, or the bound that it passes."""
    return max(low, min(high, value))


def shown(score: float, digits: int = 2) -> str:
    """``score`` cut off after ``digits`` decimals, for people: rounding would lift it to a line it misses.

    >>> shown(0.2996), shown(0.29), shown(0.2996, 3)
    ('0.29', '0.29', '0.299')
    """
    # Through the shortest decimal that names the number: 0.29 * 100 is 28.999999999999996.
    return str(Decimal(repr(float(score))).quantize(Decimal(1).scaleb(-digits), ROUND_FLOOR))


def shown_line(line: float) -> str:
    """A line that scores are held against, with two decimals or all that it has."""
    return max(shown(line), repr(float(line)), key=lambda text: Decimal(text))


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
