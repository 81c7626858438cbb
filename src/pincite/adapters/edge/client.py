"""`SearchIndex` over the child process: started at first use, watched, restarted."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pincite.adapters.edge.child import Child, ChildGone
from pincite.adapters.edge.encoding import change, conditions, encode_leg, encode_points
from pincite.adapters.edge.points import WRITE_BATCH
from pincite.adapters.edge.wire import pack_legs, pack_points
from pincite.adapters.frames import Frame
from pincite.core.errors import IndexUnavailable, InvalidInput
from pincite.core.types import Vector
from pincite.ports.index import IndexPoint, Leg, LegHit, SearchFilter, SearchIndex, SearchResult


async def open_edge_index(directory: Path, *, dimension: int, timeout: float) -> SearchIndex:  # noqa: ASYNC109
    """The index in ``directory``, made at first use if there is none.

    ``dimension`` is that of the dense vectors, ``timeout`` the seconds that one request may take. The child
    process starts with the first call, so opening costs nothing and locks nothing.

    Raises:
        InvalidInput: ``dimension`` or ``timeout`` is not positive.
    """
    if dimension < 1 or timeout <= 0:
        raise InvalidInput(f"dimension={dimension} and timeout={timeout} must be positive.")
    return EdgeIndex(directory, dimension, timeout)


class EdgeIndex:
    """Open it with `open_edge_index`. Belongs to one event loop; any number of its tasks may use it."""

    def __init__(self, directory: Path, dimension: int, timeout: float) -> None:
        self._directory = directory.absolute()
        self._dimension = dimension
        self._timeout = timeout
        self._child: Child | None = None
        self._starting: asyncio.Task[Child] | None = None
        self._closed = False

    @property
    def child_pid(self) -> int | None:
        """The child's process id, None while none runs; `pincite doctor` shows it."""
        return None if self._child is None or self._child.lost else self._child.pid

    async def upsert(self, points: Sequence[IndexPoint]) -> None:
        # In a thread: weighing and hashing take 0.25 ms a chunk (measured), too long for the loop.
        stored = await asyncio.to_thread(encode_points, points, self._dimension)
        for start in range(0, len(stored), WRITE_BATCH):
            rows, body = pack_points(stored[start : start + WRITE_BATCH])
            await self._call({"op": "upsert", "points": rows}, body)

    async def delete(self, where: SearchFilter) -> None:
        await self._call({"op": "delete", "where": change(where)})

    async def set_tags(self, where: SearchFilter, tags: Sequence[str]) -> None:
        await self._call({"op": "tags", "where": change(where), "tags": list(tags)})

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        encoded = [encode_leg(leg, self._dimension) for leg in legs]
        asked = [leg for leg in encoded if leg is not None]
        if not asked:
            return SearchResult(tuple(() for _ in legs))
        rows, body = pack_legs(asked)
        header = {"op": "search", "legs": rows, "where": conditions(where), "vectors": with_vectors}
        answer = await self._call(header, body)
        lists = iter(answer.header["lists"])
        return SearchResult(
            tuple(
                () if leg is None else tuple(LegHit(id_, score) for id_, score in next(lists))
                for leg in encoded
            ),
            answer.header["cosines"],
            self._vectors(answer),
        )

    def _vectors(self, answer: Frame) -> dict[str, Vector]:
        ids: list[str] = answer.header["vectors"]
        matrix = np.frombuffer(answer.body, dtype=np.float32).reshape(len(ids), self._dimension)
        return dict(zip(ids, matrix, strict=True))

    async def count(self, where: SearchFilter) -> int:
        answer = await self._call({"op": "count", "where": conditions(where)})
        return int(answer.header["count"])

    async def version_ids(self) -> set[str]:
        answer = await self._call({"op": "values", "field": "version_id"})
        return set(answer.header["values"])

    async def aclose(self) -> None:
        self._closed = True
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        if self._child is not None:
            child, self._child = self._child, None
            await child.stop()

    async def _call(self, header: dict[str, Any], body: bytes = b"") -> Frame:
        """Ask the child; if it dies meanwhile, ask its successor once. Every operation may be repeated."""
        try:
            return await self._ask(header, body)
        except ChildGone:
            pass
        try:
            return await self._ask(header, body)
        except ChildGone as error:
            raise IndexUnavailable(
                f"The index process died twice over one request ({error}).",
                hint=f"Its log is {self._directory / 'edge.log'}. `pincite reindex` builds the index again.",
            ) from error

    async def _ask(self, header: dict[str, Any], body: bytes) -> Frame:
        child = await self._running()
        return await child.request(header, body, self._timeout)

    async def _running(self) -> Child:
        """The child, started if there is none. One start serves all who wait, though they be cancelled."""
        if self._closed:
            raise IndexUnavailable("The index is closed.", hint="Open the library again.")
        if self._child is not None and not self._child.lost:
            return self._child
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
            self._starting.add_done_callback(self._started)
        return await asyncio.shield(self._starting)

    async def _start(self) -> Child:
        if self._child is not None:
            gone, self._child = self._child, None
            await gone.stop()
        self._child = await Child.start(self._directory, self._dimension)
        return self._child

    def _started(self, task: asyncio.Task[Child]) -> None:
        self._starting = None
        if not task.cancelled():
            task.exception()
