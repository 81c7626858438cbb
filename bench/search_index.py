"""What a search costs through the child process: ``python -m bench.search_index [--rows 1000 100000]``.

Synthetic chunks: random 384-d unit vectors; 80 morphemes and 220 bigrams a chunk drawn by Zipf's law
(exponent 1.3, the usual 1.2 to 1.4 of words) from 200,000. A search is one dense leg (limit 80) and two
lexical legs (30 each), as the route for questions of meaning asks. Prints one JSON object a size and then the
ratios.
"""

import argparse
import asyncio
import json
import os
import signal
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pincite.adapters.edge.client import EdgeIndex, open_edge_index
from pincite.core.types import LexicalField
from pincite.ports.index import DenseLeg, IndexPoint, Leg, LexicalLeg, SearchFilter

DIMENSION = 384
BASES = 10
CHUNKS_A_DOCUMENT = 100
WRITE = 500
SEARCHES = 60
CLIENTS = 8

MANY_ROWS_LIMIT = 15.0
"""Most that 100 times the rows may cost: exact search is linear, but at 1,000 rows other work dominates."""

SOCKET_LIMIT_MS = 5.0
"""Most that process, socket, vectors and JSON may add to the legs. The whole budget of retrieval is 50 ms."""

Call = Callable[[], Awaitable[Any]]


def _terms(rng: np.random.Generator, count: int) -> dict[str, int]:
    return {f"w{number}": n for number, n in Counter((rng.zipf(1.3, count) % 200_000).tolist()).items()}


def _vector(rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.float32]]:
    vector = rng.standard_normal(DIMENSION).astype(np.float32)
    return vector / np.linalg.norm(vector)


def points(rows: int, rng: np.random.Generator) -> Iterator[list[IndexPoint]]:
    for start in range(0, rows, WRITE):
        yield [
            IndexPoint(
                id=str(uuid.UUID(int=int(rng.integers(1 << 62)))),
                base_id=f"base{number % BASES}",
                document_id=f"document{number // CHUNKS_A_DOCUMENT}",
                version_id=f"version{number // CHUNKS_A_DOCUMENT}",
                vector=_vector(rng),
                terms={LexicalField.MORPHEMES: _terms(rng, 80), LexicalField.BIGRAMS: _terms(rng, 220)},
            )
            for number in range(start, min(start + WRITE, rows))
        ]


def legs(rng: np.random.Generator) -> list[Leg]:
    def weighted(count: int) -> dict[str, float]:
        return {term: float(rng.uniform(0.5, 9.0)) for term in _terms(rng, count)}

    return [
        DenseLeg(_vector(rng), 80),
        LexicalLeg(LexicalField.MORPHEMES, weighted(12), 30),
        LexicalLeg(LexicalField.BIGRAMS, weighted(24), 30),
    ]


async def milliseconds(call: Call) -> float:
    began = time.perf_counter()
    await call()
    return (time.perf_counter() - began) * 1000


def spread(times: list[float]) -> dict[str, float]:
    return {
        "p50": round(float(np.percentile(times, 50)), 2),
        "p95": round(float(np.percentile(times, 95)), 2),
    }


async def measure(index: EdgeIndex, rng: np.random.Generator) -> dict[str, Any]:
    """Interleaved, so that what else the machine does falls on every line alike."""
    scopes = {
        "all": SearchFilter(),
        "two_bases": SearchFilter(base_ids=("base1", "base2")),
        "three_documents": SearchFilter(document_ids=("document1", "document4", "document7")),
    }
    times: dict[str, list[float]] = {}
    everything = scopes["all"]
    for _ in range(SEARCHES):
        asked = legs(rng)
        calls: dict[str, Call] = {
            scope: lambda where=where, asked=asked: index.search(asked, where)  # type: ignore[misc]
            for scope, where in scopes.items()
        }
        calls["with_vectors"] = lambda asked=asked: index.search(asked, everything, with_vectors=True)  # type: ignore[misc]
        for name, leg in zip(("dense", "morphemes", "bigrams"), asked, strict=True):
            calls[name] = lambda leg=leg: index.search([leg], everything)  # type: ignore[misc]
        calls["count_nothing"] = lambda: index.count(SearchFilter(base_ids=("nowhere",)))
        for name, call in calls.items():
            times.setdefault(name, []).append(await milliseconds(call))
    return {name: spread(values) for name, values in times.items()}


