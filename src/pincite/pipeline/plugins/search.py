"""CHUNK_SEARCH_PARALLEL: the pool of the searched question in the scope of the request."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError, SearchNothing
from pincite.core.types import Hit, LexicalField
from pincite.faq import answerable
from pincite.pipeline.changed import changed_hits
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader
from pincite.retrieval import HybridRetriever, SearchRequest
from pincite.text.references import find_references


class SearchPlugin:
    events = (Event.CHUNK_SEARCH_PARALLEL,)

    def __init__(self, retriever: HybridRetriever, reader: ChunkReader) -> None:
        self._retriever = retriever
        self._reader = reader

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request, state = chat.request, chat.state
        if state.route is None:
            raise ConfigurationError("The question must be routed before it is searched.")
        if request.top_k <= 0:  # the search API reads 0 as 50; a person who asks for nothing gets nothing
            raise SearchNothing(say("answer.refused_nothing", state.language))
        if state.versions.whole:
            state.hits = await changed_hits(chat, self._retriever, state.route)
            if not state.hits:
                raise SearchNothing(say("answer.nothing_changed", state.language))
            await next()
            return
        found = await self._retriever.search(
            SearchRequest(
                question=state.search_query,
                route=state.route,
                base_ids=request.base_ids,
                document_ids=request.document_ids,
                tags=request.tags,
                match_count=request.top_k,
                wordings=tuple(state.wordings),
                exclude_document_ids=tuple(sorted(state.versions.excluded)),
            )
        )
        state.hits = answerable(named_by_person(found.hits, request.query), request.query)
        chat.mark_degraded(found.degraded)
        if not state.hits:
            raise SearchNothing(await self._nothing(chat))
        await next()

    async def _nothing(self, chat: ChatState) -> str:
        """Whether there was nothing to search, or nothing to find."""
        bases = chat.request.base_ids
        counts = await self._reader.term_statistics(bases, LexicalField.MORPHEMES, ()) if bases else None
        empty = counts is None or counts.chunks == 0
        return say("answer.refused_empty" if empty else "answer.refused_nothing", chat.state.language)


def named_by_person(hits: Sequence[Hit], query: str) -> list[Hit]:
    """``hits`` in which only clauses of the person's own ``query`` count as named.

    A rewrite may name a clause that its model made up; that such a clause exists is no evidence.
    """
    named = {reference.key for reference in find_references(query)}
    return [
        hit
        if not hit.exact_reference or named.intersection(hit.chunk.clauses)
        else replace(hit, exact_reference=False)
        for hit in hits
    ]
