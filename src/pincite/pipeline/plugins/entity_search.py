"""ENTITY_SEARCH: the passages that the names of the question lead to. The search triggers it beside its own
work, on a copy of the question's state (rows GR-01, SR-01, ST-05)."""

from pincite.core.errors import ConfigurationError
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.retrieval import EntitySearch, SearchRequest
from pincite.text.entities import entity_key


class EntitySearchPlugin:
    events = (Event.ENTITY_SEARCH,)

    def __init__(self, search: EntitySearch | None) -> None:
        self._search = search

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        """Raises TemporaryFailure where the graph cannot be asked; the search goes on without it."""
        request, state = chat.request, chat.state
        if self._search is not None and state.entity_scope is not None:
            if state.route is None:
                raise ConfigurationError("The question must be routed before it is searched.")
            asked = SearchRequest(
                question=state.search_query,
                route=state.route,
                base_ids=request.base_ids,
                match_count=request.top_k,
                exclude_document_ids=tuple(sorted(state.versions.excluded)),
            )
            keys = [entity_key(name) for name in state.entities]
            found = await self._search.search(state.entity_scope, keys, asked)
            state.hits, state.graph = list(found.hits), found.graph
        await next()
