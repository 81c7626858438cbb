"""The process of the kill test: the real API with its worker, parser processes and index process.

Only the encoder is a quick one, so that a hundred starts take minutes and not an hour.
"""

import asyncio
from pathlib import Path

from pincite import wiring
from pincite.api.server import serve
from pincite.core.settings import Settings
from pincite.ports.models import Embedder
from pincite.text.analyzers import analyze
from tests.ingest.standins import HashEmbedder

analyze("보험금 claims 保险金")  # loads the analyzers once, in the server that all processes are forked from


async def _quick_embedder(settings: Settings, progress: object = None) -> Embedder:
    embedder = HashEmbedder()
    embedder.before = lambda: asyncio.sleep(0.02)  # as an encoder takes, so that kills fall into every stage
    return embedder


def run(library: Path, address: Path) -> None:
    """Serve ``library`` and write the address into the file ``address``."""
    wiring.configured_embedder = _quick_embedder

    async def main() -> None:
        settings = Settings(data_dir=library)
        async with await wiring.open_library(settings=settings) as opened:
            await serve(opened, "127.0.0.1", 0, ready=lambda url: _tell(address, url))

    asyncio.run(main())


def _tell(address: Path, url: str) -> None:
    half = address.with_suffix(".half")
    half.write_text(url.split(" ")[0], encoding="ascii")
    half.rename(address)
