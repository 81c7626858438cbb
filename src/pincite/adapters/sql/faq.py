"""The entries of an FAQ base, read from their documents, versions and chunks."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, select

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import chunks, document_versions, documents
from pincite.core.errors import NotFound
from pincite.core.types import ChunkType, DocumentStatus
from pincite.ports.faq import FaqRow

_kept = documents.c.status != DocumentStatus.DELETING.value
_wanted = func.coalesce(documents.c.pending_version_id, documents.c.active_version_id)


def _entries() -> Select[Any]:
    first_chunk = (
        (chunks.c.version_id == document_versions.c.id)
        & (chunks.c.seq == 0)
        & (chunks.c.chunk_type == ChunkType.FAQ.value)
        & (document_versions.c.id == documents.c.active_version_id)
    )
    return (
        select(
            documents.c.id,
            documents.c.status,
            documents.c.error_message,
            documents.c.tags,
            documents.c.created_at,
            documents.c.updated_at,
            chunks.c.details,
            document_versions.c.file_key,
        )
        .join(document_versions, document_versions.c.id == _wanted)
        .outerjoin(chunks, first_chunk)
        .where(_kept)
    )


class SqlFaqRows:
    """`FaqRows`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list(
        self, base_id: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[FaqRow], int]:
        statement = (
            _entries()
            .where(documents.c.base_id == base_id)
            .order_by(documents.c.created_at, documents.c.id)
            .offset(offset)
            .limit(limit)
        )
        count = select(func.count()).select_from(documents).where(documents.c.base_id == base_id, _kept)
        async with self._database.read() as connection:
            found = [_row(row) for row in await connection.execute(statement)]
            return found, int(await connection.scalar(count) or 0)

    async def get(self, base_id: str, entry_id: str) -> FaqRow:
        statement = _entries().where(documents.c.base_id == base_id, documents.c.id == entry_id)
        async with self._database.read() as connection:
            row = (await connection.execute(statement)).first()
        if row is None:
            raise NotFound(f"There is no FAQ entry {entry_id!r}.", hint="List the entries of the base.")
        return _row(row)


def _row(row: Any) -> FaqRow:
    return FaqRow(
        id=row.id,
        status=DocumentStatus(row.status),
        error_message=row.error_message,
        tags=tuple(row.tags),
        created_at=row.created_at,
        updated_at=row.updated_at,
        details=row.details,
        file_key=row.file_key,
    )
