"""What a crash leaves, put right at the next start."""

from dataclasses import replace
from pathlib import Path

import pytest

from pincite.adapters.blobs import DirectoryBlobs
from pincite.core.errors import ConfigurationError
from pincite.core.types import DocumentStatus
from pincite.ingest.repairing import RepairReport
from pincite.ports.index import IndexPoint, SearchFilter
from tests.ingest.standins import Bench

TERMS = b"# Terms\n\nWar is excluded.\n\nPeace is included."
# What `this_owner` names a process of this machine that has ended; the start time differs from any.
DEAD = 4_194_303


@pytest.fixture
def dead_owner(monkeypatch: pytest.MonkeyPatch) -> str:
    from pincite.ingest.owners import this_owner

    machine, _, _, part = this_owner().split("|")
    return f"{machine}|{DEAD}|1|{part}"


async def test_after_a_clean_end_there_is_nothing_to_repair(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "t.md", TERMS)
    await service.run_pending()
    assert await service.repair() == RepairReport()


async def test_the_lease_of_a_dead_process_is_taken_over_at_once(bench: Bench, dead_owner: str) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "t.md", TERMS)
    assert await bench.metadata.jobs.claim(dead_owner, bench.clock(), 1_000_000.0)
    assert (await service.run_pending()).ready == []
    assert (await service.repair()).leases_taken_back == 1
    assert len((await service.run_pending()).ready) == 1


async def test_a_document_that_kills_the_process_again_and_again_fails_at_last(
    bench: Bench, dead_owner: str
) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "t.md", TERMS)
    for _ in range(11):
        assert await bench.metadata.jobs.claim(dead_owner, bench.clock(), 1_000_000.0)
        await service.repair()
    (failed,) = (await service.run_pending()).failed
    assert (failed.status, failed.error_code) == (DocumentStatus.FAILED, "crashed")
    assert failed.error_message is not None
    assert "11 times" in failed.error_message


async def test_points_that_no_version_owns_go(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "t.md", TERMS)
    await service.run_pending()
    await bench.index.upsert([IndexPoint("orphan", "base", "document", "version", None, {})])
    assert (await service.repair()).versions_removed_from_index == 1
    assert len(bench.index.points) == 3


async def test_points_of_a_version_under_way_stay(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    document = await service.add_bytes("terms", "t.md", TERMS)
    version = document.pending_version_id or ""
    await bench.index.upsert([IndexPoint("half", "base", document.id, version, None, {})])
    assert (await service.repair()).versions_removed_from_index == 0


async def test_blobs_that_no_document_names_go_and_those_being_uploaded_stay(
    bench: Bench, dead_owner: str
) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "t.md", TERMS)
    orphan, uploading, lost = [await bench.blobs.put(data) for data in (b"1", b"2", b"3")]
    await bench.metadata.holds.take(uploading, "h1", "elsewhere|1|1|x", bench.clock() + 1_000.0)
    await bench.metadata.holds.take(lost, "h2", dead_owner, bench.clock() + 1_000.0)
    assert (await service.repair()).blobs_removed == 2
    kept = await bench.blobs.keys()
    assert uploading in kept
    assert not {orphan, lost} & kept
    assert len((await service.run_pending()).ready) == 1


@pytest.mark.parametrize("lost", ["all", "some"])
async def test_a_lost_index_is_written_again_from_the_database(bench: Bench, lost: str) -> None:
    service = bench.service()
    await service.create_base("terms")
    first = await service.add_bytes("terms", "a.md", TERMS)
    await service.add_bytes("terms", "b.md", TERMS, tags=["law"])
    await service.run_pending()
    before = dict(bench.index.points)
    if lost == "all":
        bench.index._points.clear()
    else:
        await bench.index.delete(SearchFilter(document_ids=[first.id]))
    assert (await service.repair()).documents_to_reindex == (2 if lost == "all" else 1)
    await service.run_pending()
    after = bench.index.points
    assert after.keys() == before.keys()
    for name, point in after.items():
        assert (point.terms, point.tags) == (before[name].terms, before[name].tags)
        assert point.vector is not None
        assert before[name].vector is not None
        assert (point.vector == before[name].vector).all()
    assert await service.repair() == RepairReport()


async def test_a_directory_that_is_not_that_of_the_database_is_refused_at_the_start(
    bench: Bench, tmp_path: Path
) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "t.md", TERMS)
    await service.run_pending()
    elsewhere = replace(bench, blobs=DirectoryBlobs(tmp_path / "of another library")).service()
    with pytest.raises(ConfigurationError, match="not in the library's directory"):
        await elsewhere.repair()
    (document,) = await service.list_documents("terms")
    assert document.status is DocumentStatus.READY
