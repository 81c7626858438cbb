"""File bytes in a directory, named by their content."""

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from anyio import to_thread

from pincite.core.errors import NotFound

_TEMPORARY = "incoming"
_STALE_SECONDS = 3600.0
"""Age from which an unfinished write is taken for the rest of a crash; no write lasts that long."""


class DirectoryBlobs:
    """`BlobStore` on a file system: ``root/ab/abcdef…``.

    A blob is written beside, synced, and renamed into place, so it is whole or absent after a crash.
    """

    def __init__(self, root: Path, *, clock: Callable[[], float] = time.time) -> None:
        self._root = root
        self._incoming = root / _TEMPORARY
        self._incoming.mkdir(parents=True, exist_ok=True)
        for leftover in self._incoming.iterdir():
            if clock() - leftover.stat().st_mtime > _STALE_SECONDS:
                leftover.unlink(missing_ok=True)

    async def put(self, data: bytes) -> str:
        return await to_thread.run_sync(self._put, data)

    async def get(self, key: str) -> bytes:
        path = self._path(key)
        try:
            return await to_thread.run_sync(path.read_bytes)
        except FileNotFoundError as error:
            raise NotFound(f"No blob {key}.", hint="Add the document again.") from error

    async def delete(self, key: str) -> None:
        path = self._path(key)
        await to_thread.run_sync(lambda: path.unlink(missing_ok=True))

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
        draft = self._incoming / uuid4().hex
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            target.parent.mkdir(exist_ok=True)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        _sync_directory(target.parent)
        return key

    def _keys(self) -> set[str]:
        return {
            blob.name
            for shelf in self._root.iterdir()
            if shelf.is_dir() and shelf.name != _TEMPORARY
            for blob in shelf.iterdir()
        }


def _sync_directory(directory: Path) -> None:
    """Make the renaming itself last; POSIX keeps names in the directory, which has its own cache."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
