"""Versions of documents: the one transaction that makes one live, and the removal of what is not."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, case, delete, exists, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import (
    files,
    holds,
    queue,
    revisions,
    rows,
    statistics,
    timeline,
    validity,
    webhooks,
)
from pincite.adapters.sql.chunks import chunk_columns
from pincite.adapters.sql.database import Database, execute_rows
from pincite.adapters.sql.tables import (
    chunk_clauses,
    chunk_revisions,
    chunks,
    document_versions,
    documents,
    jobs,
    knowledge_bases,
)
from pincite.core.errors import NotFound
from pincite.core.types import Chunk, ChunkType, DocumentStatus, LexicalField
from pincite.ports.fetching import is_unfetched
from pincite.ports.records import IndexedVersion, Job, JobKind, VersionRecord

wanted_by_document = exists().where(
    documents.c.id == document_versions.c.document_id,
    (documents.c.active_version_id == document_versions.c.id)
    | (documents.c.pending_version_id == document_versions.c.id),
)


class SqlVersions:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, version_id: str) -> VersionRecord:
        async with self._database.read() as connection:
            statement = select(document_versions).where(document_versions.c.id == version_id)
            row = (await connection.execute(statement)).first()
        if row is None:
            raise NotFound(f"There is no document version {version_id!r}.")
        return rows.version_record(row)

    async def chunks(self, version_id: str) -> Sequence[Chunk]:
        statement = (
            select(*chunk_columns)
            .join(documents, documents.c.id == chunks.c.document_id)
            .where(chunks.c.version_id == version_id)
            .order_by(is_parent(), chunks.c.seq)
        )
        async with self._database.read() as connection:
            return [rows.chunk(row) for row in await connection.execute(statement)]

    async def activate(self, job: Job, version: IndexedVersion, now: float) -> bool:
        async with self._database.write() as connection:
            document = await wanting(connection, job, version.version_id)
            if document is None:
                return False
            await _insert_chunks(connection, version, now)
            await files.add(connection, version.version_id, version.files)
            if version.chunks_with_term is not None:
                counted = [
                    (chunk, lengths)
                    for chunk, lengths in zip(version.chunks, version.lengths, strict=True)
                    if is_counted(chunk)
                ]
                await statistics.add_version(
                    self._database,
                    connection,
                    document.base_id,
                    version.chunks_with_term,
                    {field: sum(each.get(field, 0) for _, each in counted) for field in LexicalField},
                    len(counted),
                )
            if document.active_version_id is not None:
                await statistics.subtract_version(connection, document.active_version_id)
                await queue.add(
                    connection,
                    JobKind.CLEANUP,
                    document.base_id,
                    document.id,
                    document.active_version_id,
                    now,
                )
            await _switch(connection, document, version, now)
            await holds.drop(connection, version.hold)
            await queue.remove(connection, job)
            await timeline.note_stages(connection, document.id, version.version_id, now, version.stages)
            ended = {"chunks": _searchable(version), "warnings": list(version.warnings)}
            await timeline.note(connection, document.id, version.version_id, now, "ready", details=ended)
            await webhooks.announce(connection, document.id, now)
            return True

    async def drop(self, version_id: str) -> set[str]:
        async with self._database.write() as connection:
            return await remove(connection, version_id=version_id)

    async def newest_texts(self, limit: int) -> Sequence[str]:
        statement = (
            select(document_versions.c.markdown_key)
            .join(documents, documents.c.active_version_id == document_versions.c.id)
            .where(
                document_versions.c.markdown_key.is_not(None),
                documents.c.status != DocumentStatus.DELETING.value,
            )
            .order_by(document_versions.c.created_at.desc())
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [key for key in await connection.scalars(statement) if key is not None]

    async def in_use(self) -> set[str]:
        live = select(documents.c.active_version_id).where(
            documents.c.active_version_id.is_not(None),
            documents.c.status != DocumentStatus.DELETING.value,
        )
        at_work = select(jobs.c.version_id).where(jobs.c.version_id.is_not(None))
        async with self._database.read() as connection:
            return set((await connection.scalars(union(live, at_work))).all())

    async def live(self) -> Mapping[str, Mapping[str, int]]:
        statement = (
            select(document_versions.c.base_id, document_versions.c.id, document_versions.c.chunks)
            .join(documents, documents.c.active_version_id == document_versions.c.id)
            .where(
                documents.c.status != DocumentStatus.DELETING.value,
                document_versions.c.chunks > 0,
                document_versions.c.chunks_with_term.is_not(None),
            )
        )
        found: dict[str, dict[str, int]] = {}
        async with self._database.read() as connection:
            for base_id, version_id, count in await connection.execute(statement):
                found.setdefault(base_id, {})[version_id] = count
        return found


async def wanting(connection: AsyncConnection, job: Job, version_id: str) -> Row[Any] | None:
    """The document that still wants this version of this job, locked."""
    ours = await connection.execute(
        select(jobs.c.id).where(*queue.held_by(job), ~jobs.c.cancelled).with_for_update()
    )
    if ours.first() is None:
        return None
    found = await connection.execute(
        select(documents)
        .where(
            documents.c.id == job.document_id,
            documents.c.pending_version_id == version_id,
            documents.c.status != DocumentStatus.DELETING.value,
        )
        .with_for_update()
    )
    return found.first()


async def _insert_chunks(connection: AsyncConnection, version: IndexedVersion, now: float) -> None:
    links = _links(version.chunks)
    await execute_rows(
        connection,
        insert(chunks),
        [
            {
                **rows.chunk_values(
                    chunk,
                    lengths,
                    version.kept[chunk.id].original if chunk.id in version.kept else None,
                ),
                **links[chunk.id],
            }
            for chunk, lengths in zip(version.chunks, version.lengths, strict=True)
        ],
    )
    for chunk in version.chunks:
        if chunk.id in version.kept:
            await revisions.carry(connection, chunk, version.kept[chunk.id].from_id, now)
    clauses = [
        {
            "base_id": chunk.base_id,
            "clause": clause,
            "chunk_id": chunk.id,
            "version_id": chunk.version_id,
        }
        for chunk in version.chunks
        for clause in dict.fromkeys(chunk.clauses)
    ]
    await execute_rows(connection, insert(chunk_clauses), clauses)


def is_counted(chunk: Chunk) -> bool:
    """Whether a chunk of an indexed base is in the statistics."""
    return not chunk.disabled and chunk.chunk_type is not ChunkType.PARENT_TEXT


def is_parent() -> ColumnElement[int]:
    """1 for parents, which come after the chunks."""
    return case((chunks.c.chunk_type == ChunkType.PARENT_TEXT.value, 1), else_=0)


_LINES = {
    ChunkType.PARENT_TEXT: "parents",
    ChunkType.IMAGE_CAPTION: "pictures",
    ChunkType.IMAGE_OCR: "pictures",
    ChunkType.TABLE_SUMMARY: "tables",
    ChunkType.TABLE_COLUMN: "tables",
}


def _links(stored: Sequence[Chunk]) -> dict[str, dict[str, str | None]]:
    """Before and after each chunk; parents among themselves, what pictures show and what tables hold too."""
    links: dict[str, dict[str, str | None]] = {}
    lines: dict[str, list[Chunk]] = {}
    for chunk in stored:
        lines.setdefault(_LINES.get(chunk.chunk_type, ""), []).append(chunk)
    for line in lines.values():
        line.sort(key=lambda chunk: chunk.seq)
        ids = [None, *(chunk.id for chunk in line), None]
        for chunk, before, after in zip(line, ids, ids[2:], strict=False):
            links[chunk.id] = {"previous_id": before, "next_id": after}
    return links


def _searchable(version: IndexedVersion) -> int:
    return sum(chunk.chunk_type is not ChunkType.PARENT_TEXT for chunk in version.chunks)


async def _switch(
    connection: AsyncConnection, document: Row[Any], version: IndexedVersion, now: float
) -> None:
    await connection.execute(
        update(document_versions)
        .where(document_versions.c.id == version.version_id)
        .values(
            markdown_key=version.markdown_key,
            pages=[[page.number, page.start, page.end] for page in version.pages],
            chunks=_searchable(version),
            chunks_with_term=None
            if version.chunks_with_term is None
            else rows.pack_counts(version.chunks_with_term),
        )
    )
    await connection.execute(
        update(documents)
        .where(documents.c.id == document.id)
        .values(
            active_version_id=version.version_id,
            pending_version_id=None,
            status=DocumentStatus.READY.value,
            error_code=None,
            error_message=None,
            title=version.title,
            media_type=version.media_type,
            warnings=list(version.warnings),
            chunks=_searchable(version),
            stages=rows.stage_values(version.stages),
            updated_at=now,
        )
    )
    await validity.adopt(connection, document, version.days)
    if version.embedding_identity is not None:
        await connection.execute(
            update(knowledge_bases)
            .where(knowledge_bases.c.id == document.base_id, knowledge_bases.c.embedding_identity.is_(None))
            .values(embedding_identity=version.embedding_identity)
        )


async def remove(
    connection: AsyncConnection,
    *,
    version_id: str | None = None,
    document_id: str | None = None,
    base_id: str | None = None,
) -> set[str]:
    """Delete versions with their chunks: one that no document points to, or all of a document or a base."""
    which: list[ColumnElement[bool]]
    if version_id is not None:
        which = [document_versions.c.id == version_id, ~wanted_by_document]
    elif document_id is not None:
        which = [document_versions.c.document_id == document_id]
    else:
        which = [document_versions.c.base_id == base_id]
    found = (
        await connection.execute(
            select(
                document_versions.c.id, document_versions.c.file_key, document_versions.c.markdown_key
            ).where(*which)
        )
    ).all()
    keys = await files.remove(connection, [row.id for row in found])
    for row in found:
        await connection.execute(delete(chunk_clauses).where(chunk_clauses.c.version_id == row.id))
        await connection.execute(delete(chunk_revisions).where(chunk_revisions.c.version_id == row.id))
        await connection.execute(delete(chunks).where(chunks.c.version_id == row.id))
        await connection.execute(delete(document_versions).where(document_versions.c.id == row.id))
    named = {key for row in found for key in (row.file_key, row.markdown_key) if key is not None}
    return keys | {key for key in named if not is_unfetched(key)}
