"""What every `StreamLog` must do. Subclass the suite, say how a log is made, and run it with pytest.

class TestMyStreams(StreamLogContract):
    async def make_log(self, ttl=3600.0):
        return await open_my_streams(ttl)

    async def pass_time(self, seconds):
        await asyncio.sleep(seconds)
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pincite.core.errors import StreamGone
from pincite.ports.streams import EventType, StreamEvent, StreamLog
from pincite.streaming import events
from pincite.streaming.reading import follow
from pincite.streaming.stopping import request_stop, watch_stop
from pincite.streaming.writer import StreamWriter

_LONG = 60.0
"""Seconds that nothing here takes: a test that needs them hangs."""


def delta(number: int) -> StreamEvent:
    return events.answer("r1", f"말{number} ", segment="a1")


async def entered(log: StreamLog, count: int) -> None:
    """Returns when ``count`` calls wait."""
    async with asyncio.timeout(_LONG):
        while log.waiting < count:  # noqa: ASYNC110 - the log has no event for it
            await asyncio.sleep(0.001)


class StreamLogContract(ABC):
    @abstractmethod
    async def make_log(self, ttl: float = 3600.0) -> StreamLog:
        """A log; called again in one test, another process's view of the same streams if logs share them."""

    @abstractmethod
    async def pass_time(self, seconds: float) -> None:
        """Let the time of the log go on."""

    @asynccontextmanager
    async def opened(self, ttl: float = 3600.0) -> AsyncIterator[StreamLog]:
        log = await self.make_log(ttl)
        try:
            yield log
        finally:
            await log.aclose()

    async def test_offsets_count_from_zero_and_lead_back_to_the_events(self) -> None:
        async with self.opened() as log:
            assert [await log.append("s", "m", delta(number)) for number in range(5)] == [0, 1, 2, 3, 4]
            assert await log.read("s", "m") == ([delta(number) for number in range(5)], 5)
            assert await log.read("s", "m", 3) == ([delta(3), delta(4)], 5)
            assert await log.read("s", "m", 1, 2) == ([delta(1), delta(2)], 3)

    async def test_an_event_comes_back_as_it_was(self) -> None:
        sent = StreamEvent(
            "r\n1",
            EventType.REFERENCES,
            '줄\r\n"둘"\0 👩‍⚖️ \ud83d',
            True,
            {"references": [{"id": "c1", "n": 0.5}]},
        )
        async with self.opened() as log:
            await log.append("s", "m", sent)
            assert (await log.read("s", "m"))[0] == [sent]

    async def test_past_the_end_there_is_nothing_and_the_offset_stays(self) -> None:
        async with self.opened() as log:
            assert await log.read("s", "unknown") == ([], 0)
            await log.append("s", "m", delta(0))
            assert await log.read("s", "m", 5) == ([], 5)

    async def test_what_a_reader_changes_no_other_sees(self) -> None:
        async with self.opened() as log:
            data = {"references": [{"id": "c1"}]}
            await log.append("s", "m", StreamEvent("r", EventType.REFERENCES, data=data))
            data["references"].clear()
            (read,), _ = await log.read("s", "m")
            read.data["references"].clear()
            assert (await log.read("s", "m"))[0][0].data == {"references": [{"id": "c1"}]}

    async def test_streams_are_kept_apart_whatever_their_names(self) -> None:
        pairs = [
            ("s", "m"),
            ("s", "m2"),
            ("s2", "m"),
            ("a:b", "c"),
            ("a", "b:c"),
            ("a%3Ab", "c"),
            ("문서", "{x} *"),
        ]
        async with self.opened() as log:
            for number, (session, message) in enumerate(pairs):
                assert await log.append(session, message, delta(number)) == 0
            for number, (session, message) in enumerate(pairs):
                assert await log.read(session, message) == ([delta(number)], 1)

    async def test_many_writers_of_one_stream_lose_and_double_nothing(self) -> None:
        async with self.opened() as log:
            offsets = await asyncio.gather(*(log.append("s", "m", delta(number)) for number in range(50)))
            assert sorted(offsets) == list(range(50))
            read, _ = await log.read("s", "m")
            assert [read[offset] for offset in offsets] == [delta(number) for number in range(50)]

    async def test_who_waits_wakes_with_the_event_and_without_delay_if_it_is_there(self) -> None:
        async with self.opened() as log:
            waiting = asyncio.create_task(log.wait("s", "m", 0, _LONG))
            await entered(log, 1)
            await log.append("s", "other", delta(0))
            await log.append("s", "m", delta(0))
            async with asyncio.timeout(_LONG / 2):
                assert await waiting
                assert await log.wait("s", "m", 0, _LONG)
            assert log.waiting == 0

    async def test_waiting_ends_with_its_time(self) -> None:
        async with self.opened() as log:
            await log.append("s", "m", delta(0))
            assert not await log.wait("s", "m", 1, 0.02)
            assert not await log.wait("s", "m", 1, 0)
            assert log.waiting == 0

    async def test_a_waiter_that_is_cancelled_leaves_nothing_behind(self) -> None:
        async with self.opened() as log:
            assert not await log.wait("s", "m", 0, 0.01)
            tasks = len(asyncio.all_tasks())
            waiting = [asyncio.create_task(log.wait("s", f"m{number}", 0, _LONG)) for number in range(20)]
            await entered(log, 20)
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)
            assert log.waiting == 0
            # A call that was under way for them may end first; it ends by itself.
            async with asyncio.timeout(_LONG):
                while len(asyncio.all_tasks()) > tasks:  # noqa: ASYNC110 - nobody tells of it
                    await asyncio.sleep(0.001)
            assert await log.append("s", "m0", delta(0)) == 0

    async def test_two_readers_one_of_them_from_the_middle(self) -> None:
        async with self.opened() as log:
            async with StreamWriter(log, "s", "m", "r1") as writer:
                await writer.begin()
                whole = asyncio.create_task(self._followed(log, "m"))
                for number in range(150):
                    await writer.write(delta(number))
                    if number == 75:
                        rest = asyncio.create_task(self._followed(log, "m", 40))
                    await asyncio.sleep(0)
            all_of_it = await whole
            assert [offset for offset, _ in all_of_it] == list(range(153))
            assert all_of_it[-1][1].type is EventType.COMPLETE
            assert await rest == all_of_it[40:]

    async def test_another_process_reads_follows_and_stops(self) -> None:
        """Of a log that other processes do not see both are the same one."""
        async with self.opened() as here, self.opened() as there:
            if here is not there:
                await here.append("s", "probe", delta(0))
                assert await there.read("s", "probe") == ([delta(0)], 1)
            async with StreamWriter(here, "s", "m", "r1") as writer:
                await writer.begin()
                followed = asyncio.create_task(self._followed(there, "m"))
                watching = asyncio.create_task(watch_stop(here, "s", "m"))
                await entered(there, 1)
                await writer.write(delta(0))
                assert not watching.done()
                await request_stop(there, "s", "m", "r1")
                async with asyncio.timeout(_LONG):
                    assert await watching
            kinds = [event.type.value for _, event in await followed]
            assert kinds == ["agent_query", "answer", "stop", "answer", "complete"]

    async def test_what_nobody_appends_to_is_forgotten(self) -> None:
        async with self.opened(ttl=0.4) as log:
            await log.append("s", "m", delta(0))
            await self.pass_time(0.25)
            assert await log.append("s", "m", delta(1)) == 1
            await self.pass_time(0.25)
            assert (await log.read("s", "m"))[1] == 2
            await self.pass_time(0.45)
            assert await log.read("s", "m") == ([], 0)
            assert await log.append("s", "m", delta(0)) == 0

    async def test_a_stream_that_is_removed_is_gone_and_its_readers_are_told(self) -> None:
        async with self.opened() as log:
            await log.expire("s", "unknown")
            await log.append("s", "m", delta(0))
            reading = asyncio.create_task(self._followed(log, "m"))
            await entered(log, 1)
            await log.expire("s", "m")
            async with asyncio.timeout(_LONG):
                with pytest.raises(StreamGone):
                    await reading
            assert await log.read("s", "m") == ([], 0)
            async with asyncio.timeout(_LONG / 2):
                assert await log.wait("s", "m", 1, _LONG)
                assert not await watch_stop(log, "s", "m", guard=0.01)

    async def test_two_hundred_streams_at_once(self) -> None:
        async def write(message: str) -> None:
            async with StreamWriter(log, "s", message, message) as writer:
                await writer.begin()
                for number in range(20):
                    await writer.write(events.answer(message, f"{number} ", segment="a"))

        async def read(message: str) -> None:
            seen = await self._followed(log, message)
            assert [offset for offset, _ in seen] == list(range(23))
            assert {event.id for _, event in seen} == {message}
            told = "".join(event.content for _, event in seen)
            assert told == "".join(f"{number} " for number in range(20))
            assert [event.type for _, event in seen].count(EventType.COMPLETE) == 1

        async with self.opened() as log:
            names = [f"m{number}" for number in range(200)]
            writing = [asyncio.create_task(write(name)) for name in names]
            async with asyncio.timeout(_LONG):
                for name in names:
                    await log.wait("s", name, 0, _LONG)
                await asyncio.gather(*(read(name) for name in names), *writing)
            assert log.waiting == 0

    @staticmethod
    async def _followed(log: StreamLog, message: str, start: int = 0) -> list[tuple[int, StreamEvent]]:
        seen = []
        async with asyncio.timeout(_LONG):
            async for arrival in follow(log, "s", message, start):
                assert arrival is not None
                assert arrival.offset is not None
                seen.append((arrival.offset, arrival.event))
        return seen
