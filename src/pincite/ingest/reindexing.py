"""Build the search index again from the database, into a new one that answers when it is complete."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from pincite.core.errors import Conflict
from pincite.ingest.placing import finish, missing
from pincite.ingest.tools import Stores
from pincite.ports.index import LibraryIndex, SearchFilter
from pincite.ports.rebuilds import Placement
from pincite.ports.records import BaseRecord

_MARK = 6
"""Hexadecimal digits that tell two indexes of one encoder apart."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """How the index of one base stands."""

    base_id: str
    base: str
    """Its name."""
    identity: str | None
    """The encoder of its vectors; None without any."""
    encoder: str
    """The encoder of the settings."""
    current: bool
    """Whether it is searched by meaning; else words alone find, until it is built anew."""
    building: bool
    done: int = 0
    total: int = 0
    """Chunks in the index that is being built, and chunks of the base."""


class Reindexer:
    """Begins, shows and stops rebuilds. The writing is jobs of the queue, which any worker does; the last one
    swaps (`pincite.ingest.placing`)."""

    def __init__(
        self,
        stores: Stores,
        clock: Callable[[], float],
        new_id: Callable[[], str],
        name_index: Callable[[str], str],
        renew: Callable[[], Awaitable[None]],
    ) -> None:
        """``name_index`` names an index after an encoder; ``renew`` lets the encoder find out anew how many
        numbers its vectors have."""
        self._stores = stores
        self._clock = clock
        self._new_id = new_id
        self._name_index = name_index
        self._renew = renew

    async def begin(self, bases: Sequence[str] = ()) -> Sequence[BaseRecord]:
        """Enqueue the rebuild of these bases, or of all; one that is under way goes on where it was.

        Raises:
            NotFound: a base. EmbeddingFailed: the encoder does not answer. Conflict: nothing can be rebuilt.
        """
        index = self._rebuildable()
        chosen = await self._chosen(bases)
        await self._renew()
        store = await self._store_of(chosen, everything=not bases)
        given_up = False
        identity = self._stores.embedder.identity
        for base in chosen:
            given_up |= base.next_identity not in (None, identity)
            await self._stores.metadata.rebuilds.begin(base.id, store, identity, self._clock())
        if given_up:
            await index.tidy()
        for base in chosen:
            lacking = await missing(self._stores, base.id)
            await self._stores.metadata.rebuilds.enqueue(base.id, lacking, self._clock())
            if not lacking:
                await finish(self._stores, base.id)
        return chosen

    def _rebuildable(self) -> LibraryIndex:
        if self._stores.rebuildable is None:
            raise Conflict("The index of this library cannot be built anew.")
        return self._stores.rebuildable

    async def _chosen(self, bases: Sequence[str]) -> Sequence[BaseRecord]:
        stored = self._stores.metadata.bases
        if not bases:
            return await stored.list()
        found = [await stored.get(name) for name in bases]
        return list({base.id: base for base in found}.values())

    async def _store_of(self, chosen: Sequence[BaseRecord], *, everything: bool) -> str:
        """The index to build in: that of a rebuild under way; for some bases of many the one where others of
        this encoder lie; else a new one."""
        identity = self._stores.embedder.identity
        placements = await self._stores.metadata.rebuilds.placements()
        ids = {base.id for base in chosen}
        under_way = {
            one.next_store for one in placements.values() if one.next_store and one.next_identity == identity
        }
        if under_way:
            return min(under_way)
        if not everything:
            left = {placements[id_].store for id_ in ids if id_ in placements}
            others = {one.store for one in placements.values() if one.identity == identity}
            if others - left:
                return min(others - left)
        mark = self._new_id().replace("-", "")[:_MARK]
        return f"{self._name_index(identity)}-{mark}"

    async def states(self, bases: Sequence[str] = ()) -> Sequence[IndexState]:
        """Of these bases, or of all by name. Raises NotFound."""
        chosen = await self._chosen(bases)
        placements = await self._stores.metadata.rebuilds.placements()
        live = await self._stores.metadata.versions.live() if any(map(_is_building, chosen)) else {}
        return [
            await self._state(base, placements[base.id], sum(live.get(base.id, {}).values()))
            for base in chosen
            if base.id in placements
        ]

    async def _state(self, base: BaseRecord, placement: Placement, total: int) -> IndexState:
        encoder = self._stores.embedder.identity
        building = placement.next_store is not None and self._stores.rebuildable is not None
        done = 0
        if building:
            try:
                index = await self._rebuildable().rebuilt(base.id)
            except Conflict:  # it took over, or was given up, since its placement was read
                placement = (await self._stores.metadata.rebuilds.placements()).get(base.id, placement)
                building = False
            else:
                done = await index.count(SearchFilter(base_ids=(base.id,)))
        return IndexState(
            base_id=base.id,
            base=base.name,
            identity=placement.identity,
            encoder=encoder,
            current=not base.vector or placement.identity in (None, encoder),
            building=building,
            done=min(done, total),
            total=total,
        )

    async def finished(self, bases: Sequence[BaseRecord]) -> Sequence[BaseRecord]:
        """Those of ``bases`` whose new index answers; the others lack some documents still."""
        return [base for base in bases if await finish(self._stores, base.id)]

    async def waiting(self, bases: Sequence[BaseRecord]) -> int:
        """Versions that wait to be written, or are being written, here or elsewhere."""
        return sum([await self._stores.metadata.rebuilds.waiting(base.id) for base in bases])

    async def pause(self, bases: Sequence[str] = ()) -> None:
        """Stop the writing and keep what is written; `begin` goes on. The old index answers. Raises
        NotFound."""
        for base in await self._chosen(bases):
            if _is_building(base):
                await self._stores.metadata.rebuilds.pause(base.id)

    async def cancel(self, bases: Sequence[str] = ()) -> Sequence[BaseRecord]:
        """Give rebuilds up and remove what was built; which bases were being built. Raises NotFound."""
        index = self._rebuildable()
        stopped = [base for base in await self._chosen(bases) if _is_building(base)]
        for base in stopped:
            await self._stores.metadata.rebuilds.give_up(base.id)
        if stopped:
            await index.tidy()
        return stopped


def _is_building(base: BaseRecord) -> bool:
    return base.next_store is not None
