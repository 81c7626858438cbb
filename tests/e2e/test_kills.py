"""SIGKILL of the API with its worker, of a parser and of the index process, a hundred times while thirty
documents come in over HTTP: what was accepted is there in the end, whole and once; what is deleted is gone."""

import multiprocessing
import os
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path

import anyio
import httpx2
import pytest
from sqlalchemy import func, select

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql import open_metadata
from pincite.adapters.sql.tables import metadata as tables
from pincite.core.types import DocumentStatus, LexicalField
from pincite.ports.index import SearchFilter
from tests.e2e.kill_server import run
from tests.ingest.standins import DIMENSION

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.e2e.kill_server", "alembic.command", "alembic.autogenerate"])

KILLS = 100
SEED = 20261130
BASE = "terms"
DOCUMENTS = f"/api/v1/knowledge-bases/{BASE}/documents"
PATIENCE = 60.0


def file_of(number: int, revision: int) -> tuple[str, bytes]:
    """Markdown, HTML and CSV in turn, of several chunks each."""
    lines = [
        f"Article {article} Benefit {number}-{article} is paid within {article + revision} days. " * 4
        for article in range(1, 5 + number % 5)
    ]
    if number % 3 == 0:
        return f"terms-{number}.md", "\n\n".join([f"# Terms {number}", *lines]).encode()
    if number % 3 == 1:
        body = "".join(f"<h2>Part {place}</h2><p>{line}</p>" for place, line in enumerate(lines))
        return f"terms-{number}.html", f"<html><body><h1>Terms {number}</h1>{body}</body></html>".encode()
    return f"terms-{number}.csv", "\n".join(
        ["article,text", *(f"{number},{line}" for line in lines)]
    ).encode()


class Run:
    """The served library, restarted whenever it is killed."""

    def __init__(self, folder: Path) -> None:
        self.library = folder / "library"
        self._address = folder / "address"
        self.process: BaseProcess | None = None
        self.kills: Counter[str] = Counter()

    def start(self) -> None:
        self._address.unlink(missing_ok=True)
        self.process = SERVER.Process(target=run, args=(self.library, self._address))
        self.process.start()
        until = time.monotonic() + PATIENCE
        while not self._address.exists():
            assert self.process.is_alive() and time.monotonic() < until, "the server does not start"
            time.sleep(0.005)
        self.client = httpx2.Client(base_url=self._address.read_text(encoding="ascii"), timeout=PATIENCE)

    def kill(self, chance: random.Random) -> None:
        """Hit the server, or one of the processes below it that is there."""
        assert self.process is not None and self.process.pid is not None
        there: dict[str, list[int]] = {"server": [self.process.pid]}
        for pid, name in descendants(self.process.pid):
            there.setdefault(name, []).append(pid)
        what = chance.choice(sorted(there))
        victim = chance.choice(there[what])
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
            self.kills[what] += 1
        if what == "server":
            self.client.close()
            self.process.join(timeout=PATIENCE)
            self.process.close()
            self.start()

    def upload(self, name: str, data: bytes) -> bool:
        """Whether it was accepted."""
        with suppress(httpx2.HTTPError):
            return self.client.post(DOCUMENTS, files={"file": (name, data)}).status_code == 202
        return False

    def states(self) -> Counter[str]:
        found = self.client.get(DOCUMENTS)
        assert found.status_code == 200, found.text
        rows = found.json()
        return Counter(row["status"] for row in (rows if isinstance(rows, list) else rows["documents"]))

    def settle(self) -> Counter[str]:
        """Until every document is settled and what it left is cleaned up."""
        until = time.monotonic() + PATIENCE
        while set(states := self.states()) - {"ready", "failed", "cancelled"} or self.jobs():
            assert time.monotonic() < until, states
            time.sleep(0.05)
        return states

    def drain(self) -> None:
        """Until no job is left, of bases that are hidden already too."""
        until = time.monotonic() + PATIENCE
        while self.jobs():
            assert time.monotonic() < until
            time.sleep(0.05)

    def jobs(self) -> int:
        with closing(sqlite3.connect(self.library / "pincite.db", timeout=PATIENCE)) as database:
            count: int = database.execute("SELECT count(*) FROM jobs").fetchone()[0]
        return count

    def stop(self) -> None:
        assert self.process is not None
        self.client.close()
        self.process.terminate()
        self.process.join(timeout=PATIENCE)
        assert self.process.exitcode == 0
        self.process.close()


