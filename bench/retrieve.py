"""What ``POST /retrieve`` costs, whole and by stage.

    python -m bench.retrieve [--chunks 1000 100000] [--rounds N] [--threads N] [--json]

Asks the HTTP application in process, with everything else real: SQLite, the index process, the encoder, the
ranker. The same 60 questions go to each library in turn, so that what else the machine does falls on all
alike. The first run builds the libraries (`bench.synthetic_library`).
"""

import argparse
import asyncio
import functools
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
from bench.synthetic import Question, questions
from bench.synthetic_library import bench_settings, built_library

from pincite.adapters.e5.embedder import E5Embedder
from pincite.adapters.edge.client import EdgeIndex
from pincite.adapters.sql.chunks import SqlChunks
from pincite.api.app import create_app
from pincite.ranking import FeatureRanker
from pincite.wiring import open_library

P50_LIMIT_MS = 100.0
"""Most that the median at 100,000 chunks may take, on an idle machine of 2 cores."""

GROWTH_LIMIT = 4.0
"""Most that 100 times the chunks may cost: only the exact dense leg and common terms grow with the rows."""

WARM_UP = 6
"""Questions asked before the clock starts: analyzers, encoder and page cache load once."""

PARTS: dict[str, tuple[type, str]] = {
    "embed query": (E5Embedder, "embed_query"),
    "term statistics": (SqlChunks, "term_statistics"),
    "legs and vectors": (EdgeIndex, "search"),
    "chunk rows": (SqlChunks, "chunks"),
    "neighbour rows": (SqlChunks, "neighbours"),
    "clause rows": (SqlChunks, "clause_chunks"),
    "ranker": (FeatureRanker, "rerank"),
}
"""Calls of adapters that are timed on their own. Those of one stage may overlap."""

Times = dict[str, list[float]]


