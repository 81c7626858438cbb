"""`SearchIndex` over a Qdrant cluster, or over the client's own in-memory engine (extra ``qdrant``).

Points, filters, legs and order are those of the embedded index (ADR 0003), so a library may move from one to
the other by a rebuild without a change in what is found.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

from pincite.adapters.edge.cosines import Unmeasured, unmeasured
from pincite.adapters.edge.encoding import change, conditions, encode_leg, encode_points
from pincite.adapters.edge.ordering import ScoredId, first_fetch, in_order, next_fetch
from pincite.adapters.edge.points import (
    DENSE,
    LEXICAL_NAMES,
    PAYLOAD_FIELDS,
    WRITE_BATCH,
    Conditions,
    Sparse,
    StoredLeg,
    StoredPoint,
)
from pincite.core.errors import ConfigurationError, IndexUnavailable, InvalidInput, SearchTimeout
from pincite.core.types import Vector
from pincite.ports.index import IndexPoint, Leg, LegHit, SearchFilter, SearchIndex, SearchResult

MEMORY = ":memory:"

_CONFLICT = 409
_CLIENT_MARGIN = 5
"""Seconds by which the HTTP client's own limit lies above ours, so that ours speaks first."""


async def open_qdrant_index(
    location: str,
    *,
    collection: str,
    dimension: int,
    timeout: float,  # noqa: ASYNC109 - the limit of every later request
    api_key: str | None = None,
) -> SearchIndex:
    """The index in ``collection`` at ``location`` (a URL, or ``:memory:``), made if there is none.

    ``timeout`` is the seconds that one operation may take.

    Raises:
        InvalidInput: ``dimension`` or ``timeout`` is not positive.
        ConfigurationError: the collection holds vectors of another dimension.
        IndexUnavailable, SearchTimeout: the cluster cannot be reached or is too slow.
    """
    if dimension < 1 or timeout <= 0:
        raise InvalidInput(f"dimension={dimension} and timeout={timeout} must be positive.")
    local = location == MEMORY
    client = open_client(location, timeout, api_key)
    index = QdrantIndex(client, collection, dimension, timeout)
    try:
        await index.prepare(payload_indexes=not local)
    except BaseException:
        await index.aclose()
        raise
    return index


def open_client(location: str, timeout: float, api_key: str | None) -> AsyncQdrantClient:
    """A client whose own limit lies above the ``timeout`` seconds of an operation."""
    return AsyncQdrantClient(
        location=location, api_key=api_key, timeout=int(timeout) + _CLIENT_MARGIN, check_compatibility=False
    )


def held_dimension(info: models.CollectionInfo) -> int | None:
    """Of the dense vectors; None for a collection that is none of ours."""
    vectors = info.config.params.vectors
    return vectors[DENSE].size if isinstance(vectors, dict) and DENSE in vectors else None


def _filter(where: Conditions) -> models.Filter | None:
    must, must_not = (
        [
            models.FieldCondition(key=name, match=models.MatchAny(any=values))
            for name, values in where.get(part, {}).items()
        ]
        for part in ("must", "must_not")
    )
    if not must and not must_not:
        return None
    return models.Filter(must=must or None, must_not=must_not or None)


def _sparse(terms: Sparse) -> models.SparseVector:
    return models.SparseVector(indices=terms.ids.tolist(), values=terms.weights.tolist())


def _point(point: StoredPoint) -> models.PointStruct:
    vectors: dict[str, Any] = {name: _sparse(terms) for name, terms in point.sparse.items()}
    if point.vector is not None:
        vectors[DENSE] = point.vector.tolist()
    return models.PointStruct(id=point.id, vector=vectors, payload=point.payload())


def _request(leg: StoredLeg, where: models.Filter | None, limit: int) -> models.QueryRequest:
    query = _sparse(leg.query) if isinstance(leg.query, Sparse) else leg.query.tolist()
    return models.QueryRequest(
        query=query, using=leg.using, filter=where, limit=limit, with_payload=False, with_vector=False
    )


@asynccontextmanager
async def guarded(timeout: float) -> AsyncIterator[None]:  # noqa: ASYNC109 - as above
    """Seconds and failures of one operation. Raises SearchTimeout, IndexUnavailable."""
    try:
        async with asyncio.timeout(timeout):
            yield
    except TimeoutError as error:
        raise SearchTimeout(f"Qdrant did not answer in {timeout:g} s.") from error
    except ApiException as error:
        raise IndexUnavailable(f"Qdrant failed: {error}") from error


