"""What the process of the crash tests does: ingest a folder into a library.

The real database, blob directory and Edge index; a quick encoder and splitter in place of the slow ones.
"""

import asyncio
from pathlib import Path

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql import open_metadata
from pincite.core.errors import NotFound
from pincite.ingest import IngestService, Pace, Stores, expand_paths
from tests.ingest.standins import DIMENSION, TOOLS, HashEmbedder

BASE = "terms"


async def ingest(library: Path, folder: Path) -> None:
    metadata = await open_metadata(library / "pincite.db")
    index = await open_edge_index(library / "index", dimension=DIMENSION, timeout=20)
    embedder = HashEmbedder()
    embedder.before = _encode
    try:
        service = IngestService(
            Stores(metadata, DirectoryBlobs(library / "blobs"), index, embedder),
            TOOLS,
            Pace(retry_delay=0.01),
        )
        await service.repair()
        try:
            await service.get_base(BASE)
        except NotFound:
            await service.create_base(BASE)
        known = {document.source for document in await service.list_documents(BASE)}
        files = {path.name: path for path in expand_paths([folder])}
        for gone in known - files.keys():
            document = await service.find_document(BASE, gone)
            assert document is not None
            await service.remove_document(document.id)
        for name, path in files.items():
            await service.add_bytes(BASE, name, path.read_bytes())
        await service.run_pending()
    finally:
        await index.aclose()
        await metadata.aclose()


async def _encode() -> None:
    """As long as an encoder needs for a few chunks, so that kills fall into every stage."""
    await asyncio.sleep(0.02)


def run(library: Path, folder: Path) -> None:
    asyncio.run(ingest(library, folder))
