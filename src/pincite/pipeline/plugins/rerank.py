"""CHUNK_RERANK: probabilities, the composite score, and a diverse choice."""

from pincite.core.errors import RerankFailed, SearchNothing
from pincite.core.settings import RankingSettings
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.ports.models import Reranker
from pincite.ranking import composed, select_diverse

RERANKER = "reranker"


class RerankPlugin:
    events = (Event.CHUNK_RERANK,)

    def __init__(self, reranker: Reranker, bundled: Reranker, settings: RankingSettings) -> None:
        self._reranker = reranker
        self._bundled = bundled
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        state = chat.state
        if chat.request.rerank:
            probabilities = await self._probabilities(chat)
            ranked = composed(state.hits, probabilities, self._settings)
            state.reranked = select_diverse(ranked, chat.request.rerank_top_k, self._settings.mmr_lambda)
        else:
            state.reranked = state.hits[: max(chat.request.rerank_top_k, 0)]
        if not state.reranked:
            raise SearchNothing("No passage is left after ranking.")
        await next()

    async def _probabilities(self, chat: ChatState) -> list[float]:
        """The reranker is asked with the rewritten question; when it fails the bundled one steps in."""
        state = chat.state
        try:
            return await self._reranker.rerank(state.search_query, state.hits)
        except RerankFailed:
            chat.mark_degraded([RERANKER])
            return await self._bundled.rerank(state.search_query, state.hits)
