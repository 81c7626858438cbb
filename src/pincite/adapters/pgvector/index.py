"""`SearchIndex` in the tables of one index."""

import asyncio
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import asyncpg
import numpy as np

from pincite.adapters.edge.cosines import Unmeasured, unmeasured
from pincite.adapters.edge.encoding import change, conditions, encode_leg, encode_points
from pincite.adapters.edge.ordering import ScoredId, first_fetch, in_order, next_fetch
from pincite.adapters.edge.points import (
    LEXICAL_NAMES,
    WRITE_BATCH,
    Conditions,
    Sparse,
    StoredLeg,
    StoredPoint,
)
from pincite.adapters.pgvector.server import PgvectorServer
from pincite.adapters.pgvector.tables import Tables, matching
from pincite.core.types import Vector
from pincite.ports.index import IndexPoint, Leg, LegHit, SearchFilter, SearchResult

if TYPE_CHECKING:
    from pincite.adapters.pgvector.server import Connection

EXACT_ROWS = 10_000
"""Chunks that a filter may leave for search to be exact: their distances take 5 ms, and a graph that is
walked through a narrow filter may miss some."""

CHANGE_ROWS = 500
"""Points a transaction of a deletion or a change of tags, so that none takes longer than an operation may."""

_HEADER = 4
"""Bytes before the numbers in what PostgreSQL sends of a vector: its length and two that are unused."""
_SIGN = 1 << 31


