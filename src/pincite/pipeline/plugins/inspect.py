"""Keeps what each stage leaves behind, for requests that ask why (row "Search inspector data" of issue 5)."""

from pincite.pipeline.events import Event, Next
from pincite.pipeline.explaining import Attempted
from pincite.pipeline.state import ChatState


class InspectPlugin:
    """First in the list: it looks after the whole chain of an event. Without an inspector it does nothing."""

    events = (
        Event.CHUNK_SEARCH_PARALLEL,
        Event.CHUNK_RERANK,
        Event.CHUNK_MERGE,
        Event.FILTER_TOP_K,
        Event.INTO_CHAT_MESSAGE,
    )

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        if chat.context.inspector is None:
            await next()
            return
        try:
            await next()
        finally:  # what was found is told although it was refused
            self._keep(event, chat)

    def _keep(self, event: Event, chat: ChatState) -> None:
        state, inspector = chat.state, chat.context.inspector
        if inspector is None:
            return
        if event is Event.CHUNK_SEARCH_PARALLEL:
            wordings = tuple(state.wordings)
            inspector.attempts.append(
                Attempted(state.search_query, wordings, state.route, inspector.pool, tuple(state.hits))
            )
            inspector.pool, inspector.ranked, inspector.good = (), (), frozenset()
        elif event is Event.CHUNK_RERANK and inspector.attempts:
            last = inspector.attempts[-1]
            inspector.attempts[-1] = Attempted(
                last.query, last.wordings, last.route, last.pool, last.hits,
                inspector.ranked, inspector.good, tuple(state.reranked), state.top_score,
            )  # fmt: skip
        elif event is Event.CHUNK_MERGE:
            inspector.merged = tuple(state.passages)
        elif event is Event.FILTER_TOP_K:
            inspector.limited = tuple(state.passages)
        elif event is Event.INTO_CHAT_MESSAGE:
            inspector.fitting = tuple(state.passages)
