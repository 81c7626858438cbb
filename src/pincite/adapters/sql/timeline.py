"""The time line of a document: written in the transactions that move it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import document_events, documents
from pincite.ports.operations import TimelineEntry
from pincite.ports.records import StageNote


class SqlTimeline:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, document_id: str, *, limit: int = 1000) -> Sequence[TimelineEntry]:
        statement = (
            select(document_events)
            .where(document_events.c.document_id == document_id)
            .order_by(document_events.c.id.desc())
            .limit(limit)
        )
        async with self._database.read() as connection:
            found = (await connection.execute(statement)).all()
        return [
            TimelineEntry(row.at, row.stage, row.outcome, row.milliseconds, row.details, row.version_id)
            for row in reversed(found)
        ]


async def note(
    connection: AsyncConnection,
    document_id: str | None,
    version_id: str | None,
    now: float,
    stage: str,
    outcome: str = "done",
    details: Mapping[str, Any] | None = None,
) -> None:
    if await _is_kept(connection, document_id):
        await connection.execute(
            insert(document_events).values(
                document_id=document_id,
                version_id=version_id,
                at=now,
                stage=stage,
                outcome=outcome,
                details=dict(details or {}),
            )
        )


async def _is_kept(connection: AsyncConnection, document_id: str | None) -> bool:
    """Whether the document is still there: a job that was withdrawn may crash after its document is gone, and
    nobody would remove that note."""
    if document_id is None:
        return False
    return await connection.scalar(select(documents.c.id).where(documents.c.id == document_id)) is not None


async def note_stages(
    connection: AsyncConnection,
    document_id: str | None,
    version_id: str | None,
    now: float,
    stages: Sequence[StageNote],
) -> None:
    """What the stages of one attempt did."""
    if document_id is None or not stages:
        return
    await connection.execute(
        insert(document_events),
        [
            {
                "document_id": document_id,
                "version_id": version_id,
                "at": now,
                "stage": stage.name,
                "outcome": stage.outcome,
                "milliseconds": round(stage.milliseconds, 1),
                "details": dict(stage.details),
            }
            for stage in stages
        ],
    )


async def forget(connection: AsyncConnection, document_ids: Any) -> None:
    """Remove the time lines of ``document_ids``, a list or a selection."""
    await connection.execute(delete(document_events).where(document_events.c.document_id.in_(document_ids)))
