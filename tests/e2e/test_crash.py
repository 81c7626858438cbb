"""SIGKILL at any moment of an ingest, then a new start: every document is there exactly once, and whole."""

import multiprocessing
import random
import shutil
import signal
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Lock

import anyio
import pytest
from anyio import to_thread
from sqlalchemy import func, select

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql import open_metadata
from pincite.adapters.sql.tables import chunks, document_versions, documents, jobs
from pincite.core.types import DocumentStatus, LexicalField
from pincite.ports.index import SearchFilter
from tests.e2e.ingest_worker import BASE, run
from tests.ingest.standins import DIMENSION, split_paragraphs, word_terms

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.e2e.ingest_worker", "alembic.command", "alembic.autogenerate"])
STARTING = Lock()
AT_ONCE = 3
"""Kills under way together: a round mostly waits, for processes that start and for the disk."""

KILLS = 20
SEED = 20261129


def document_text(number: int, revision: int = 0) -> str:
    paragraphs = [f"# Terms {number}"]
    paragraphs += [
        f"Article {article} Benefit {number}-{article} is paid within {article + revision} days."
        for article in range(1, 8 + number * 3)
    ]
    return "\n\n".join(paragraphs)


def write_folder(folder: Path, revision: int = 0) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    texts = {f"terms-{number}.md": document_text(number, revision) for number in range(10)}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return texts


def start(library: Path, folder: Path) -> BaseProcess:
    """A process of its own, forked from a server that has imported everything: that takes 2 s a time."""
    with STARTING:
        process = SERVER.Process(target=run, args=(library, folder))
        process.start()
    return process


def wait_for_work(library: Path, process: BaseProcess) -> float:
    """Until the first file is stored: database and index are open by then. The moment."""
    blobs = library / "blobs"
    while process.is_alive() and not (
        blobs.exists() and any(shelf.name != "incoming" for shelf in blobs.iterdir())
    ):
        time.sleep(0.002)
    return time.monotonic()


def finish(library: Path, folder: Path) -> float:
    """Run to the end; seconds of work."""
    process = start(library, folder)
    began = wait_for_work(library, process)
    process.join(timeout=120)
    assert process.exitcode == 0
    process.close()
    return time.monotonic() - began


def kill_after(seconds: float, library: Path, folder: Path) -> bool:
    """Start, let it work for ``seconds``, SIGKILL; whether it was still at work."""
    process = start(library, folder)
    wait_for_work(library, process)
    process.join(timeout=seconds)
    process.kill()
    process.join(timeout=30)
    hit = process.exitcode == -signal.SIGKILL
    process.close()
    return hit


async def assert_whole(library: Path, texts: dict[str, str]) -> None:
    """Rows, points, blobs and statistics are those of ``texts``, and nothing else is left."""
    metadata = await open_metadata(library / "pincite.db")
    index = await open_edge_index(library / "index", dimension=DIMENSION, timeout=20)
    try:
        base = await metadata.bases.get(BASE)
        stored = await metadata.documents.list(base.id)
        assert sorted(document.source for document in stored) == sorted(texts)
        blobs = DirectoryBlobs(library / "blobs")
        expected: dict[str, int] = {}
        for document in stored:
            text = texts[document.source]
            pieces = split_paragraphs(text, {})
            assert document.status is DocumentStatus.READY
            assert document.active_version_id is not None
            rows = await metadata.versions.chunks(document.active_version_id)
            assert [row.content for row in rows] == [piece.content for piece in pieces]
            assert document.chunks == len(pieces)
            version = await metadata.versions.get(document.active_version_id)
            assert (await blobs.get(version.file_key)).decode() == text
            assert await index.count(SearchFilter(version_ids=[document.active_version_id])) == len(pieces)
            assert await metadata.chunks.chunks([row.id for row in rows]) == {row.id: row for row in rows}
            for row in rows:
                terms = word_terms(
                    row.content, row.clauses, morphemes=f"{row.document_title} {row.morphemes}"
                )
                for term in set(row.morphemes.split()) | set(row.clauses):
                    expected[term] = expected.get(term, 0) + 1
                assert terms
        total = sum(document.chunks for document in stored)
        assert await index.count(SearchFilter()) == total
        assert await index.version_ids() == {document.active_version_id for document in stored}
        assert len(await blobs.keys()) == len(set(texts.values()))
        statistics = await metadata.chunks.term_statistics(
            [base.id], LexicalField.MORPHEMES, ["benefit", "paid"]
        )
        assert statistics.chunks == total
        assert statistics.document_frequency == {term: expected[term] for term in ("benefit", "paid")}
        async with metadata.database.read() as connection:
            for table, count in (
                (documents, len(texts)),
                (document_versions, len(texts)),
                (chunks, total),
                (jobs, 0),
            ):
                assert await connection.scalar(select(func.count()).select_from(table)) == count, table.name
    finally:
        await index.aclose()
        await metadata.aclose()


@pytest.mark.slow
async def test_killed_at_twenty_moments_every_document_ends_complete_exactly_once(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    texts = write_folder(folder)
    finish(tmp_path / "warm", folder)  # the server imports at its first fork
    span = finish(tmp_path / "undisturbed", folder)
    await assert_whole(tmp_path / "undisturbed", texts)

    chance = random.Random(SEED)
    hits: list[bool] = []
    turns = anyio.Semaphore(AT_ONCE)

    async def one_kill(number: int, seconds: float) -> None:
        async with turns:
            library = tmp_path / f"library-{number}"
            hits.append(await to_thread.run_sync(kill_after, seconds, library, folder))
            await to_thread.run_sync(finish, library, folder)
            await assert_whole(library, texts)
            shutil.rmtree(library)

    async with anyio.create_task_group() as group:
        for number in range(KILLS):
            group.start_soon(one_kill, number, span * (number + chance.random()) / KILLS)
    assert len(hits) == KILLS
    assert sum(hits) > KILLS // 2, "most kills must fall into the work"


@pytest.mark.slow
async def test_killed_again_and_again_while_documents_change_and_go(tmp_path: Path) -> None:
    folder, library = tmp_path / "folder", tmp_path / "library"
    write_folder(folder)
    span = finish(library, folder)
    chance = random.Random(SEED + 1)
    texts: dict[str, str] = {}
    for revision in range(1, 9):
        texts = write_folder(folder, revision)
        gone = f"terms-{revision}.md"
        (folder / gone).unlink()
        del texts[gone]
        kill_after(span * chance.random(), library, folder)
    finish(library, folder)
    await assert_whole(library, texts)
