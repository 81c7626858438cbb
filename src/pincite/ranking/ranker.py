"""The bundled reranker: evidence read off each hit, weighed by a small trained model."""

from collections.abc import Sequence

import anyio.to_thread
import numpy as np

from pincite.core.types import Hit
from pincite.ranking.features import extract
from pincite.ranking.model import RankerModel, load_model
from pincite.text.references import find_references

EXACT_CLAUSE_FLOOR = 0.9
"""Least that a clause earns when the question names it: that it exists is the evidence."""

ABSENT_CLAUSE_CAP = 0.2
"""Most that a passage earns when the question names a clause that the scope does not hold and the passage
does not mention: between the gates, so the question is searched again and then refused, never answered from
a neighbouring clause."""


class FeatureRanker:
    """`Reranker` without a network: 19 kinds of evidence, two logistic models, a probability in [0, 1]."""

    def __init__(self, model: RankerModel | None = None) -> None:
        self._model = model or load_model()

    @property
    def identity(self) -> str:
        return self._model.identity

    async def rerank(self, query: str, hits: Sequence[Hit]) -> list[float]:
        """One probability a hit, in the order of ``hits``."""
        return await anyio.to_thread.run_sync(self.score, query, hits)

    def score(self, query: str, hits: Sequence[Hit]) -> list[float]:
        """`rerank` without a loop."""
        if not hits:
            return []
        probabilities = self._model.probabilities(extract(query, hits))
        floors, caps = _bounds(query, hits)
        return [float(value) for value in np.clip(probabilities, floors, caps)]


def _bounds(query: str, hits: Sequence[Hit]) -> tuple[list[float], list[float]]:
    floors = [EXACT_CLAUSE_FLOOR if hit.exact_reference else 0.0 for hit in hits]
    keys = {reference.key for reference in find_references(query)}
    if not keys or any(floors):
        return floors, [1.0] * len(hits)
    return floors, [1.0 if keys & _mentioned(hit) else ABSENT_CLAUSE_CAP for hit in hits]


def _mentioned(hit: Hit) -> set[str]:
    return {reference.key for reference in find_references(hit.chunk.content)}
