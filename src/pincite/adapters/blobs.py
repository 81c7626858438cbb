"""File bytes in a directory, named by their content."""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from anyio import to_thread

from pincite.core.errors import NotFound

_TEMPORARY = "incoming"
_STALE_SECONDS = 3600.0
"""Age from which an unfinished write is taken for the rest of a crash, whoever seems to hold it: not every
file system tells what other machines lock. No write lasts that long."""
_TRIES = 20
"""How often a write begins anew because its shelf was removed under it, which takes a deletion each time."""


class DirectoryBlobs:
    """`BlobStore` on a file system: ``root/ab/abcdef…``.

    A blob is written beside, synced, and renamed into place, so it is whole or absent after a crash. Who
    writes holds a lock that goes with the process, so that the next start knows what a crash left. The last
    blob of a shelf takes the shelf along; one that a crash left empty goes at the next start.
    """

    def __init__(self, root: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._root = root
        self._incoming = root / _TEMPORARY
        self._incoming.mkdir(parents=True, exist_ok=True)
        for leftover in self._incoming.iterdir():
            with suppress(FileNotFoundError):  # another process sweeps too, or its write is done
                if clock() - leftover.stat().st_mtime > _STALE_SECONDS or _is_left(leftover):
                    leftover.unlink()
        for shelf in root.iterdir():
            if shelf.name != _TEMPORARY:
                with suppress(OSError):  # blobs are on it; who is about to write to it makes it anew
                    shelf.rmdir()

    async def put(self, data: bytes) -> str:
        return await to_thread.run_sync(self._put, data)

    async def get(self, key: str) -> bytes:
        path = self._path(key)
        try:
            return await to_thread.run_sync(path.read_bytes)
        except FileNotFoundError as error:
            raise NotFound(f"No blob {key}.", hint="Add the document again.") from error

    async def delete(self, key: str) -> None:
        await to_thread.run_sync(self._delete, self._path(key))

    async def keys(self) -> set[str]:
        return await to_thread.run_sync(self._keys)

    def _path(self, key: str) -> Path:
        if len(key) != 64 or not set(key) <= set("0123456789abcdef"):
            raise NotFound(f"{key!r} is no SHA-256 in hex.")
        return self._root / key[:2] / key

    def _put(self, data: bytes) -> str:
        key = hashlib.sha256(data).hexdigest()
        target = self._path(key)
        if target.exists():
            return key
        for _ in range(_TRIES):
            # The shelf went with its last blob, also between two looks of one mkdir, or the draft was swept.
            with suppress(FileNotFoundError, FileExistsError):
                self._write(data, target)
                return key
        raise FileNotFoundError(f"{target.parent} is removed again and again")

    def _write(self, data: bytes, target: Path) -> None:
        draft = self._incoming / uuid4().hex
        try:
            with draft.open("wb") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                target.parent.mkdir(exist_ok=True)
                draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        _sync_directory(target.parent)

    def _delete(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        with suppress(OSError):  # others are on it, or it went already
            path.parent.rmdir()

    def _keys(self) -> set[str]:
        found: set[str] = set()
        for shelf in self._root.iterdir():
            if shelf.is_dir() and shelf.name != _TEMPORARY:
                with suppress(FileNotFoundError):  # it went meanwhile, with its last blob
                    found.update(blob.name for blob in shelf.iterdir())
        return found


def _is_left(draft: Path) -> bool:
    """Whether nobody holds a draft any more."""
    with draft.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def _sync_directory(directory: Path) -> None:
    """Make the renaming itself last; POSIX keeps names in the directory, which has its own cache."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
