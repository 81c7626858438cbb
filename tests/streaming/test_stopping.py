"""A stop is seen by the generating process, whoever asks for it."""

import asyncio

import pytest

from pincite.adapters.streams.memory import MemoryStreams
from pincite.core.errors import StreamLogUnavailable
from pincite.ports.streams import StreamEvent
from pincite.streaming import events, stopping
from pincite.streaming.stopping import request_stop, watch_stop


@pytest.mark.feature("RS-04", "RS-05")
async def test_a_stop_is_seen_with_no_client_left_also_one_before_the_watch_began() -> None:
    log = MemoryStreams()
    await log.append("s", "m", events.agent_query("r", "s", "m"))
    watching = asyncio.create_task(watch_stop(log, "s", "m"))
    for number in range(200):
        await log.append("s", "m", events.answer("r", str(number), segment="a"))
    await asyncio.sleep(0)
    assert not watching.done()
    assert await request_stop(log, "s", "m", "other") == 201
    async with asyncio.timeout(10):
        assert await watching
        assert await watch_stop(log, "s", "m")
    assert log.waiting == 0


@pytest.mark.parametrize("last", [events.complete("r"), events.failed("r", "no", code="internal")])
async def test_an_answer_that_ended_is_watched_no_more(last: StreamEvent) -> None:
    log = MemoryStreams()
    await log.append("s", "m", last)
    assert not await watch_stop(log, "s", "m")


async def test_the_guard_ends_a_watch() -> None:
    assert not await watch_stop(MemoryStreams(), "s", "m", guard=0.01)


async def test_a_log_that_is_gone_for_a_while_does_not_end_the_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shaky(MemoryStreams):
        failures = 3

        async def read(self, session, message, from_offset=0, limit=None):  # type: ignore[no-untyped-def]
            if self.failures:
                self.failures -= 1
                raise StreamLogUnavailable("gone")
            return await super().read(session, message, from_offset, limit)

    monkeypatch.setattr(stopping, "_AGAIN", 0.001)
    log = Shaky()
    await request_stop(log, "s", "m", "r")
    assert await watch_stop(log, "s", "m")
