"""One try at finding evidence, kept whole: a rewrite may find less than the question itself did."""

from dataclasses import dataclass

from pincite.core.types import Hit, Route
from pincite.pipeline.state import WorkingState


@dataclass(frozen=True, slots=True)
class Attempt:
    """The part of the working state that one wording of the question made."""

    search_query: str
    route: Route | None
    hits: list[Hit]
    reranked: list[Hit]
    score: float | None
    """Highest raw reranker probability of the pool; None when nothing was found or scored."""

    @classmethod
    def of(cls, state: WorkingState) -> "Attempt":
        return cls(state.search_query, state.route, state.hits, state.reranked, state.top_score)

    @property
    def exact(self) -> bool:
        """It holds a clause that the person named."""
        return any(hit.exact_reference for hit in self.reranked)

    @property
    def base_id(self) -> str | None:
        """The base that its best evidence is from; None when nothing was found."""
        best = max(self.reranked, key=lambda hit: hit.rerank_score or 0.0, default=None)
        return None if best is None else best.chunk.base_id

    def beats(self, other: "Attempt") -> bool:
        """Better evidence; among equals the earlier one stays."""
        return self._rank > other._rank

    def restore(self, state: WorkingState) -> None:
        """Later stages quote, prompt and cite for this attempt, not for the last one."""
        state.search_query = self.search_query
        state.route = self.route
        state.hits = self.hits
        state.reranked = self.reranked
        state.top_score = self.score

    @property
    def _rank(self) -> tuple[bool, float]:
        return self.exact, -1.0 if self.score is None else self.score
