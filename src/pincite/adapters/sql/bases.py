"""Knowledge bases."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from pincite.adapters.sql import queue, rows, statistics, timeline, versions, webhooks
from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import documents, knowledge_bases
from pincite.core.errors import Conflict, NotFound
from pincite.core.labels import is_storable
from pincite.core.types import DocumentStatus
from pincite.ports.records import BaseRecord, JobKind
from pincite.ports.tenants import DEFAULT_TENANT


class SqlBases:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, base: BaseRecord) -> BaseRecord:
        try:
            async with self._database.write() as connection:
                await connection.execute(
                    insert(knowledge_bases).values(
                        id=base.id,
                        tenant_id=base.tenant_id,
                        name=base.name,
                        kind=base.kind.value,
                        chunking=dict(base.chunking),
                        vector=base.vector,
                        keyword=base.keyword,
                        wiki=base.wiki,
                        graph=base.graph,
                        faq=dict(base.faq),
                        enrichment=dict(base.enrichment),
                        embedding_identity=base.embedding_identity,
                        created_at=base.created_at,
                    )
                )
        except IntegrityError as error:
            raise Conflict(f"There is a knowledge base {base.name!r} already.") from error
        return base

    async def get(self, name_or_id: str, *, tenant_id: str = DEFAULT_TENANT) -> BaseRecord:
        statement = select(knowledge_bases).where(
            knowledge_bases.c.tenant_id == tenant_id,
            ~knowledge_bases.c.deleting,
            or_(knowledge_bases.c.name == name_or_id, knowledge_bases.c.id == name_or_id),
        )
        found = []
        if is_storable(name_or_id):  # what cannot be kept is not there
            async with self._database.read() as connection:
                found = [rows.base_record(row) for row in await connection.execute(statement)]
        if not found:
            raise NotFound(f"There is no knowledge base {name_or_id!r}.")
        # A base may be called like the id of another, which must stay reachable.
        return next((base for base in found if base.id == name_or_id), found[0])

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[BaseRecord]:
        statement = (
            select(knowledge_bases)
            .where(knowledge_bases.c.tenant_id == tenant_id, ~knowledge_bases.c.deleting)
            .order_by(knowledge_bases.c.name)
        )
        async with self._database.read() as connection:
            return [rows.base_record(row) for row in await connection.execute(statement)]

    async def configure(self, base: BaseRecord) -> BaseRecord:
        async with self._database.write() as connection:
            stored = await connection.execute(
                update(knowledge_bases)
                .where(knowledge_bases.c.id == base.id, ~knowledge_bases.c.deleting)
                .values(
                    chunking=dict(base.chunking),
                    vector=base.vector,
                    keyword=base.keyword,
                    wiki=base.wiki,
                    graph=base.graph,
                    faq=dict(base.faq),
                    enrichment=dict(base.enrichment),
                )
            )
        if not stored.rowcount:
            raise NotFound(f"There is no knowledge base {base.name!r}.")
        return base

    async def set_paused(self, base_id: str, paused: bool) -> None:
        async with self._database.write() as connection:
            stored = await connection.execute(
                update(knowledge_bases)
                .where(knowledge_bases.c.id == base_id, ~knowledge_bases.c.deleting)
                .values(paused=paused)
            )
        if not stored.rowcount:
            raise NotFound(f"There is no knowledge base {base_id!r}.")

    async def request_delete(self, base_id: str, now: float) -> None:
        async with self._database.write() as connection:
            hidden = await connection.execute(
                update(knowledge_bases)
                .where(knowledge_bases.c.id == base_id, ~knowledge_bases.c.deleting)
                .values(deleting=True)
            )
            if not hidden.rowcount:
                raise NotFound(f"There is no knowledge base {base_id!r}.")
            await connection.execute(
                update(documents)
                .where(documents.c.base_id == base_id)
                .values(status=DocumentStatus.DELETING.value, updated_at=now)
            )
            await statistics.drop_base(connection, base_id)
            await queue.withdraw(connection, base_id=base_id)
            await queue.add(connection, JobKind.DELETE_BASE, base_id, None, None, now)

    async def drop(self, base_id: str) -> set[str]:
        async with self._database.write() as connection:
            keys = await versions.remove(connection, base_id=base_id)
            await timeline.forget(connection, select(documents.c.id).where(documents.c.base_id == base_id))
            await webhooks.drop_of_base(connection, base_id)
            await connection.execute(delete(documents).where(documents.c.base_id == base_id))
            await connection.execute(delete(knowledge_bases).where(knowledge_bases.c.id == base_id))
        return keys
