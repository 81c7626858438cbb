"""A large document holds up no other, and its cut ends when nobody waits for it or its time is over."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import anyio
import pytest

from pincite.chunker import Chunker
from pincite.core.errors import ChunkingStopped
from pincite.core.settings import ChunkingSettings
from pincite.core.types import DocumentStatus, ParsedDocument
from pincite.ingest import IngestService, Progress
from pincite.ingest.tools import Cut, Pace, Stores, Tools
from tests.ingest.standins import TOOLS, Bench, cut_paragraphs

SMALL = b"# Terms\n\nWar is excluded."
LARGE = b"# Large\n\n" + b"".join(b"Paragraph %d of many.\n\n" % number for number in range(4_000))


class EndlessCut:
    """Cuts ``large.md`` for ever; everything else at once."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(
        self, text: str, config: Mapping[str, Any], /, *, should_stop: Callable[[], bool] | None = None
    ) -> Cut:
        if not text.startswith("# Large"):
            return cut_paragraphs(text, config)
        assert should_stop is not None
        self.begun.set()
        while not should_stop():
            threading.Event().wait(0.005)
        self.ended.set()
        raise ChunkingStopped("stopped")


def service_of(bench: Bench, tools: Tools, language: str = "en", **pace: Any) -> IngestService:
    stores = Stores(bench.metadata, bench.blobs, bench.index, bench.embedder)
    pace = {"retry_delay": 0.01, "lease": 1_000_000.0, **pace}
    return IngestService(stores, tools, Pace(**pace), clock=bench.clock, language=language)


async def until(event: threading.Event) -> None:
    for _ in range(2_000):
        if event.is_set():
            return
        await anyio.sleep(0.01)
    raise AssertionError("it did not come")


async def test_a_small_document_behind_a_large_one_is_ready_first(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    for name, data in (("large.md", LARGE), ("small.md", SMALL)):
        await service.add_bytes("terms", name, data)
    order: list[str] = []

    def note(progress: Progress) -> None:
        if progress.stage is DocumentStatus.READY:
            order.append(progress.document.filename)

    summary = await service.run_pending(note)
    assert order == ["small.md", "large.md"]
    assert {document.filename: document.chunks for document in summary.ready}["large.md"] == 4_001
    assert len(bench.index.points) == 4_003


async def test_a_small_document_gets_between_the_batches_of_one_that_is_embedded(bench: Bench) -> None:
    service = bench.service()
    await service.create_base("terms")
    await service.add_bytes("terms", "large.md", LARGE)
    order: list[str] = []
    waits = anyio.Event()

    async def add_small() -> None:
        bench.embedder.before = None
        await service.add_bytes("terms", "small.md", SMALL)
        with anyio.fail_after(20):
            await waits.wait()

    def note(progress: Progress) -> None:
        if progress.stage is DocumentStatus.INDEXING and progress.document.filename == "small.md":
            waits.set()
        if progress.stage is DocumentStatus.READY:
            order.append(progress.document.filename)

    bench.embedder.before = add_small
    assert len((await service.run_pending(note)).ready) == 2
    assert order == ["small.md", "large.md"]


async def test_a_small_document_is_ready_while_a_large_one_is_cut(bench: Bench) -> None:
    cut = EndlessCut()
    service = service_of(bench, replace(TOOLS, cut=cut))
    await service.create_base("terms")
    large = await service.add_bytes("terms", "large.md", LARGE)
    await service.add_bytes("terms", "small.md", SMALL)
    ready, stop = threading.Event(), anyio.Event()

    def note(progress: Progress) -> None:
        if progress.stage is DocumentStatus.READY:
            ready.set()

    async with anyio.create_task_group() as group:
        group.start_soon(service.work, stop, note)
        await until(cut.begun)
        await until(ready)
        assert (await service.get_document(large.id)).status is DocumentStatus.CHUNKING
        stop.set()  # and a worker that is told to stop does not wait for the cut
    await until(cut.ended)
    job = await bench.metadata.jobs.claim("other", bench.clock(), 30.0)
    assert job is not None
    assert (job.document_id, job.attempts, job.crashes) == (large.id, 0, 0)


async def test_a_document_removed_while_it_is_cut_is_cut_no_further(bench: Bench) -> None:
    cut = EndlessCut()
    service = service_of(bench, replace(TOOLS, cut=cut), lease=0.3)
    bench.clock.step = 0.0
    await service.create_base("terms")
    large = await service.add_bytes("terms", "large.md", LARGE)
    stop = anyio.Event()
    async with anyio.create_task_group() as group:
        group.start_soon(service.work, stop)
        await until(cut.begun)
        await service.remove_document(large.id)
        await until(cut.ended)
        stop.set()


@pytest.mark.parametrize(
    ("language", "words"), [("ko", "ingest.cut_seconds"), ("en", "longer than 0.05 seconds"), ("zh", "0.05")]
)
async def test_a_cut_that_takes_too_long_fails_with_a_sentence(
    bench: Bench, language: str, words: str
) -> None:
    service = service_of(bench, replace(TOOLS, cut=EndlessCut()), language, cut_seconds=0.05)
    await service.create_base("terms")
    await service.add_bytes("terms", "large.md", LARGE)
    (failed,) = (await service.run_pending()).failed
    assert failed.error_message is not None
    assert failed.error_code == "cutting_timeout"
    assert words in failed.error_message
    assert "large.md" in failed.error_message


async def test_more_chunks_than_the_limit_fail_with_a_sentence(bench: Bench) -> None:
    service = service_of(bench, TOOLS, max_chunks=4_000)
    await service.create_base("terms")
    await service.add_bytes("terms", "large.md", LARGE)
    (failed,) = (await service.run_pending()).failed
    assert failed.error_message is not None
    assert failed.error_code == "document_too_large"
    assert "4001" in failed.error_message
    assert "ingest.max_chunks" in failed.error_message
    assert bench.index.points == {}


@pytest.mark.parametrize("overrides", [{}, {"enable_parent_child": True}])
def test_the_real_cut_asks_within_its_reading_of_headings(overrides: dict[str, Any]) -> None:
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 500

    with pytest.raises(ChunkingStopped):
        Chunker(ChunkingSettings()).cut("# a\n" * 50_000, overrides, should_stop=should_stop)
    assert asked == 501


async def test_half_characters_become_marks_and_the_document_is_ready(bench: Bench) -> None:
    async def parse(_data: bytes, _name: str, _overrides: Mapping[str, Any]) -> ParsedDocument:
        return ParsedDocument(
            "\ud800 hello \udfff", "T\udc00", "application/json", metadata={"author": "\ud83d"}
        )

    service = service_of(bench, replace(TOOLS, parse=parse))
    await service.create_base("terms")
    await service.add_bytes("terms", "a.json", b"[]")
    (document,) = (await service.run_pending()).ready
    assert document.title == "T\ufffd"
    assert any("2 character(s)" in warning for warning in document.warnings)
    chunks = await bench.metadata.versions.chunks(document.active_version_id or "")
    assert [chunk.content for chunk in chunks] == ["\ufffd hello \ufffd"]
