"""What the process of the edit crash test does: write over one chunk after the other, for ever."""

import asyncio
import itertools
from pathlib import Path

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql import SqlMetadata, open_metadata
from pincite.core.errors import NotFound
from pincite.ingest import IngestService, Pace, Stores
from pincite.ports.index import SearchIndex
from tests.ingest.standins import DIMENSION, TOOLS, HashEmbedder

BASE = "terms"
AT_WORK = "at-work"
"""A file that tells that the library is open, so that a slow start is not killed over and over."""
TEXT = "# Terms\n\n" + "\n\n".join(f"Article {number} word{number} is kept." for number in range(1, 13))


async def open_service(library: Path) -> tuple[IngestService, SqlMetadata, SearchIndex]:
    metadata = await open_metadata(library / "pincite.db")
    index = await open_edge_index(library / "index", dimension=DIMENSION, timeout=20)
    embedder = HashEmbedder()
    embedder.before = _encode
    service = IngestService(
        Stores(metadata, DirectoryBlobs(library / "blobs"), index, embedder), TOOLS, Pace(retry_delay=0.01)
    )
    await service.repair()
    return service, metadata, index


async def edit(library: Path) -> None:
    service, _, _ = await open_service(library)
    try:
        await service.get_base(BASE)
    except NotFound:
        await service.create_base(BASE)
    (library / AT_WORK).touch()
    if not await service.list_documents(BASE):  # killed before it was added
        await service.add_bytes(BASE, "terms.md", TEXT.encode())
    await service.run_pending()
    (document,) = await service.list_documents(BASE)
    records, _ = await service.editor.list(document.id)
    for turn in itertools.count():
        for record in records:
            name = f"w{record.chunk.seq}r{turn}x{records[0].revision}"
            await service.editor.edit(record.chunk.id, f"Article 1 {name} is written over.")
            if record.chunk.seq % 3 == 0:
                await service.editor.set_disabled(record.chunk.id, turn % 2 == 0)
            if record.chunk.seq % 2 == 0:
                await service.run_pending()


async def _encode() -> None:
    """As long as an encoder needs for a chunk, so that kills fall into the index write too."""
    await asyncio.sleep(0.01)


def run(library: Path) -> None:
    asyncio.run(edit(library))
