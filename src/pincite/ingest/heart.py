"""Keeps the leases of running jobs alive, and stops the jobs whose lease is lost or that were cancelled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import anyio
import structlog

from pincite.ports.metadata import Jobs
from pincite.ports.records import Job

_BEATS_A_LEASE = 3
"""So that a lease outlives two beats that come late."""

_log = structlog.get_logger("pincite.ingest")


@dataclass(slots=True, eq=False)
class Watch:
    """A running job under watch."""

    job: Job
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    lost: bool = False
    """Another worker has the job: touch nothing of it any more."""
    cancelled: bool = False


class Heart:
    """`beat` runs beside the jobs; `watch` wraps each of them; `keep` comes before a job is taken."""

    def __init__(self, jobs: Jobs, lease: float, clock: Callable[[], float]) -> None:
        self._jobs = jobs
        self._lease = lease
        self._clock = clock
        self._watched: list[Watch] = []
        self._round = anyio.Lock()
        self._renewed = 0.0

    @contextmanager
    def watch(self, job: Job) -> Iterator[Watch]:
        """Leaves the block early, without an exception, when the job has to stop."""
        watch = Watch(job)
        self._watched.append(watch)
        try:
            with watch.scope:
                yield watch
        finally:
            self._watched.remove(watch)

    async def beat(self) -> None:
        while True:
            await anyio.sleep(self._lease / _BEATS_A_LEASE)
            async with self._round:
                await self._renew()

    async def keep(self) -> None:
        """Renew the leases now if that is due. On a machine that stood still for longer than a lease, who
        takes a job may run before the heart, and would take one of this process for that of a dead worker."""
        async with self._round:
            if anyio.current_time() - self._renewed >= self._lease / _BEATS_A_LEASE:
                await self._renew()

    async def _renew(self) -> None:
        self._renewed = anyio.current_time()
        for watch in list(self._watched):
            try:
                await self.check(watch)
            except Exception:  # noqa: BLE001  the boundary: a database that is busy once stops no worker
                _log.exception("lease not renewed", job=watch.job.id)

    async def check(self, watch: Watch) -> None:
        asked_to_stop = await self._jobs.beat(watch.job, self._clock(), self._lease)
        if asked_to_stop is None:
            watch.lost = True
        elif asked_to_stop and not watch.cancelled:
            watch.cancelled = True
        else:
            return
        watch.scope.cancel()
