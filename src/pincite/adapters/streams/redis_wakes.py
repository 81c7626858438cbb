"""Wake-ups from Redis: one blocking connection for all who wait in this process."""

import asyncio
from typing import Any

from redis.asyncio import Redis

from pincite.adapters.streams.redis_calls import closed, guarded
from pincite.adapters.streams.waiters import Waiters
from pincite.core.errors import PinciteError, StreamLogUnavailable

BLOCK_SECONDS = 5.0
"""A read that brings nothing is asked anew after it; so long a dead connection can go unnoticed."""

KEPT = 10_000
"""Wake-ups that Redis keeps, some 100 bytes each. Who falls further behind wakes everyone."""

_FIELD = b"s"


class Wakes:
    """A Redis stream of the names of streams that grew; every append adds one, every process follows it.

    Its ids say the time and only grow, so a place in it stays good. The reader runs while somebody waits.
    """

    def __init__(self, client: "Redis", key: str, waiters: Waiters) -> None:
        self._client, self._waiters = client, waiters
        self.key = key
        """What an append adds the name of its stream to, in the field ``s``."""
        self._reader: asyncio.Task[None] | None = None
        self._placed: asyncio.Future[None] | None = None
        self._closed = False

    async def ready(self) -> None:
        """Returns when what is appended from now on wakes who has entered."""
        if self._closed:
            raise closed()
        if self._reader is None or self._reader.done():
            self._placed = asyncio.get_running_loop().create_future()
            self._reader = asyncio.create_task(self._read(self._placed))
        if self._placed is not None:
            await asyncio.shield(self._placed)
            if self._closed:  # between the reader's first answer and this line
                raise closed()

    async def aclose(self) -> None:
        self._closed = True
        if self._reader is not None and self._placed is not None:
            while not self._reader.done():
                # More than once: a client that is connecting may swallow the first.
                self._reader.cancel()
                await asyncio.wait([self._reader], timeout=0.1)
            # Here and not where it is cancelled, which it may be before it begins.
            self._fail(self._placed, closed())

    async def _read(self, placed: "asyncio.Future[None]") -> None:
        try:
            with guarded():
                newest = await self._client.xrevrange(self.key, count=1)
                place: Any = newest[0][0] if newest else b"0-0"
                placed.set_result(None)
                while True:
                    answer: Any = await self._client.xread(
                        {self.key: place}, count=KEPT, block=int(BLOCK_SECONDS * 1000)
                    )
                    if answer:
                        place = self._wake(answer[0][1])
                    elif not self._waiters:
                        return
        except PinciteError as error:
            self._fail(placed, error)
        except Exception as error:  # a fault of the client: who waits must not wait for ever
            self._fail(placed, StreamLogUnavailable(f"The log of the streams failed: {error!r}"))
            raise

    def _wake(self, entries: list[tuple[bytes, dict[bytes, bytes]]]) -> bytes:
        if len(entries) >= KEPT:
            # Some may have been dropped before they were read.
            self._waiters.wake_all()
        else:
            for stream in {fields[_FIELD] for _, fields in entries}:
                self._waiters.wake(stream.decode())
        return entries[-1][0]

    def _fail(self, placed: "asyncio.Future[Any]", error: PinciteError) -> None:
        """Those who wait are told; the next who waits begins anew."""
        if not placed.done():
            placed.set_exception(error)
            placed.exception()  # With everyone cancelled meanwhile nobody asks.
        self._waiters.wake_all(error)
