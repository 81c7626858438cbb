"""What the directory does beyond the contract."""

import fcntl
import hashlib
import os
import threading
from pathlib import Path

from pincite.adapters.blobs import DirectoryBlobs


async def test_a_write_that_a_crash_cut_off_is_no_blob_and_is_swept_later(tmp_path: Path) -> None:
    draft = tmp_path / "incoming" / "left-behind"
    draft.parent.mkdir()
    draft.write_bytes(b"half")
    os.utime(draft, (1_000.0, 1_000.0))

    with draft.open("rb") as held:  # its writer lives
        fcntl.flock(held, fcntl.LOCK_EX)
        early = DirectoryBlobs(tmp_path, clock=lambda: 1_060.0)
        assert await early.keys() == set()
        assert draft.exists()

    DirectoryBlobs(tmp_path, clock=lambda: 1_060.0)
    assert not draft.exists()


async def test_a_draft_that_is_locked_for_ever_is_swept_by_its_age(tmp_path: Path) -> None:
    draft = tmp_path / "incoming" / "left-behind"
    draft.parent.mkdir()
    draft.write_bytes(b"half")
    os.utime(draft, (1_000.0, 1_000.0))
    with draft.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        DirectoryBlobs(tmp_path, clock=lambda: 10_000.0)
        assert not draft.exists()


async def test_the_last_blob_leaves_no_directory(tmp_path: Path) -> None:
    blobs = DirectoryBlobs(tmp_path)
    key = await blobs.put(b"one")
    assert (tmp_path / key[:2] / key).exists()
    await blobs.delete(key)
    await blobs.delete(key)
    assert sorted(os.listdir(tmp_path)) == ["incoming"]


async def test_a_shelf_that_a_crash_left_empty_goes_at_the_next_start(tmp_path: Path) -> None:
    key = await DirectoryBlobs(tmp_path).put(b"one")
    (tmp_path / "ab").mkdir()
    assert await DirectoryBlobs(tmp_path).keys() == {key}
    assert sorted(os.listdir(tmp_path)) == sorted(["incoming", key[:2]])


def test_a_shelf_that_goes_while_a_blob_comes_costs_nothing(tmp_path: Path) -> None:
    blobs = DirectoryBlobs(tmp_path)
    key = blobs._put(b"one")
    neighbour = next(data for data in map(str.encode, map(str, range(10_000))) if _key(data)[:2] == key[:2])
    stop = threading.Event()

    def coming_and_going() -> None:
        while not stop.is_set():
            blobs._put(neighbour)
            blobs._delete(blobs._path(_key(neighbour)))

    other = threading.Thread(target=coming_and_going)
    other.start()
    try:
        for _ in range(300):
            blobs._delete(blobs._path(key))
            assert blobs._put(b"one") == key
            assert blobs._path(key).read_bytes() == b"one"
            assert key in blobs._keys()
    finally:
        stop.set()
        other.join()


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
