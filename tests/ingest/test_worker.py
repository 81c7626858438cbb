"""Several workers, and a server's worker."""

import anyio

from pincite.core.errors import NotFound
from pincite.core.types import DocumentStatus
from pincite.ingest import IngestService, Progress
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