class QdrantIndex:
    """Open it with `open_qdrant_index`."""

    def __init__(
        self,
        client: AsyncQdrantClient,
        collection: str,
        dimension: int,
        timeout: float,
        *,
        shares_client: bool = False,
    ) -> None:
        self._client = client
        self._shares_client = shares_client
        self._collection = collection
        self._dimension = dimension
        self._timeout = timeout

    async def prepare(self, *, payload_indexes: bool) -> None:
        """Make the collection if it is missing. Raises ConfigurationError if its vectors do not fit."""
        async with guarded(self._timeout):
            if not await self._client.collection_exists(self._collection):
                await self._create()
            if payload_indexes:
                for name in PAYLOAD_FIELDS:
                    await self._client.create_payload_index(
                        self._collection, name, models.PayloadSchemaType.KEYWORD
                    )
            held = held_dimension(await self._client.get_collection(self._collection))
        if held != self._dimension:
            raise ConfigurationError(
                f"The collection {self._collection} holds vectors of {held} numbers, "
                f"the encoder makes {self._dimension}.",
                hint="Run `pincite reindex` to build the index for the encoder in use.",
            )

    async def _create(self) -> None:
        try:
            await self._client.create_collection(
                self._collection,
                vectors_config={
                    DENSE: models.VectorParams(size=self._dimension, distance=models.Distance.COSINE)
                },
                sparse_vectors_config={name: models.SparseVectorParams() for name in LEXICAL_NAMES},
            )
        except UnexpectedResponse as error:
            # Another process that starts at the same time may have made it first.
            if error.status_code != _CONFLICT:
                raise

    async def upsert(self, points: Sequence[IndexPoint]) -> None:
        encoded = await asyncio.to_thread(encode_points, points, self._dimension)
        stored = [_point(point) for point in encoded]
        for start in range(0, len(stored), WRITE_BATCH):
            async with guarded(self._timeout):
                await self._client.upsert(self._collection, stored[start : start + WRITE_BATCH], wait=True)

    async def delete(self, where: SearchFilter) -> None:
        matching = _filter(change(where))
        assert matching is not None
        async with guarded(self._timeout):
            await self._client.delete(self._collection, models.FilterSelector(filter=matching), wait=True)

    async def set_tags(self, where: SearchFilter, tags: Sequence[str]) -> None:
        matching = _filter(change(where))
        assert matching is not None
        async with guarded(self._timeout):
            await self._client.set_payload(self._collection, {"tags": list(tags)}, matching, wait=True)

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        encoded = [encode_leg(leg, self._dimension) for leg in legs]
        asked = [leg for leg in encoded if leg is not None]
        if not asked:
            return SearchResult(tuple(() for _ in legs))
        async with guarded(self._timeout):
            found = await self._lists(asked, _filter(conditions(where)))
            ids = sorted({id_ for hits in found for id_, _ in hits})
            left = unmeasured(asked, found)
            cosines = {} if left is None else left.with_measured(await self._cosines(left))
            vectors = await self._vectors(ids) if with_vectors and ids else {}
        lists = iter(found)
        return SearchResult(
            tuple(
                () if leg is None else tuple(LegHit(id_, score) for id_, score in next(lists))
                for leg in encoded
            ),
            cosines,
            vectors,
        )

    async def _lists(self, legs: Sequence[StoredLeg], where: models.Filter | None) -> list[list[ScoredId]]:
        lists: list[list[ScoredId]] = [[] for _ in legs]
        fetch = {number: first_fetch(leg.limit) for number, leg in enumerate(legs)}
        while fetch:
            answers = await self._client.query_batch_points(
                self._collection, [_request(legs[number], where, asked) for number, asked in fetch.items()]
            )
            again = {}
            for (number, asked), answer in zip(fetch.items(), answers, strict=True):
                limit = legs[number].limit
                ordered = in_order([(str(point.id), point.score) for point in answer.points])
                lists[number] = ordered[:limit]
                more = next_fetch(ordered, limit, asked)
                if more is not None:
                    again[number] = more
            fetch = again
        return lists

    async def _cosines(self, left: Unmeasured) -> list[ScoredId]:
        if not left.ids:
            return []
        answer = await self._client.query_points(
            self._collection,
            query=left.vector.tolist(),
            using=DENSE,
            query_filter=models.Filter(must=[models.HasIdCondition(has_id=sorted(left.ids))]),
            limit=len(left.ids),
            with_payload=False,
            with_vectors=False,
        )
        return [(str(point.id), point.score) for point in answer.points]

    async def _vectors(self, ids: list[str]) -> dict[str, Vector]:
        records = await self._client.retrieve(self._collection, ids, with_payload=False, with_vectors=[DENSE])
        held = ((str(record.id), record.vector) for record in records)
        return {
            id_: np.asarray(vector[DENSE], dtype=np.float32)
            for id_, vector in held
            if isinstance(vector, dict) and DENSE in vector
        }

    async def count(self, where: SearchFilter) -> int:
        async with guarded(self._timeout):
            answer = await self._client.count(self._collection, _filter(conditions(where)), exact=True)
        return answer.count

    async def version_ids(self) -> set[str]:
        async with guarded(self._timeout):
            rows = (await self._client.count(self._collection, exact=True)).count
            answer = await self._client.facet(self._collection, "version_id", limit=max(rows, 1), exact=True)
        return {str(hit.value) for hit in answer.hits if hit.count}

    async def aclose(self) -> None:
        if not self._shares_client:
            await self._client.close()
