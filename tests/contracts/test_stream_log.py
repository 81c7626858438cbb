"""The contract of the stream log in memory, and on a real Redis."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from pincite.adapters.streams.memory import MemoryStreams
from pincite.adapters.streams.redis import RedisStreams
from pincite.core.errors import StreamLogUnavailable
from pincite.ports.streams import StreamLog
from pincite.testing.stream_log import StreamLogContract, delta, entered
from tests.services import need

REDIS = os.environ.get("PINCITE_TEST_REDIS", "redis://127.0.0.1:6379/0")
"""A Redis in which keys may be made; each test has a prefix of its own and removes what is under it."""


@pytest.mark.feature("SM-01", "SM-04", "SM-05", "SM-08")
class TestMemoryStreams(StreamLogContract):
    @pytest.fixture(autouse=True)
    def _fresh(self) -> None:
        self.now = 0.0
        self.log: StreamLog | None = None

    async def make_log(self, ttl: float = 3600.0) -> StreamLog:
        self.log = self.log or MemoryStreams(ttl=ttl, clock=lambda: self.now)
        return self.log

    async def pass_time(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.feature("SM-04", "SM-06", "SM-07")
class TestRedisStreams(StreamLogContract):
    @pytest.fixture(autouse=True)
    async def _prefix(self) -> AsyncIterator[None]:
        address = urlsplit(REDIS)
        need(address.hostname or "127.0.0.1", address.port or 6379, "Redis (PINCITE_TEST_REDIS)")
        self.prefix = f"pincite-test-{uuid4().hex}"
        yield
        async with Redis.from_url(REDIS) as redis:
            if left := [key async for key in redis.scan_iter(f"{self.prefix}:*", count=1000)]:
                await redis.delete(*left)

    async def make_log(self, ttl: float = 3600.0) -> StreamLog:
        return RedisStreams(REDIS, prefix=self.prefix, ttl=ttl)

    async def pass_time(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def test_a_redis_that_was_emptied_wakes_who_waits_all_the_same(self) -> None:
        async with self.opened() as log, Redis.from_url(REDIS) as redis:
            await log.append("s", "m", delta(0))
            waiting = asyncio.create_task(log.wait("s", "other", 0, 60))
            await entered(log, 1)
            await redis.delete(*[key async for key in redis.scan_iter(f"{self.prefix}:*")])
            await log.append("s", "other", delta(0))
            async with asyncio.timeout(30):
                assert await waiting

    async def test_who_waits_while_the_log_is_closed_does_not_hang(self) -> None:
        log = await self.make_log()
        waiting = asyncio.create_task(log.wait("s", "m", 0, 60))
        await entered(log, 1)
        await log.aclose()
        async with asyncio.timeout(30):
            with suppress(StreamLogUnavailable):
                await waiting

    async def test_no_key_stays_for_ever_but_the_bounded_list_of_wakes(self) -> None:
        async with self.opened(ttl=100) as log, Redis.from_url(REDIS) as redis:
            await asyncio.gather(*(log.append("s", "m", delta(number)) for number in range(12_000)))
            keys = {key.decode(): await redis.ttl(key) async for key in redis.scan_iter(f"{self.prefix}:*")}
            assert set(keys) == {f"{self.prefix}:s:m", f"{self.prefix}:wakes"}
            assert 0 < keys[f"{self.prefix}:s:m"] <= 100
            assert await redis.xlen(f"{self.prefix}:wakes") < 11_000
