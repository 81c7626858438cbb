"""A library directory of synthetic documents, written by the real ingest into the real stores and kept in
``.cache/bench``, so that only the first run pays for it.

Parser, splitter, analyzer and encoder are replaced (`bench.synthetic`); rows, statistics, terms and points
are written by `pincite.ingest` as for any document.
"""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from bench.synthetic import CHUNKS_A_DOCUMENT, ReadyVectors, analyze_words, centre_texts, parse, split

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql.metadata import open_metadata
from pincite.core.settings import Settings
from pincite.ingest import Cut, IngestService, Stores, Tools
from pincite.library import DEFAULT_BASE
from pincite.text.analyzers import index_terms
from pincite.text.language import detect_language
from pincite.text.references import held_clauses
from pincite.wiring import bundled_embedder

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "bench"
VERSION = 1
"""Rises when the synthetic documents or what is stored of a chunk change."""

BUILT = "built.json"


def bench_settings(directory: Path, threads: int = 0) -> Settings:
    """Defaults, with the library in ``directory`` and the converted encoder shared by all benches."""
    return Settings(data_dir=directory, models_dir=ROOT / ".cache").model_copy(
        update={"embedding": Settings().embedding.model_copy(update={"threads": threads})}
    )


async def built_library(chunks: int, tell: Callable[[str], None] = print) -> Path:
    """The library of ``chunks`` chunks; built if the cache lacks it or holds one of an older version."""
    directory = CACHE / f"library-{chunks}"
    marker = directory / BUILT
    if marker.exists() and json.loads(marker.read_text(encoding="utf-8"))["version"] == VERSION:
        return directory
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    started = time.perf_counter()
    await _build(directory, chunks, tell)
    seconds = round(time.perf_counter() - started, 1)
    marker.write_text(json.dumps({"version": VERSION, "seconds": seconds}), encoding="utf-8")
    tell(f"built {chunks:,} chunks in {seconds} s, {_megabytes(directory):,.0f} MB")
    return directory


async def _build(directory: Path, chunks: int, tell: Callable[[str], None]) -> None:
    settings = bench_settings(directory)
    encoder = await bundled_embedder(settings)
    try:
        vectors = ReadyVectors(encoder.identity, await encoder.embed_passages(centre_texts()))
    finally:
        await encoder.aclose()
    metadata = await open_metadata(directory / "pincite.db")
    index = await open_edge_index(directory / "index", dimension=vectors.dimension, timeout=120)
    service = IngestService(
        Stores(metadata, DirectoryBlobs(directory / "blobs"), index, vectors),
        Tools(
            parse=parse,
            configure=dict,
            cut=lambda text, overrides, *, should_stop=None: Cut(split(text, overrides)),
            held_clauses=held_clauses,
            language=detect_language,
            analyze=analyze_words,
            index_terms=index_terms,
        ),
    )
    try:
        base = await service.create_base(DEFAULT_BASE)
        for number, first in enumerate(range(0, chunks, CHUNKS_A_DOCUMENT)):
            size = min(CHUNKS_A_DOCUMENT, chunks - first)
            await service.add_bytes(base.id, f"{number:04}.md", f"{number} {size}".encode())
            done = await service.run_pending()
            if done.failed:
                raise RuntimeError(f"A synthetic document failed: {done.failed[0].error_message}")
            if number % 20 == 19:
                tell(f"  {first + size:,} of {chunks:,} chunks")
    finally:
        await index.aclose()
        await metadata.aclose()


def _megabytes(directory: Path) -> float:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file()) / 1e6
