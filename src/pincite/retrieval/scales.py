"""The scores of different engines on one scale (reference 000, part 8.5; row HY-10)."""

from enum import StrEnum
from math import isnan

from pincite.text.scores import clamp


class ScoreRange(StrEnum):
    """What an engine gives for the nearness of two vectors."""

    SIGNED = "[-1,1]"
    """The cosine itself."""
    UNIT = "[0,1]"
    """A share, whatever it is made of."""


def vector_score(score: float, scale: ScoreRange) -> float:
    """``score`` of an engine on [0, 1]: ``(s + 1) / 2`` for a cosine; what lies outside is cut, NaN is 0.

    Keyword scores have no upper bound and no common scale; they are not for this function.

    >>> vector_score(-0.5, ScoreRange.SIGNED), vector_score(1.5, ScoreRange.UNIT)
    (0.25, 1.0)
    """
    if isnan(score):
        return 0.0
    return clamp((score + 1.0) / 2.0 if scale is ScoreRange.SIGNED else score)
