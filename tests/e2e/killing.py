"""The served library of the kill test, asked over HTTP and killed with SIGKILL."""

import multiprocessing
import os
import random
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx2

from pincite.ports.records import JobKind
from tests.e2e.kill_files import FAQ, Item, Site, faq_file
from tests.e2e.kill_server import run

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.e2e.kill_server", "alembic.command", "alembic.autogenerate"])

PATIENCE = 120.0
"""Seconds in which nothing moves after which a wait is a failure."""
_STANDING = """
    SELECT jobs.id || ' ' || kind || ' ' || state || ' ' || coalesce(status, '') || ' ' || coalesce(error, '')
    FROM jobs LEFT JOIN documents ON documents.id = jobs.document_id
"""
_REMOVALS = {JobKind.DELETE_BASE: 0.04, JobKind.DELETE_DOCUMENT: 0.004}
"""Seconds that a removal takes: kills are aimed into them."""
_SEEN = 1.0
"""Seconds in which a worker takes a removal that nothing holds up."""


class Run:
    """The served library, restarted whenever it is killed."""

    def __init__(self, folder: Path, site: Site) -> None:
        self.library = folder / "library"
        self.site = site
        self._address = folder / "address"
        self.process: BaseProcess | None = None
        self.kills: Counter[str] = Counter()
        self.interrupted: Counter[str] = Counter()
        """Removals that were accepted and not done when a kill hit."""

    def start(self) -> None:
        self._address.unlink(missing_ok=True)
        self.process = SERVER.Process(target=run, args=(self.library, self._address))
        self.process.start()
        until = time.monotonic() + PATIENCE
        while not self._address.exists():
            assert self.process.is_alive() and time.monotonic() < until, "the server does not start"
            time.sleep(0.005)
        self.client = httpx2.Client(
            base_url=f"{self._address.read_text(encoding='ascii')}/api/v1", timeout=PATIENCE
        )

    def stop(self) -> None:
        assert self.process is not None
        self.client.close()
        self.process.terminate()
        self.process.join(timeout=PATIENCE)
        assert self.process.exitcode == 0
        self.process.close()
        self.process = None

    # --- kills ------------------------------------------------------------------------------------

    def kill(self, chance: random.Random, among: Sequence[str] = ("server", "parser", "index")) -> None:
        """Hit the server, or one of the processes below it that is there."""
        assert self.process is not None and self.process.pid is not None
        there: dict[str, list[int]] = {"server": [self.process.pid]}
        for pid, name in descendants(self.process.pid):
            there.setdefault(name, []).append(pid)
        what = chance.choice(sorted(there.keys() & set(among)))
        with suppress(ProcessLookupError):
            os.kill(chance.choice(there[what]), signal.SIGKILL)
            self.kills[what] += 1
            self.interrupted.update(kind for kind in self.rows("SELECT kind FROM jobs") if kind in _REMOVALS)
        if what == "server":
            self.client.close()
            self.process.join(timeout=PATIENCE)
            self.process.close()
            self.start()

    def kill_a_removal(self, chance: random.Random) -> None:
        """Hit the server or the index while a worker removes something."""
        share, until = chance.random(), time.monotonic() + _SEEN
        while time.monotonic() < until:
            jobs = self.rows("SELECT kind || ' ' || state FROM jobs WHERE kind LIKE 'delete_%'")
            seconds = [_REMOVALS[JobKind(job.split()[0])] for job in jobs if job.endswith(" running")]
            if seconds or not jobs:
                time.sleep(share * max(seconds, default=0.0))
                break
            time.sleep(0.001)
        self.kill(chance, among=("server", "index"))

    # --- requests: each says whether it was heard, and may be made again --------------------------

    def create(self, base: str) -> bool:
        if base == FAQ:
            body: dict[str, Any] = {"name": base, "kind": "faq"}
        else:
            body = {"name": base, "enrichment": {"questions": True, "index_questions": True}}
        return self._asks("POST", "/knowledge-bases", (201, 409), json=body)

    def delete_base(self, base: str) -> bool:
        return self._asks("DELETE", f"/knowledge-bases/{base}", (204, 404))

    def add(self, item: Item) -> bool:
        documents = f"/knowledge-bases/{item.base}/documents"
        if item.base == FAQ:
            return self.add_entries([item])
        if item.is_page:
            self.site.pages[item.name] = item.data
            return self._asks("POST", f"{documents}/url", (202,), json={"url": self.site.url(item)})
        return self._asks("POST", documents, (202,), files={"file": (item.name, item.data)})

    def add_entries(self, entries: Sequence[Item]) -> bool:
        file = ("faq.json", faq_file(entries))
        return self._asks("POST", f"/knowledge-bases/{FAQ}/faq/import", (200,), files={"file": file})

    def remove(self, item: Item) -> bool:
        base = f"/knowledge-bases/{item.base}"
        if item.base != FAQ and not item.is_page:
            return self._asks("DELETE", f"{base}/documents/{item.name}", (204, 404))
        with suppress(httpx2.HTTPError):
            if item.base == FAQ:
                entries = self.client.get(f"{base}/faq", params={"search": item.name}).json()["entries"]
                ids = [f"{base}/faq/{entry['id']}" for entry in entries]
            else:
                documents = self.client.get(f"{base}/documents").json()
                ids = [
                    f"{base}/documents/{one['id']}" for one in documents if one["url"] == self.site.url(item)
                ]
            return all(self._asks("DELETE", path, (204, 404)) for path in ids)
        return False

    def tell(self, base: str | None = None) -> None:
        """Let a webhook that nobody answers hear of a base, or of all."""
        body = {"url": "http://127.0.0.1:9/", "base": base}
        assert self._asks("POST", "/webhooks", (201,), json=body)

    def _asks(self, method: str, path: str, statuses: Sequence[int], **more: Any) -> bool:
        try:
            answer = self.client.request(method, path, **more)
        except httpx2.HTTPError:  # it was killed meanwhile
            return False
        if answer.status_code >= 500:  # the index was, and twice
            return False
        assert answer.status_code in statuses, f"{method} {path}: {answer.status_code} {answer.text}"
        return True

    # --- the database -----------------------------------------------------------------------------

    def rows(self, query: str) -> list[Any]:
        """The first column."""
        with closing(sqlite3.connect(self.library / "pincite.db", timeout=PATIENCE)) as database:
            return [row[0] for row in database.execute(query)]

    def settle(self) -> Counter[str]:
        """Until no job is left: where the documents stand, those of hidden bases too."""
        before: list[Any] = []
        while jobs := self.rows(_STANDING):
            if jobs != before:
                until, before = time.monotonic() + PATIENCE, jobs
            assert time.monotonic() < until, jobs
            time.sleep(0.05)
        return Counter(self.rows("SELECT status FROM documents"))


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
