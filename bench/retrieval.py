"""What finding costs: the index stage beside other engines, and ``POST /retrieve`` with 1, 8 and 32 clients.

    python -m bench.retrieval [--chunks N …] [--peers [lance pgvector]] [--index-only] [--json]

Every engine runs in a process of its own and is asked in turn, so that what else the machine does falls on
all alike (`bench.retrieval_engines`). ``--peers`` adds LanceDB, which the first run installs into
``.cache/bench/peers``, and up to 100,000 chunks PostgreSQL with pgvector. The first run of a size builds the
indexes and the library of `bench.synthetic_library`; both are kept in ``.cache/bench``.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any
from uuid import UUID

import httpx2
import numpy as np
from bench.retrieval_engines import PEERS, children, proportional_mb
from bench.retrieve import Record, Reply, ask, served, timed_parts
from bench.synthetic import Question, questions
from bench.synthetic_library import built_library
from bench.synthetic_points import BASES, BATCH, CHUNKS_A_DOCUMENT, searches, vectors_of

RATIO_GOAL = 3.0
"""LanceDB's p50 of the index stage to ours, at least (issue 5)."""

CLIENTS = (1, 8, 32)
SEARCHES = 120
"""A round; a third over everything, two bases, three documents."""
ROUNDS = 3
PGVECTOR_LARGEST = 100_000
"""Chunks up to which PostgreSQL takes part: more take an hour to write."""

PEER_NAMES = ("lance", "pgvector")

PACKAGES = (
    "lancedb==0.40.*", "pyarrow", "tqdm", "overrides", "deprecation", "lance-namespace",
    "lance-namespace-urllib3-client", "packaging", "python-dateutil", "six", "urllib3",
)  # fmt: skip
"""LanceDB and what it imports beyond what we have."""


class Engine:
    """A process of `bench.retrieval_engines`."""

    def __init__(self, name: str, chunks: int) -> None:
        command = [sys.executable, "-W", "ignore", "-m", "bench.retrieval_engines", name, str(chunks)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = name
        self.built = self._answer()
        self.times: dict[int, list[float]] = {clients: [] for clients in CLIENTS}
        self.scopes: dict[str, list[float]] = {}
        self.per_s: dict[int, list[float]] = {clients: [] for clients in CLIENTS}
        self.found: list[list[str]] = []
        self.memory_mb = 0.0

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended; what it said stands above.")
        return dict(json.loads(line))

    def ask(self, clients: int, *, warm_up: bool = False) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"clients": clients, "count": SEARCHES}) + "\n")
        self._process.stdin.flush()
        answer = self._answer()
        if warm_up:
            return
        self.times[clients] += answer["ms"]
        self.per_s[clients].append(answer["per_s"])
        self.memory_mb = max(self.memory_mb, answer["memory_mb"])
        if clients == 1:
            self.found = answer["found"]
            for scope, took in zip(answer["scopes"], answer["ms"], strict=True):
                self.scopes.setdefault(scope, []).append(took)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)

    def summary(self, truth: Sequence[Sequence[str]]) -> dict[str, Any]:
        kept = [
            len(set(found) & set(best)) / len(best)
            for found, best in zip(self.found, truth, strict=True)
            if best
        ]
        return {
            **self.built,
            "ms": {str(clients): spread(times) for clients, times in self.times.items()},
            "scopes": {scope: spread(times) for scope, times in self.scopes.items()},
            "per_s": {
                str(clients): round(float(np.median(rates)), 1) for clients, rates in self.per_s.items()
            },
            "recall_at_10": round(float(np.mean(kept)), 4),
            "memory_mb": self.memory_mb,
        }


def spread(times: Sequence[float]) -> dict[str, float]:
    p50, p95 = np.percentile(times, [50, 95])
    return {"p50": round(float(p50), 2), "p95": round(float(p95), 2)}


def exact(chunks: int) -> list[list[str]]:
    """The ten nearest of every search, by all distances."""
    asked = searches(chunks, SEARCHES)
    wanted = np.stack([search.vector for search in asked])
    best = [(np.empty(0), np.empty(0, dtype=np.int64)) for _ in asked]
    for start in range(0, chunks, BATCH):
        vectors = vectors_of(chunks, start, min(BATCH, chunks - start))
        places = np.arange(start, start + len(vectors))
        documents = places // CHUNKS_A_DOCUMENT
        scores = vectors @ wanted.T
        for number, search in enumerate(asked):
            inside = np.ones(len(vectors), dtype=bool)
            if search.where.base_ids:
                inside = np.isin(documents % BASES, [int(name[4:]) for name in search.where.base_ids])
            if search.where.document_ids:
                inside = np.isin(documents, [int(name[8:]) for name in search.where.document_ids])
            held, ids = best[number]
            held = np.concatenate([held, scores[inside, number]])
            ids = np.concatenate([ids, places[inside]])
            top = np.argsort(-held, kind="stable")[:10]
            best[number] = (held[top], ids[top])
    return [[str(UUID(int=int(place))) for place in ids] for _, ids in best]


def index_stage(chunks: int, names: Sequence[str]) -> dict[str, Any]:
    """Every engine of ``names``, in turns."""
    truth = exact(chunks)
    engines: list[Engine] = []
    try:
        for name in names:
            engines.append(Engine(name, chunks))
        for engine in engines:
            engine.ask(1, warm_up=True)
        for _ in range(ROUNDS):
            for clients in CLIENTS:
                for engine in engines:
                    engine.ask(clients)
    finally:
        for engine in engines:
            engine.close()
    return {engine.name: engine.summary(truth) for engine in engines}


