"""The queue: a lease table in the same database, so that work and the state that calls for it never part."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Row, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pincite.adapters.sql import missing, queue, rows, timeline, webhooks
from pincite.adapters.sql.database import Database
from pincite.adapters.sql.tables import documents, jobs
from pincite.core.types import DocumentStatus
from pincite.ports.records import Job, JobKind, StageNote

_ENDED = (DocumentStatus.DELETING.value, DocumentStatus.CANCELLED.value)


class SqlJobs:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def enqueue(
        self, kind: JobKind, base_id: str, document_id: str | None, version_id: str | None, now: float
    ) -> None:
        async with self._database.write() as connection:
            if not await queue.has(connection, kind, base_id, document_id, version_id):
                await queue.add(connection, kind, base_id, document_id, version_id, now)

    async def claim(self, owner: str, now: float, lease: float) -> Job | None:
        statement = (
            update(jobs)
            .where(jobs.c.id == queue.next_id(now))
            .values(
                # The order of evaluation does not matter: SQL reads the old row on every right-hand side.
                crashes=jobs.c.crashes + case((jobs.c.state == queue.RUNNING, 1), else_=0),
                state=queue.RUNNING,
                owner=owner,
                lease_until=now + lease,
                heartbeat=now,
            )
            .returning(jobs)
        )
        async with self._database.write() as connection:
            row = (await connection.execute(statement)).first()
            return None if row is None else rows.job(row)

    async def beat(self, job: Job, now: float, lease: float) -> bool | None:
        statement = (
            update(jobs)
            .where(*queue.held_by(job))
            .values(lease_until=now + lease, heartbeat=now)
            .returning(jobs.c.cancelled)
        )
        async with self._database.write() as connection:
            cancelled: bool | None = await connection.scalar(statement)
            return cancelled

    async def release(self, job: Job, now: float) -> None:
        async with self._database.write() as connection:
            await _give_back(connection, job, run_after=now)

    async def retry(self, job: Job, error: str, at: float) -> None:
        async with self._database.write() as connection:
            ours = await _give_back(connection, job, run_after=at, error=error, attempts=jobs.c.attempts + 1)
            if ours and job.kind is JobKind.INGEST:
                details = {"error": error, "attempt": job.attempts + 1}
                await timeline.note(
                    connection, job.document_id, job.version_id, at, "retry", "waiting", details
                )

    async def finish(self, job: Job) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(jobs).where(*queue.held_by(job)))

    async def fail(
        self, job: Job, code: str, message: str, now: float, stages: Sequence[StageNote] = ()
    ) -> None:
        await self._settle(job, DocumentStatus.FAILED, now, code, message, stages)

    async def cancel(self, job: Job, now: float) -> None:
        await self._settle(job, DocumentStatus.CANCELLED, now)

    async def next_due(self) -> float | None:
        async with self._database.read() as connection:
            due: float | None = await connection.scalar(
                select(func.min(jobs.c.run_after)).where(jobs.c.state == queue.QUEUED, ~queue.waits())
            )
            return due

    async def owners(self) -> set[str]:
        async with self._database.read() as connection:
            return set(
                (await connection.scalars(select(jobs.c.owner).where(jobs.c.state == queue.RUNNING))).all()
            )

    async def abandon(self, owners: Collection[str], now: float) -> int:
        async with self._database.write() as connection:
            taken = await connection.execute(
                update(jobs)
                .where(jobs.c.state == queue.RUNNING, jobs.c.owner.in_(owners))
                .values(
                    state=queue.QUEUED,
                    owner=None,
                    lease_until=None,
                    run_after=now,
                    crashes=jobs.c.crashes + 1,
                )
                .returning(jobs)
            )
            crashed = taken.all()
            await _note_crashes(connection, crashed, now)
            return len(crashed)

    async def enqueue_missing(self, now: float) -> int:
        async with self._database.write() as connection:
            return await missing.give_jobs(connection, now)

    async def _settle(
        self,
        job: Job,
        status: DocumentStatus,
        now: float,
        code: str | None = None,
        message: str | None = None,
        stages: Sequence[StageNote] = (),
    ) -> None:
        async with self._database.write() as connection:
            ours = await connection.execute(delete(jobs).where(*queue.held_by(job)))
            if not ours.rowcount:
                return
            settled = await connection.execute(
                update(documents)
                .where(
                    documents.c.id == job.document_id,
                    documents.c.pending_version_id == job.version_id,
                    # What was cancelled meanwhile has ended and was told of, however its job ends.
                    documents.c.status.not_in(_ENDED),
                )
                .values(
                    status=status.value,
                    error_code=code,
                    error_message=message,
                    stages=rows.stage_values(stages),
                    updated_at=now,
                )
            )
            if settled.rowcount and job.kind is JobKind.INGEST:
                ended = {"code": code, "message": message} if code is not None else {}
                await timeline.note_stages(connection, job.document_id, job.version_id, now, stages)
                await timeline.note(
                    connection, job.document_id, job.version_id, now, status.value, details=ended
                )
                await webhooks.announce(connection, job.document_id, now)


async def _give_back(connection: AsyncConnection, job: Job, **values: Any) -> bool:
    """False if the job is no longer ours."""
    given = await connection.execute(
        update(jobs)
        .where(*queue.held_by(job))
        .values(state=queue.QUEUED, owner=None, lease_until=None, **values)
    )
    return bool(given.rowcount)


async def _note_crashes(connection: AsyncConnection, crashed: Iterable[Row[Any]], now: float) -> None:
    for row in crashed:
        if row.kind == JobKind.INGEST.value:
            await timeline.note(
                connection, row.document_id, row.version_id, now, "crash", "failed", {"crashes": row.crashes}
            )
