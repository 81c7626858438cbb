"""Knowledge that people prepared comes first: FAQ entries and wiki pages (reference 004, stage CHUNK_RERANK).

The gate reads the reranker's probability, which no boost touches.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pincite.core.settings import RankingSettings
from pincite.core.types import ChunkType, Hit
from pincite.ranking.composite import order


def boosted_score(score: float, factor: float) -> float:
    """``score`` times ``factor``, at most 1; a factor up to 1 changes nothing (row FAQ-09).

    >>> boosted_score(0.9, 1.2), boosted_score(0.6, 1.0)
    (1.0, 0.6)
    """
    return min(1.0, score * factor) if factor > 1.0 else score


def boosted(hits: Sequence[Hit], settings: RankingSettings, *, wiki: bool) -> list[Hit]:
    """``hits`` with the scores of FAQ entries and, where a wiki is among the bases asked (``wiki``), of wiki
    pages raised; where that raises any, in the final order. Scores that the limit of 1 made equal are told
    apart by the reranker's probability; of hits equal in that too the earlier stays first."""
    factors = {ChunkType.FAQ: settings.faq_boost if settings.faq_priority else 1.0}
    if wiki:
        factors[ChunkType.WIKI_PAGE] = settings.wiki_boost
    raised = [_raised(hit, factors.get(hit.chunk.chunk_type, 1.0)) for hit in hits]
    if not any(hit.boosted for hit in raised):
        return raised
    return sorted(raised, key=lambda hit: (*order(hit)[:2], -(hit.rerank_score or 0.0)))


def has_wiki(hits: Iterable[Hit]) -> bool:
    """Whether a wiki page is among ``hits``, which only bases with a wiki have."""
    return any(hit.chunk.chunk_type is ChunkType.WIKI_PAGE for hit in hits)


def _raised(hit: Hit, factor: float) -> Hit:
    score = boosted_score(hit.score, factor)
    return hit if score == hit.score else replace(hit, score=score, boosted=True)
