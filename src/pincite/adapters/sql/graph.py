"""The graph of what documents name, in tables beside the documents."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_, delete, insert, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import listing
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database, execute_rows
from pincite.adapters.sql.tables import graph_entities, graph_relations
from pincite.core.errors import InvalidInput
from pincite.ports.graph import Entity, GraphFound, Namespace, Relation, VersionGraph

_TABLES = (graph_entities, graph_relations)


class SqlGraph:
    """`GraphStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, graph: VersionGraph) -> None:
        owner = {
            "base_id": graph.base_id,
            "document_id": graph.document_id,
            "version_id": graph.version_id,
        }
        entities = [
            {
                **owner,
                "key": entity.key,
                "name": entity.name,
                "kind": entity.kind,
                "description": entity.description,
                "chunk_ids": list(entity.chunk_ids),
            }
            for entity in graph.entities
        ]
        relations = [
            {
                **owner,
                "source": relation.source,
                "target": relation.target,
                "description": relation.description,
                "chunk_ids": list(relation.chunk_ids),
            }
            for relation in graph.relations
        ]
        async with self._database.write() as connection:
            await forget(connection, version_id=graph.version_id)
            await execute_rows(connection, insert(graph_entities), entities)
            await execute_rows(connection, insert(graph_relations), relations)

    async def delete(
        self, *, version_id: str | None = None, document_id: str | None = None, base_id: str | None = None
    ) -> None:
        given = {"version_id": version_id, "document_id": document_id, "base_id": base_id}
        named = {column: value for column, value in given.items() if value is not None}
        if len(named) != 1:
            raise InvalidInput("A graph is removed of one version, one document or one base.")
        async with self._database.write() as connection:
            await forget(connection, **named)

    async def known(self, space: Namespace, keys: Collection[str]) -> Mapping[str, str]:
        found: dict[str, str] = {}
        async with self._database.read() as connection:
            for some in _parts(keys):
                statement = (
                    select(graph_entities.c.key, graph_entities.c.name)
                    .where(*_inside(graph_entities, space), graph_entities.c.key.in_(some))
                    .distinct()
                    .order_by(graph_entities.c.key, graph_entities.c.name.desc())
                )
                found.update({row.key: row.name for row in await connection.execute(statement)})
        return found

    async def search(self, space: Namespace, keys: Collection[str], *, limit: int = 200) -> GraphFound:
        wanted = sorted(set(keys))
        if not wanted:
            return GraphFound()
        async with self._database.read() as connection:
            edges = await _touching(connection, space, wanted, limit)
            ends = {end for row in edges for end in (row.source, row.target)}.difference(wanted)
            nodes = await _named(connection, space, wanted, limit)
            nodes += await _named(connection, space, sorted(ends)[:limit], limit)
        return GraphFound(
            tuple(
                Entity(row.key, row.name, row.kind, row.description, tuple(row.chunk_ids)) for row in nodes
            ),
            tuple(Relation(row.source, row.target, row.description, tuple(row.chunk_ids)) for row in edges),
        )

    async def version_ids(self) -> set[str]:
        every = union(*(select(table.c.version_id) for table in _TABLES))
        async with self._database.read() as connection:
            return set((await connection.scalars(every)).all())


class SqlDocumentScopes:
    """`DocumentScopes`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tagged(self, base_id: str, tags: Collection[str]) -> Collection[str]:
        async with self._database.read() as connection:
            return await listing.tagged(self._database, connection, base_id, tags)


async def forget(connection: AsyncConnection, **named: str) -> None:
    """Remove what has these values in its columns."""
    for table in _TABLES:
        where = [table.c[column] == value for column, value in named.items()]
        await connection.execute(delete(table).where(and_(*where)))


async def _touching(
    connection: AsyncConnection, space: Namespace, keys: Sequence[str], limit: int
) -> list[Row[Any]]:
    """Relations with an end in ``keys``. One query an end: asked for either at once SQLite reads all of the
    base (1 s of 100,000)."""
    relations = graph_relations.c
    found: dict[tuple[str, ...], Row[Any]] = {}
    for end in (relations.source, relations.target):
        statement = (
            select(graph_relations)
            .where(*_inside(graph_relations, space), end.in_(keys))
            .order_by(relations.document_id, relations.version_id, relations.source, relations.target)
            .limit(limit)
        )
        for row in await connection.execute(statement):
            found[row.document_id, row.version_id, row.source, row.target] = row
    return [found[key] for key in sorted(found)][:limit]


async def _named(
    connection: AsyncConnection, space: Namespace, keys: Sequence[str], limit: int
) -> list[Row[Any]]:
    if not keys:
        return []
    entities = graph_entities.c
    statement = (
        select(graph_entities)
        .where(*_inside(graph_entities, space), entities.key.in_(keys))
        .order_by(entities.document_id, entities.version_id, entities.key)
        .limit(limit)
    )
    return list(await connection.execute(statement))


def _inside(table: Table, space: Namespace) -> list[ColumnElement[bool]]:
    inside = [table.c.base_id == space.base_id]
    return inside if space.document_id is None else [*inside, table.c.document_id == space.document_id]


def _parts(keys: Collection[str]) -> list[list[str]]:
    every = sorted(set(keys))
    return [every[first : first + ROWS_A_STATEMENT] for first in range(0, len(every), ROWS_A_STATEMENT)]