async def whole(chunks: int) -> dict[str, Any]:
    """``POST /retrieve`` by number of clients, and by stage with one."""
    directory = await built_library(chunks, lambda said: print(said, file=sys.stderr))
    asked = questions()
    record = Record()
    times: dict[int, list[float]] = {}
    per_s: dict[int, float] = {}
    with timed_parts() as parts:
        async with served(directory, 0) as client:
            for question in asked[:12]:
                await ask(client, question)
            parts.take()
            for clients in CLIENTS:
                waiting, took = list(asked) * 2, times.setdefault(clients, [])
                note = partial(record.add, parts=parts) if clients == 1 else None
                began = time.perf_counter()
                await asyncio.gather(*(_client(client, waiting, took, note) for _ in range(clients)))
                per_s[clients] = round(len(took) / (time.perf_counter() - began), 1)
            memory = proportional_mb([os.getpid(), *children(os.getpid())])
    summary = record.summary()
    return {
        "ms": {str(clients): spread(took) for clients, took in times.items()},
        "per_s": {str(clients): rate for clients, rate in per_s.items()},
        "stage_ms": summary["stage_ms"],
        "part_ms": summary["part_ms"],
        "memory_mb": memory,
    }


async def _client(
    client: httpx2.AsyncClient,
    waiting: list[Question],
    took: list[float],
    note: Callable[[Question, Reply], None] | None,
) -> None:
    while waiting:
        question = waiting.pop()
        reply = await ask(client, question)
        took.append(reply.ms)
        if note is not None:
            note(question, reply)


def install_peers() -> bool:
    """LanceDB in `PEERS`; False where it cannot be had."""
    if (PEERS / "lancedb").is_dir():
        return True
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(PEERS)]
    return subprocess.run([*command, *PACKAGES], check=False).returncode == 0


def _peers(named: Sequence[str] | None) -> Sequence[str]:
    return () if named is None else named or PEER_NAMES


def measure(chunks: int, *, peers: Sequence[str], index_only: bool) -> dict[str, Any]:
    names = ["edge"]
    if "lance" in peers and install_peers():
        names.append("lance")
    if "pgvector" in peers and chunks <= PGVECTOR_LARGEST:
        names.append("pgvector")
    before = os.getloadavg()[0]
    engines = index_stage(chunks, names)
    result: dict[str, Any] = {"chunks": chunks, "engines": engines}
    if "lance" in engines:
        ours, theirs = (engines[name]["ms"]["1"]["p50"] for name in ("edge", "lance"))
        result["ratio"] = round(theirs / ours, 2)
    if not index_only:
        result["retrieve"] = asyncio.run(whole(chunks))
    result["load"] = [round(before, 1), round(os.getloadavg()[0], 1)]
    return result


def lines(result: dict[str, Any]) -> Iterator[str]:
    load = "{} to {}".format(*result["load"])
    yield f"\n{result['chunks']:,} chunks, load {load} on {os.cpu_count()} cores"
    yield f"{'index stage, ms p50 / p95':42}" + "".join(f"{f'{clients} clients':>18}" for clients in CLIENTS)
    for engine in result["engines"].values():
        yield f"  {engine['engine']:40}" + "".join(_cell(engine["ms"][str(clients)]) for clients in CLIENTS)
        scopes = ", ".join(f"{scope} {times['p50']:g}" for scope, times in engine["scopes"].items())
        yield f"    recall@10 {engine['recall_at_10']:g}, {engine['memory_mb']:,.0f} MB; p50 with {scopes}"
        yield (
            f"    written in {engine['write_s']:g} s, settled in {engine['settle_s']:g} s, "
            f"{engine['disk_mb']:,.0f} MB on disk; searches/s "
            + ", ".join(f"{clients}: {engine['per_s'][str(clients)]:g}" for clients in CLIENTS)
        )
    if "ratio" in result:
        met = "met" if result["ratio"] >= RATIO_GOAL else "missed"
        yield f"LanceDB's p50 to ours: {result['ratio']} (goal {RATIO_GOAL:g}: {met})"
    if "retrieve" in result:
        found = result["retrieve"]
        yield f"{'POST /retrieve':42}" + "".join(_cell(found["ms"][str(clients)]) for clients in CLIENTS)
        rates = ", ".join(f"{clients}: {found['per_s'][str(clients)]:g}" for clients in CLIENTS)
        yield f"    {found['memory_mb']:,.0f} MB in all processes; questions/s {rates}"
        for name, times in {**found["stage_ms"], **found["part_ms"]}.items():
            yield f"    {name:38}{_cell(times)}"


def curve(results: Sequence[dict[str, Any]]) -> Iterator[str]:
    """How the index stage grows: the exponent between neighbours (1 is linear) and the whole factor."""
    points = [(result["chunks"], result["engines"]["edge"]["ms"]["1"]["p50"]) for result in results]
    for (fewer, quicker), (more, slower) in pairwise(points):
        exponent = np.log(slower / quicker) / np.log(more / fewer)
        yield f"{fewer:,} to {more:,} chunks: {slower / quicker:.2f} times the p50, chunks ^ {exponent:.2f}"


def _cell(times: dict[str, float]) -> str:
    return f"{times['p50']:>9.1f} /{times['p95']:>7.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--chunks", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--peers", nargs="*", choices=PEER_NAMES, help="some or, without a name, all of them")
    parser.add_argument("--index-only", action="store_true", help="without POST /retrieve")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    results = []
    for chunks in sorted(arguments.chunks):
        results.append(measure(chunks, peers=_peers(arguments.peers), index_only=arguments.index_only))
        print(json.dumps(results[-1]) if arguments.json else "\n".join(lines(results[-1])), flush=True)
    if not arguments.json:
        print("\n".join(curve(results)))


if __name__ == "__main__":
    main()
