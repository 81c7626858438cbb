"""Who waits for an event of which stream, in this process."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy


class Waiters:
    """Futures by stream. One that is left, by whatever way, leaves nothing behind."""

    def __init__(self) -> None:
        self._held: dict[str, set[asyncio.Future[None]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._held.values()))

    @contextmanager
    def entered(self, stream: str) -> Iterator[asyncio.Future[None]]:
        """A future that the next `wake` of ``stream`` fulfils. Look for events after entering, not before."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._held.setdefault(stream, set()).add(future)
        try:
            yield future
        finally:
            held = self._held[stream]
            held.discard(future)
            if not held:
                del self._held[stream]
            if future.done() and not future.cancelled():
                future.exception()  # A failure that came too late for who waited is nobody's.

    def wake(self, stream: str) -> None:
        for future in self._held.get(stream, ()):
            if not future.done():
                future.set_result(None)

    def wake_all(self, error: Exception | None = None) -> None:
        """Wake everyone, or let their waiting fail."""
        for held in self._held.values():
            for future in held:
                if future.done():
                    continue
                if error is None:
                    future.set_result(None)
                else:
                    # One of its own for each: raised by many, an exception gathers the tracebacks of all.
                    future.set_exception(copy(error))
