"""Lists of events: built step by step, or by the name of a preset."""

from collections.abc import Mapping

from pincite.pipeline.events import Event


class PipelineBuilder:
    """``PipelineBuilder().add(Event.QUERY_ROUTE).add_if(web, Event.WEB_FETCH).build()``"""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def add(self, *events: Event) -> "PipelineBuilder":
        self._events.extend(events)
        return self

    def add_if(self, condition: bool, *events: Event) -> "PipelineBuilder":
        return self.add(*events) if condition else self

    def build(self) -> tuple[Event, ...]:
        return tuple(self._events)


_RETRIEVAL = (Event.QUERY_UNDERSTAND, Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)

PRESETS: Mapping[str, tuple[Event, ...]] = {
    # Reference 001: /retrieve is routing, search and rerank; no gate and no model.
    "retrieve": PipelineBuilder().add(*_RETRIEVAL, Event.CHUNK_MERGE, Event.FILTER_TOP_K).build(),
    "answer": PipelineBuilder()
    .add(*_RETRIEVAL, Event.RETRIEVAL_GRADE, Event.CHUNK_MERGE, Event.FILTER_TOP_K)
    .add(Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION, Event.ANSWER_VERIFY)
    .build(),
}
