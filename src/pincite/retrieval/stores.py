"""The search indexes of a library, asked as one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from pincite.core.errors import ConfigurationError
from pincite.core.types import Chunk
from pincite.ports.index import DenseLeg, Leg, LegHit, SearchFilter, SearchResult
from pincite.ports.storage import ChunkReader
from pincite.retrieval.fanout import PARALLEL_STORES, STORE_SECONDS, fan_out
from pincite.retrieval.fusion import joined_leg
from pincite.retrieval.request import EntryRecall
from pincite.retrieval.scales import ScoreRange, vector_score
from pincite.retrieval.targets import Target


class Searchable(Protocol):
    """What a search needs of a `SearchIndex`."""

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult: ...


@dataclass(frozen=True, slots=True)
class Store:
    """An index, and what its scores of nearness are."""

    index: Searchable
    scale: ScoreRange = ScoreRange.SIGNED


class RowCache:
    """Rows of chunks, each read once a question."""

    def __init__(self, reader: ChunkReader) -> None:
        self._reader = reader
        self._rows: dict[str, Chunk] = {}
        self._asked: set[str] = set()

    async def chunks(self, ids: Collection[str]) -> dict[str, Chunk]:
        """By id, in the order of ``ids``; those that are not live are absent."""
        new = [id_ for id_ in dict.fromkeys(ids) if id_ not in self._asked]
        if new:
            self._asked.update(new)
            self._rows |= await self._reader.chunks(new)
        return {id_: self._rows[id_] for id_ in ids if id_ in self._rows}


@dataclass(frozen=True, slots=True)
class Widening:
    """How far a search of FAQ bases may reach."""

    recall: EntryRecall
    match_count: int
    legs: int
    """Of the legs, the first so many grow; those of clauses are as wide as they get."""


class SearchStores:
    """Asks every target in its store, a few at a time, all or nothing."""

    def __init__(
        self,
        stores: Mapping[str, Store],
        *,
        parallel: int = PARALLEL_STORES,
        timeout: float = STORE_SECONDS,
    ) -> None:
        self._stores = dict(stores)
        self._parallel = parallel
        self._timeout = timeout

    async def search(
        self, targets: Sequence[Target], legs: Sequence[Leg], rows: RowCache, widening: Widening | None = None
    ) -> SearchResult:
        """One list a leg over all ``targets``. Raises SearchTimeout, ConfigurationError for a store that is
        not set up, and what the stores raise."""
        if not targets or not legs:
            return SearchResult(tuple(() for _ in legs))
        stores = [self._store(target) for target in targets]
        calls = [
            partial(_entries, store.index, target, legs, rows, widening)
            if target.entries and widening is not None
            else partial(store.index.search, legs, target.where)
            for store, target in zip(stores, targets, strict=True)
        ]
        results = await fan_out(calls, parallel=self._parallel, timeout=self._timeout)
        if len(results) == 1:
            return results[0]
        scales = {store.scale for store in stores}
        if len(scales) > 1:  # scores of one kind of engine compare as they are
            results = [
                _scaled(result, legs, store.scale) for store, result in zip(stores, results, strict=True)
            ]
        return SearchResult(
            tuple(joined_leg(result.legs[number] for result in results) for number in range(len(legs))),
            {id_: cosine for result in results for id_, cosine in result.cosines.items()},
        )

    def _store(self, target: Target) -> Store:
        store = self._stores.get(target.store)
        if store is None:
            raise ConfigurationError(
                f"The search index {target.store!r} of a knowledge base is not set up here.",
                hint="Set it up as where the base was made, or leave the base out.",
            )
        return store


async def _entries(
    index: Searchable, target: Target, legs: Sequence[Leg], rows: RowCache, widening: Widening
) -> SearchResult:
    """Entries until there are enough: one entry may have a point a question, and they take the places of
    other entries (reference 000, part 8.7)."""
    result = await index.search(legs, target.where)
    growing = legs[: widening.legs]
    asked = max((leg.limit for leg in growing), default=0)
    for limit in await _further(result, growing, rows, widening):
        if limit <= asked:
            continue
        grown = [replace(leg, limit=max(leg.limit, limit)) for leg in growing]
        result = await index.search([*grown, *legs[widening.legs :]], target.where)
        growing, asked = grown, limit
        if not await _further(result, growing, rows, widening):
            break
    return result


async def _further(
    result: SearchResult, growing: Sequence[Leg], rows: RowCache, widening: Widening
) -> list[int]:
    pulled = result.legs[: len(growing)]
    full = any(len(hits) >= leg.limit for hits, leg in zip(pulled, growing, strict=True))
    ids = dict.fromkeys(hit.id for hits in pulled for hit in hits)
    found = (await rows.chunks(list(ids))).values() if full else ()
    return widening.recall.further(found, widening.match_count, full=full)


def _scaled(result: SearchResult, legs: Sequence[Leg], scale: ScoreRange) -> SearchResult:
    return replace(
        result,
        legs=tuple(
            tuple(LegHit(hit.id, vector_score(hit.score, scale)) for hit in hits)
            if isinstance(leg, DenseLeg)
            else hits
            for leg, hits in zip(legs, result.legs, strict=True)
        ),
    )
