"""Watching a large base costs what happens in it, not what lies in it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import anyio
import pytest
from sqlalchemy import text

from pincite.core.types import DocumentStatus
from pincite.ingest import IngestService, Pace, Stores, watching
from pincite.ingest.watching import Step, Watchers
from pincite.ports.documents import DocumentChange, Standing
from pincite.ports.records import DocumentRecord
from tests.ingest.standins import TOOLS, Bench

TEXT = b"# Terms\n\nWar is excluded."
OLD = 60
NEW = 10


@dataclass
class Counted:
    """The documents of a real database, and how many of their rows were handed out."""

    inner: Any
    whole: int = 0
    light: int = 0
    looks: list[float] = field(default_factory=list)

    async def several(self, ids: Collection[str]) -> Sequence[DocumentRecord]:
        found = await self.inner.several(ids)
        self.whole += len(found)
        return found  # type: ignore[no-any-return]  # as the port says

    async def standing(self, base_id: str, *, since: float = 0.0) -> Sequence[Standing]:
        found = await self.inner.standing(base_id, since=since)
        self.light += len(found)
        self.looks.append(since)
        return found  # type: ignore[no-any-return]

    async def counts(self, base_id: str) -> Mapping[DocumentStatus, int]:
        return await self.inner.counts(base_id)  # type: ignore[no-any-return]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_POLL", 0.05)


async def filled(bench: Bench, service: IngestService, count: int, prefix: str) -> None:
    for number in range(count):
        await service.add_bytes("terms", f"{prefix}{number}.md", TEXT + str(number).encode())


async def large_base(bench: Bench) -> tuple[IngestService, str, Counted]:
    """With documents that were settled long ago."""
    service = bench.service()
    base = await service.create_base("terms")
    await filled(bench, service, OLD, "old")
    await service.run_pending()
    bench.clock.now += 10_000.0
    return service, base.id, Counted(bench.metadata.documents)


async def seen_until_settled(watchers: Watchers, base: str, counted: Counted) -> list[Step]:
    with anyio.fail_after(60):
        return [step async for step in watchers.watch(base, counted, once=True) if step is not None]  # type: ignore[arg-type]  # as much of the port as is used


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_rows_are_read_once_and_then_when_they_change(bench: Bench, elsewhere: bool) -> None:
    service, base, counted = await large_base(bench)
    await filled(bench, service, NEW, "new")
    worker = bench.service() if elsewhere else service
    steps: list[Step] = []

    async def watch() -> None:
        steps.extend(await seen_until_settled(service.watchers, base, counted))

    async with anyio.create_task_group() as group:
        group.start_soon(watch)
        await anyio.wait_all_tasks_blocked()
        await worker.run_pending()
    last = {step.document.filename: step.stage for step in steps}
    assert len(last) == OLD + NEW
    assert set(last.values()) == {DocumentStatus.READY}
    # Whole: each at first, and each stage that a look met. A look for each settled document, or each second,
    # at all of them would have been 700 rows and more.
    assert counted.whole <= OLD + NEW + 6 * NEW
    # Light: all once, and then what changed of late; all again where counts stay odd, and at the end.
    old_again = sum(since == 0.0 for since in counted.looks)
    assert old_again <= 3
    assert counted.light <= old_again * (OLD + NEW) + len(counted.looks) * NEW


async def test_a_quiet_base_is_not_read(bench: Bench) -> None:
    service, base, counted = await large_base(bench)
    quiet = 0
    with anyio.fail_after(60):
        async for step in service.watchers.watch(base, counted):  # type: ignore[arg-type]
            quiet += step is None
            if quiet == 1:
                before = counted.whole, len(counted.looks)
            if quiet == 6:
                break
    assert counted.whole == before[0] == OLD
    assert counted.looks[before[1] :] and 0.0 not in counted.looks[before[1] :]
    assert counted.light < OLD + len(counted.looks) * 20


async def test_what_a_clock_behind_hides_is_found_when_all_is_quiet(bench: Bench) -> None:
    """A worker on a machine whose clock is an hour late, and a document that goes."""
    service, base, counted = await large_base(bench)
    await filled(bench, service, 2, "new")
    stores = Stores(bench.metadata, bench.blobs, bench.index, bench.embedder)
    late = IngestService(
        stores, TOOLS, Pace(lease=1e9, retry_delay=0.01), clock=lambda: bench.clock.now - 3600
    )
    stages: dict[str, DocumentStatus] = {}
    with anyio.fail_after(60):
        async for step in service.watchers.watch(base, counted):  # type: ignore[arg-type]
            if step is not None:
                stages[step.document.filename] = step.stage
            elif stages["new0.md"] is DocumentStatus.PENDING:
                await service.remove_document((await service.list_documents("terms"))[-1].id)
                async with bench.metadata.database.write() as connection:
                    await connection.execute(text("UPDATE jobs SET run_after = 0"))
                await late.run_pending()
            elif stages["new0.md"] is DocumentStatus.READY:
                break
    assert stages["new1.md"] is DocumentStatus.READY


async def test_a_settled_document_that_changes_is_told_again(bench: Bench) -> None:
    service = bench.service()
    base = await service.create_base("terms")
    document = await service.add_bytes("terms", "a.md", TEXT)
    await service.run_pending()
    tags: list[str] = []
    with anyio.fail_after(60):
        async for step in service.watchers.watch(base.id, bench.metadata.documents):
            if step is None and not tags:
                tags.append("asked")
                await bench.service().change_document(document.id, DocumentChange(folder="b"))
            elif step is not None and step.document.folder == "b":
                break
    assert step is not None and replace(step.document, folder="") != step.document


async def test_the_rows_that_changed_are_found_by_their_index(bench: Bench) -> None:
    """So a look costs the same however many documents lie in the base."""
    async with bench.metadata.database.read() as connection:
        for statement in (
            "SELECT id, status, updated_at FROM documents WHERE base_id = 'b' AND status IN ('ready', 'failed') "
            "AND updated_at >= 5.0 ORDER BY updated_at, id",
            "SELECT status, count(*) FROM documents WHERE base_id = 'b' AND status <> 'deleting' GROUP BY status",
        ):
            plan = str((await connection.execute(text(f"EXPLAIN QUERY PLAN {statement}"))).all())
            assert "ix_documents_base_id_status_updated_at" in plan
            assert "SCAN documents" not in plan
