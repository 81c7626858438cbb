"""SIGKILL while chunks are written over, then a new start: the index holds what the rows say."""

import multiprocessing
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from anyio import to_thread

from pincite.core.types import LexicalField
from pincite.ports.index import LexicalLeg, SearchFilter
from tests.e2e.edit_worker import AT_WORK, BASE, open_service, run
from tests.ingest.standins import words

SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["tests.e2e.edit_worker", "alembic.command", "alembic.autogenerate"])
KILLS = 6
SEED = 20261129


def kill_after(library: Path, seconds: float) -> None:
    """Start, wait until the library is open, let it edit for ``seconds``, SIGKILL."""
    (library / AT_WORK).unlink(missing_ok=True)
    process = SERVER.Process(target=run, args=(library,))
    process.start()
    while process.is_alive() and not (library / AT_WORK).exists():
        time.sleep(0.002)
    process.join(timeout=seconds)
    assert process.is_alive(), "it edits until it is killed"
    process.kill()
    process.join(timeout=30)
    process.close()


async def assert_agrees(library: Path) -> int:
    """Every chunk is found by its own word and by no other's, the disabled ones by none; how many edits."""
    service, metadata, index = await open_service(library)
    try:
        await service.run_pending()
        documents = await service.list_documents(BASE)
        if not documents:  # killed before it was added
            return 0
        (document,) = documents
        records, total = await service.editor.list(document.id)
        assert total == document.chunks == 13
        assert not any(record.indexing for record in records)
        expected: Counter[str] = Counter()
        for record in records:
            history = await service.editor.history(record.chunk.id)
            assert [revision.number for revision in history] == list(range(1, record.revision + 1))
            texts = [record.original, *(revision.content or record.original for revision in history)]
            assert texts[-1] == record.chunk.content
            if not record.chunk.disabled:
                expected.update(set(words(record.chunk.content)))
            for text in texts[-3:]:
                word = next((word for word in words(text) if word.startswith("w") and word != "written"), "")
                if not word:
                    continue
                leg = LexicalLeg(LexicalField.MORPHEMES, {word: 1.0}, limit=50)
                found = {hit.id for hit in (await index.search([leg], SearchFilter())).legs[0]}
                current = word in words(record.chunk.content) and not record.chunk.disabled
                assert found == ({record.chunk.id} if current else set()), word
        assert await index.count(SearchFilter()) == total
        statistics = await metadata.chunks.term_statistics((), LexicalField.MORPHEMES, list(expected))
        assert statistics.chunks == sum(not record.chunk.disabled for record in records)
        for term in expected.keys() - {"terms", "제1장"}:
            assert statistics.document_frequency[term] == expected[term], term
        return sum(record.revision for record in records)
    finally:
        await index.aclose()
        await metadata.aclose()


@pytest.mark.slow
async def test_killed_again_and_again_the_index_follows_the_rows(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    edits = 0
    for _ in range(KILLS):
        await to_thread.run_sync(kill_after, tmp_path, 0.6 + chance.random())
        made = await assert_agrees(tmp_path)
        assert made >= edits, "no edit that was acknowledged is lost"
        edits = made
    assert edits > 0