class Parts:
    """Milliseconds and calls a part since the last `take`."""

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}
        self._calls: dict[str, int] = {}

    def timed(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        async def call(*arguments: Any, **named: Any) -> Any:
            began = time.perf_counter()
            try:
                return await method(*arguments, **named)
            finally:
                self._spent[name] = self._spent.get(name, 0.0) + (time.perf_counter() - began) * 1000
                self._calls[name] = self._calls.get(name, 0) + 1

        return call

    def take(self) -> tuple[dict[str, float], dict[str, int]]:
        spent, calls = self._spent, self._calls
        self._spent, self._calls = {}, {}
        return spent, calls


@contextmanager
def timed_parts() -> Iterator[Parts]:
    """Every instance of the classes of `PARTS` tells its times while the block runs."""
    parts = Parts()
    kept = {name: getattr(owner, method) for name, (owner, method) in PARTS.items()}
    for name, (owner, method) in PARTS.items():
        setattr(owner, method, parts.timed(name, kept[name]))
    try:
        yield parts
    finally:
        for name, (owner, method) in PARTS.items():
            setattr(owner, method, kept[name])


@asynccontextmanager
async def served(directory: Path, threads: int) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of the application over the library in ``directory``."""
    async with await open_library(settings=bench_settings(directory, threads)) as library:
        transport = httpx2.ASGITransport(app=create_app(library))
        async with httpx2.AsyncClient(transport=transport, base_url="http://bench", timeout=120) as client:
            yield client


@dataclass(frozen=True, slots=True)
class Reply:
    ms: float
    """On the clock, from the request to the whole response."""
    processor_ms: float
    """Of this process; the index process has its own."""
    body: dict[str, Any]


async def ask(client: httpx2.AsyncClient, question: Question) -> Reply:
    began, processor = time.perf_counter(), time.process_time()
    response = await client.post("/retrieve", json={"query": question.text})
    took, used = time.perf_counter() - began, time.process_time() - processor
    response.raise_for_status()
    return Reply(took * 1000, used * 1000, response.json())


class Record:
    """Times of one library."""

    def __init__(self) -> None:
        self.first_ms = 0.0
        self.kinds: Times = {}
        self.processor: list[float] = []
        self.stages: Times = {}
        self.parts: Times = {}
        self.calls: Times = {}
        self.found = 0
        self.empty = 0

    def add(self, question: Question, reply: Reply, parts: Parts) -> None:
        for kind in ("all", question.kind):
            self.kinds.setdefault(kind, []).append(reply.ms)
        self.processor.append(reply.processor_ms)
        for stage, spent in reply.body["stage_ms"].items():
            self.stages.setdefault(stage, []).append(spent)
        self.stages.setdefault("http", []).append(reply.ms - reply.body["elapsed_ms"])
        spent_in, calls = parts.take()
        for name in PARTS:
            self.parts.setdefault(name, []).append(spent_in.get(name, 0.0))
            self.calls.setdefault(name, []).append(calls.get(name, 0))
        self.found += len(reply.body["sources"])
        self.empty += not reply.body["sources"]

    def summary(self) -> dict[str, Any]:
        asked = len(self.kinds["all"])
        return {
            "questions": asked,
            "first_ms": round(self.first_ms, 1),
            "sources_a_question": round(self.found / asked, 1),
            "without_sources": self.empty,
            "ms": {kind: spread(times) for kind, times in sorted(self.kinds.items())},
            "processor_ms": spread(self.processor),
            "stage_ms": {stage: spread(times) for stage, times in self.stages.items()},
            "part_ms": {name: spread(times) for name, times in self.parts.items()},
            "part_calls": {name: round(float(np.mean(times)), 1) for name, times in self.calls.items()},
        }


def spread(times: Sequence[float]) -> dict[str, float]:
    p50, p95 = np.percentile(times, [50, 95])
    return {"p50": round(float(p50), 1), "p95": round(float(p95), 1)}


async def measure(sizes: Sequence[int], rounds: int, threads: int) -> dict[str, Any]:
    """Summaries a size, and the ratios of the largest to the smallest."""
    directories = {size: await built_library(size) for size in sizes}
    asked = questions()
    records = {size: Record() for size in sizes}
    began_load = os.getloadavg()[0]
    async with AsyncExitStack() as stack:
        parts = stack.enter_context(timed_parts())
        clients = {
            size: await stack.enter_async_context(served(directory, threads))
            for size, directory in directories.items()
        }
        for size, client in clients.items():
            records[size].first_ms = (await ask(client, asked[1])).ms
            for question in asked[-WARM_UP:]:
                await ask(client, question)
        parts.take()
        for _ in range(rounds):
            for question in asked:
                for size, client in clients.items():
                    records[size].add(question, await ask(client, question), parts)
    summaries = {size: record.summary() for size, record in records.items()}
    small, large = summaries[min(sizes)], summaries[max(sizes)]
    p50 = large["ms"]["all"]["p50"]
    return {
        "load": [round(began_load, 1), round(os.getloadavg()[0], 1)],
        "sizes": {str(size): summaries[size] for size in sorted(summaries)},
        "growth": round(p50 / small["ms"]["all"]["p50"], 2),
        "growth_limit": GROWTH_LIMIT,
        "p50_ms": p50,
        "p95_ms": large["ms"]["all"]["p95"],
        "to_limit": round(p50 / P50_LIMIT_MS, 2),
        "limit_ms": P50_LIMIT_MS,
    }


def lines(result: dict[str, Any]) -> Iterator[str]:
    """The result as a table: a column a size, a row a kind of question, a stage, a part."""
    sizes = list(result["sizes"])
    most, least = f"{int(sizes[-1]):,}", f"{int(sizes[0]):,}"
    first = result["sizes"][sizes[0]]
    yield f"load {result['load'][0]} to {result['load'][1]} on {os.cpu_count()} cores"
    yield f"{'ms, p50 / p95':32}" + "".join(f"{int(size):>20,}" for size in sizes)
    yield f"{'processor, without the index':32}" + "".join(
        _cell(result["sizes"][size]["processor_ms"]) for size in sizes
    )
    for group, title in (("ms", "questions"), ("stage_ms", "stages"), ("part_ms", "parts of the stages")):
        yield title
        for name in first[group]:
            cells = (result["sizes"][size][group].get(name, {"p50": 0.0, "p95": 0.0}) for size in sizes)
            called = f" x{first['part_calls'][name]:g}" if group == "part_ms" else ""
            yield f"  {name + called:30}" + "".join(_cell(times) for times in cells)
    yield f"{'first question':32}" + "".join(f"{result['sizes'][size]['first_ms']:>20.0f}" for size in sizes)
    yield f"{'questions without sources':32}" + "".join(
        f"{result['sizes'][size]['without_sources']:>20}" for size in sizes
    )
    growth = f"{result['growth']} (limit {result['growth_limit']:g})"
    yield f"p50 at {most} to {least} chunks {growth}"
    yield f"p50 at {most} chunks to the limit of {result['limit_ms']:g} ms {result['to_limit']}"


def _cell(times: dict[str, float]) -> str:
    return f"{times['p50']:>12.1f} /{times['p95']:>6.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--chunks", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result = asyncio.run(measure(arguments.chunks, arguments.rounds, arguments.threads))
    print(json.dumps(result) if arguments.json else "\n".join(lines(result)))


if __name__ == "__main__":
    main()
