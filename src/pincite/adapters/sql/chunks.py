"""The live chunks, as retrieval reads them."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Select, select

from pincite.adapters.sql import rows, statistics
from pincite.adapters.sql.database import ROWS_A_STATEMENT, Database
from pincite.adapters.sql.tables import chunk_clauses, chunks, documents
from pincite.core.types import Chunk, ChunkType, DocumentStatus, LexicalField
from pincite.ports.storage import TermStatistics

chunk_columns = (
    chunks.c.id,
    chunks.c.base_id,
    chunks.c.document_id,
    chunks.c.version_id,
    documents.c.title,
    chunks.c.seq,
    chunks.c.start,
    chunks.c.end,
    chunks.c.content,
    chunks.c.context_header,
    chunks.c.table_header,
    chunks.c.chunk_type,
    chunks.c.first_page,
    chunks.c.last_page,
    chunks.c.clauses,
    chunks.c.morphemes,
    chunks.c.language,
    chunks.c.edited_content,
    chunks.c.disabled,
    chunks.c.parent_id,
    chunks.c.details,
)


def _live_chunks() -> Select[Any]:
    return (
        select(*chunk_columns)
        .join(documents, documents.c.active_version_id == chunks.c.version_id)
        .where(documents.c.status != DocumentStatus.DELETING.value, ~chunks.c.disabled)
    )


class SqlChunks:
    """`ChunkReader`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def chunks(self, ids: Sequence[str]) -> dict[str, Chunk]:
        wanted = list(dict.fromkeys(ids))
        found: dict[str, Chunk] = {}
        async with self._database.read() as connection:
            for first in range(0, len(wanted), ROWS_A_STATEMENT):
                some = wanted[first : first + ROWS_A_STATEMENT]
                for row in await connection.execute(_live_chunks().where(chunks.c.id.in_(some))):
                    found[row[0]] = rows.chunk(row)
        return found

    async def neighbours(self, chunk: Chunk, window: int) -> list[Chunk]:
        statement = (
            _live_chunks()
            .where(
                chunks.c.version_id == chunk.version_id,
                chunks.c.seq.between(chunk.seq - window, chunk.seq + window),
                chunks.c.chunk_type == ChunkType.TEXT.value,
            )
            .order_by(chunks.c.seq)
        )
        async with self._database.read() as connection:
            return [rows.chunk(row) for row in await connection.execute(statement)]

    async def children(self, parent_ids: Collection[str]) -> list[Chunk]:
        statement = (
            _live_chunks()
            .where(chunks.c.parent_id.in_(parent_ids))
            .order_by(chunks.c.document_id, chunks.c.seq)
        )
        async with self._database.read() as connection:
            return [rows.chunk(row) for row in await connection.execute(statement)]

    async def clause_chunks(
        self, base_ids: Collection[str], clause: str, *, version_ids: Collection[str] = ()
    ) -> list[Chunk]:
        statement = (
            _live_chunks()
            .join(chunk_clauses, chunk_clauses.c.chunk_id == chunks.c.id)
            .where(chunk_clauses.c.clause == clause)
            .order_by(chunks.c.document_id, chunks.c.seq)
        )
        if base_ids:
            statement = statement.where(chunk_clauses.c.base_id.in_(base_ids))
        if version_ids:
            statement = statement.where(chunk_clauses.c.version_id.in_(version_ids))
        async with self._database.read() as connection:
            return [rows.chunk(row) for row in await connection.execute(statement)]

    async def term_statistics(
        self, base_ids: Collection[str], field: LexicalField, terms: Collection[str]
    ) -> TermStatistics:
        async with self._database.read() as connection:
            return await statistics.read(connection, base_ids, field, terms)
