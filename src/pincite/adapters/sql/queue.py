"""Statements on the lease table that other transactions take part in."""

from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql.tables import jobs, knowledge_bases
from pincite.ports.records import Job, JobKind

QUEUED = "queued"
RUNNING = "running"


def held_by(job: Job) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.id == job.id, jobs.c.state == RUNNING, jobs.c.owner == job.owner


def next_id(now: float) -> Any:
    """The id of the job to take: due or with an expired lease, nobody at work on the same document, and no
    document of a base that is paused."""
    other = jobs.alias("other")
    same = case(
        (jobs.c.document_id.is_(None), other.c.base_id == jobs.c.base_id),
        else_=other.c.document_id == jobs.c.document_id,
    )
    busy = exists().where(same, other.c.id != jobs.c.id, other.c.state == RUNNING, other.c.lease_until > now)
    due = or_(
        and_(jobs.c.state == QUEUED, jobs.c.run_after <= now),
        and_(jobs.c.state == RUNNING, jobs.c.lease_until <= now),
    )
    return (
        select(jobs.c.id)
        .where(due, ~busy, ~waits())
        .order_by(jobs.c.crashes, jobs.c.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=jobs)
        .scalar_subquery()
    )


def waits() -> ColumnElement[bool]:
    """Whether a job is of a base that is paused; what removes or mends goes on."""
    return exists().where(
        knowledge_bases.c.id == jobs.c.base_id, knowledge_bases.c.paused, jobs.c.kind == JobKind.INGEST.value
    )


async def has(
    connection: AsyncConnection,
    kind: JobKind,
    base_id: str,
    document_id: str | None,
    version_id: str | None,
    chunk_id: str | None = None,
) -> bool:
    """Whether the same job waits already."""
    same = exists().where(
        jobs.c.kind == kind.value,
        jobs.c.base_id == base_id,
        jobs.c.document_id == document_id,
        jobs.c.version_id == version_id,
        jobs.c.chunk_id == chunk_id,
        jobs.c.state == QUEUED,
    )
    return bool(await connection.scalar(select(same)))


async def add(
    connection: AsyncConnection,
    kind: JobKind,
    base_id: str,
    document_id: str | None,
    version_id: str | None,
    now: float,
    chunk_id: str | None = None,
) -> None:
    await connection.execute(
        insert(jobs).values(
            kind=kind.value,
            base_id=base_id,
            document_id=document_id,
            version_id=version_id,
            chunk_id=chunk_id,
            state=QUEUED,
            run_after=now,
            created_at=now,
        )
    )


async def remove(connection: AsyncConnection, job: Job) -> None:
    await connection.execute(delete(jobs).where(jobs.c.id == job.id))


async def withdraw(
    connection: AsyncConnection,
    *,
    document_id: str | None = None,
    base_id: str | None = None,
    kind: JobKind | None = None,
) -> None:
    """Drop the queued jobs of a document or a base, and ask those that run to stop."""
    which: list[ColumnElement[bool]] = [
        jobs.c.document_id == document_id if document_id is not None else jobs.c.base_id == base_id
    ]
    if kind is not None:
        which.append(jobs.c.kind == kind.value)
    await connection.execute(delete(jobs).where(*which, jobs.c.state == QUEUED))
    await connection.execute(update(jobs).where(*which, jobs.c.state == RUNNING).values(cancelled=True))
