"""Where the points of a base lie, from its row."""

from collections.abc import Sequence

from sqlalchemy import select

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import knowledge_bases
from pincite.ports.places import BasePlace
from pincite.ports.records import BaseKind


class SqlPlaces:
    """`BasePlaces`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def places(self, base_ids: Sequence[str]) -> Sequence[BasePlace]:
        table = knowledge_bases.c
        statement = select(
            table.id,
            table.kind,
            table.embedding_identity,
            table.vector,
            table.keyword,
            table.graph,
            table.tenant_id,
        ).where(table.id.in_(base_ids), ~table.deleting)
        async with self._database.read() as connection:
            found = {row.id: row for row in await connection.execute(statement)}
        return [
            BasePlace(
                id=row.id,
                identity=row.embedding_identity,
                vector=row.vector,
                keyword=row.keyword,
                graph=row.graph,
                entries=row.kind == BaseKind.FAQ.value,
                owner=row.tenant_id,
            )
            for row in (found[id_] for id_ in dict.fromkeys(base_ids) if id_ in found)
        ]
