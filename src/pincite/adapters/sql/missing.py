"""Jobs that a state calls for and that are not there. Normal operation leaves none; a restored backup may."""

from sqlalchemy import exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import queue
from pincite.adapters.sql.tables import document_versions, documents, jobs, knowledge_bases
from pincite.adapters.sql.versions import wanted_by_document
from pincite.core.types import DocumentStatus
from pincite.ports.records import JobKind

_SETTLED = (DocumentStatus.READY.value, DocumentStatus.FAILED.value, DocumentStatus.CANCELLED.value)


async def give_jobs(connection: AsyncConnection, now: float) -> int:
    """A document under way without a job, a version that no document points to: give each its job."""
    has_job = exists().where(jobs.c.document_id == documents.c.id)
    stranded = await connection.execute(
        select(documents)
        .join(knowledge_bases, knowledge_bases.c.id == documents.c.base_id)
        .where(
            ~knowledge_bases.c.deleting,
            ~has_job,
            documents.c.status.not_in(_SETTLED),
        )
    )
    count = 0
    for row in stranded.all():
        kind = JobKind.DELETE_DOCUMENT if row.status == DocumentStatus.DELETING.value else JobKind.INGEST
        version_id = row.pending_version_id if kind is JobKind.INGEST else None
        await queue.add(connection, kind, row.base_id, row.id, version_id, now)
        count += 1
    return count + await _give_cleanups(connection, now)


async def _give_cleanups(connection: AsyncConnection, now: float) -> int:
    """A cleanup job for every version that no document points to and no job knows."""
    orphans = await connection.execute(
        select(document_versions.c.id, document_versions.c.document_id, document_versions.c.base_id).where(
            ~wanted_by_document, ~exists().where(jobs.c.version_id == document_versions.c.id)
        )
    )
    count = 0
    for row in orphans.all():
        await queue.add(connection, JobKind.CLEANUP, row.base_id, row.document_id, row.id, now)
        count += 1
    return count
