"""Several workers, and a server's worker."""

import time

import anyio
import pytest

from pincite.core.errors import NotFound
from pincite.core.types import DocumentStatus
from pincite.ingest import IngestService, Progress
from pincite.ports.records import Job
from tests.ingest.standins import Bench

TEXT = b"# Terms\n\nWar is excluded."


async def test_two_workers_share_the_work_and_do_nothing_twice(bench: Bench) -> None:
    one, two = bench.service(), bench.service(concurrency=3)
    await one.create_base("terms")
    for number in range(12):
        await one.add_bytes("terms", f"{number}.md", TEXT)
    summaries = []

    async def drain(service: IngestService) -> None:
        summaries.append(await service.run_pending())

    async with anyio.create_task_group() as group:
        group.start_soon(drain, one)
        group.start_soon(drain, two)
    done = [document.id for summary in summaries for document in summary.ready]
    assert len(done) == len(set(done)) == 12
    assert len(bench.embedder.texts) == 24
    assert len(bench.index.points) == 24


async def test_an_ingest_that_goes_on_gives_memory_back_now_and_then(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []
    monkeypatch.setattr("pincite.ingest.worker.GIVE_BACK_JOBS", 3)
    monkeypatch.setattr("pincite.ingest.worker.give_back", lambda: given.append(1))
    service = bench.service()
    await service.create_base("terms")
    for number in range(7):
        await service.add_bytes("terms", f"{number}.md", TEXT)
    await service.run_pending()
    assert len(given) == 2


async def test_the_next_document_is_prepared_while_one_is_embedded(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    for name in ("a.md", "b.md"):
        await service.add_bytes("terms", name, TEXT)
    reached = anyio.Event()

    async def hold_the_first() -> None:
        bench.embedder.before = None
        with anyio.fail_after(10):
            await reached.wait()

    def note(progress: Progress) -> None:
        if progress.document.filename == "b.md" and progress.done == 2:
            reached.set()

    bench.embedder.before = hold_the_first
    assert len((await service.run_pending(note)).ready) == 2


async def test_a_server_takes_work_as_it_comes_and_stops_when_told(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    stop = anyio.Event()
    ready = {"a.md": anyio.Event(), "b.md": anyio.Event()}

    def note(progress: Progress) -> None:
        if progress.stage is DocumentStatus.READY:
            ready[progress.document.filename].set()

    async with anyio.create_task_group() as group:
        group.start_soon(service.work, stop, note)
        for name in ("a.md", "b.md"):
            document = await service.add_bytes("terms", name, TEXT)
            await ready[name].wait()
        await service.remove_document(document.id)
        for _ in range(1_000):
            if len(bench.index.points) == 2:
                break
            await anyio.sleep(0.01)
        assert len(bench.index.points) == 2
        stop.set()


async def test_work_under_way_is_given_back_when_the_worker_is_stopped(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", TEXT)
    begun = anyio.Event()

    async def never() -> None:
        begun.set()
        await anyio.sleep_forever()

    bench.embedder.before = never
    async with anyio.create_task_group() as group:
        group.start_soon(service.run_pending)
        await begun.wait()
        group.cancel_scope.cancel()
    bench.embedder.before = None
    job = await bench.metadata.jobs.claim("other", bench.clock(), 30.0)
    assert job is not None
    assert (job.document_id, job.attempts, job.crashes) == (document.id, 0, 0)


async def test_a_worker_that_lost_its_lease_touches_nothing(bench: Bench) -> None:
    service = bench.service(lease=0.05)
    bench.clock.step = 0.0
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", TEXT)

    async def lose() -> None:
        bench.embedder.before = None
        bench.clock.now += 1.0
        assert await bench.metadata.jobs.claim("other", bench.clock(), 1_000.0) is not None
        await anyio.sleep(5)  # the heart notices and cuts this off
        raise AssertionError("the job went on without its lease")

    bench.embedder.before = lose
    summary = await service.run_pending()
    assert (summary.ready, summary.failed) == ([], [])
    assert (await service.get_document(document.id)).status is DocumentStatus.INDEXING
    assert await bench.metadata.jobs.owners() == {"other"}


async def test_a_base_deleted_under_a_running_ingest_leaves_nothing(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "a.md", TEXT)

    async def delete() -> None:
        bench.embedder.before = None
        await service.delete_base("terms")

    bench.embedder.before = delete
    await service.run_pending()
    assert bench.index.points == {}
    assert await bench.blobs.keys() == set()
    assert set((await bench.rows()).values()) == {0}
    try:
        await service.get_base("terms")
    except NotFound:
        return
    raise AssertionError("the base is still there")


async def test_a_late_heart_does_not_make_a_worker_take_its_own_job_for_a_dead_one(bench: Bench) -> None:
    service = bench.service(lease=3.0)
    bench.clock.step = 0.0
    await service.create_base("terms")
    await service.add_bytes("terms", "slow.md", TEXT)
    held_up = 0

    async def starve() -> None:
        """The machine is busy: for longer than a lease nothing of this process runs."""
        nonlocal held_up
        held_up += 1
        time.sleep(1.2)  # noqa: ASYNC251 - so that no heart beats meanwhile
        bench.clock.now += 10.0
        service._worker.wake()
        await anyio.sleep(0.3)

    bench.embedder.before = starve
    summary = await service.run_pending()
    assert [document.filename for document in summary.ready] == ["slow.md"]
    assert held_up == 1


async def test_a_database_that_is_busy_for_one_beat_stops_no_worker(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = bench.service(lease=0.3)
    bench.clock.step = 0.0
    await service.create_base("terms")
    await service.add_bytes("terms", "a.md", TEXT)
    real, faults = bench.metadata.jobs.beat, [OSError("database is locked")]
    beaten = anyio.Event()

    async def frail(job: Job, now: float, lease: float) -> bool | None:
        if faults:
            raise faults.pop()
        beaten.set()
        return await real(job, now, lease)

    monkeypatch.setattr(bench.metadata.jobs, "beat", frail)
    bench.embedder.before = beaten.wait
    with anyio.fail_after(20):
        assert len((await service.run_pending()).ready) == 1


async def test_a_job_whose_lease_is_lost_again_and_again_fails_with_a_sentence(bench: Bench) -> None:
    service = bench.service(lease=30.0)
    await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", TEXT)
    for number in range(12):  # workers of another machine, of which nobody can tell that they are gone
        assert await bench.metadata.jobs.claim(f"elsewhere|{number}|0|x", bench.clock(), 30.0) is not None
        bench.clock.now += 31.0
    (failed,) = (await service.run_pending()).failed
    assert (failed.id, failed.status, failed.error_code) == (document.id, DocumentStatus.FAILED, "crashed")
    assert failed.error_message
    assert await bench.metadata.jobs.owners() == set()
