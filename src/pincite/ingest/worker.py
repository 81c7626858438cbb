"""Takes jobs from the queue until it is empty, or until it is told to stop."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import anyio
import structlog
from anyio import to_thread
from anyio.abc import TaskGroup

from pincite.core.errors import ConfigurationError
from pincite.core.memory import give_back
from pincite.ingest.heart import Heart
from pincite.ingest.progress import IngestSummary, ProgressCallback, ignore
from pincite.ingest.running import JobRunner
from pincite.ingest.tools import Pace, Stores, Tools
from pincite.ingest.turns import LANES_MORE, Turns
from pincite.ports.records import Job

_PATIENCE = 60.0
"""Seconds for which `drain` waits for a second try; longer ones are left to the next run."""
_POLL = 0.2
"""Seconds between two looks at the queue while another worker holds the document of the next job."""
_IDLE_POLL = 1.0
"""Seconds between two looks of a server's worker for jobs that another process enqueued."""
_AFTER_FAULT = 10.0
"""Seconds that a server's worker waits when the configuration keeps it from working."""

GIVE_BACK_JOBS = 200
"""Jobs after which freed memory goes back to the system."""

_log = structlog.get_logger("pincite.ingest")


@dataclass(slots=True)
class Worker:
    """``concurrency + 2`` lanes: while some documents are embedded, the next ones are parsed and cut."""

    stores: Stores
    tools: Tools
    pace: Pace
    owner: str
    clock: Callable[[], float]
    new_id: Callable[[], str]
    language: str = "en"
    _busy: int = 0
    _claims: int = 0
    _done: int = 0
    _bell: anyio.Event = field(default_factory=anyio.Event)
    _heart: Heart = field(init=False)

    def __post_init__(self) -> None:
        self._heart = Heart(self.stores.metadata.jobs, self.pace.lease, self.clock)

    def wake(self) -> None:
        """There is a new job."""
        self._bell.set()
        self._bell = anyio.Event()

    async def drain(self, progress: ProgressCallback = ignore) -> IngestSummary:
        """Work until no job is due within a minute.

        Raises:
            ConfigurationError: no job can succeed before the configuration is mended. EncoderChanged: some
                wait for a rebuild of their base; the others are done.
        """
        faults: list[Exception] = []
        async with self._running(progress) as (runner, group):
            async with anyio.create_task_group() as lanes:

                async def lane() -> None:
                    try:
                        while (job := await self._next_or_none()) is not None:
                            await self._run(runner, job)
                    except Exception as error:  # noqa: BLE001  raised below, without the group around it
                        faults.append(error)
                        lanes.cancel_scope.cancel()

                for _ in range(self.pace.concurrency + LANES_MORE):
                    lanes.start_soon(lane)
            group.cancel_scope.cancel()
        if faults:
            raise faults[0]
        if runner.summary.other_encoder is not None:
            raise runner.summary.other_encoder
        runner.summary.postponed = await self.stores.metadata.jobs.next_due() is not None
        return runner.summary

    async def serve(self, stop: anyio.Event, progress: ProgressCallback = ignore) -> None:
        """Work until ``stop``; jobs under way are given back untried."""
        async with self._running(progress) as (runner, group):
            runner.summary.keeps = False
            for _ in range(self.pace.concurrency + LANES_MORE):
                group.start_soon(self._serve_lane, runner)
            await stop.wait()
            group.cancel_scope.cancel()

    @asynccontextmanager
    async def _running(self, progress: ProgressCallback) -> AsyncIterator[tuple[JobRunner, TaskGroup]]:
        runner = JobRunner(
            stores=self.stores,
            tools=self.tools,
            pace=self.pace,
            turns=Turns.of(self.pace.concurrency),
            heart=self._heart,
            owner=self.owner,
            clock=self.clock,
            new_id=self.new_id,
            language=self.language,
            notify=progress,
        )
        async with anyio.create_task_group() as group:
            group.start_soon(self._heart.beat)
            yield runner, group

    async def _run(self, runner: JobRunner, job: Job) -> None:
        self._busy += 1
        try:
            await runner.run(job)
        finally:
            self._busy -= 1
            self.wake()
        self._done += 1
        if self._done % GIVE_BACK_JOBS == 0:
            await to_thread.run_sync(give_back)

    async def _claim(self) -> Job | None:
        await self._heart.keep()
        self._claims += 1
        owner = f"{self.owner}.{self._claims}"
        return await self.stores.metadata.jobs.claim(owner, self.clock(), self.pace.lease)

    async def _next_or_none(self) -> Job | None:
        while True:
            job = await self._claim()
            if job is not None:
                return job
            if self._busy:  # a job of another lane may call for a further one
                await self._rest(_IDLE_POLL)
                continue
            due = await self.stores.metadata.jobs.next_due()
            if due is None or (wait := due - self.clock()) > _PATIENCE:
                return None
            await self._rest(max(min(wait, _IDLE_POLL), _POLL))

    async def _rest(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            await self._bell.wait()

    async def _serve_lane(self, runner: JobRunner) -> None:
        while True:
            try:
                job = await self._claim()
                if job is not None:
                    await self._run(runner, job)
                    continue
            except ConfigurationError as error:
                _log.error("the worker cannot work", code=error.code, error=error.message)
                await anyio.sleep(_AFTER_FAULT)
            except Exception:  # noqa: BLE001  the boundary: a server's worker outlives its database's faults
                _log.exception("the worker cannot work")
                await anyio.sleep(_AFTER_FAULT)
            await self._rest(_IDLE_POLL)
