"""What was written over chunks, text by text."""

from collections.abc import Sequence

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import rows
from pincite.adapters.sql.tables import chunk_revisions, chunks
from pincite.core.types import Chunk
from pincite.ports.edits import Revision, RevisionAction


async def read(connection: AsyncConnection, chunk_id: str) -> Sequence[Revision]:
    statement = (
        select(chunk_revisions)
        .where(chunk_revisions.c.chunk_id == chunk_id)
        .order_by(chunk_revisions.c.number)
    )
    return [rows.revision(row) for row in await connection.execute(statement)]


async def add(
    connection: AsyncConnection,
    chunk: Chunk,
    number: int,
    action: RevisionAction,
    restored: int | None,
    now: float,
) -> None:
    """Note the text of ``chunk`` as revision ``number``."""
    await connection.execute(
        insert(chunk_revisions).values(
            chunk_id=chunk.id,
            number=number,
            version_id=chunk.version_id,
            action=action.value,
            content=chunk.content if chunk.edited else None,
            restored=restored,
            created_at=now,
        )
    )


async def carry(connection: AsyncConnection, chunk: Chunk, from_id: str, now: float) -> None:
    """Give a chunk of a new version the history of the same slice of the old one, and note that it did."""
    old = await read(connection, from_id)
    if not old:
        return
    for revision in old:
        await connection.execute(
            insert(chunk_revisions).values(
                chunk_id=chunk.id,
                number=revision.number,
                version_id=chunk.version_id,
                action=revision.action.value,
                content=revision.content,
                restored=revision.restored,
                created_at=revision.created_at,
            )
        )
    number = old[-1].number + 1
    await add(connection, chunk, number, RevisionAction.CARRY, None, now)
    await connection.execute(update(chunks).where(chunks.c.id == chunk.id).values(revision=number))
