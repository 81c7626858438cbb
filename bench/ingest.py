"""Ingest throughput against raw embedding: ``python bench/ingest.py [--chunks 300] [--rounds 3]``.

Both ways embed the same index texts with the same encoder, interleaved. The ratio is raw time over ingest
time; issue 2 asks for at least 0.85.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.e5 import open_embedder
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql import open_metadata
from pincite.core.settings import load_settings
from pincite.core.types import CosineRange, Matrix, Vector
from pincite.ingest import IngestService, Stores
from pincite.observability.logs import configure_logs
from pincite.ports.models import Embedder
from pincite.wiring import pace
from pincite.wiring_documents import document_tools

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
SETS = ("ko_law", "zh_cmrc", "en_xquad")


class Recorder:
    """`Embedder` that remembers what it was asked, so that the same texts can be embedded raw."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.texts: list[str] = []
        self.seconds = 0.0

    @property
    def identity(self) -> str:
        return self._inner.identity

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    @property
    def cosine_range(self) -> CosineRange:
        return self._inner.cosine_range

    async def embed_query(self, text: str) -> Vector:
        return await self._inner.embed_query(text)

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        began = time.perf_counter()
        self.texts += texts
        vectors = await self._inner.embed_passages(texts)
        self.seconds += time.perf_counter() - began
        return vectors

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    async def aclose(self) -> None:
        return None


def documents(passages: int) -> list[tuple[str, str]]:
    """Markdown documents of 20 passages each, one set after the other."""
    found = []
    for name in SETS:
        lines = (DATA / name / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line)["text"] for line in lines[: passages // len(SETS)]]
        for first in range(0, len(texts), 20):
            body = "\n\n".join(texts[first : first + 20])
            found.append((f"{name}-{first}.md", f"# {name} {first}\n\n{body}"))
    return found


async def ingest(embedder: Recorder, files: list[tuple[str, str]]) -> float:
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        settings = load_settings(home)
        metadata = await open_metadata(home / "pincite.db")
        index = await open_edge_index(home / "index", dimension=embedder.dimension, timeout=30)
        stores = Stores(metadata, DirectoryBlobs(home / "blobs"), index, embedder)
        service = IngestService(stores, document_tools(settings), pace(settings))
        try:
            await service.create_base("bench")
            await service.repair()
            began = time.perf_counter()
            for name, text in files:
                await service.add_bytes("bench", name, text.encode())
            summary = await service.run_pending()
            seconds = time.perf_counter() - began
        finally:
            await index.aclose()
            await metadata.aclose()
        assert not summary.failed, summary.failed
        return seconds


async def measure(chunks: int, rounds: int) -> None:
    settings = load_settings()
    inner = await open_embedder(settings.models_dir, threads=settings.embedding.threads)
    files = documents(chunks)
    warm = Recorder(inner)
    await ingest(warm, files[:1])  # analyzers and encoder load once
    ratios = []
    for number in range(rounds):
        recorder = Recorder(inner)
        took = await ingest(recorder, files)
        began = time.perf_counter()
        await inner.embed_passages(recorder.texts)
        raw = time.perf_counter() - began
        ratios.append(raw / took)
        print(
            f"round {number + 1}: {len(recorder.texts)} chunks, ingest {took:.2f} s "
            f"({len(recorder.texts) / took:.1f}/s), of it embedding {recorder.seconds:.2f} s, "
            f"raw {raw:.2f} s ({len(recorder.texts) / raw:.1f}/s), ratio {ratios[-1]:.3f}"
        )
    print(f"ingest/raw ratio: median {statistics.median(ratios):.3f} of {rounds} (asked: >= 0.85)")
    await inner.aclose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=300, help="passages to take, a third from each set")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    configure_logs()
    asyncio.run(measure(arguments.chunks, arguments.rounds))
