"""Who watches hears every step, whoever works."""

import anyio

from pincite.core.types import DocumentStatus
from pincite.ingest.watching import Step
from tests.ingest.standins import Bench

TEXT = b"# Terms\n\nWar is excluded."


async def test_a_watcher_sees_the_state_then_each_stage_then_the_end(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.create_base("other")
    await service.add_bytes("other", "x.md", TEXT)
    await service.add_bytes("terms", "a.md", TEXT)
    await service.add_bytes("terms", "b.bin", b"\x00")
    seen: list[Step] = []

    async def watch() -> None:
        async for step in service.watch("terms", once=True):
            if step is not None:
                seen.append(step)

    with anyio.fail_after(30):
        async with anyio.create_task_group() as group:
            group.start_soon(watch)
            await anyio.wait_all_tasks_blocked()
            await service.run_pending()
    assert {step.document.filename for step in seen} == {"a.md", "b.bin"}
    stages = [step.stage for step in seen if step.document.filename == "a.md"]
    assert stages[0] is DocumentStatus.PENDING
    assert stages[-1] is DocumentStatus.READY
    assert DocumentStatus.INDEXING in stages
    assert next(step for step in seen if step.stage is DocumentStatus.FAILED).document.error_message


async def test_a_watcher_sees_what_another_process_did(bench: Bench) -> None:
    watched, elsewhere = bench.service(), bench.service()
    await watched.create_base("terms")
    await watched.add_bytes("terms", "a.md", TEXT)
    quiet = 0
    last = None
    with anyio.fail_after(30):
        async for step in watched.watch("terms", once=True):
            if step is None:
                quiet += 1
                await elsewhere.run_pending()
            else:
                last = step
    assert quiet
    assert last is not None and last.stage is DocumentStatus.READY


async def test_an_empty_base_is_settled_at_once(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    assert [step async for step in service.watch("terms", once=True)] == []
