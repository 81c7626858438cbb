"""Memory that is bounded."""

import pytest

from pincite.adapters.streams.memory import MemoryStreams
from pincite.core.errors import StreamLogFull
from pincite.streaming import events


async def fill(log: MemoryStreams, message: str, count: int = 20) -> None:
    for _ in range(count):
        await log.append("s", message, events.answer("r", "x" * 100, segment="a"))


@pytest.mark.feature("SM-08")
async def test_completed_streams_make_room_the_oldest_first() -> None:
    log = MemoryStreams(max_bytes=15_000)
    for number in range(10):
        await fill(log, f"m{number}")
        await log.append("s", f"m{number}", events.complete("r"))
        assert log.size <= 15_000 + 200
    kept = [number for number in range(10) if (await log.read("s", f"m{number}"))[0]]
    assert kept
    assert kept == list(range(kept[0], 10))


async def test_what_is_under_way_stays_and_what_ends_it_always_fits() -> None:
    log = MemoryStreams(max_bytes=6_000)
    with pytest.raises(StreamLogFull):
        await fill(log, "m", 100)
    held = (await log.read("s", "m"))[1]
    assert held > 10
    await log.append("s", "m", events.failed("r", "full", code="stream_log_full"))
    assert await log.append("s", "m", events.complete("r")) == held + 1
    await fill(log, "next", 3)
    assert (await log.read("s", "m"))[0] == []


async def test_no_stream_leaves_anything_behind() -> None:
    now = 0.0
    log = MemoryStreams(ttl=10, clock=lambda: now)
    await fill(log, "expired")
    now = 5.0
    await fill(log, "removed")
    await log.append("s", "removed", events.complete("r"))
    await log.expire("s", "removed")
    now = 10.0
    log.sweep()
    assert log.size == 0
    assert not log._streams
    assert not log._completed
