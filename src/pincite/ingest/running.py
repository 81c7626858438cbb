"""One leased job from start to end, whatever the end is."""

from collections.abc import Callable
from dataclasses import dataclass, field

import anyio
import structlog

from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError, EncoderChanged, NotFound, PinciteError, TemporaryFailure
from pincite.core.types import DocumentStatus
from pincite.ingest.heart import Heart
from pincite.ingest.placing import after, is_for_another, stores_for
from pincite.ingest.progress import IngestSummary, Progress, ProgressCallback
from pincite.ingest.steps import IngestRun
from pincite.ingest.storing import collect
from pincite.ingest.tools import Pace, Stores, Tools
from pincite.ingest.turns import Turns
from pincite.ports.index import SearchFilter
from pincite.ports.records import Job, JobKind

_MAX_CRASHES = 10
"""Deaths of the process under one document after which the document is to blame. Ten, because crashed jobs
go to the end of the queue: an innocent one is seldom hit three times in a hundred kills."""
_LONGEST_DELAY = 300.0
"""Seconds between two tries of what must be done in the end (removals)."""
_UNTIL_REBUILT = 300.0
"""Seconds after which a job of a base of another encoder looks again; the begin of a rebuild calls it too."""
_LONGEST_ASKED = 3600.0
"""Seconds that a server may have us wait. Some ask for a day; after an hour it is asked again, and if it will
not answer then, the document fails with that instead of waiting unseen."""

_log = structlog.get_logger("pincite.ingest")


