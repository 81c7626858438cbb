"""Which hits are too weak to be looked at, where the settings draw such lines (rows HY-15, SR-05), and how
other wordings of a question are searched (row QX-06)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.core.settings import RetrievalSettings
from pincite.core.types import Hit, MatchType

RELAXED = 0.8
WIDER = 2
MOST_AT_ONCE = 16
"""Of query expansion in reference 004: what is left of the keyword line, how many times as many hits are
asked for, and how many wordings are searched at most."""


@dataclass(frozen=True, slots=True)
class RecallThresholds:
    """Lines on [0, 1]: of nearness (`Hit.nearness`), and of the share of the question's words (the better
    lexical field). 0 draws none: a cosine tells a good passage from a bad one by order only."""

    vector: float = 0.0
    keyword: float = 0.0

    @classmethod
    def of(cls, settings: RetrievalSettings) -> "RecallThresholds":
        return cls(settings.vector_threshold, settings.keyword_threshold)

    def relaxed(self) -> "RecallThresholds":
        """For other wordings."""
        return replace(self, keyword=self.keyword * RELAXED)

    def kept(self, hits: Sequence[Hit]) -> list[Hit]:
        """Hits that reach the line of a leg that found them; a clause that was named always stays."""
        return [hit for hit in hits if hit.exact_reference or self._near(hit) or self._worded(hit)]

    def _near(self, hit: Hit) -> bool:
        if hit.match_type is MatchType.LEXICAL:
            return False
        return max(0.0, hit.nearness or 0.0) >= self.vector

    def _worded(self, hit: Hit) -> bool:
        if hit.match_type is MatchType.DENSE:
            return False
        return max(hit.lexical.values(), default=0.0) >= self.keyword


@dataclass(frozen=True, slots=True)
class ExpansionPlan:
    """How other wordings are searched."""

    top_k: int
    keyword_threshold: float
    at_once: int = MOST_AT_ONCE


def expansion_plan(
    hits: int, top_k: int, rerank_top_k: int, keyword_threshold: float = 0.0
) -> ExpansionPlan | None:
    """For a question that found ``hits``; None where these are enough (row QX-01).

    >>> expansion_plan(3, 10, 30, 0.3)
    ExpansionPlan(top_k=60, keyword_threshold=0.24, at_once=16)
    """
    if hits >= max(1, top_k):
        return None
    relaxed = RecallThresholds(keyword=keyword_threshold).relaxed().keyword
    return ExpansionPlan(WIDER * max(top_k, rerank_top_k), relaxed)
