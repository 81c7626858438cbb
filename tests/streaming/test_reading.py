"""Following a stream: from any place, to its one end."""

import asyncio
import random

import pytest

from pincite.adapters.streams.memory import MemoryStreams
from pincite.core.errors import StreamGone
from pincite.ports.streams import EventType, StreamEvent, StreamLog
from pincite.streaming import events
from pincite.streaming.reading import PAGE, Arrival, follow
from pincite.streaming.sse import next_offset
from pincite.streaming.writer import StreamWriter


async def told(log: StreamLog, start: int = 0, *, message: str = "m", grace: float = 0.01) -> list[Arrival]:
    found = []
    async with asyncio.timeout(30):
        async for arrival in follow(log, "s", message, start, grace=grace):
            assert arrival is not None
            found.append(arrival)
    return found


async def holding(*written: StreamEvent) -> MemoryStreams:
    log = MemoryStreams()
    for event in written:
        await log.append("s", "m", event)
    return log


def say(content: str) -> StreamEvent:
    return events.answer("r", content, segment="a")


@pytest.mark.feature("RS-01")
@pytest.mark.parametrize("count", [0, 1, PAGE - 2, PAGE - 1, PAGE, 3 * PAGE])
async def test_from_every_offset_a_reader_gets_the_rest(count: int) -> None:
    written = [events.agent_query("r", "s", "m"), *map(say, map(str, range(count))), events.complete("r")]
    log = await holding(*written)
    for start in range(len(written)):
        assert await told(log, start) == [
            Arrival(offset, written[offset]) for offset in range(start, len(written))
        ]


async def test_who_saw_the_end_gets_nothing_and_who_was_elsewhere_gets_all() -> None:
    log = await holding(events.agent_query("r", "s", "m"), events.complete("r"))
    assert await told(log, 2) == []
    assert [arrival.offset for arrival in await told(log, 3)] == [0, 1]
    assert [arrival.offset for arrival in await told(log, 10**12)] == [0, 1]


@pytest.mark.feature("RS-02")
async def test_of_an_unknown_stream_there_is_nothing_to_follow() -> None:
    for start in (0, 1, 7):
        with pytest.raises(StreamGone, match="No stream events found"):
            await told(MemoryStreams(), start)


@pytest.mark.feature("RS-07")
@pytest.mark.parametrize("last", [events.stop("r"), events.failed("r", "no", code="internal")])
async def test_a_stream_whose_writer_died_after_a_stop_or_an_error_is_completed_for_the_reader(
    last: StreamEvent,
) -> None:
    log = await holding(events.agent_query("r", "s", "m"), say("부분"), last)
    for start in range(4):
        found = await told(log, start)
        assert [arrival.event.type for arrival in found].count(EventType.COMPLETE) == 1
        assert found[-1] == Arrival(None, events.complete("r"))
    assert (await log.read("s", "m"))[1] == 3


async def test_after_a_stop_the_real_end_is_waited_for_and_a_slow_client_gets_it_too() -> None:
    log = await holding(events.agent_query("r", "s", "m"), events.stop("r"))
    found = []
    async for arrival in follow(log, "s", "m", grace=0.02):
        assert arrival is not None
        found.append(arrival.offset)
        if arrival.offset == 1:
            await log.append("s", "m", say("Rest"))
            await log.append("s", "m", events.complete("r"))
            await asyncio.sleep(0.05)
    assert found == [0, 1, 2, 3]


async def test_a_failed_stage_ends_nothing() -> None:
    failed = events.tool_result("r", "search", call="1", duration_ms=1, error="no")
    log = await holding(failed)
    reading = asyncio.create_task(told(log, grace=0))
    await asyncio.sleep(0.02)
    assert not reading.done()
    await log.append("s", "m", events.complete("r"))
    assert len(await reading) == 2


async def test_silence_is_told() -> None:
    log = await holding(events.agent_query("r", "s", "m"))
    arriving = follow(log, "s", "m", heartbeat=0.005)
    found = [await anext(arriving) for _ in range(3)]
    await arriving.aclose()  # type: ignore[attr-defined]
    assert found[1:] == [None, None]
    assert log.waiting == 0


async def test_a_client_that_reads_nothing_costs_a_page() -> None:
    log = await holding(events.agent_query("r", "s", "m"))
    asked = []
    read = log.read

    async def counted(session: str, message: str, start: int = 0, limit: int | None = None):  # type: ignore[no-untyped-def]
        found = await read(session, message, start, limit)
        asked.append(len(found[0]))
        return found

    log.read = counted  # type: ignore[method-assign]
    arriving = follow(log, "s", "m")
    await anext(arriving)
    for number in range(10 * PAGE):
        await log.append("s", "m", say(str(number)))
    assert sum(asked) == 1
    await anext(arriving)
    assert sum(asked) <= 1 + PAGE
    await arriving.aclose()  # type: ignore[attr-defined]


@pytest.mark.feature("RS-01", "RS-03")
async def test_two_hundred_reloads_lose_double_and_reorder_nothing() -> None:
    """Clients that go away at a random event and come back with the id of the last frame they saw."""
    log, chance = MemoryStreams(), random.Random(6)

    async def write(name: str) -> None:
        async with StreamWriter(log, "s", name, name) as writer:
            await writer.begin()
            for number in range(30):
                await writer.write(events.answer(name, f"{number} ", segment="a"))
                await asyncio.sleep(0)

    async def read(name: str) -> list[Arrival]:
        seen: list[Arrival] = []
        while not seen or seen[-1].event.type is not EventType.COMPLETE:
            last = str(seen[-1].offset) if seen else None
            leave = chance.randint(1, 20)
            arriving = follow(log, "s", name, next_offset(last))
            async for arrival in arriving:
                assert arrival is not None
                seen.append(arrival)
                leave -= 1
                if not leave:
                    break
            await arriving.aclose()  # type: ignore[attr-defined]
        return seen

    names = [f"m{number}" for number in range(200)]
    writing = [asyncio.create_task(write(name)) for name in names]
    for name in names:
        await log.wait("s", name, 0, 30)
    async with asyncio.timeout(60):
        found = await asyncio.gather(*map(read, names))
        await asyncio.gather(*writing)
    for name, seen in zip(names, found, strict=True):
        assert [arrival.offset for arrival in seen] == list(range(33))
        assert [arrival.event for arrival in seen] == (await log.read("s", name))[0]
    assert log.waiting == 0
