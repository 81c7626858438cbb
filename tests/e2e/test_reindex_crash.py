"""A process that dies while it builds an index anew, at every moment that matters, and two that build at once."""

import multiprocessing
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from sqlalchemy import func, select

from pincite.adapters.sql.tables import jobs
from pincite.core.errors import IndexLocked
from pincite.core.types import LexicalField
from pincite.ingest.preparing import rebuild_chunks
from pincite.ports.index import DenseLeg, LexicalLeg, SearchFilter
from tests.e2e.reindex_worker import MOMENTS, Opened, opened, run
from tests.ingest.standins import DIMENSION, TOOLS

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.e2e.reindex_worker", "alembic.command", "alembic.autogenerate"])

OLD, NEW = "hash-old", "hash-new"
DOCUMENTS, CHUNKS = 5, 3
"""How many, and chunks of each."""


def text_of(number: int) -> bytes:
    return f"# Terms {number}\n\nBenefit {number} is paid.\n\nClause {number} excludes war.".encode()


async def fill(directory: Path) -> None:
    async with opened(directory, OLD) as library:
        await library.service.create_base("terms")
        for number in range(DOCUMENTS):
            await library.service.add_bytes("terms", f"{number}.md", text_of(number))
        await library.service.run_pending()


async def words_find(library: Opened, count: int = DOCUMENTS) -> None:
    leg = LexicalLeg(LexicalField.MORPHEMES, {"benefit": 1.0}, limit=50)
    (base,) = await library.service.list_bases()
    found = await library.index.search([leg], SearchFilter(base_ids=(base.id,)))
    assert len(found.legs[0]) == count


async def vectors_of(library: Opened) -> dict[str, np.ndarray]:
    leg = DenseLeg(np.eye(DIMENSION, dtype=np.float32)[0], limit=100)
    return dict((await library.index.search([leg], SearchFilter(), with_vectors=True)).vectors)


async def whole(library: Opened, documents: int = DOCUMENTS) -> None:
    """One index, all points in it, all of the new encoder, nothing left to do."""
    (base,) = await library.service.list_bases()
    assert (base.embedding_identity, base.next_store, base.next_identity) == (NEW, None, None)
    assert await library.index._shelf.names() == {base.store}
    live = await library.metadata.versions.live()
    total = sum(live[base.id].values())
    index = (await library.index._store(base.store)).index
    assert await index.count(SearchFilter()) == total == CHUNKS * documents
    await words_find(library, documents)
    vectors = await vectors_of(library)
    rows = [row for version in live[base.id] for row in await library.metadata.versions.chunks(version)]
    texts = {item.chunk.id: item.text for item in rebuild_chunks(rows, TOOLS)}
    assert vectors.keys() == texts.keys()
    expected = await library.embedder.embed_passages(list(texts.values()))
    for id_, vector in zip(texts, expected, strict=True):
        assert np.allclose(vectors[id_], vector, atol=1e-5)
    async with library.metadata.database.read() as connection:
        assert await connection.scalar(select(func.count()).select_from(jobs)) == 0


def died(directory: Path, moment: str) -> None:
    process = PROCESSES.Process(target=run, args=(directory, NEW, moment))
    process.start()
    process.join(timeout=120)
    assert process.exitcode == -signal.SIGKILL
    process.close()


@pytest.mark.feature("IX-05")
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_process_that_dies_leaves_a_library_that_works(tmp_path: Path, moment: str) -> None:
    await fill(tmp_path)
    await anyio.to_thread.run_sync(died, tmp_path, moment)
    # With the old encoder and with the new one: all is found, and what is compared is comparable.
    async with opened(tmp_path, OLD) as library:
        await words_find(library)
        assert len(await vectors_of(library)) in (0, CHUNKS * DOCUMENTS)
    async with opened(tmp_path, NEW) as library:
        await words_find(library)
        await library.service.add_bytes("terms", "new.md", text_of(77)) if moment != "begun" else None
        (state,) = await library.rebuild()
        assert state.current
        await whole(library, DOCUMENTS + (moment != "begun"))
    assert not any(name.endswith(".removed") for name in os.listdir(tmp_path))


async def test_dying_again_and_again_comes_to_an_end(tmp_path: Path) -> None:
    await fill(tmp_path)
    for moment in MOMENTS[:5]:
        await anyio.to_thread.run_sync(died, tmp_path, moment)
    async with opened(tmp_path, NEW) as library:
        await library.rebuild()
        await whole(library)


async def test_twice_and_at_once_is_safe(tmp_path: Path) -> None:
    await fill(tmp_path)
    async with opened(tmp_path, NEW) as library:
        # Another process is told who has the library, and changes nothing.
        with pytest.raises(IndexLocked):
            async with opened(tmp_path, NEW):
                pass
        async with anyio.create_task_group() as group:
            group.start_soon(library.rebuild)
            group.start_soon(library.rebuild, "terms")
        await whole(library)
        first = (await library.service.list_bases())[0].store
        await library.rebuild()
        await whole(library)
        assert (await library.service.list_bases())[0].store != first


@asynccontextmanager
async def searched_all_the_time(library: Opened) -> AsyncIterator[list[int]]:
    (base,) = await library.service.list_bases()
    leg = LexicalLeg(LexicalField.MORPHEMES, {"benefit": 1.0}, limit=50)
    found: list[int] = []

    async def search() -> None:
        while True:
            result = await library.index.search([leg], SearchFilter(base_ids=(base.id,)))
            found.append(len(result.legs[0]))
            await anyio.lowlevel.checkpoint()

    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(search)
        yield found
        group.cancel_scope.cancel()


async def test_no_search_misses_anything_while_indexes_are_swapped_and_removed(tmp_path: Path) -> None:
    await fill(tmp_path)
    async with opened(tmp_path, NEW) as library, searched_all_the_time(library) as found:
        for _ in range(3):
            await library.rebuild()
        assert len(found) > 20
        assert set(found) == {DOCUMENTS}
