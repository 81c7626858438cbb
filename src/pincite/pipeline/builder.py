"""Lists of events: built step by step, or by the name of a preset."""

from collections.abc import Mapping, Sequence

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


def chat_stages(
    *, bases: bool, history: bool, web: bool = False, data_analysis: bool = False, attached: bool = False
) -> tuple[Event, ...]:
    """The stages of one turn of a conversation (reference 004, part 2.4)."""
    searched = bases or web
    return (
        PipelineBuilder()
        .add_if(history, Event.LOAD_HISTORY)
        .add(Event.QUERY_UNDERSTAND)
        .add_if(searched, Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)
        .add_if(searched, Event.RETRIEVAL_GRADE)
        .add_if(web, Event.WEB_FETCH)
        .add_if(searched, Event.CHUNK_MERGE, Event.FILTER_TOP_K)
        .add_if(bases and data_analysis, Event.DATA_ANALYSIS)
        .add(Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION_STREAM)
        .add_if(searched or attached, Event.ANSWER_VERIFY)
        .build()
    )


def with_options(
    events: Sequence[Event], *, web: bool = False, data_analysis: bool = False
) -> tuple[Event, ...]:
    """The stages of a preset with the optional ones in their places."""
    builder = PipelineBuilder()
    for event in events:
        builder.add_if(web and event is Event.CHUNK_MERGE, Event.WEB_FETCH)
        builder.add(event)
        builder.add_if(data_analysis and event is Event.FILTER_TOP_K, Event.DATA_ANALYSIS)
    return builder.build()


_RETRIEVAL = (Event.QUERY_UNDERSTAND, Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)

PRESETS: Mapping[str, tuple[Event, ...]] = {
    # Reference 001: /retrieve is routing, search and rerank; no gate and no model.
    "retrieve": PipelineBuilder().add(*_RETRIEVAL, Event.CHUNK_MERGE, Event.FILTER_TOP_K).build(),
    "answer": PipelineBuilder()
    .add(*_RETRIEVAL, Event.RETRIEVAL_GRADE, Event.CHUNK_MERGE, Event.FILTER_TOP_K)
    .add(Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION, Event.ANSWER_VERIFY)
    .build(),
    # Reference 004, part 2.4: without a base there is nothing to search.
    "chat": PipelineBuilder().add(Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION).build(),
    "chat_stream": PipelineBuilder().add(Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION_STREAM).build(),
    "chat_history_stream": chat_stages(bases=False, history=True),
    "rag": PipelineBuilder()
    .add(*_RETRIEVAL, Event.RETRIEVAL_GRADE, Event.CHUNK_MERGE, Event.FILTER_TOP_K)
    .add(Event.INTO_CHAT_MESSAGE, Event.CHAT_COMPLETION, Event.ANSWER_VERIFY)
    .build(),
    "rag_stream": chat_stages(bases=True, history=False),
}
