"""The plugin framework: chain order, what `next` runs, and whose time is counted."""

from collections.abc import Callable

import anyio
import pytest

from pincite.pipeline.events import Event, Next
from pincite.pipeline.manager import EventManager
from pincite.pipeline.state import ChatRequest, ChatState

RERANK, GRADE, ROUTE, SEARCH = (
    Event.CHUNK_RERANK,
    Event.RETRIEVAL_GRADE,
    Event.QUERY_ROUTE,
    Event.CHUNK_SEARCH_PARALLEL,
)


class Toy:
    """Writes its name into a list, before or after the inner plugins, or lets none of them run."""

    def __init__(self, name: str, log: list[str], *events: Event, when: str = "before") -> None:
        self.events = events
        self._name = name
        self._log = log
        self._when = when

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        if self._when == "after":
            await next()
        self._log.append(self._name)
        if self._when == "before":
            await next()


def chat() -> ChatState:
    return ChatState(ChatRequest("연차?", ("base",)))


@pytest.mark.feature("PL-01")
async def test_a_plugin_serves_the_events_that_it_names() -> None:
    log: list[str] = []
    manager = EventManager([Toy("toy", log, RERANK, GRADE)])
    for event in (RERANK, ROUTE, GRADE):
        await manager.trigger(event, chat())
    assert log == ["toy", "toy"]


@pytest.mark.feature("PL-02")
async def test_the_first_registered_is_outermost() -> None:
    log: list[str] = []
    outer, inner = Toy("outer", log, RERANK), Toy("inner", log, RERANK)
    manager = EventManager([outer, inner])
    assert manager.chain(RERANK) == (outer, inner)
    await manager.trigger(RERANK, chat())
    assert log == ["outer", "inner"]


@pytest.mark.feature("PL-02")
async def test_without_next_nothing_inside_runs() -> None:
    log: list[str] = []
    await EventManager([Toy("outer", log, RERANK, when="alone"), Toy("inner", log, RERANK)]).trigger(
        RERANK, chat()
    )
    assert log == ["outer"]


@pytest.mark.feature("PL-03")
async def test_a_plugin_may_act_after_the_inner_ones() -> None:
    log: list[str] = []
    boost, rerank = Toy("boost", log, RERANK, when="after"), Toy("rerank", log, RERANK)
    await EventManager([boost, rerank]).trigger(RERANK, chat())
    assert log == ["rerank", "boost"]


class Clock:
    """Seconds that pass only when a plugin says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Spends:
    """Takes its time, then has other events run inside, one after the other or side by side."""

    def __init__(
        self, clock: Clock, event: Event, seconds: float, *inside: Event, together: bool = False
    ) -> None:
        self.events = (event,)
        self._clock = clock
        self._seconds = seconds
        self._inside = inside
        self._together = together

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        self._clock.now += self._seconds
        trigger = chat.context.trigger
        assert trigger is not None
        if self._together:
            async with anyio.create_task_group() as group:
                for inner in self._inside:
                    group.start_soon(trigger, inner, chat)
        else:
            for inner in self._inside:
                await trigger(inner, chat)
        await next()


async def times(make: Callable[[Clock], list[Spends]], *events: Event) -> dict[str, float]:
    clock, state = Clock(), chat()
    manager = EventManager(make(clock), clock)
    state.context.trigger = manager.trigger
    for event in events:
        await manager.trigger(event, state)
    return state.context.stage_ms


async def test_each_stage_is_told_its_own_time_and_the_sum_is_the_whole() -> None:
    spent = await times(
        lambda clock: [
            Spends(clock, GRADE, 1, ROUTE, SEARCH),
            Spends(clock, ROUTE, 2),
            Spends(clock, SEARCH, 4, RERANK),
            Spends(clock, RERANK, 8),
        ],
        ROUTE,
        GRADE,
    )
    assert spent == {ROUTE: 4000, GRADE: 1000, SEARCH: 4000, RERANK: 8000}


async def test_stages_side_by_side_leave_the_outer_one_no_less_than_nothing() -> None:
    spent = await times(
        lambda clock: [
            Spends(clock, GRADE, 0, ROUTE, SEARCH, together=True),
            Spends(clock, ROUTE, 2),
            Spends(clock, SEARCH, 4),
        ],
        GRADE,
    )
    assert min(spent.values()) == 0
    assert spent[GRADE] == 0


async def test_a_stage_that_fails_is_timed_too() -> None:
    clock, state = Clock(), chat()

    class Fails:
        events = (ROUTE,)

        async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
            clock.now += 3
            raise ValueError("scripted")

    with pytest.raises(ValueError, match="scripted"):
        await EventManager([Fails()], clock).trigger(ROUTE, state)
    assert state.context.stage_ms == {ROUTE: 3000}
