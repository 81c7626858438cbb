"""Ten thousand small documents: memory while they come in, and throughput against raw embedding.

``python -m bench.many [--documents 10000]``. Everything is real: files are parsed, cut, analysed, embedded
and indexed as `pincite add` does it. Resident memory is that of this process and of all its children, read
every second; the growth is counted from the first 1,000 documents, when every cache is warm, and held against
its limit: beyond it the exit code is 1. Raw is the encoder alone on the texts of every so many documents.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import anyio
from bench.ingest import DATA, SETS

import pincite
from pincite.adapters.e5 import open_embedder
from pincite.core.settings import load_settings
from pincite.core.types import DocumentStatus
from pincite.ingest import Progress
from pincite.observability.logs import configure_logs

WARM = 1_000
MARKS = (1_000, 2_500, 5_000, 7_500)
"""Documents at which the memory is told on standard error, as at the end."""
GROWTH_GOAL = 150.0
"""MB after the first 1,000 documents; issue 4."""
INDEX = "pincite.adapters.edge"
RAW_SAMPLE = 600
"""Texts embedded alone for comparison, before and after."""


def small_documents(count: int) -> list[tuple[str, bytes]]:
    """Markdown files of one passage each (200 to 1,500 characters); where the sets end they begin again,
    with a number, so that no two are the same."""
    passages = [
        json.loads(line)["text"]
        for name in SETS
        for line in (DATA / name / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [
        (f"{number:05}.md", f"# Note {number}\n\n{passages[number % len(passages)]}".encode())
        for number in range(count)
    ]


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident MB when ``done`` documents were ready."""

    done: int
    main: float
    index: float
    """The child that holds the index: it grows with what is stored."""
    parsers: float

    @property
    def total(self) -> float:
        return self.main + self.index + self.parsers

    def __str__(self) -> str:
        return (
            f"{self.done:6} documents: {self.total:7.1f} MB "
            f"(main {self.main:.1f}, index {self.index:.1f}, parsers {self.parsers:.1f})"
        )


def memory_now(done: int) -> Memory:
    """Of this process and everything below it. Pages that several share count for each."""
    parents: dict[int, int] = {}
    sizes: dict[int, float] = {}
    names: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                sizes[int(entry.name)] = int((entry / "statm").read_text(encoding="ascii").split()[1]) / 256
                names[int(entry.name)] = (entry / "cmdline").read_text(encoding="utf-8", errors="replace")
            except (OSError, ValueError, IndexError):
                continue
            parents[int(entry.name)] = int(fields[1])
    me = os.getpid()
    below: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in below | {me}} - below:
        below |= more
    index = sum(sizes.get(pid, 0.0) for pid in below if INDEX in names.get(pid, ""))
    rest = sum(sizes.get(pid, 0.0) for pid in below if INDEX not in names.get(pid, ""))
    return Memory(done, sizes[me], index, rest)


async def measure(count: int) -> dict[str, float | bool]:
    memory: list[Memory] = []
    marks = [mark for mark in MARKS if mark <= count]
    done = 0

    def note(progress: Progress) -> None:
        nonlocal done
        done += progress.stage is DocumentStatus.READY

    async def watch() -> None:
        while True:
            memory.append(memory_now(done))
            while marks and done >= marks[0]:
                marks.pop(0)
                print(memory[-1], file=sys.stderr, flush=True)
            await anyio.sleep(1)

    files = small_documents(count)
    with tempfile.TemporaryDirectory() as directory:
        async with await pincite.aopen(directory) as library:
            base = await library.knowledge_base("bench")
            began = time.perf_counter()
            for name, data in files:
                await base.add_bytes(name, data)
            added = time.perf_counter() - began
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(watch)
                summary = await (await library.engine()).ingest.run_pending(note)
                tasks.cancel_scope.cancel()
            memory.append(memory_now(done))
            seconds = time.perf_counter() - began
            documents = await base.documents()
    print(memory[-1], file=sys.stderr, flush=True)
    chunks = sum(document.chunks for document in documents)
    assert len(documents) == count == sum(document.status is DocumentStatus.READY for document in documents)
    settled = [each for each in memory if each.done >= min(WARM, count // 2)]
    warm, most = settled[0], max(settled, key=lambda each: each.total)
    raw = await raw_rate([data.decode() for _, data in files[:: max(1, count // RAW_SAMPLE)]])
    growth = most.total - warm.total
    return {
        "documents": count,
        "failed": len(summary.failed),
        "seconds": round(seconds, 1),
        "of_it_uploading": round(added, 1),
        "documents_per_s": round(count / seconds, 1),
        "mb_after_warm": round(warm.total, 1),
        "mb_at_most": round(most.total, 1),
        "growth_mb": round(growth, 1),
        "growth_of_index_mb": round(most.index - warm.index, 1),
        "growth_limit_mb": GROWTH_GOAL,
        "within_limit": growth < GROWTH_GOAL,
        "chunks_per_s": round(chunks / seconds, 1),
        "raw_texts_per_s": round(raw, 1),
        "ratio": round(chunks / seconds / raw, 3),
    }


async def raw_rate(texts: list[str]) -> float:
    """Texts a second through the encoder alone."""
    settings = load_settings()
    embedder = await open_embedder(settings.models_dir, threads=settings.embedding.threads)
    try:
        await embedder.embed_passages(texts[:32])
        began = time.perf_counter()
        await embedder.embed_passages(texts)
        return len(texts) / (time.perf_counter() - began)
    finally:
        await embedder.aclose()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=10_000)
    count = parser.parse_args().documents
    configure_logs()
    measured = asyncio.run(measure(count))
    print(json.dumps(measured))
    sys.exit(0 if measured["within_limit"] else 1)