def descendants(process: int) -> Iterator[tuple[int, str]]:
    """Parsers and index processes below a process."""
    parents, names = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError):
                stat = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                parents[int(entry.name)] = int(stat[1])
                names[int(entry.name)] = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
    ours = {process}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    for child in ours - {process}:
        if "pincite.adapters.parser" in names.get(child, ""):
            yield child, "parser"
        elif "pincite.adapters.edge" in names.get(child, ""):
            yield child, "index"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Run]:
    run = Run(tmp_path)
    run.start()
    yield run
    if run.process is not None:
        with suppress(ValueError):
            run.process.kill()


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_killed_a_hundred_times_every_accepted_document_is_there_whole_and_once(served: Run) -> None:
    chance = random.Random(SEED)
    assert served.client.post("/api/v1/knowledge-bases", json={"name": BASE}).status_code == 201
    files = {}
    revision = 0
    waiting: list[tuple[str, bytes]] = []
    while sum(served.kills.values()) < KILLS:
        if not waiting:
            waiting = [file_of(number, revision) for number in range(30)]
            files = dict(waiting)
            revision += 1
        for _ in range(chance.randint(1, 4)):
            if waiting and served.upload(*waiting[0]):
                waiting.pop(0)
        await anyio.sleep(chance.random() * 0.4)
        served.kill(chance)
    while waiting:
        if served.upload(*waiting[0]):
            waiting.pop(0)
    assert served.settle() == {"ready": 30}
    served.stop()
    assert min(served.kills[what] for what in ("server", "parser", "index")) > 10, served.kills
    await assert_whole(served.library, files)

    served.start()
    assert served.client.delete(f"/api/v1/knowledge-bases/{BASE}").status_code == 204
    served.drain()
    served.stop()
    await assert_empty(served.library)
    served.start()
    name, data = file_of(1, 0)
    served.client.post("/api/v1/knowledge-bases", json={"name": BASE})
    assert served.upload(name, data)
    assert served.settle() == {"ready": 1}
    served.stop()


async def assert_whole(library: Path, files: dict[str, bytes]) -> None:
    """Rows, points, blobs and statistics are those of ``files`` and nothing else is left."""
    metadata = await open_metadata(library / "pincite.db")
    index = await open_edge_index(library / "index", dimension=DIMENSION, timeout=20)
    blobs = DirectoryBlobs(library / "blobs")
    try:
        base = await metadata.bases.get(BASE)
        documents = await metadata.documents.list(base.id)
        assert sorted(document.filename for document in documents) == sorted(files)
        keys, total, benefit = set(), 0, 0
        for document in documents:
            assert document.status is DocumentStatus.READY
            version = await metadata.versions.get(document.active_version_id or "")
            assert await blobs.get(version.file_key) == files[document.filename]
            text = (await blobs.get(version.markdown_key or "")).decode()
            rows = await metadata.versions.chunks(version.id)
            assert all(row.content == text[row.start : row.end] for row in rows)
            assert len({row.id for row in rows}) == len(rows) == document.chunks > 0
            assert await index.count(SearchFilter(version_ids=[version.id])) == len(rows)
            keys |= {version.file_key, version.markdown_key}
            total += len(rows)
            benefit += sum("benefit" in row.morphemes.split() for row in rows)
        assert await index.count(SearchFilter()) == total
        assert await index.version_ids() == {document.active_version_id for document in documents}
        assert await blobs.keys() == keys
        statistics = await metadata.chunks.term_statistics([base.id], LexicalField.MORPHEMES, ["benefit"])
        assert (statistics.chunks, statistics.document_frequency["benefit"]) == (total, benefit)
        assert await rows_of(metadata, "jobs", "blob_holds") == {"jobs": 0, "blob_holds": 0}
        assert await rows_of(metadata, "document_versions") == {"document_versions": len(files)}
    finally:
        await index.aclose()
        await metadata.aclose()


async def assert_empty(library: Path) -> None:
    metadata = await open_metadata(library / "pincite.db")
    index = await open_edge_index(library / "index", dimension=DIMENSION, timeout=20)
    try:
        names = [table.name for table in tables.sorted_tables if table.name != "tenants"]
        assert {name: count for name, count in (await rows_of(metadata, *names)).items() if count} == {}
        assert await index.count(SearchFilter()) == 0
        assert await DirectoryBlobs(library / "blobs").keys() == set()
    finally:
        await index.aclose()
        await metadata.aclose()


async def rows_of(metadata: object, *names: str) -> dict[str, int]:
    found = {}
    async with metadata.database.read() as connection:  # type: ignore[attr-defined]  # SqlMetadata has it
        for name in names:
            found[name] = await connection.scalar(select(func.count()).select_from(tables.tables[name]))
    return found
