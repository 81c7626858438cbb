"""One bus a request: order, and handlers that fail alone."""

import asyncio

import pytest

from pincite.ports.streams import EventType, StreamEvent
from pincite.streaming import events
from pincite.streaming.bus import EventBus


def delta(number: int) -> StreamEvent:
    return events.answer("r", str(number), segment="a")


async def test_handlers_hear_all_events_in_the_order_of_publishing() -> None:
    bus, heard = EventBus(), list[str]()

    async def slow(event: StreamEvent) -> None:
        await asyncio.sleep(0.002 if event.content == "0" else 0)
        heard.append(f"slow {event.content}")

    async def quick(event: StreamEvent) -> None:
        heard.append(f"quick {event.content}")

    bus.subscribe(slow)
    bus.subscribe(quick)
    await asyncio.gather(*(bus.publish(delta(number)) for number in range(3)))
    assert heard == ["slow 0", "quick 0", "slow 1", "quick 1", "slow 2", "quick 2"]


async def test_a_handler_that_fails_stops_neither_others_nor_the_publisher() -> None:
    bus, heard = EventBus(), list[str]()

    async def broken(event: StreamEvent) -> None:
        raise RuntimeError("no")

    async def whole(event: StreamEvent) -> None:
        heard.append(event.content)

    bus.subscribe(broken)
    bus.subscribe(whole)
    await bus.publish(delta(1))
    await bus.publish(delta(2))
    assert heard == ["1", "2"]


async def test_a_handler_hears_what_it_asked_for_until_it_leaves() -> None:
    bus, heard = EventBus(), list[str]()

    async def note(event: StreamEvent) -> None:
        heard.append(event.type.value)

    leave = bus.subscribe(note, EventType.STOP, EventType.ERROR)
    await bus.publish(delta(1))
    await bus.publish(events.stop("r"))
    leave()
    leave()
    await bus.publish(events.stop("r"))
    assert heard == ["stop"]


async def test_what_a_handler_publishes_comes_after_what_it_heard() -> None:
    bus, heard = EventBus(), list[str]()

    async def answering(event: StreamEvent) -> None:
        if event.type is EventType.STOP:
            await bus.publish(events.complete("r"))

    async def note(event: StreamEvent) -> None:
        heard.append(event.type.value)

    bus.subscribe(answering)
    bus.subscribe(note)
    await bus.publish(events.stop("r"))
    assert heard == ["stop", "complete"]


async def test_a_publisher_that_is_cancelled_leaves_the_bus_working() -> None:
    bus, heard = EventBus(), list[str]()
    begun = asyncio.Event()

    async def stuck(event: StreamEvent) -> None:
        begun.set()
        if event.content == "1":
            await asyncio.Event().wait()
        heard.append(event.content)

    bus.subscribe(stuck)
    first = asyncio.create_task(bus.publish(delta(1)))
    await begun.wait()
    second = asyncio.create_task(bus.publish(delta(2)))
    first.cancel()
    await second
    await bus.publish(delta(3))
    assert heard == ["2", "3"]


@pytest.mark.feature("SM-01")
async def test_two_requests_do_not_mix() -> None:
    heard: dict[str, list[str]] = {"a": [], "b": []}
    buses = {name: EventBus() for name in heard}
    for name, bus in buses.items():

        async def note(event: StreamEvent, name: str = name) -> None:
            heard[name].append(event.content)

        bus.subscribe(note)
    await asyncio.gather(*(buses[name].publish(events.answer("r", name, segment="s")) for name in "abab"))
    assert heard == {"a": ["a", "a"], "b": ["b", "b"]}
