"""All that differs between two versions of a document, for the question that asks for nothing narrower."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.core.types import Hit, Route
from pincite.pipeline.state import ChatState
from pincite.retrieval import Retriever, SearchRequest
from pincite.text.similarity import bare_content

WHOLE_DOCUMENT = 100
"""Match count that brings up to 500 passages of one document into the pool (reference 000, part 8.2); of a
longer one those nearest to its title are compared."""


async def changed_hits(chat: ChatState, retriever: Retriever, route: Route) -> list[Hit]:
    """Passages that only one version of the newest pair has, those of one clause together, in the order of
    the newer document, as many as the answer may use. They count as named: the person asked for these."""
    versions, request = chat.state.versions, chat.request
    older, newer = versions.compared[0][0], versions.compared[0][-1]
    sides: list[list[Hit]] = []
    for document_id in (older, newer):
        edition = versions.editions.get(document_id)
        found = await retriever.search(
            SearchRequest(
                question=edition.title if edition and edition.title else request.query,
                route=route,
                base_ids=request.base_ids,
                document_ids=(document_id,),
                tags=request.tags,
                match_count=WHOLE_DOCUMENT,
            )
        )
        chat.mark_degraded(found.degraded)
        sides.append(sorted(found.hits, key=lambda hit: hit.chunk.seq))
    old, new = (_only(sides[0], sides[1]), _only(sides[1], sides[0]))
    return [replace(hit, exact_reference=True) for hit in _paired(old, new)[: max(request.rerank_top_k, 2)]]


def _only(hits: Sequence[Hit], others: Sequence[Hit]) -> list[Hit]:
    said = {bare_content(hit.chunk.content) for hit in others}
    return [hit for hit in hits if bare_content(hit.chunk.content) not in said]


def _paired(old: Sequence[Hit], new: Sequence[Hit]) -> list[Hit]:
    """Clauses of both, each with its older form first; then what only one of them has."""
    left = list(old)
    pairs: list[Hit] = []
    single: list[Hit] = []
    for hit in new:
        partner = next((other for other in left if _clause(other) == _clause(hit)), None)
        if partner is None:
            single.append(hit)
        else:
            left.remove(partner)
            pairs += [partner, hit]
    return [*pairs, *single, *left]


def _clause(hit: Hit) -> str:
    return bare_content(hit.chunk.label)
