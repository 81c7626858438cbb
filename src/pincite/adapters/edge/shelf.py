"""The indexes of an embedded library: a directory each, and a child process each while it is used."""

import asyncio
import json
import shutil
from pathlib import Path
from uuid import uuid4

from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.index_names import checked_name, is_made
from pincite.ports.index import OpenIndex

FIRST = "index"
"""Directory of the first index, in that of the library."""
OTHERS = "indexes"
"""Directory of the directories of the others, by name."""

_META_FILE, _SHARD_DIRECTORY = "index.json", "shard"
"""As `pincite.adapters.edge.shard`, which only the child may import."""
_LEAVING = ".removed"
"""Ends the name of a directory that is being removed, so that a crash leaves no half of an index."""


class EdgeShelf:
    """`IndexShelf` in the directory of a library. ``timeout`` is the seconds that one request may take."""

    shared = False

    def __init__(self, library: Path, *, timeout: float) -> None:
        self._library = library
        self._timeout = timeout

    def _directory(self, name: str) -> Path:
        return self._library / OTHERS / checked_name(name) if name else self._library / FIRST

    async def open(self, name: str, dimension: int) -> OpenIndex:
        directory = self._directory(name)
        held = await asyncio.to_thread(_held_dimension, directory)
        if held is not None and held > 0:
            dimension = held
        return OpenIndex(
            await open_edge_index(directory, dimension=dimension, timeout=self._timeout), dimension
        )

    async def exists(self, name: str) -> bool:
        return await asyncio.to_thread((self._directory(name) / _SHARD_DIRECTORY).exists)

    async def names(self) -> set[str]:
        return await asyncio.to_thread(self._names)

    def _names(self) -> set[str]:
        _sweep(self._library, f"{FIRST}.")
        _sweep(self._library / OTHERS)
        first = {""} if (self._library / FIRST / _SHARD_DIRECTORY).exists() else set()
        others = self._library / OTHERS
        if not others.is_dir():
            return first
        return first | {entry.name for entry in others.iterdir() if is_made(entry.name)}

    async def remove(self, name: str) -> None:
        await asyncio.to_thread(_remove, self._directory(name))

    async def aclose(self) -> None:
        """Each index is closed by whoever opened it."""


def _held_dimension(directory: Path) -> int | None:
    """None where there is no index, or its description cannot be read: the child says what is wrong."""
    try:
        if not (directory / _SHARD_DIRECTORY).exists():
            return None
        return int(json.loads((directory / _META_FILE).read_text(encoding="utf-8"))["dimension"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remove(directory: Path) -> None:
    """Rename, then delete: a crash leaves all of it or none under its name."""
    if directory.exists():
        directory.rename(directory.with_name(f"{directory.name}.{uuid4().hex}{_LEAVING}"))
    _sweep(directory.parent, f"{directory.name}.")


def _sweep(folder: Path, start: str = "") -> None:
    """Delete what was renamed, by a process that died over it too."""
    for remains in folder.glob(f"{start}*{_LEAVING}"):
        shutil.rmtree(remains, ignore_errors=True)
