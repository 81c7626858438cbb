"""Files that were fetched for a version."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import holds, queue, timeline, versions, webhooks
from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import document_versions, documents
from pincite.core.errors import InvalidInput
from pincite.core.labels import Scalar, clean_custom
from pincite.core.types import DocumentStatus
from pincite.ports.fetching import FetchedBlob, FetchOutcome
from pincite.ports.records import Job


class SqlFetchedFiles:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def store(self, job: Job, blob: FetchedBlob, now: float) -> FetchOutcome:
        async with self._database.write() as connection:
            document = await versions.wanting(connection, job, job.version_id or "")
            if document is None:
                return FetchOutcome.UNWANTED
            await holds.drop(connection, blob.hold)
            unchanged = await _is_live(connection, document, job, blob)
            await connection.execute(
                update(documents)
                .where(documents.c.id == document.id)
                .values(
                    content_hash=blob.key,
                    size=blob.size,
                    filename=blob.filename,
                    custom=_with_values(document.custom, blob.custom),
                    updated_at=now,
                )
            )
            await connection.execute(
                update(document_versions)
                .where(document_versions.c.id == job.version_id)
                .values(file_key=blob.key, filename=blob.filename)
            )
            await timeline.note_stages(connection, document.id, job.version_id, now, [blob.note])
            if not unchanged:
                return FetchOutcome.STORED
            await _keep_live(connection, document, job, now)
            return FetchOutcome.UNCHANGED


async def _is_live(connection: AsyncConnection, document: Row[Any], job: Job, blob: FetchedBlob) -> bool:
    """Whether the live version was made of the same bytes with the same settings."""
    found = await connection.execute(
        select(document_versions).where(
            document_versions.c.id.in_([document.active_version_id, job.version_id])
        )
    )
    rows = {row.id: row for row in found}
    live, wanted = rows.get(document.active_version_id), rows[job.version_id]
    return live is not None and live.file_key == blob.key and live.chunking == wanted.chunking


async def _keep_live(connection: AsyncConnection, document: Row[Any], job: Job, now: float) -> None:
    await connection.execute(
        update(documents)
        .where(documents.c.id == document.id)
        .values(
            status=DocumentStatus.READY.value, pending_version_id=None, error_code=None, error_message=None
        )
    )
    await versions.remove(connection, version_id=job.version_id)  # nothing was made of it yet
    await queue.remove(connection, job)
    await timeline.note(
        connection, document.id, document.active_version_id, now, "ready", details={"unchanged": True}
    )
    await webhooks.announce(connection, document.id, now)


def _with_values(kept: Mapping[str, Scalar], more: Mapping[str, Scalar | None]) -> dict[str, Scalar]:
    """What a person wrote goes first: where there is no room for more, nothing is added."""
    merged = {**kept, **more}
    with suppress(InvalidInput):
        return clean_custom({key: value for key, value in merged.items() if value is not None})
    return dict(kept)
