"""Streams in the memory of this process: bounded, and forgotten after their time to live."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.adapters.streams.waiters import Waiters
from pincite.core.errors import StreamLogFull
from pincite.ports.streams import EventType, StreamEvent
from pincite.streaming.frames import decode, encode

MAX_BYTES = 256 * 1024 * 1024
"""An answer of 800 deltas takes about 120 KB: some 2,000 of them."""

_EVENT = 41
"""Bytes of an event beside its JSON: the head of a bytes object, its place in a list (CPython, 64 bits)."""

_STREAM = 700
"""Bytes of a stream without events: key, list, entry, measured."""


@dataclass(slots=True)
class _Stream:
    expires: float
    events: list[bytes] = field(default_factory=list)
    size: int = _STREAM
    completed: bool = False


class MemoryStreams:
    """`StreamLog` of one event loop. ``ttl`` is seconds since the last event.

    Where ``max_bytes`` are used up, completed streams go, the oldest first: their messages are stored.
    """

    def __init__(
        self,
        *,
        ttl: float = 3600.0,
        max_bytes: int = MAX_BYTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ttl, self._max_bytes, self._clock = ttl, max_bytes, clock
        self._streams: OrderedDict[str, _Stream] = OrderedDict()
        """In the order of their last event, hence of expiry."""
        self._completed: OrderedDict[str, None] = OrderedDict()
        self._size = 0
        self._waiters = Waiters()

    @property
    def waiting(self) -> int:
        return len(self._waiters)

    @property
    def size(self) -> int:
        """Bytes that all streams hold."""
        return self._size

    async def append(self, session: str, message: str, event: StreamEvent) -> int:
        key = _key(session, message)
        self.sweep()
        kept = encode(event)
        if not (event.final or event.type is EventType.COMPLETE):
            self._make_room(len(kept) + _EVENT, key)
        stream = self._streams.get(key)
        if stream is None:
            stream = self._streams[key] = _Stream(0.0)
            self._size += _STREAM
        stream.events.append(kept)
        stream.size += len(kept) + _EVENT
        self._size += len(kept) + _EVENT
        stream.expires = self._clock() + self._ttl
        self._streams.move_to_end(key)
        if event.type is EventType.COMPLETE:
            stream.completed = True
            self._completed[key] = None
        self._waiters.wake(key)
        return len(stream.events) - 1

    async def read(
        self, session: str, message: str, from_offset: int = 0, limit: int | None = None
    ) -> tuple[list[StreamEvent], int]:
        start = max(0, from_offset)
        self.sweep()
        stream = self._streams.get(_key(session, message))
        if stream is None:
            return [], start
        kept = stream.events[start : None if limit is None else start + limit]
        return [decode(one) for one in kept], start + len(kept)

    async def wait(self, session: str, message: str, from_offset: int, timeout: float) -> bool:  # noqa: ASYNC109
        key = _key(session, message)
        self.sweep()
        with self._waiters.entered(key) as woken:
            stream = self._streams.get(key)
            if from_offset if stream is None else len(stream.events) > from_offset:
                return True
            try:
                async with asyncio.timeout(timeout):
                    await woken
            except TimeoutError:
                return False
        return True

    async def expire(self, session: str, message: str) -> None:
        self._forget(_key(session, message))

    async def aclose(self) -> None:
        """Nothing is open; what is kept goes with the process."""

    def sweep(self) -> None:
        """Forget what is past its time. Each call of the log does it, and looks at no other stream."""
        now = self._clock()
        while self._streams:
            key, oldest = next(iter(self._streams.items()))
            if oldest.expires > now:
                return
            self._forget(key)

    def _make_room(self, needed: int, key: str) -> None:
        while self._size + needed > self._max_bytes:
            oldest = next((one for one in self._completed if one != key), None)
            if oldest is None:
                raise StreamLogFull(f"Unfinished answers hold {self._size} of {self._max_bytes} bytes.")
            self._forget(oldest)

    def _forget(self, key: str) -> None:
        stream = self._streams.pop(key, None)
        self._completed.pop(key, None)
        if stream is not None:
            self._size -= stream.size
            self._waiters.wake(key)


def _key(session: str, message: str) -> str:
    # The length tells where the first ends: any character may stand in either.
    return f"{len(session)}:{session}:{message}"
