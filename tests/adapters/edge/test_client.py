"""Supervision: what happens to requests when the child, the parent or another process dies or hangs."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from pincite.adapters.edge import child
from pincite.adapters.edge.client import EdgeIndex, open_edge_index
from pincite.core.errors import (
    ConfigurationError,
    IndexLocked,
    IndexUnavailable,
    InvalidInput,
    LibraryTooNew,
    SearchTimeout,
)
from pincite.ports.index import SearchFilter
from pincite.testing.search_index import EVERYTHING, dense, lexical, numbers, point
from tests.adapters.edge.processes import eventually, owner_of, running


async def opened(directory: Path, *, seconds: float = 20) -> EdgeIndex:
    index = await open_edge_index(directory, dimension=8, timeout=seconds)
    assert isinstance(index, EdgeIndex)
    return index


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[EdgeIndex]:
    index = await opened(tmp_path / "index")
    yield index
    await index.aclose()


def kill(index: EdgeIndex, number: int = signal.SIGKILL) -> int:
    pid = index.child_pid
    assert pid is not None
    os.kill(pid, number)
    return pid


# --- start and end ----------------------------------------------------------------------------------


async def test_the_child_starts_at_first_use_and_ends_with_close(index: EdgeIndex) -> None:
    assert index.child_pid is None
    assert await index.count(EVERYTHING) == 0
    pid = index.child_pid
    assert pid is not None and running(pid)
    await index.aclose()
    assert not running(pid)


async def test_what_was_written_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    for expected in (0, 50):
        index = await opened(tmp_path)
        assert await index.count(EVERYTHING) == expected
        await index.upsert([point(number, terms={"w": 1}) for number in range(50)])
        await index.aclose()


async def test_a_closed_index_says_so(index: EdgeIndex) -> None:
    await index.aclose()
    with pytest.raises(IndexUnavailable):
        await index.count(EVERYTHING)


async def test_closing_while_a_request_runs_ends_it_with_a_clear_error(index: EdgeIndex) -> None:
    await index.count(EVERYTHING)
    pid = kill(index, signal.SIGSTOP)
    request = asyncio.create_task(index.count(EVERYTHING))
    await asyncio.sleep(0.05)
    closing = asyncio.create_task(index.aclose())
    with pytest.raises(IndexUnavailable):
        await request
    os.kill(pid, signal.SIGCONT)
    await closing
    assert not running(pid)


@pytest.mark.parametrize(("dimension", "seconds"), [(0, 1.0), (8, 0.0)])
async def test_limits_that_make_no_sense_are_refused(tmp_path: Path, dimension: int, seconds: float) -> None:
    with pytest.raises(InvalidInput):
        await open_edge_index(tmp_path, dimension=dimension, timeout=seconds)


async def test_one_start_serves_all_who_come_first(index: EdgeIndex) -> None:
    await asyncio.gather(*(index.count(EVERYTHING) for _ in range(8)))
    pid = index.child_pid
    await asyncio.gather(*(index.count(EVERYTHING) for _ in range(8)))
    assert index.child_pid == pid


# --- the child dies ---------------------------------------------------------------------------------


async def test_a_child_killed_between_requests_is_replaced_unnoticed(index: EdgeIndex) -> None:
    await index.upsert([point(number, terms={"w": 1}) for number in range(1, 4)])
    before = await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)
    old = kill(index)
    after = await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)
    assert after.legs == before.legs
    assert index.child_pid != old
    assert not running(old)


async def test_a_child_that_died_long_ago_is_replaced_too(index: EdgeIndex) -> None:
    await index.count(EVERYTHING)
    old = kill(index)
    await asyncio.sleep(0.2)
    assert index.child_pid is None
    assert await index.count(EVERYTHING) == 0
    assert index.child_pid != old


async def test_requests_under_way_when_the_child_is_killed_are_all_answered(index: EdgeIndex) -> None:
    await index.upsert([point(number, terms={"w": 1}) for number in range(200)])
    requests = [
        asyncio.create_task(index.search([dense(50), lexical({"w": 1.0}, 50)], EVERYTHING)) for _ in range(40)
    ]
    await asyncio.sleep(0.01)
    kill(index)
    results = await asyncio.gather(*requests)
    assert len({result.legs for result in results}) == 1


async def test_no_acknowledged_row_is_lost_when_the_child_is_killed_while_writing(index: EdgeIndex) -> None:
    acknowledged: set[int] = set()

    async def write(lane: int) -> None:
        for step in range(30):
            number = lane * 100 + step
            await index.upsert([point(number, version=f"v{number}")])
            acknowledged.add(number)

    async def reap() -> None:
        for pause in (0.05, 0.11, 0.17):
            await asyncio.sleep(pause)
            if index.child_pid is not None:
                kill(index)

    await asyncio.gather(*(write(lane) for lane in range(4)), reap())
    if index.child_pid is not None:  # else the last blow fell when all was written
        kill(index)
    assert await index.version_ids() == {f"v{number}" for number in acknowledged}
    assert await index.count(EVERYTHING) == 120


async def test_deletions_survive_a_kill(index: EdgeIndex) -> None:
    await index.upsert([point(number, version=f"v{number % 2}") for number in range(20)])
    await index.delete(SearchFilter(version_ids=["v0"]))
    kill(index)
    assert await index.version_ids() == {"v1"}


async def test_a_request_that_kills_two_children_fails_and_the_next_is_served(
    index: EdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(child, "SERVER", "tests.adapters.edge.dying_server")
        with pytest.raises(IndexUnavailable, match="twice"):
            await index.count(EVERYTHING)
    assert await index.count(EVERYTHING) == 0


async def test_a_child_that_cannot_start_is_unavailable(
    index: EdgeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child, "SERVER", "pincite.no_such_module")
    with pytest.raises(IndexUnavailable):
        await index.count(EVERYTHING)


async def test_a_directory_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    index = await opened(tmp_path / "file" / "index")
    with pytest.raises(IndexUnavailable, match="cannot be started"):
        await index.count(EVERYTHING)
    await index.aclose()


# --- time limits ------------------------------------------------------------------------------------


async def test_a_request_past_its_time_is_a_timeout_and_the_next_one_works(tmp_path: Path) -> None:
    index = await opened(tmp_path, seconds=0.5)
    await index.upsert([point(1)])
    pid = kill(index, signal.SIGSTOP)
    with pytest.raises(SearchTimeout):
        await index.search([dense()], EVERYTHING)
    os.kill(pid, signal.SIGCONT)
    assert numbers(await index.search([dense()], EVERYTHING)) == [1]
    assert index.child_pid == pid
    await index.aclose()


async def test_a_write_that_timed_out_before_it_began_is_never_done(tmp_path: Path) -> None:
    index = await opened(tmp_path, seconds=0.3)
    await index.count(EVERYTHING)
    pid = kill(index, signal.SIGSTOP)
    with pytest.raises(SearchTimeout):
        await index.upsert([point(1)])
    os.kill(pid, signal.SIGCONT)
    assert await index.count(EVERYTHING) == 0
    await index.aclose()


async def test_a_cancelled_request_leaves_the_others_alone(index: EdgeIndex) -> None:
    first = asyncio.create_task(index.count(EVERYTHING))
    second = asyncio.create_task(index.count(EVERYTHING))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == 0
    with pytest.raises(asyncio.CancelledError):
        await first


# --- other processes --------------------------------------------------------------------------------


async def test_a_library_held_by_another_live_process_names_it(tmp_path: Path) -> None:
    with owner_of(tmp_path) as (process, pid):
        index = await opened(tmp_path)
        with pytest.raises(IndexLocked) as locked:
            await index.count(EVERYTHING)
        assert str(process.pid) in locked.value.message
        assert str(pid) in locked.value.message
        await index.aclose()
        assert running(pid)


async def test_two_indexes_of_one_process_do_not_share_a_library(index: EdgeIndex, tmp_path: Path) -> None:
    await index.count(EVERYTHING)
    other = await opened(tmp_path / "index")
    with pytest.raises(IndexLocked, match=str(os.getpid())):
        await other.count(EVERYTHING)
    await other.aclose()


async def test_a_lock_whose_owner_is_gone_is_taken(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("999999 999998\n")
    index = await opened(tmp_path)
    assert await index.count(EVERYTHING) == 0
    await index.aclose()


async def test_a_killed_parent_takes_its_child_along_and_its_rows_stay(tmp_path: Path) -> None:
    with owner_of(tmp_path) as (process, pid):
        process.kill()
        process.wait()
        assert eventually(lambda: not running(pid), seconds=2)
        index = await opened(tmp_path)
        assert await index.count(EVERYTHING) == 10
        await index.aclose()


async def test_a_stopped_child_dies_with_its_parent_too(tmp_path: Path) -> None:
    """A child deep inside Edge does not read its socket; the kernel ends it."""
    with owner_of(tmp_path) as (process, pid):
        os.kill(pid, signal.SIGSTOP)
        process.kill()
        process.wait()
        assert eventually(lambda: not running(pid), seconds=2)


async def test_a_new_start_right_after_the_parent_was_killed_gets_the_library(tmp_path: Path) -> None:
    with owner_of(tmp_path) as (process, _):
        index = await opened(tmp_path)
        process.kill()
        assert await index.count(EVERYTHING) == 10
        await index.aclose()


# --- many at once -----------------------------------------------------------------------------------


async def test_eight_clients_write_and_search_at_once(index: EdgeIndex) -> None:
    async def client(lane: int) -> list[int]:
        for step in range(10):
            await index.upsert([point(lane * 10 + step, terms={f"lane{lane}": 1})])
            await index.search([dense(20), lexical({f"lane{lane}": 1.0}, 20)], EVERYTHING)
        return numbers(await index.search([lexical({f"lane{lane}": 1.0}, 20)], EVERYTHING))

    found = await asyncio.gather(*(client(lane) for lane in range(8)))
    assert found == [list(range(lane * 10, lane * 10 + 10)) for lane in range(8)]


async def test_the_loop_runs_on_while_the_index_works(index: EdgeIndex) -> None:
    await index.upsert([point(number, terms={"w": 1}) for number in range(2000)])
    kill(index, signal.SIGSTOP)
    waiting = asyncio.create_task(index.count(EVERYTHING))
    began, turns = time.monotonic(), 0
    while time.monotonic() - began < 0.2:
        await asyncio.sleep(0)
        turns += 1
    kill(index, signal.SIGCONT)
    assert turns > 100
    assert await waiting == 2000


# --- what lies in the directory ---------------------------------------------------------------------


def _other_dimension(directory: Path) -> None:
    (directory / "index.json").write_text('{"format": 1, "dimension": 384}')


def _newer(directory: Path) -> None:
    (directory / "index.json").write_text('{"format": 99, "dimension": 8}')


def _no_description(directory: Path) -> None:
    (directory / "index.json").unlink()


def _damaged_shard(directory: Path) -> None:
    for path in (directory / "shard" / "segments").rglob("segment.json"):
        path.write_text("{")


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (_other_dimension, ConfigurationError),
        (_newer, LibraryTooNew),
        (_no_description, IndexUnavailable),
        (_damaged_shard, IndexUnavailable),
    ],
)
async def test_a_library_that_does_not_open_says_why(
    tmp_path: Path, damage: Callable[[Path], None], error: type[Exception]
) -> None:
    index = await opened(tmp_path)
    await index.upsert([point(1)])
    await index.aclose()
    damage(tmp_path)
    index = await opened(tmp_path)
    with pytest.raises(error) as raised:
        await index.count(EVERYTHING)
    assert type(raised.value) is error
    await index.aclose()


async def test_a_shard_half_made_when_the_process_died_is_made_anew(tmp_path: Path) -> None:
    half = tmp_path / "shard.making" / "segments"
    half.mkdir(parents=True)
    (half / "rubbish").write_text("half")
    index = await opened(tmp_path)
    assert await index.count(EVERYTHING) == 0
    await index.aclose()


async def test_files_in_the_working_directory_cannot_break_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    index = await opened(Path("library"))
    assert await index.count(EVERYTHING) == 0
    await index.aclose()
    assert (tmp_path / "library" / "shard").is_dir()