@dataclass(slots=True)
class JobRunner:
    """Runs jobs of one owner. Failures end in the database, save ConfigurationError, which is raised."""

    stores: Stores
    tools: Tools
    pace: Pace
    turns: Turns
    heart: Heart
    owner: str
    clock: Callable[[], float]
    new_id: Callable[[], str]
    language: str
    notify: ProgressCallback
    summary: IngestSummary = field(default_factory=IngestSummary)

    async def run(self, job: Job) -> None:
        settled = False
        try:
            with self.heart.watch(job) as watch:
                await self._settle(job)
                settled = True
            if watch.lost and not settled:
                _log.warning("lease lost", job=job.id, kind=job.kind)
            elif watch.cancelled and not settled:
                await self._withdraw(job)
            settled = True
        finally:
            if not settled:
                with anyio.CancelScope(shield=True):
                    await self.stores.metadata.jobs.release(job, self.clock())

    async def _settle(self, job: Job) -> None:
        try:
            await self._run(job)
        except EncoderChanged as error:
            # It waits, so that other bases go on meanwhile.
            self.summary.other_encoder = error
            await self._retry(job, error.message, _UNTIL_REBUILT)
        except ConfigurationError:
            raise
        except Exception as error:  # noqa: BLE001  the boundary: one bad job must not end the worker
            _log.exception("job failed", job=job.id, kind=job.kind)
            await self._retry(job, repr(error))

    async def _run(self, job: Job) -> None:
        if job.cancelled:
            await self._withdraw(job)
        elif job.kind in (JobKind.INGEST, JobKind.REINDEX, JobKind.REINDEX_CHUNK):
            await self._work_on_version(job)
        elif job.kind is JobKind.RETAG:
            await self._retag(job)
        else:
            await self._remove(job)

    async def _retag(self, job: Job) -> None:
        """The tags of a document on all its points; none is embedded again. Nobody else works on the document
        meanwhile, so what an ingest read before the change is put right too."""
        try:
            document = await self.stores.metadata.documents.get(job.document_id or "", linked=False)
        except NotFound:  # deleted meanwhile
            await self._withdraw(job)
            return
        try:
            await self.stores.index.set_tags(SearchFilter(document_ids=(document.id,)), document.tags)
        except TemporaryFailure as error:
            await self._retry(job, error.message)
            return
        await self.stores.metadata.jobs.finish(job)

    async def _work_on_version(self, job: Job) -> None:
        try:
            run = await self._prepare(job)
        except NotFound:  # deleted meanwhile; its removal has a job of its own
            await self._withdraw(job)
            return
        if job.crashes > _MAX_CRASHES:
            sentence = say(
                "ingest.crashed", self.language, filename=run.version.filename, crashes=job.crashes
            )
            await self._fail(run, "crashed", sentence)
            return
        if is_for_another(self.stores, run.base, job):
            await self.stores.metadata.jobs.finish(job)
            return
        try:
            if job.kind is not JobKind.INGEST:
                await (run.reindex() if job.kind is JobKind.REINDEX else run.reindex_chunk())
                await self.stores.metadata.jobs.finish(job)
            elif not await run.ingest():
                await self._withdraw(job)
            else:
                await self._ended(run)
        except ConfigurationError:
            raise
        except TemporaryFailure as error:
            await self._retry_or_fail(run, error)
        except PinciteError as error:
            await self._fail(run, error.code, error.message)
        except Exception as error:  # noqa: BLE001  the boundary: a fault in a stage costs one document
            _log.exception("stage failed", document=run.document.id, stage=run.stage)
            code = f"{run.stage}_failed"
            sentence = say(
                f"ingest.{code}", self.language, filename=run.version.filename, error=type(error).__name__
            )
            await self._fail(run, code, sentence)
        else:
            # Not a part of the job, which is done: a failure here must not undo it.
            await after(self.stores, run.base, job, self.clock())

    async def _prepare(self, job: Job) -> IngestRun:
        metadata = self.stores.metadata
        document = await metadata.documents.get(job.document_id or "", linked=False)
        base = await metadata.bases.get(job.base_id)
        return IngestRun(
            stores=await stores_for(self.stores, base, job),
            tools=self.tools,
            pace=self.pace,
            turns=self.turns,
            owner=self.owner,
            job=job,
            base=base,
            document=document,
            version=await metadata.versions.get(job.version_id or ""),
            clock=self.clock,
            new_id=self.new_id,
            language=self.language,
            notify=self.notify,
        )

    async def _retry_or_fail(self, run: IngestRun, error: TemporaryFailure) -> None:
        if run.job.attempts + 1 >= self.pace.max_attempts and run.job.kind is JobKind.INGEST:
            await self._fail(run, error.code, error.message)
        else:
            await self._retry(run.job, error.message, error.retry_after)

    async def _retry(self, job: Job, error: str, asked: float | None = None) -> None:
        """Try again later; not before the ``asked`` seconds that a server named."""
        delay = min(self.pace.retry_delay * 2**job.attempts, _LONGEST_DELAY)
        delay = max(delay, min(asked or 0.0, _LONGEST_ASKED))
        _log.warning("job postponed", job=job.id, kind=job.kind, seconds=delay, error=error)
        await self.stores.metadata.jobs.retry(job, error, self.clock() + delay)

    async def _fail(self, run: IngestRun, code: str, message: str) -> None:
        if run.job.kind is JobKind.INGEST:
            await self._drop_points(run.job)
        await self.stores.metadata.jobs.fail(run.job, code, message, self.clock(), run.notes.notes)
        await self._ended(run)

    async def _ended(self, run: IngestRun) -> None:
        try:
            document = await self.stores.metadata.documents.get(run.document.id, linked=False)
        except NotFound:
            return
        self.summary.note(document, unchanged=run.unchanged)
        self.notify(Progress(document, document.status, document.chunks, document.chunks))

    async def _withdraw(self, job: Job) -> None:
        """End a job that nobody wants any more, without a trace in the index."""
        if job.kind is JobKind.INGEST:
            await self._drop_points(job)
        await self.stores.metadata.jobs.cancel(job, self.clock())
        if job.document_id is None or job.kind is not JobKind.INGEST:
            return
        try:
            document = await self.stores.metadata.documents.get(job.document_id, linked=False)
        except NotFound:
            return
        if document.status is DocumentStatus.CANCELLED:
            self.summary.note(document)

    async def _drop_points(self, job: Job) -> None:
        """Remove what was written of a version that will not live. It is invisible, so `repair` may do it."""
        if job.version_id is None:
            return
        try:
            await self.stores.index.delete(SearchFilter(version_ids=(job.version_id,)))
            await self._drop_graph(version_id=job.version_id)
        except TemporaryFailure as error:
            _log.warning("points left for repair", version=job.version_id, error=error.message)

    async def _drop_graph(self, **which: str) -> None:
        if self.stores.graph is not None:
            await self.stores.graph.delete(**which)

    async def _remove(self, job: Job) -> None:
        metadata = self.stores.metadata
        try:
            if job.kind is JobKind.CLEANUP and job.version_id is not None:
                await self.stores.index.delete(SearchFilter(version_ids=(job.version_id,)))
                await self._drop_graph(version_id=job.version_id)
                keys = await metadata.versions.drop(job.version_id)
            elif job.kind is JobKind.DELETE_DOCUMENT and job.document_id is not None:
                await self.stores.index.delete(SearchFilter(document_ids=(job.document_id,)))
                await self._drop_graph(document_id=job.document_id)
                keys = await metadata.documents.drop(job.document_id)
            else:
                await self.stores.index.delete(SearchFilter(base_ids=(job.base_id,)))
                await self._drop_graph(base_id=job.base_id)
                keys = await metadata.bases.drop(job.base_id)
            await collect(self.stores, keys, self.clock())
        except TemporaryFailure as error:
            await self._retry(job, error.message)
            return
        await metadata.jobs.finish(job)
        if job.kind is not JobKind.CLEANUP:
            self.summary.removed += 1
