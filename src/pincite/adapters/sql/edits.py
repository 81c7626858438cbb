"""Chunks as people look at them and change them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import queue, revisions, rows, statistics
from pincite.adapters.sql.chunks import chunk_columns
from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import chunk_clauses, chunks, document_versions, documents, jobs
from pincite.adapters.sql.versions import is_counted, is_parent
from pincite.core.errors import Conflict, NotFound
from pincite.core.types import ChunkType, DocumentStatus, LexicalField
from pincite.ports.edits import ChunkChange, ChunkRecord, Revision
from pincite.ports.records import JobKind

_UNDER_WAY = tuple(
    status.value
    for status in (
        DocumentStatus.PENDING,
        DocumentStatus.PARSING,
        DocumentStatus.CHUNKING,
        DocumentStatus.ENRICHING,
        DocumentStatus.INDEXING,
    )
)
_not_parent = chunks.c.chunk_type != ChunkType.PARENT_TEXT.value
_changed = or_(chunks.c.revision > 0, chunks.c.disabled)


def _records() -> Select[Any]:
    waits = exists().where(jobs.c.chunk_id == chunks.c.id, jobs.c.kind == JobKind.REINDEX_CHUNK.value)
    return select(
        *chunk_columns, chunks.c.content, chunks.c.revision, chunks.c.previous_id, chunks.c.next_id, waits
    )


def _live_records() -> Select[Any]:
    return (
        _records()
        .join(documents, documents.c.active_version_id == chunks.c.version_id)
        .where(documents.c.status != DocumentStatus.DELETING.value)
    )


def _record(row: Row[Any]) -> ChunkRecord:
    original, revision, previous_id, next_id, waits = row[len(chunk_columns) :]
    return ChunkRecord(
        chunk=rows.chunk(row[: len(chunk_columns)]),
        original=original,
        revision=revision,
        previous_id=previous_id,
        next_id=next_id,
        indexing=bool(waits),
    )


class SqlEdits:
    """`Edits`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, chunk_id: str) -> ChunkRecord:
        async with self._database.read() as connection:
            return await _get(connection, chunk_id)

    async def list(
        self, document_id: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[ChunkRecord], int]:
        which = (chunks.c.document_id == document_id, _not_parent)
        page = _live_records().where(*which).order_by(chunks.c.seq).offset(offset).limit(limit)
        count = (
            select(func.count())
            .select_from(chunks)
            .join(documents, documents.c.active_version_id == chunks.c.version_id)
            .where(documents.c.status != DocumentStatus.DELETING.value, *which)
        )
        async with self._database.read() as connection:
            found = [_record(row) for row in await connection.execute(page)]
            return found, int(await connection.scalar(count) or 0)

    async def changed(self, version_id: str) -> Sequence[ChunkRecord]:
        statement = (
            _records()
            .join(documents, documents.c.id == chunks.c.document_id)
            .where(chunks.c.version_id == version_id, _changed)
            .order_by(is_parent(), chunks.c.seq)
        )
        async with self._database.read() as connection:
            return [_record(row) for row in await connection.execute(statement)]

    async def history(self, chunk_id: str) -> Sequence[Revision]:
        async with self._database.read() as connection:
            await _get(connection, chunk_id)
            return await revisions.read(connection, chunk_id)

    async def apply(self, change: ChunkChange, now: float) -> ChunkRecord:
        chunk = change.chunk
        async with self._database.write() as connection:
            row = await _lock(connection, change)
            number = row.revision + (change.action is not None)
            await connection.execute(
                update(chunks)
                .where(chunks.c.id == chunk.id)
                .values(revision=number, **rows.text_values(chunk, change.lengths))
            )
            await _renew_clauses(connection, change)
            if change.action is not None:
                await revisions.add(connection, chunk, number, change.action, change.restored, now)
            if row.chunks_with_term is not None:
                await self._count_anew(connection, change, row)
                await _enqueue(connection, change, now)
            await connection.execute(
                update(documents).where(documents.c.id == chunk.document_id).values(updated_at=now)
            )
            return await _get(connection, chunk.id)

    async def _count_anew(self, connection: AsyncConnection, change: ChunkChange, row: Any) -> None:
        was, now_is = is_counted(change.seen.chunk), is_counted(change.chunk)
        held = {LexicalField.MORPHEMES: row.morpheme_length, LexicalField.BIGRAMS: row.bigram_length}
        await statistics.change_chunk(
            self._database,
            connection,
            change.chunk.version_id,
            change.counted_out if was else {},
            change.counted_in if now_is else {},
            lengths={
                field: now_is * change.lengths.get(field, 0) - was * length for field, length in held.items()
            },
            count=now_is - was,
        )


async def _get(connection: AsyncConnection, chunk_id: str) -> ChunkRecord:
    row = (await connection.execute(_live_records().where(chunks.c.id == chunk_id))).first()
    if row is None:
        raise NotFound(f"There is no chunk {chunk_id!r}.", hint="List the chunks of its document.")
    return _record(row)


async def _lock(connection: AsyncConnection, change: ChunkChange) -> Any:
    """The stored chunk, its document held still, if it is what the change was made from."""
    held = await connection.execute(
        select(documents.c.status)
        .where(
            documents.c.active_version_id == change.chunk.version_id,
            documents.c.status != DocumentStatus.DELETING.value,
        )
        .with_for_update()
    )
    status = held.scalar()
    if status is None:
        raise NotFound(f"There is no chunk {change.chunk.id!r}.", hint="List the chunks of its document.")
    if status in _UNDER_WAY:
        raise Conflict("The document is being parsed again.", hint="Wait until it is ready.")
    held_row = (
        await connection.execute(
            select(
                chunks.c.revision,
                chunks.c.disabled,
                chunks.c.morpheme_length,
                chunks.c.bigram_length,
                document_versions.c.chunks_with_term,
            )
            .join(document_versions, document_versions.c.id == chunks.c.version_id)
            .where(chunks.c.id == change.chunk.id)
        )
    ).first()
    if held_row is None:
        raise NotFound(f"There is no chunk {change.chunk.id!r}.", hint="List the chunks of its document.")
    row: Any = held_row
    if (row.revision, row.disabled) != (change.seen.revision, change.seen.chunk.disabled):
        raise Conflict("Somebody else changed this chunk meanwhile.", hint="Read it again and repeat.")
    return row


async def _renew_clauses(connection: AsyncConnection, change: ChunkChange) -> None:
    if change.chunk.clauses == change.seen.chunk.clauses:
        return
    chunk = change.chunk
    await connection.execute(delete(chunk_clauses).where(chunk_clauses.c.chunk_id == chunk.id))
    for clause in dict.fromkeys(chunk.clauses):
        await connection.execute(
            insert(chunk_clauses).values(
                base_id=chunk.base_id, clause=clause, chunk_id=chunk.id, version_id=chunk.version_id
            )
        )


async def _enqueue(connection: AsyncConnection, change: ChunkChange, now: float) -> None:
    chunk = change.chunk
    kind, document_id, version_id = JobKind.REINDEX_CHUNK, chunk.document_id, chunk.version_id
    if not await queue.has(connection, kind, chunk.base_id, document_id, version_id, chunk.id):
        await queue.add(connection, kind, chunk.base_id, document_id, version_id, now, chunk.id)
