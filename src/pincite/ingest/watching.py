"""Who watches an ingest hears each step at once: from the worker of this process by a bell, from those of
other processes by looking at the rows that changed."""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from pincite.core.types import DocumentStatus
from pincite.ingest.progress import Progress
from pincite.ports.documents import Standing
from pincite.ports.metadata import Documents
from pincite.ports.records import DocumentRecord

_BUFFER = 256
"""Steps that a slow watcher may lag behind; then it misses steps, never the state: the next look at the rows
tells it."""
_POLL = 1.0
"""Seconds between two looks at the rows, for what workers of other processes do."""
_LATE = 10.0
"""Seconds that a row may be written after the time it names: a transaction waits for others, the longest of
which take 2 s, and the clocks of two machines differ. What is later still is found when all is quiet."""
_AT_ONCE = 200
"""Documents read whole at once."""
_SETTLED = (DocumentStatus.READY, DocumentStatus.FAILED, DocumentStatus.CANCELLED)


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

    async def watch(
        self, base_id: str, documents: Documents, *, once: bool = False
    ) -> AsyncIterator[Step | None]:
        """Where each document of a base stands, then every change. None tells that nothing happened for a
        while, so that a face can show that it is alive. With ``once`` it ends when all are settled.

        What it reads follows what happens, not the size of the base: the rows that changed since the last
        look, and, when it is quiet, how many stand where.
        """
        send, receive = anyio.create_memory_object_stream[Progress](_BUFFER)
        self._streams.add(send)
        told = _Told()
        heard = False
        try:
            while True:
                changed = told.news(await documents.standing(base_id, since=told.since))
                async for step in _read(documents, changed):
                    yield told.note(step)
                quiet = not heard and not changed
                if once or quiet:
                    counts = await documents.counts(base_id)
                    all_settled = set(counts) <= set(_SETTLED)
                    if told.differs_for_long(counts) or (all_settled and told.counts() != counts):
                        missed = told.corrected(await documents.standing(base_id))
                        async for step in _read(documents, missed):
                            yield told.note(step)
                    if once and all_settled:
                        return
                heard = False
                until = anyio.current_time() + _POLL
                while (progress := await _next(receive, until)) is not None:
                    if progress.document.base_id != base_id:
                        continue
                    heard = True
                    step = Step(progress.document, progress.stage, progress.done, progress.total)
                    yield told.note(step)
                    if once and step.settled and not told.unsettled:
                        break
                if not heard:
                    yield None
        finally:
            self._streams.discard(send)
            send.close()
            receive.close()


@dataclass(slots=True)
class _Told:
    """What a watcher was told of each document: 150 bytes of each."""

    since: float = 0.0
    """Changes from then on may be news."""
    unsettled: int = 0
    _odd: Mapping[DocumentStatus, int] | None = None
    """Counts that were others than those told, at the last look."""
    _known: dict[str, tuple[DocumentStatus, float]] = field(default_factory=dict)

    def note(self, step: Step) -> Step:
        before = self._known.get(step.document.id)
        self._known[step.document.id] = step.stage, step.document.updated_at
        self.unsettled += not step.settled
        self.unsettled -= before is not None and before[0] not in _SETTLED
        return step

    def news(self, rows: Sequence[Standing]) -> list[str]:
        """Documents of which the rows say more than was told."""
        if rows:
            self.since = max(self.since, rows[-1].updated_at - _LATE)
        return [row.id for row in rows if self._is_news(row)]

    def _is_news(self, row: Standing) -> bool:
        """Another state, or a settled document that changed."""
        stage, at = self._known.get(row.id, (None, 0.0))
        return stage is not row.status or (row.status in _SETTLED and at != row.updated_at)

    def counts(self) -> Mapping[DocumentStatus, int]:
        return Counter(stage for stage, _ in self._known.values())

    def differs_for_long(self, counts: Mapping[DocumentStatus, int]) -> bool:
        """Whether the rows say the same as at the last look, and not what was told: between two reads of rows
        something may always happen."""
        odd = counts if self.counts() != counts else None
        before, self._odd = self._odd, odd
        return odd is not None and odd == before

    def corrected(self, rows: Sequence[Standing]) -> list[str]:
        """As `news` from the rows of all documents; those that are gone are forgotten."""
        here = {row.id for row in rows}
        self._known = {id_: known for id_, known in self._known.items() if id_ in here}
        self.unsettled = sum(stage not in _SETTLED for stage, _ in self._known.values())
        return self.news(rows)


async def _read(documents: Documents, ids: Sequence[str]) -> AsyncIterator[Step]:
    """The documents as they stand, in the order of ``ids``; without those that went meanwhile."""
    for first in range(0, len(ids), _AT_ONCE):
        some = ids[first : first + _AT_ONCE]
        found = {document.id: document for document in await documents.several(some)}
        for document in (found[id_] for id_ in some if id_ in found):
            yield Step(document, document.status, document.chunks, document.chunks)


async def _next(receive: MemoryObjectReceiveStream[Progress], until: float) -> Progress | None:
    """The next step, or None at ``until``."""
    with anyio.move_on_at(until):
        return await receive.receive()
    return None
