"""Documents: what is wanted of them, and how far it has come."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import (
    holds,
    listing,
    queue,
    statistics,
    succession,
    timeline,
    validity,
    versions,
    webhooks,
)
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database
from pincite.adapters.sql.tables import document_versions, documents, knowledge_bases
from pincite.core.errors import Conflict, NotFound
from pincite.core.labels import clean_custom
from pincite.core.types import DocumentStatus
from pincite.ports.documents import DocumentChange, DocumentOrder, DocumentPage, DocumentQuery, Standing
from pincite.ports.records import DocumentRecord, Job, JobKind, Upload

_kept = documents.c.status != DocumentStatus.DELETING.value
_SETTLED_BADLY = (DocumentStatus.FAILED.value, DocumentStatus.CANCELLED.value)


class SqlDocuments:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def submit(self, upload: Upload, now: float) -> tuple[DocumentRecord, bool]:
        async with self._database.write() as connection:
            await self._lock_base(connection, upload.base_id)
            await holds.drop(connection, upload.hold)
            known = await _find(connection, upload.base_id, upload.source)
            if known is None and upload.only_known:
                raise NotFound(f"There is no document {upload.source!r}.")
            if known is not None and succession.succeeds(known, upload):
                upload, known = await succession.set_aside(connection, known, upload, now), None
            if known is None:
                document_id = upload.document_id
                await _create(connection, upload, now)
                work = True
            else:
                document_id = known.id
                work = await _renew(connection, known, upload, now)
            if upload.change != DocumentChange():
                row = await _one(connection, document_id)
                await _change(connection, row, upload.change, now, day_may_follow=True)
            # Nothing supersedes a document that is new.
            return await _record(connection, document_id, linked=known is not None), work

    async def get(self, document_id: str, *, linked: bool = True) -> DocumentRecord:
        async with self._database.read() as connection:
            return await _record(connection, document_id, linked=linked)

    async def find(self, base_id: str, source: str) -> DocumentRecord | None:
        async with self._database.read() as connection:
            row = await _find(connection, base_id, source)
            return None if row is None else (await validity.records(connection, [row]))[0]

    async def list(self, base_id: str) -> Sequence[DocumentRecord]:
        statement = (
            select(documents)
            .where(documents.c.base_id == base_id, _kept)
            .order_by(documents.c.filename, documents.c.id)
        )
        async with self._database.read() as connection:
            return await validity.records(connection, (await connection.execute(statement)).all())

    async def several(self, document_ids: Collection[str]) -> Sequence[DocumentRecord]:
        ids = sorted(document_ids)
        found: list[Row[Any]] = []
        async with self._database.read() as connection:
            for first in range(0, len(ids), ROWS_A_STATEMENT):
                some = documents.c.id.in_(ids[first : first + ROWS_A_STATEMENT])
                found += (await connection.execute(select(documents).where(some, _kept))).all()
            return await validity.records(connection, found, linked=False)

    async def standing(self, base_id: str, *, since: float = 0.0) -> Sequence[Standing]:
        async with self._database.read() as connection:
            return await listing.standing(connection, base_id, since)

    async def counts(self, base_id: str) -> Mapping[DocumentStatus, int]:
        async with self._database.read() as connection:
            return await listing.counts(connection, base_id)

    async def page(
        self,
        base_id: str,
        query: DocumentQuery,
        *,
        order: DocumentOrder = DocumentOrder.NAME,
        descending: bool = False,
        offset: int = 0,
        limit: int | None = None,
    ) -> DocumentPage:
        async with self._database.read() as connection:
            return await listing.page(
                self._database, connection, base_id, query, order, descending, offset, limit
            )

    async def change(self, document_id: str, change: DocumentChange, now: float) -> DocumentRecord:
        async with self._database.write() as connection:
            base_id = (await _one(connection, document_id)).base_id
            # Days are checked against the neighbours, so of one base one by one.
            await self._lock_base(connection, base_id)
            await _change(connection, await _one(connection, document_id, lock=True), change, now)
            return await _record(connection, document_id)

    async def folders(self, base_id: str) -> Mapping[str, int]:
        async with self._database.read() as connection:
            return await listing.folders(connection, base_id)

    async def tags(self, base_id: str) -> Mapping[str, int]:
        async with self._database.read() as connection:
            return await listing.tags(self._database, connection, base_id)

    async def duplicates(self, base_id: str) -> Sequence[Sequence[DocumentRecord]]:
        async with self._database.read() as connection:
            groups = await validity.duplicate_rows(connection, base_id)
            return [await validity.records(connection, group) for group in groups]

    async def set_status(self, job: Job, status: DocumentStatus, now: float) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(documents)
                .where(
                    documents.c.id == job.document_id,
                    documents.c.pending_version_id == job.version_id,
                    _kept,
                    # Whoever was told that it is cancelled must not see it go on until the worker notices.
                    documents.c.status != DocumentStatus.CANCELLED.value,
                )
                .values(status=status.value, updated_at=now)
            )

    async def request_delete(self, document_id: str, now: float) -> None:
        async with self._database.write() as connection:
            row = await _one(connection, document_id, lock=True)
            if row.active_version_id is not None:
                await statistics.subtract_version(connection, row.active_version_id)
            await validity.unlink(connection, document_id, row.supersedes)
            await connection.execute(
                update(documents)
                .where(documents.c.id == document_id)
                .values(status=DocumentStatus.DELETING.value, updated_at=now)
            )
            await queue.withdraw(connection, document_id=document_id)
            await queue.add(connection, JobKind.DELETE_DOCUMENT, row.base_id, document_id, None, now)

    async def request_cancel(self, document_id: str, now: float) -> None:
        async with self._database.write() as connection:
            row = await _one(connection, document_id, lock=True)
            if row.status in (DocumentStatus.READY.value, *_SETTLED_BADLY):
                raise Conflict(f"{row.filename} is {row.status}; there is nothing to cancel.")
            await queue.withdraw(connection, document_id=document_id, kind=JobKind.INGEST)
            await connection.execute(
                update(documents)
                .where(documents.c.id == document_id)
                .values(status=DocumentStatus.CANCELLED.value, updated_at=now)
            )
            # Here and not where the worker stops: a job that waits has no worker, and one may never notice.
            await timeline.note(
                connection, document_id, row.pending_version_id, now, DocumentStatus.CANCELLED.value
            )
            await webhooks.announce(connection, document_id, now)

    async def drop(self, document_id: str) -> set[str]:
        async with self._database.write() as connection:
            keys = await versions.remove(connection, document_id=document_id)
            await timeline.forget(connection, [document_id])
            await webhooks.drop_of_document(connection, document_id)
            await connection.execute(delete(documents).where(documents.c.id == document_id))
        return keys

    async def _lock_base(self, connection: AsyncConnection, base_id: str) -> None:
        """Uploads into one base one by one, so that a source is created once."""
        found = await connection.execute(
            select(knowledge_bases.c.id)
            .where(knowledge_bases.c.id == base_id, ~knowledge_bases.c.deleting)
            .with_for_update()
        )
        if found.first() is None:
            raise NotFound(f"There is no knowledge base {base_id!r}.")


async def _one(connection: AsyncConnection, document_id: str, *, lock: bool = False) -> Row[Any]:
    statement = select(documents).where(documents.c.id == document_id, _kept)
    row = (await connection.execute(statement.with_for_update() if lock else statement)).first()
    if row is None:
        raise NotFound(f"There is no document {document_id!r}.", hint="List the documents of the base.")
    return row


async def _record(connection: AsyncConnection, document_id: str, *, linked: bool = True) -> DocumentRecord:
    row = await _one(connection, document_id)
    return (await validity.records(connection, [row], linked=linked))[0]


async def _change(
    connection: AsyncConnection,
    row: Row[Any],
    change: DocumentChange,
    now: float,
    *,
    day_may_follow: bool = False,
) -> None:
    values: dict[str, Any] = dict(
        await validity.day_values(
            connection, row.base_id, row.id, row.filename, change, day_may_follow=day_may_follow
        )
    )
    if change.folder is not None:
        values["folder"] = change.folder
    if change.custom:
        merged = {**row.custom, **change.custom}
        values["custom"] = clean_custom({key: value for key, value in merged.items() if value is not None})
    tags = change.tags.applied(row.tags)
    if tags != tuple(row.tags):
        values["tags"] = list(tags)
        if not await queue.has(connection, JobKind.RETAG, row.base_id, row.id, None):
            await queue.add(connection, JobKind.RETAG, row.base_id, row.id, None, now)
    if values:
        await connection.execute(
            update(documents).where(documents.c.id == row.id).values(**values, updated_at=now)
        )


async def _find(connection: AsyncConnection, base_id: str, source: str) -> Row[Any] | None:
    statement = select(documents).where(documents.c.base_id == base_id, documents.c.source == source, _kept)
    return (await connection.execute(statement)).first()


async def _create(connection: AsyncConnection, upload: Upload, now: float) -> None:
    await connection.execute(
        insert(documents).values(
            id=upload.document_id,
            base_id=upload.base_id,
            source=upload.source,
            filename=upload.filename,
            title=upload.filename,
            media_type="",
            size=upload.size,
            status=DocumentStatus.PENDING.value,
            content_hash=upload.file_key,
            pending_version_id=upload.version_id,
            warnings=[],
            tags=list(upload.tags or ()),
            folder=upload.folder or "",
            created_at=now,
            updated_at=now,
        )
    )
    await _add_version(connection, upload.document_id, upload, now)


async def _add_version(connection: AsyncConnection, document_id: str, upload: Upload, now: float) -> None:
    await connection.execute(
        insert(document_versions).values(
            id=upload.version_id,
            document_id=document_id,
            base_id=upload.base_id,
            filename=upload.filename,
            file_key=upload.file_key,
            chunking=None if upload.chunking is None else dict(upload.chunking),
            pages=[],
            created_at=now,
        )
    )
    await queue.add(connection, JobKind.INGEST, upload.base_id, document_id, upload.version_id, now)
    await timeline.note(connection, document_id, upload.version_id, now, "queued", "waiting")


async def _renew(connection: AsyncConnection, known: Row[Any], upload: Upload, now: float) -> bool:
    wanted_id = known.pending_version_id or known.active_version_id
    wanted = (
        await connection.execute(select(document_versions).where(document_versions.c.id == wanted_id))
    ).one()
    same = (
        wanted.file_key == upload.file_key
        and wanted.chunking == (None if upload.chunking is None else dict(upload.chunking))
        # The points carry the tags, so other tags are another version.
        and (upload.tags is None or list(upload.tags) == known.tags)
    )
    if upload.move and upload.folder is not None and upload.folder != known.folder:
        await connection.execute(
            update(documents).where(documents.c.id == known.id).values(folder=upload.folder, updated_at=now)
        )
    stuck = known.status in _SETTLED_BADLY
    if same and not stuck and not upload.force:
        return False
    values: dict[str, Any] = {
        "status": DocumentStatus.PENDING.value,
        "error_code": None,
        "error_message": None,
        "updated_at": now,
        "content_hash": upload.file_key,
        "size": upload.size,
        "filename": upload.filename,
        "pending_version_id": upload.version_id,
    }
    if upload.tags is not None:
        values["tags"] = list(upload.tags)
    await queue.withdraw(connection, document_id=known.id, kind=JobKind.INGEST)
    if known.pending_version_id is not None:
        await queue.add(connection, JobKind.CLEANUP, known.base_id, known.id, known.pending_version_id, now)
    await connection.execute(update(documents).where(documents.c.id == known.id).values(values))
    await _add_version(connection, known.id, upload, now)
    return True
