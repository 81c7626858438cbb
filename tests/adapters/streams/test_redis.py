"""A Redis that is gone, hangs, refuses, or was emptied."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from pincite.adapters.streams import redis_wakes
from pincite.adapters.streams.redis import RedisStreams
from pincite.core.errors import ConfigurationError, StreamLogUnavailable
from pincite.streaming import events


@asynccontextmanager
async def serving(answer: bytes | None) -> AsyncIterator[str]:
    """The address of a server that answers so to everything; with None it never does."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while await reader.read(65536):
                if answer is not None:
                    writer.write(answer)
                    await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    finally:
        server.close()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[RedisStreams]:
    log = RedisStreams(url, timeout=0.1)
    try:
        yield log
    finally:
        await log.aclose()


async def refused(log: RedisStreams, kind: type[Exception]) -> None:
    for call in (
        log.append("s", "m", events.stop("r")),
        log.read("s", "m"),
        log.wait("s", "m", 0, 30),
        log.expire("s", "m"),
    ):
        with pytest.raises(kind):
            await call
    assert log.waiting == 0


@pytest.mark.feature("SM-06")
async def test_a_redis_that_is_gone_is_told_of_at_once() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with opened(f"redis://127.0.0.1:{closed.getsockname()[1]}/0") as log:
            await refused(log, StreamLogUnavailable)


async def test_a_redis_that_hangs_is_told_of_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.adapters.streams.redis.BLOCK_SECONDS", 0.1)
    async with serving(None) as url, opened(url) as log:
        await refused(log, StreamLogUnavailable)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (b"-NOAUTH Authentication required.\r\n", ConfigurationError),
        (b"-LOADING Redis is loading the dataset in memory\r\n", StreamLogUnavailable),
        (b"-ERR unknown\r\n", StreamLogUnavailable),
    ],
)
async def test_a_redis_that_refuses_says_whether_waiting_helps(answer: bytes, kind: type[Exception]) -> None:
    async with serving(answer * 8) as url, opened(url) as log:
        with pytest.raises(kind):
            await log.read("s", "m")


@pytest.mark.parametrize("url", ["", "http://somewhere", "redis://:secret@host:port/0"])
def test_an_address_that_is_none_is_a_mistake_of_the_settings_and_not_shown(url: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        RedisStreams(url)
    assert "secret" not in caught.value.message


async def test_many_who_call_while_it_is_gone_are_all_told() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        async with opened(f"redis://127.0.0.1:{closed.getsockname()[1]}/0") as log:
            calls = [log.append("s", f"m{number}", events.stop("r")) for number in range(600)]
            results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(result, StreamLogUnavailable) for result in results)
    assert len({id(result) for result in results}) == 600


def test_who_falls_behind_wakes_everyone() -> None:
    class Everyone:
        woken = 0

        def wake_all(self) -> None:
            self.woken += 1

    everyone = Everyone()
    wakes = redis_wakes.Wakes(None, "k", everyone)  # type: ignore[arg-type]
    assert wakes._wake([(b"1-0", {b"s": b"m"})] * redis_wakes.KEPT) == b"1-0"
    assert everyone.woken == 1


@pytest.mark.feature("SM-06")
async def test_a_log_that_is_closed_connects_no_more() -> None:
    """Whoever was about to call when it closed would open a connection that nobody closes."""
    connections = 0

    async def count(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        writer.close()

    server = await asyncio.start_server(count, "127.0.0.1", 0)
    async with opened(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0") as log:
        await log.aclose()
        await refused(log, StreamLogUnavailable)
    server.close()
    assert connections == 0


async def test_a_fault_of_the_client_is_told_to_who_waits() -> None:
    class Faulty:
        async def xrevrange(self, *_: object, **__: object) -> None:
            raise AttributeError("a fault")

    waiters = redis_wakes.Waiters()
    wakes = redis_wakes.Wakes(Faulty(), "k", waiters)  # type: ignore[arg-type]
    with pytest.raises(StreamLogUnavailable):
        await wakes.ready()
    assert wakes._reader is not None
    assert isinstance(wakes._reader.exception(), AttributeError)