async def throughput(index: EdgeIndex, rng: np.random.Generator) -> float:
    """Searches a second with `CLIENTS` at once."""
    asked = [[legs(rng) for _ in range(25)] for _ in range(CLIENTS)]

    async def client(queries: list[list[Leg]]) -> None:
        for query in queries:
            await index.search(query, SearchFilter(base_ids=("base1", "base2")))

    took = await milliseconds(lambda: asyncio.gather(*(client(queries) for queries in asked)))
    return round(CLIENTS * 25 / took * 1000, 1)


def resident_mb(pid: int | None) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return round(int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024, 1)


async def bench(rows: int, directory: Path) -> dict[str, Any]:
    rng = np.random.default_rng(rows)
    opened = await open_edge_index(directory, dimension=DIMENSION, timeout=60)
    assert isinstance(opened, EdgeIndex)
    create = await milliseconds(lambda: opened.count(SearchFilter()))
    writing = 0.0
    for batch in points(rows, rng):
        writing += await milliseconds(lambda batch=batch: opened.upsert(batch))  # type: ignore[misc]
    search = await measure(opened, rng)
    result = {
        "rows": rows,
        "create_ms": round(create, 1),
        "upsert_rows_per_s": round(rows / writing * 1000),
        "search_ms": search,
        "searches_per_s_8_clients": await throughput(opened, rng),
        "child_mb": resident_mb(opened.child_pid),
    }
    result["close_ms"] = round(await milliseconds(opened.aclose), 1)
    again = await open_edge_index(directory, dimension=DIMENSION, timeout=60)
    result["open_ms"] = round(await milliseconds(lambda: again.count(SearchFilter())), 1)
    assert isinstance(again, EdgeIndex)
    result["version_ids_ms"] = round(await milliseconds(again.version_ids), 1)
    result["delete_document_ms"] = round(
        await milliseconds(lambda: again.delete(SearchFilter(document_ids=("document2",)))), 1
    )
    await again.upsert(next(points(WRITE, rng)))
    assert again.child_pid is not None
    os.kill(again.child_pid, signal.SIGKILL)
    result["restart_after_kill_ms"] = round(await milliseconds(lambda: again.count(SearchFilter())), 1)
    await again.aclose()
    return result


def ratios(results: list[dict[str, Any]]) -> dict[str, Any]:
    small, large = results[0], results[-1]
    search = large["search_ms"]
    legs_alone = sum(
        search[name]["p50"] - search["count_nothing"]["p50"] for name in ("dense", "morphemes", "bigrams")
    )
    added = search["all"]["p50"] - legs_alone
    growth = search["all"]["p50"] / small["search_ms"]["all"]["p50"]
    return {
        "rows": [small["rows"], large["rows"]],
        "p50_large_to_small": round(growth, 2),
        "limit_large_to_small": MANY_ROWS_LIMIT,
        "added_by_process_and_vectors_ms": round(added, 2),
        "added_to_limit": round(added / SOCKET_LIMIT_MS, 2),
    }


async def main(sizes: list[int]) -> None:
    results = []
    for rows in sizes:
        with tempfile.TemporaryDirectory(prefix="pincite-bench-") as directory:
            results.append(await bench(rows, Path(directory)))
        print(json.dumps(results[-1]), flush=True)
    if len(results) > 1:
        print(json.dumps({"ratios": ratios(results)}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000, 100_000])
    asyncio.run(main(parser.parse_args().rows))
