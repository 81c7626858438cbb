"""The composite score that orders passages after reranking (reference 000, stage CHUNK_RERANK)."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.core.settings import RankingSettings
from pincite.core.types import Hit, MatchType

WEB_SOURCE = 0.95
OTHER_SOURCE = 1.0


def composite_score(model: float, base: float, source: float, settings: RankingSettings) -> float:
    """``0.6 · model + 0.3 · base + 0.1 · source`` with the weights of the settings, clamped to [0, 1]."""
    score = settings.model_weight * model + settings.base_weight * base + settings.source_weight * source
    return min(1.0, max(0.0, score))


def source_score(match_type: MatchType) -> float:
    """How far the kind of source is trusted: the web a little less than the person's own documents."""
    return WEB_SOURCE if match_type is MatchType.WEB else OTHER_SOURCE


def composed(hits: Sequence[Hit], probabilities: Sequence[float], settings: RankingSettings) -> list[Hit]:
    """``hits`` with their probability and composite score: exact clauses first, then by score and id."""
    scored = [
        replace(
            hit,
            rerank_score=probability,
            score=composite_score(probability, hit.base_score, source_score(hit.match_type), settings),
        )
        for hit, probability in zip(hits, probabilities, strict=True)
    ]
    return sorted(scored, key=order)


def order(hit: Hit) -> tuple[bool, float, str]:
    """Sort key of the final order."""
    return (not hit.exact_reference, -hit.score, hit.chunk.id)
