"""Who watches an ingest hears each step at once: from the worker of this process by a bell, from those of
other processes by looking at the rows."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from pincite.core.types import DocumentStatus
from pincite.ingest.progress import Progress
from pincite.ports.records import DocumentRecord

_BUFFER = 256
"""Steps that a slow watcher may lag behind; then it misses steps, never the state: the next look at the rows
tells it."""
_POLL = 1.0
"""Seconds between two looks at the rows, for what workers of other processes do."""
_SETTLED = (DocumentStatus.READY, DocumentStatus.FAILED, DocumentStatus.CANCELLED)


Look = Callable[[], Awaitable[Sequence[DocumentRecord]]]
"""The documents of the base as the rows say."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where one document stands. ``done`` of ``total`` chunks, or 0 of 0."""

    document: DocumentRecord
    stage: DocumentStatus
    done: int
    total: int

    @property
    def settled(self) -> bool:
        return self.stage in _SETTLED


class Watchers:
    """Hands the worker's progress to everyone who watches. Belongs to one event loop."""

    def __init__(self) -> None:
        self._streams: set[MemoryObjectSendStream[Progress]] = set()

    def tell(self, progress: Progress) -> None:
        for stream in list(self._streams):
            with suppress(anyio.WouldBlock, anyio.BrokenResourceError):
                stream.send_nowait(progress)

    async def watch(self, base_id: str, look: Look, *, once: bool = False) -> AsyncIterator[Step | None]:
        """Where each document of a base stands, then every change. None tells that nothing happened for a
        while, so that a face can show that it is alive. With ``once`` it ends when all are settled."""
        send, receive = anyio.create_memory_object_stream[Progress](_BUFFER)
        self._streams.add(send)
        try:
            known: dict[str, Step] = {}
            while True:
                steps = [_standing(document) for document in await look()]
                for step in steps:
                    if _news(known.get(step.document.id), step):
                        known[step.document.id] = step
                        yield step
                if once and all(step.settled for step in steps):
                    return
                heard = False
                until = anyio.current_time() + _POLL
                while (progress := await _next(receive, until)) is not None:
                    if progress.document.base_id != base_id:
                        continue
                    heard = True
                    step = Step(progress.document, progress.stage, progress.done, progress.total)
                    known[step.document.id] = step
                    yield step
                    if step.settled:
                        break
                if not heard:
                    yield None
        finally:
            self._streams.discard(send)
            send.close()
            receive.close()


async def _next(receive: MemoryObjectReceiveStream[Progress], until: float) -> Progress | None:
    """The next step, or None at ``until``."""
    with anyio.move_on_at(until):
        return await receive.receive()
    return None


def _standing(document: DocumentRecord) -> Step:
    return Step(document, document.status, document.chunks, document.chunks)


def _news(known: Step | None, step: Step) -> bool:
    """Whether the rows say more than was told: another state, or a settled document that changed."""
    if known is None or known.stage is not step.stage:
        return True
    return step.settled and known.document.updated_at != step.document.updated_at
