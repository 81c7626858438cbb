"""The events of the pipeline (DESIGN.md section 9) and what serves them."""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Protocol

from pincite.pipeline.state import ChatState


class Event(StrEnum):
    LOAD_HISTORY = "load_history"
    QUERY_UNDERSTAND = "query_understand"
    QUERY_ROUTE = "query_route"
    CHUNK_SEARCH_PARALLEL = "chunk_search_parallel"
    ENTITY_SEARCH = "entity_search"
    """Triggered by the search itself, beside its own work."""
    CHUNK_RERANK = "chunk_rerank"
    RETRIEVAL_GRADE = "retrieval_grade"
    WEB_FETCH = "web_fetch"
    CHUNK_MERGE = "chunk_merge"
    FILTER_TOP_K = "filter_top_k"
    DATA_ANALYSIS = "data_analysis"
    INTO_CHAT_MESSAGE = "into_chat_message"
    CHAT_COMPLETION = "chat_completion"
    CHAT_COMPLETION_STREAM = "chat_completion_stream"
    ANSWER_VERIFY = "answer_verify"


Next = Callable[[], Awaitable[None]]
Trigger = Callable[[Event, ChatState], Awaitable[None]]


class Plugin(Protocol):
    """Serves one or more events; acts before or after ``await next()``, which runs the inner plugins."""

    @property
    def events(self) -> tuple[Event, ...]: ...

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None: ...
