"""QUERY_UNDERSTAND, after the wording: the names in the question that a graph knows (row QU-12).

Without a graph in the bases asked nothing is called. With one its names are looked for in the question, and a
model, where one reads questions, may name more.
"""

import anyio.to_thread

from pincite.composing.messages import entity_messages
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed, TemporaryFailure
from pincite.core.settings import UnderstandingSettings
from pincite.pipeline.events import Event, Next
from pincite.pipeline.models import Models
from pincite.pipeline.state import ChatState
from pincite.ports.models import ChatModel
from pincite.retrieval import EntitySearch
from pincite.routing import needs_retrieval
from pincite.routing.entities import parse_entities
from pincite.text.entities import entity_key, named_in, outermost

ENTITIES = "entities"
"""Named in ``degraded`` when the model failed and only names of the graph were looked for."""
GRAPH = "graph"
"""Named there when the graph could not be asked."""
REPLY_TOKENS = 150
"""Longest reply, as that of a rewrite: ten names fit."""


class EntitiesPlugin:
    events = (Event.QUERY_UNDERSTAND,)

    def __init__(self, search: EntitySearch | None, models: Models, settings: UnderstandingSettings) -> None:
        """Without ``search`` no graph is kept."""
        self._search = search
        self._models = models
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        wanted = bool(chat.request.base_ids) and needs_retrieval(chat.state.intent, web=False)
        if self._search is not None and wanted:
            try:
                await self._read(chat, self._search)
            except TemporaryFailure:
                chat.mark_degraded([GRAPH])
        await next()

    async def _read(self, chat: ChatState, search: EntitySearch) -> None:
        request, state = chat.request, chat.state
        scope = await search.scope(request.base_ids, request.document_ids, request.tags, request.scopes)
        if scope is None:
            return
        spans = await anyio.to_thread.run_sync(named_in, state.search_query)
        said = [entity_key(name) for name in await self._said(chat)]
        known = await search.known(scope, {*spans, *said})
        keys = dict.fromkeys((*outermost(spans, known), *(key for key in said if key in known)))
        state.entities = [known[key] for key in keys]
        state.entity_scope = scope if keys else None

    async def _said(self, chat: ChatState) -> tuple[str, ...]:
        """What a model names; a search has none (reference 001, /retrieve), and neither where it may not read
        questions."""
        rewrite = chat.request.profile.rewrite
        allowed = self._settings.enabled if rewrite is None else rewrite
        model = self._models.reading(chat.request.profile) if chat.request.gated and allowed else None
        return () if model is None else await self._asked(chat, model)

    async def _asked(self, chat: ChatState, model: ChatModel) -> tuple[str, ...]:
        state = chat.state
        state.model_calls += 1
        try:
            written = await model.complete(
                entity_messages(state.search_query, state.language, chat.request.profile.prompts),
                temperature=0.0,
                max_tokens=REPLY_TOKENS,
            )
        except (ChatModelUnavailable, ModelCallFailed, ConfigurationError):
            chat.mark_degraded([ENTITIES])
            return ()
        chat.stop_if_cancelled()
        return parse_entities(written)
