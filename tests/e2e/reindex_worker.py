"""What the process of the rebuild tests does: build a library's index anew, and die when it is told to."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge import shelf as edge_shelf
from pincite.adapters.edge.shelf import EdgeShelf
from pincite.adapters.index_names import index_name
from pincite.adapters.placed_index import PlacedIndex
from pincite.adapters.sql import SqlMetadata, open_metadata
from pincite.core.types import Matrix
from pincite.ingest import IngestService, Pace, Stores
from pincite.ingest.reindexing import IndexState, Reindexer
from pincite.rebuilding import rebuild
from tests.ingest.standins import TOOLS, HashEmbedder

MOMENTS = (
    "begun",
    "enqueued",
    "first write",
    "later write",
    "before the swap",
    "after the swap",
    "before the removal",
    "within the removal",
)
"""At which a process dies."""


class SaltedEmbedder(HashEmbedder):
    """Another space a name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.identity = name

    async def embed_passages(self, texts: Any) -> Matrix:
        self.seen = list(texts)
        return await super().embed_passages([f"{self.identity} {text}" for text in texts])


@dataclass
class Opened:
    """A library of stand-ins over the real index."""

    metadata: SqlMetadata
    index: PlacedIndex
    embedder: SaltedEmbedder
    service: IngestService
    reindexer: Reindexer

    async def rebuild(self, *bases: str) -> list[IndexState]:
        return list(await rebuild(self.reindexer, self.service.run_pending, bases))


async def no_renewal() -> None:
    """An encoder that stays what it is."""


@asynccontextmanager
async def opened(library: Path, encoder: str) -> AsyncIterator[Opened]:
    metadata = await open_metadata(library / "pincite.db")
    embedder = SaltedEmbedder(encoder)
    index = PlacedIndex(EdgeShelf(library, timeout=20), metadata.rebuilds, embedder)
    stores = Stores(metadata, DirectoryBlobs(library / "blobs"), index, embedder, rebuildable=index)
    try:
        service = IngestService(stores, TOOLS, Pace(retry_delay=0.01))
        await service.repair()
        reindexer = Reindexer(stores, time.time, lambda: str(uuid4()), index_name, no_renewal)
        yield Opened(metadata, index, embedder, service, reindexer)
    finally:
        await index.aclose()
        await metadata.aclose()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _dying(call: Callable[..., Any], *, before: bool = False, times: int = 1) -> Callable[..., Any]:
    left = times

    async def dying(*args: Any, **words: Any) -> Any:
        nonlocal left
        left -= 1
        last = left == 0  # calls may overlap: two jobs that end together both look whether they were the last
        if before and last:
            die()
        result = await call(*args, **words)
        if last:
            die()
        return result

    return dying


def _aim(library: Opened, moment: str) -> None:
    rebuilds: Any = library.metadata.rebuilds
    if moment == "begun":
        rebuilds.begin = _dying(rebuilds.begin)
    elif moment == "enqueued":
        rebuilds.enqueue = _dying(rebuilds.enqueue)
    elif moment in ("first write", "later write"):
        embedder: Any = library.embedder
        times = 2 if moment == "first write" else 4
        embedder.embed_passages = _dying(embedder.embed_passages, before=True, times=times)
    elif moment in ("before the swap", "after the swap"):
        rebuilds.swap = _dying(rebuilds.swap, before=moment == "before the swap")
    elif moment == "before the removal":
        index: Any = library.index
        index._shelf.remove = _dying(index._shelf.remove, before=True)
    else:
        shelf: Any = edge_shelf
        shelf.shutil.rmtree = lambda *_args, **_words: die()


async def work(library: Path, encoder: str, moment: str) -> None:
    async with opened(library, encoder) as here:
        if moment:
            _aim(here, moment)
        await here.rebuild()


def run(library: Path, encoder: str, moment: str = "") -> None:
    asyncio.run(work(library, encoder, moment))
