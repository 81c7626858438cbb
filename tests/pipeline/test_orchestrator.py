"""How a run ends: to its end, by a refusal, by an error, or because the person stopped it."""

from collections.abc import Callable

import pytest

from pincite.core.errors import ModelCallFailed, SearchNothing
from pincite.pipeline.events import Event, Next
from pincite.pipeline.manager import EventManager
from pincite.pipeline.orchestrator import run_events
from pincite.pipeline.state import Cancelled, ChatRequest, ChatState, never

EVENTS = (Event.QUERY_ROUTE, Event.CHUNK_SEARCH_PARALLEL, Event.CHUNK_RERANK)


class Step:
    events = EVENTS

    def __init__(self, act: Callable[[Event, ChatState], None]) -> None:
        self._act = act
        self.ran: list[Event] = []

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        self.ran.append(event)
        self._act(event, chat)
        await next()


def chat(cancelled: Callable[[], bool] = never) -> ChatState:
    state = ChatState(ChatRequest("연차?", ("base",)))
    state.context.cancelled = cancelled
    return state


def at_search(error: Exception) -> Callable[[Event, ChatState], None]:
    def act(event: Event, chat: ChatState) -> None:
        if event is Event.CHUNK_SEARCH_PARALLEL:
            raise error

    return act


async def test_events_run_in_order() -> None:
    step = Step(lambda event, chat: None)
    state = chat()
    await run_events(EventManager([step]), EVENTS, state)
    assert tuple(step.ran) == EVENTS
    assert state.state.refusal_reason is None


@pytest.mark.feature("PL-04")
async def test_nothing_found_is_a_refusal_and_ends_the_run() -> None:
    step = Step(at_search(SearchNothing("nothing here")))
    state = chat()
    await run_events(EventManager([step]), EVENTS, state)
    assert state.state.refusal_reason == "nothing here"
    assert Event.CHUNK_RERANK not in step.ran


@pytest.mark.feature("PL-04")
async def test_a_failed_call_is_an_error() -> None:
    with pytest.raises(ModelCallFailed):
        await run_events(EventManager([Step(at_search(ModelCallFailed("down")))]), EVENTS, chat())


@pytest.mark.feature("OR-06")
@pytest.mark.parametrize("error", [SearchNothing("nothing"), ModelCallFailed("the connection closed")])
async def test_a_stop_is_seen_before_what_it_caused(error: Exception) -> None:
    stopped: list[bool] = []

    def act(event: Event, chat: ChatState) -> None:
        if event is Event.CHUNK_SEARCH_PARALLEL:
            stopped.append(True)
            raise error

    state = chat(lambda: bool(stopped))
    with pytest.raises(Cancelled):
        await run_events(EventManager([Step(act)]), EVENTS, state)
    assert state.state.refusal_reason is None


async def test_a_stop_between_two_stages_ends_the_run() -> None:
    step = Step(lambda event, chat: None)
    with pytest.raises(Cancelled):
        await run_events(EventManager([step]), EVENTS, chat(lambda: len(step.ran) == 1))
    assert step.ran == [Event.QUERY_ROUTE]
