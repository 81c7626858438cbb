"""CHUNK_SEARCH_PARALLEL: the pool of the searched question in the scope of the request."""

from pincite.core.errors import SearchNothing
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.retrieval import HybridRetriever, SearchRequest


class SearchPlugin:
    events = (Event.CHUNK_SEARCH_PARALLEL,)

    def __init__(self, retriever: HybridRetriever) -> None:
        self._retriever = retriever

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request, state = chat.request, chat.state
        if state.route is None:
            raise SearchNothing("The question was not routed.")
        found = await self._retriever.search(
            SearchRequest(
                question=state.search_query,
                route=state.route,
                base_ids=request.base_ids,
                document_ids=request.document_ids,
                tags=request.tags,
                match_count=request.top_k,
            )
        )
        state.hits = list(found.hits)
        chat.mark_degraded(found.degraded)
        if not state.hits:
            raise SearchNothing("No chunk matches the question in the bases asked.")
        await next()
