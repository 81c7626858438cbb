"""All indexes of a library as one: each base is written and found where the database says that it lies.

The one place where vectors of two encoders could meet, and therefore the one that keeps them apart: a vector
is stored in, and compared with, points of its own identity alone.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from pincite.adapters.index_names import index_name
from pincite.core.errors import Conflict, EmbeddingSizeChanged, IndexUnavailable
from pincite.ports.index import (
    DenseLeg,
    IndexPoint,
    IndexShelf,
    Leg,
    LegHit,
    OpenIndex,
    SearchFilter,
    SearchIndex,
    SearchResult,
)
from pincite.ports.models import Embedder
from pincite.ports.rebuilds import Placement, Rebuilds

T = TypeVar("T")

_LOOKS = 3
"""Times that a search is made when bases move under it; two swaps within one are not to be expected."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One search of one index."""

    store: str
    base_ids: tuple[str, ...]
    comparable: bool
    """Whether the vectors there are of the encoder that asks."""


class PlacedIndex:
    """`LibraryIndex` over a shelf. Belongs to one event loop; ``aclose`` closes the shelf too."""

    def __init__(self, shelf: IndexShelf, rebuilds: Rebuilds, embedder: Embedder) -> None:
        self._shelf = shelf
        self._rebuilds = rebuilds
        self._embedder = embedder
        self._open: dict[str, OpenIndex] = {}
        self._opening = asyncio.Lock()
        self._under_way: set[asyncio.Event] = set()
        self._tidying = asyncio.Lock()

    # --- writing ----------------------------------------------------------------------------------

    async def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Into the index that answers, and into the one that is being built.

        Raises EmbeddingSizeChanged too, for vectors of another size than an index of this encoder holds.
        """
        by_base: dict[str, list[IndexPoint]] = {}
        for point in points:
            by_base.setdefault(point.base_id, []).append(point)
        async with self._busy():
            placements = await self._rebuilds.placements(tuple(by_base))
            for base_id, mine in by_base.items():
                placement = placements.get(base_id) or Placement(base_id)
                if placement.identity is None and placement.next_store is None:
                    placement = await self._settled(placement)
                await self._write(placement, mine)

    async def _settled(self, placement: Placement) -> Placement:
        """A base without vectors goes where those of our encoder lie, before its first point is written."""
        home = await self._home()
        if home != placement.store and await self._rebuilds.settle(placement.base_id, home):
            return replace(placement, store=home)
        return placement

    async def _home(self) -> str:
        identity = self._embedder.identity
        placements = (await self._rebuilds.placements()).values()
        homes = {one.store for one in placements if one.identity == identity}
        homes = homes or {one.next_store or "" for one in placements if one.next_identity == identity}
        if homes:
            return min(homes)
        if all(one.identity is None for one in placements if not one.store):
            held = await self._existing("")
            if held is None or held.dimension == self._embedder.dimension:
                return ""
        return index_name(identity)

    async def _write(self, placement: Placement, points: Sequence[IndexPoint]) -> None:
        ours = placement.identity in (None, self._embedder.identity)
        index = await self._store(placement.store)
        fits = ours and index.dimension == self._embedder.dimension
        if ours and not fits and placement.next_store is None and any(p.vector is not None for p in points):
            raise EmbeddingSizeChanged(
                f"The index of a knowledge base holds vectors of {index.dimension} numbers, "
                f"the encoder makes {self._embedder.dimension}.",
                hint="Run `pincite reindex` to build the index for the encoder in use.",
            )
        await index.index.upsert(points if fits else _without_vectors(points))
        if placement.next_store is None:
            return
        following = await self._store(placement.next_store)
        if placement.next_identity == self._embedder.identity:
            await following.index.upsert(points)
        else:
            # Another encoder must write these again; what is missing is what a rebuild looks for.
            versions = tuple(sorted({point.version_id for point in points}))
            await following.index.delete(SearchFilter(version_ids=versions))

    async def delete(self, where: SearchFilter) -> None:
        async with self._busy():
            for opened in await self._all():
                await opened.index.delete(where)

    async def set_tags(self, where: SearchFilter, tags: Sequence[str]) -> None:
        async with self._busy():
            for opened in await self._all():
                await opened.index.set_tags(where, tags)

    # --- finding ----------------------------------------------------------------------------------

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        """As of one index. Dense legs find nothing in bases of another encoder."""

        async def look(placements: Mapping[str, Placement]) -> SearchResult:
            results = [
                await self._search(part, legs, where, with_vectors) for part in self._parts(placements)
            ]
            return _joined([result for result in results if result is not None], legs)

        return await self._looked(where.base_ids, look)

    async def _search(
        self, part: _Part, legs: Sequence[Leg], where: SearchFilter, with_vectors: bool
    ) -> SearchResult | None:
        opened = await self._existing(part.store)
        if opened is None:
            return None
        here = replace(where, base_ids=part.base_ids)
        if part.comparable and opened.dimension == self._embedder.dimension:
            return await opened.index.search(legs, here, with_vectors=with_vectors)
        lexical = [leg for leg in legs if not isinstance(leg, DenseLeg)]
        found = iter((await opened.index.search(lexical, here, with_vectors=False)).legs if lexical else ())
        return SearchResult(tuple(() if isinstance(leg, DenseLeg) else next(found) for leg in legs))

    def _parts(self, placements: Mapping[str, Placement]) -> list[_Part]:
        parts: dict[tuple[str, bool], list[str]] = {}
        for placement in placements.values():
            comparable = placement.identity in (None, self._embedder.identity)
            parts.setdefault((placement.store, comparable), []).append(placement.base_id)
        return [
            _Part(store, tuple(sorted(ids)), comparable) for (store, comparable), ids in sorted(parts.items())
        ]

    async def count(self, where: SearchFilter) -> int:
        """Where each base is answered from; what is being built is not counted."""

        async def look(placements: Mapping[str, Placement]) -> int:
            total = 0
            for part in self._parts(placements):
                opened = await self._existing(part.store)
                if opened is not None:
                    total += await opened.index.count(replace(where, base_ids=part.base_ids))
            return total

        return await self._looked(where.base_ids, look)

    async def _looked(
        self, base_ids: Collection[str], look: Callable[[Mapping[str, Placement]], Awaitable[T]]
    ) -> T:
        """``look`` where the bases lie, again if another process moved them meanwhile."""
        asked = tuple(base_ids) or None
        async with self._busy():
            placements = await self._rebuilds.placements(asked)
            for _ in range(_LOOKS - 1):
                failure = None
                try:
                    found = await look(placements)
                    if not self._shelf.shared:
                        return found
                except IndexUnavailable as error:
                    failure = error
                now = await self._rebuilds.placements(asked)
                if self._parts(now) == self._parts(placements):
                    if failure is not None:
                        raise failure
                    return found
                placements = now
            return await look(placements)

    async def version_ids(self) -> set[str]:
        async with self._busy():
            found: set[str] = set()
            for opened in await self._all():
                found |= await opened.index.version_ids()
            return found

    # --- rebuilding -------------------------------------------------------------------------------

    async def rebuilt(self, base_id: str) -> SearchIndex:
        placement = (await self._rebuilds.placements([base_id])).get(base_id)
        if placement is None or placement.next_store is None:
            raise Conflict("No index is being built for this knowledge base.", hint="Run `pincite reindex`.")
        return (await self._store(placement.next_store)).index

    async def tidy(self) -> None:
        async with self._tidying:
            # In this order: what is made meanwhile is not among the names, and is named by a base before.
            names = await self._shelf.names()
            await self._quiet()
            placements = await self._rebuilds.placements()
            used = {name for placement in placements.values() for name in placement.stores}
            for name in sorted(names - (used or {""})):
                opened = self._open.pop(name, None)
                if opened is not None:
                    await opened.index.aclose()
                await self._shelf.remove(name)
            if len(used) > 1:
                await self._leave(placements, used)

    async def _leave(self, placements: Mapping[str, Placement], used: Collection[str]) -> None:
        for name in sorted(used):
            gone = tuple(sorted(id_ for id_, placed in placements.items() if name not in placed.stores))
            opened = await self._existing(name) if gone else None
            if opened is not None and await opened.index.count(SearchFilter(base_ids=gone)):
                await opened.index.delete(SearchFilter(base_ids=gone))

    async def _quiet(self) -> None:
        """Wait for what began before: it may still use an index that the bases have left."""
        for event in list(self._under_way):
            await event.wait()

    @asynccontextmanager
    async def _busy(self) -> AsyncIterator[None]:
        ended = asyncio.Event()
        self._under_way.add(ended)
        try:
            yield
        finally:
            self._under_way.discard(ended)
            ended.set()

    # --- indexes ----------------------------------------------------------------------------------

    async def _store(self, name: str) -> OpenIndex:
        async with self._opening:
            if name not in self._open:
                self._open[name] = await self._shelf.open(name, self._embedder.dimension)
            return self._open[name]

    async def _existing(self, name: str) -> OpenIndex | None:
        if name in self._open or await self._shelf.exists(name):
            return await self._store(name)
        return None

    async def _all(self) -> list[OpenIndex]:
        """Of every index that a base uses; of a new library the first one, whose process then holds the
        library from the start."""
        placements = (await self._rebuilds.placements()).values()
        names = sorted({name for placement in placements for name in placement.stores} or {""})
        if len(names) == 1:
            return [await self._store(names[0])]
        return [opened for name in names if (opened := await self._existing(name)) is not None]

    async def aclose(self) -> None:
        async with self._opening:
            opened, self._open = self._open, {}
            for one in opened.values():
                await one.index.aclose()
            await self._shelf.aclose()


def _without_vectors(points: Sequence[IndexPoint]) -> list[IndexPoint]:
    return [replace(point, vector=None) for point in points]


def _joined(results: Sequence[SearchResult], legs: Sequence[Leg]) -> SearchResult:
    if len(results) == 1:
        return results[0]
    lists = []
    for number, leg in enumerate(legs):
        hits: list[LegHit] = [hit for result in results for hit in result.legs[number]]
        lists.append(tuple(sorted(hits, key=lambda hit: (-hit.score, hit.id))[: leg.limit]))
    return SearchResult(
        tuple(lists),
        {id_: cosine for result in results for id_, cosine in result.cosines.items()},
        {id_: vector for result in results for id_, vector in result.vectors.items()},
    )
