"""Streams on Redis 7 or newer (extra ``redis``): read, woken and stopped from any process."""

import asyncio
from urllib.parse import quote

from pincite.adapters.streams import redis_wakes
from pincite.adapters.streams.redis_calls import Batches, open_client
from pincite.adapters.streams.redis_wakes import BLOCK_SECONDS, Wakes
from pincite.adapters.streams.waiters import Waiters
from pincite.ports.streams import StreamEvent
from pincite.streaming.frames import decode, encode

_FIELD = b"e"

_WAKE = "redis.call('XADD', KEYS[2], 'MAXLEN', '~', {kept}, '*', 's', KEYS[1])"
# Scripts are atomic, and one answer an event comes back where a transaction sends eight.
_APPEND = (
    "local id = redis.call('XADD', KEYS[1], '0-*', 'e', ARGV[1]) "
    "redis.call('PEXPIRE', KEYS[1], ARGV[2]) "
    + _WAKE.format(kept="ARGV[3]")
    + " return tonumber(string.sub(id, 3)) - 1"
)
_REMOVE = "redis.call('DEL', KEYS[1]) " + _WAKE.format(kept="ARGV[1]")


class RedisStreams:
    """`StreamLog` at ``url``, of one event loop. ``ttl`` is seconds since the last event, ``timeout`` those
    that a call may take.

    A message is a Redis stream whose ids are 0-1, 0-2, …: Redis counts them up, an offset is the id's second
    part less one. Keys are ``prefix:session:message``, and ``prefix:`` with ``wakes``.

    Raises:
        ConfigurationError: ``url`` is no address of a Redis.
    """

    def __init__(
        self, url: str, *, prefix: str = "pincite:stream", ttl: float = 3600.0, timeout: float = 10.0
    ) -> None:
        self._client = open_client(url, timeout)
        self._blocking = open_client(url, BLOCK_SECONDS + timeout)
        # Two, so that who reads does not wait for who writes.
        self._appends, self._reads = Batches(self._client), Batches(self._client)
        self._prefix, self._ttl_ms = prefix, max(1, round(ttl * 1000))
        self._waiters = Waiters()
        self._wakes = Wakes(self._blocking, f"{prefix}:wakes", self._waiters)

    @property
    def waiting(self) -> int:
        return len(self._waiters)

    async def append(self, session: str, message: str, event: StreamEvent) -> int:
        key = self._key(session, message)
        return int(
            await self._appends.call(
                "EVAL", _APPEND, 2, key, self._wakes.key, encode(event), self._ttl_ms, redis_wakes.KEPT
            )
        )

    async def read(
        self, session: str, message: str, from_offset: int = 0, limit: int | None = None
    ) -> tuple[list[StreamEvent], int]:
        start = max(0, from_offset)
        command = ["XRANGE", self._key(session, message), f"0-{start + 1}", "+"]
        if limit is not None:
            command += ["COUNT", str(limit)]
        entries = await self._reads.call(*command)
        return [decode(fields[_FIELD]) for _, fields in entries], start + len(entries)

    async def wait(self, session: str, message: str, from_offset: int, timeout: float) -> bool:  # noqa: ASYNC109
        key = self._key(session, message)
        try:
            async with asyncio.timeout(timeout):
                with self._waiters.entered(key) as woken:
                    await self._wakes.ready()
                    held = await self._reads.call("XLEN", key)
                    # A stream that was removed meanwhile wakes nobody any more.
                    if held > from_offset or (from_offset and not held):
                        return True
                    await woken
        except TimeoutError:
            return False
        return True

    async def expire(self, session: str, message: str) -> None:
        key = self._key(session, message)
        await self._appends.call("EVAL", _REMOVE, 2, key, self._wakes.key, redis_wakes.KEPT)

    async def aclose(self) -> None:
        await self._wakes.aclose()
        await self._appends.aclose()
        await self._reads.aclose()
        await self._client.aclose()
        await self._blocking.aclose()

    def _key(self, session: str, message: str) -> str:
        # Without colons and blanks inside, no two pairs make one key.
        return f"{self._prefix}:{quote(session, safe='')}:{quote(message, safe='')}"
