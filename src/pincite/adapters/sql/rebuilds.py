"""Which index holds a base: columns of its row, changed together with the queue."""

from collections.abc import Collection, Mapping

from sqlalchemy import case, exists, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import queue
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database
from pincite.adapters.sql.tables import document_versions, documents, jobs, knowledge_bases
from pincite.core.errors import NotFound
from pincite.core.types import DocumentStatus
from pincite.ports.rebuilds import Placement
from pincite.ports.records import JobKind

_COLUMNS = (
    knowledge_bases.c.id,
    knowledge_bases.c.store,
    knowledge_bases.c.embedding_identity,
    knowledge_bases.c.next_store,
    knowledge_bases.c.next_identity,
)
_NOTHING_BUILT = {"next_store": None, "next_identity": None}


class SqlRebuilds:
    """`Rebuilds`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def placements(self, base_ids: Collection[str] | None = None) -> Mapping[str, Placement]:
        statement = select(*_COLUMNS)
        if base_ids is not None:
            statement = statement.where(knowledge_bases.c.id.in_(base_ids))
        async with self._database.read() as connection:
            return {row.id: Placement(*row) for row in await connection.execute(statement)}

    async def settle(self, base_id: str, store: str) -> bool:
        # A version that was ever live has its Markdown; where it is gone again, so are its points.
        indexed = exists().where(
            document_versions.c.base_id == base_id, document_versions.c.markdown_key.is_not(None)
        )
        async with self._database.write() as connection:
            settled = await connection.execute(
                update(knowledge_bases)
                .where(
                    knowledge_bases.c.id == base_id, knowledge_bases.c.embedding_identity.is_(None), ~indexed
                )
                .values(store=store)
            )
            return bool(settled.rowcount)

    async def begin(self, base_id: str, store: str, identity: str, now: float) -> Placement:
        ours = knowledge_bases.c.id == base_id, ~knowledge_bases.c.deleting
        going_on = func.coalesce(knowledge_bases.c.next_identity == identity, False)
        async with self._database.write() as connection:
            begun = await connection.execute(
                update(knowledge_bases)
                .where(*ours)
                .values(
                    next_store=case((going_on, knowledge_bases.c.next_store), else_=literal(store)),
                    next_identity=identity,
                )
                .returning(*_COLUMNS)
            )
            row = begun.first()
            if row is None:
                raise NotFound(f"There is no knowledge base {base_id!r}.")
            await connection.execute(
                update(jobs)
                .where(jobs.c.base_id == base_id, jobs.c.state == queue.QUEUED, jobs.c.run_after > now)
                .values(run_after=now)
            )
            return Placement(*row)

    async def enqueue(self, base_id: str, version_ids: Collection[str], now: float) -> None:
        wanted = sorted(version_ids)
        async with self._database.write() as connection:
            for first in range(0, len(wanted), ROWS_A_STATEMENT):
                found = await connection.execute(
                    select(documents.c.id, documents.c.active_version_id).where(
                        documents.c.base_id == base_id,
                        documents.c.active_version_id.in_(wanted[first : first + ROWS_A_STATEMENT]),
                        documents.c.status != DocumentStatus.DELETING.value,
                    )
                )
                for document_id, version_id in sorted(tuple(row) for row in found):
                    same = (JobKind.REINDEX, base_id, document_id, version_id)
                    if not await queue.has(connection, *same):
                        await queue.add(connection, *same, now)

    async def waiting(self, base_id: str) -> int:
        statement = select(func.count()).where(
            jobs.c.base_id == base_id, jobs.c.kind == JobKind.REINDEX.value
        )
        async with self._database.read() as connection:
            return await connection.scalar(statement) or 0

    async def swap(self, base_id: str, store: str) -> bool:
        embedded = exists().where(
            documents.c.base_id == base_id, documents.c.active_version_id.is_not(None), documents.c.chunks > 0
        )
        identity = case(
            (knowledge_bases.c.vector & embedded, knowledge_bases.c.next_identity), else_=literal(None)
        )
        async with self._database.write() as connection:
            swapped = await connection.execute(
                update(knowledge_bases)
                .where(knowledge_bases.c.id == base_id, knowledge_bases.c.next_store == store)
                .values(store=store, embedding_identity=identity, **_NOTHING_BUILT)
            )
            return bool(swapped.rowcount)

    async def pause(self, base_id: str) -> None:
        async with self._database.write() as connection:
            await queue.withdraw(connection, base_id=base_id, kind=JobKind.REINDEX)

    async def give_up(self, base_id: str) -> None:
        async with self._database.write() as connection:
            await queue.withdraw(connection, base_id=base_id, kind=JobKind.REINDEX)
            await _forget(connection, base_id)


async def _forget(connection: AsyncConnection, base_id: str) -> None:
    await connection.execute(
        update(knowledge_bases).where(knowledge_bases.c.id == base_id).values(**_NOTHING_BUILT)
    )