class PgvectorIndex:
    """Open it with `pincite.adapters.pgvector.shelf.PgvectorShelf`, which owns the server.

    One transaction a search, so that legs and vectors are of one moment. Writers of an index take turns.
    """

    def __init__(self, server: PgvectorServer, tables: Tables, *, exact_rows: int = EXACT_ROWS) -> None:
        self._server = server
        self._tables = tables
        self._exact_rows = exact_rows

    # --- writing --------------------------------------------------------------------------------------

    async def upsert(self, points: Sequence[IndexPoint]) -> None:
        stored = await asyncio.to_thread(encode_points, points, self._tables.dimension)
        for start in range(0, len(stored), WRITE_BATCH):
            await self._write(stored[start : start + WRITE_BATCH])

    async def _write(self, points: Sequence[StoredPoint]) -> None:
        tables = self._tables
        async with self._server.connected() as connection, connection.transaction():
            await self._take_turn(connection)
            await connection.execute(tables.deletion("id = ANY($1::uuid[])"), [point.id for point in points])
            rows = await connection.fetch(tables.numbers(), len(points))
            numbers = [row["number"] for row in rows]
            await connection.executemany(
                tables.insertion(),
                [_row(number, point) for number, point in zip(numbers, points, strict=True)],
            )
            for field in LEXICAL_NAMES:
                held = sorted(  # neighbours in the index of the table
                    (term, number, weight)
                    for number, point in zip(numbers, points, strict=True)
                    if field in point.sparse
                    for term, weight in zip(_terms(point, field), point.sparse[field].weights, strict=True)
                )
                if held:
                    columns = [list(column) for column in zip(*held, strict=True)]
                    await connection.execute(tables.term_insertion(field), *columns)

    async def _take_turn(self, connection: "Connection") -> None:
        """Until the transaction ends. Terms of a point are found one by one: the planner, which cannot know
        how few they are, would read the whole table for them."""
        await connection.execute(
            """SELECT pg_advisory_xact_lock(hashtext($1), $2),
                set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)""",
            self._tables.prefix,
            self._tables.number,
        )

    async def delete(self, where: SearchFilter) -> None:
        condition, values = matching(change(where))
        statement = self._tables.deletion(f"{condition} LIMIT {CHANGE_ROWS}")
        gone = CHANGE_ROWS
        while gone == CHANGE_ROWS:
            async with self._server.connected() as connection, connection.transaction():
                await self._take_turn(connection)
                gone = await connection.fetchval(statement, *values)

    async def set_tags(self, where: SearchFilter, tags: Sequence[str]) -> None:
        condition, values = matching(change(where), first=2)
        points = self._tables.points
        statement = f"""WITH changed AS (UPDATE {points} SET tags = $1::text[] WHERE number IN
            (SELECT number FROM {points} WHERE {condition} AND tags <> $1::text[] LIMIT {CHANGE_ROWS})
            RETURNING 1) SELECT count(*) FROM changed"""
        changed = CHANGE_ROWS
        while changed == CHANGE_ROWS:
            async with self._server.connected() as connection, connection.transaction():
                await self._take_turn(connection)
                changed = await connection.fetchval(statement, list(tags), *values)

    # --- finding --------------------------------------------------------------------------------------

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        encoded = [encode_leg(leg, self._tables.dimension) for leg in legs]
        scope = conditions(where)
        if not any(encoded):
            return SearchResult(tuple(() for _ in legs))
        async with (
            self._server.connected() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            found = [[] if leg is None else await self._list(connection, leg, scope) for leg in encoded]
            ids = sorted({id_ for hits in found for id_, _ in hits})
            left = unmeasured(encoded, found)
            cosines = {} if left is None else left.with_measured(await self._cosines(connection, left))
            vectors = await self._vectors(connection, ids) if with_vectors and ids else {}
        return SearchResult(tuple(tuple(LegHit(*hit) for hit in hits) for hits in found), cosines, vectors)

    async def _list(self, connection: "Connection", leg: StoredLeg, scope: Conditions) -> list[ScoredId]:
        by_graph = not isinstance(leg.query, Sparse) and await self._has_many(connection, scope)
        asked: int | None = first_fetch(leg.limit)
        ordered: list[ScoredId] = []
        while asked is not None:
            hits = await self._hits(connection, leg, scope, asked, by_graph=by_graph)
            if by_graph and len(hits) < asked:
                # The graph was left before the filter had let enough through.
                by_graph = False
                hits = await self._hits(connection, leg, scope, asked, by_graph=False)
            ordered = in_order(hits)
            asked = next_fetch(ordered, leg.limit, asked)
        return ordered[: leg.limit]

    async def _has_many(self, connection: "Connection", scope: Conditions) -> bool:
        """Whether more than `EXACT_ROWS` points are in scope, and there is a graph of them."""
        if self._tables.graph_type is None:
            return False
        condition, values = matching(scope)
        statement = f"""SELECT EXISTS (SELECT FROM {self._tables.points} WHERE {condition or "TRUE"}
            OFFSET {self._exact_rows})"""
        return bool(await connection.fetchval(statement, *values))

    async def _hits(
        self, connection: "Connection", leg: StoredLeg, scope: Conditions, asked: int, *, by_graph: bool
    ) -> list[ScoredId]:
        if isinstance(leg.query, Sparse):
            condition, values = matching(scope, first=4)
            statement = self._tables.by_words(leg.using, condition)
            query: list[Any] = [[_signed(id_) for id_ in leg.query.ids], leg.query.weights.tolist()]
        else:
            condition, values = matching(scope, first=3)
            way = self._tables.nearest_by_graph if by_graph else self._tables.nearest
            statement = way(condition or "TRUE")
            query = [leg.query.tolist()]
        return [(row[0], row[1]) for row in await connection.fetch(statement, *query, asked, *values)]

    async def _cosines(self, connection: "Connection", left: Unmeasured) -> list[ScoredId]:
        if not left.ids:
            return []
        statement = self._tables.cosines()
        rows = await connection.fetch(statement, left.vector.tolist(), sorted(left.ids))
        return [(row[0], row[1]) for row in rows]

    async def _vectors(self, connection: "Connection", ids: list[str]) -> dict[str, Vector]:
        rows: list[asyncpg.Record] = await connection.fetch(
            f"""SELECT id::text, vector_send(vector) FROM {self._tables.points}
            WHERE id = ANY($1::uuid[]) AND vector IS NOT NULL""",
            ids,
        )
        return {id_: np.frombuffer(sent, ">f4", offset=_HEADER).astype(np.float32) for id_, sent in rows}

    async def count(self, where: SearchFilter) -> int:
        condition, values = matching(conditions(where))
        async with self._server.connected() as connection:
            counted = await connection.fetchval(
                f"SELECT count(*) FROM {self._tables.points} WHERE {condition or 'TRUE'}", *values
            )
        return int(counted)

    async def version_ids(self) -> set[str]:
        async with self._server.connected() as connection:
            rows = await connection.fetch(f"SELECT DISTINCT version_id FROM {self._tables.points}")
        return {row[0] for row in rows}

    async def aclose(self) -> None:
        """Nothing is held between operations; the shelf closes the connections."""


def _signed(term: int) -> int:
    """A 32-bit id as PostgreSQL's int holds it."""
    return term - 2 * _SIGN if term >= _SIGN else term


def _terms(point: StoredPoint, field: str) -> list[int]:
    return [_signed(term) for term in point.sparse[field].ids] if field in point.sparse else []


def _row(number: int, point: StoredPoint) -> tuple[Any, ...]:
    vector: array[float] | None = point.vector
    return (
        number,
        point.id,
        point.base_id,
        point.document_id,
        point.version_id,
        list(point.tags),
        None if vector is None else vector.tolist(),
        *(_terms(point, field) for field in LEXICAL_NAMES),
    )
