"""What is left to measure so that every hit of a search has its cosine to the question."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.adapters.edge.ordering import SCORE_DIGITS, ScoredId
from pincite.adapters.edge.points import Sparse, StoredLeg


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """The first dense leg found some of the hits; the others were found by words alone."""

    vector: "array[float]"
    known: list[ScoredId]
    ids: set[str]
    """Hits of the other legs. Some may have no vector."""

    def with_measured(self, scores: Sequence[ScoredId]) -> dict[str, float]:
        """All cosines, rounded as the scores of legs are, so that every engine says the same."""
        return dict(self.known) | {id_: round(score, SCORE_DIGITS) for id_, score in scores}


def unmeasured(legs: Sequence[StoredLeg | None], lists: Sequence[Sequence[ScoredId]]) -> Unmeasured | None:
    """None without a dense leg. ``lists`` are the hits of ``legs``."""
    for leg, hits in zip(legs, lists, strict=True):
        if leg is not None and not isinstance(leg.query, Sparse):
            near = {id_ for id_, _ in hits}
            others = {id_ for found in lists for id_, _ in found}
            return Unmeasured(leg.query, list(hits), others - near)
    return None
