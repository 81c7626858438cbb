"""One thread that owns the encoder. Questions go before passages; cancelled work is skipped."""

import asyncio
import contextlib
import itertools
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pincite.core.errors import EmbeddingFailed, PinciteError

T = TypeVar("T")

_STOP, _URGENT, _ORDINARY = range(3)


@dataclass(order=True, slots=True)
class _Job:
    priority: int
    number: int
    work: Callable[[], Any] = field(compare=False)
    loop: asyncio.AbstractEventLoop = field(compare=False)
    future: asyncio.Future[Any] = field(compare=False)

    def settle(self, result: Any, error: PinciteError | None) -> None:
        """Hand the outcome to the loop that waits for it."""

        def deliver() -> None:
            if self.future.done():
                return
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)

        # The loop may have been closed while the encoder worked; then nobody waits any more.
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(deliver)


class Worker:
    """Runs synchronous work off the event loop, one piece at a time, in order of urgency."""

    def __init__(self, name: str) -> None:
        self._queue: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[], T], *, urgent: bool = False) -> asyncio.Future[T]:
        """Queue ``work``. Cancelling the future drops it unless it runs already.

        Raises (through the future): EmbeddingFailed.
        """
        return self._put(work, _URGENT if urgent else _ORDINARY)

    def _put(self, work: Callable[[], T], priority: int) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._lock:
            if self._closed:
                raise EmbeddingFailed("The encoder is closed.", hint="Open the library again.")
            self._closed = priority == _STOP
            self._queue.put(_Job(priority, next(self._numbers), work, loop, future))
        return future

    async def aclose(self) -> None:
        """Finish the running piece, fail the waiting ones, end the thread. A second call does nothing."""
        if self._closed:
            return
        await self._put(lambda: None, _STOP)
        self._thread.join()

    def _loop(self) -> None:
        while True:
            job = self._queue.get()
            if job.priority == _STOP:
                break
            if not job.future.cancelled():
                self._run(job)
        while not self._queue.empty():
            self._queue.get().settle(None, EmbeddingFailed("The encoder was closed."))
        job.settle(None, None)

    @staticmethod
    def _run(job: _Job) -> None:
        try:
            result = job.work()
        except PinciteError as error:
            job.settle(None, error)
        except Exception as error:  # noqa: BLE001 - the end of a thread: the waiting caller gets it, typed
            failure = EmbeddingFailed(f"The encoder failed: {error}")
            failure.__cause__ = error
            job.settle(None, failure)
        else:
            job.settle(result, None)
