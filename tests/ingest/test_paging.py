"""Pages and boxes of ranges: what is known at once, what is waited for, and what nobody waits for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import anyio
import pytest

from pincite.core.errors import CorruptDocument
from pincite.core.types import ParsedDocument
from pincite.ingest import IngestService, Stores
from pincite.ingest.highlights import LONGEST
from pincite.ingest.paging import StoredPages
from pincite.ports.pages import Box, PagePlace, TextRange
from tests.ingest.standins import TOOLS, Bench, parse_text

TEXT = "First page, first line.\fSecond page.\fThird page."
LINE: Box = (1.0, 2.0, 3.0, 4.0)


@dataclass
class Finder:
    """`FindBoxes` that knows one line a text; with ``gate`` it takes as long as the test wants."""

    gate: anyio.Event | None = None
    fails: Exception | None = None
    asked: list[list[tuple[int, str]]] = field(default_factory=list)
    ended: int = 0

    async def __call__(self, data: bytes, passages: Sequence[tuple[int, str]]) -> Sequence[Sequence[Box]]:
        assert data == TEXT.encode()
        self.asked.append(list(passages))
        try:
            if self.gate is not None:
                await self.gate.wait()
            if self.fails is not None:
                raise self.fails
            return [[(float(number), *LINE[1:])] for number, _ in passages]
        finally:
            self.ended += 1


async def pdf(data: bytes, filename: str, overrides: Mapping[str, Any]) -> ParsedDocument:
    return replace(await parse_text(data, filename, overrides), media_type="application/pdf")


@dataclass
class Filed:
    """A document of three pages that is read as a PDF."""

    bench: Bench
    version: str

    def pages(self, finder: Finder | None, patience: float = 60.0) -> StoredPages:
        return StoredPages(self.bench.metadata, self.bench.blobs, finder, patience)

    def range(self, start: int, end: int) -> TextRange:
        return TextRange(self.version, start, end)


@pytest.fixture
async def filed(bench: Bench) -> Filed:
    stores = Stores(bench.metadata, bench.blobs, bench.index, bench.embedder)
    service = IngestService(stores, replace(TOOLS, parse=pdf), clock=bench.clock)
    base = await service.create_base("documents")
    added = await service.add_bytes(base.id, "a.pdf", TEXT.encode())
    await service.run_pending()
    document = await service.get_document(added.id)
    return Filed(bench, document.active_version_id or "")


async def test_each_range_has_the_pages_that_it_touches_and_the_file_is_opened_once(filed: Filed) -> None:
    finder = Finder()
    found = await filed.pages(finder).places([filed.range(20, 30), filed.range(38, 41), filed.range(0, 5)])
    assert found == [
        (PagePlace(1, (LINE,)), PagePlace(2, ((2.0, *LINE[1:]),))),
        (PagePlace(3, ((3.0, *LINE[1:]),)),),
        (PagePlace(1, (LINE,)),),
    ]
    assert finder.asked == [[(1, "ne."), (2, "Second"), (3, "hir"), (1, "First")]]


async def test_pages_are_told_where_boxes_are_not_wanted_or_nobody_finds_them(filed: Filed) -> None:
    asked = [filed.range(0, 5)]
    finder = Finder()
    assert await filed.pages(finder, patience=0).places(asked) == [(PagePlace(1),)]
    assert finder.asked == []
    assert await filed.pages(None).places(asked) == [(PagePlace(1),)]
    assert await filed.pages(Finder(fails=CorruptDocument("damaged"))).places(asked) == [(PagePlace(1),)]
    with pytest.raises(ZeroDivisionError):
        await filed.pages(Finder(fails=ZeroDivisionError())).places(asked)


async def test_a_range_too_long_to_be_drawn_has_its_pages_alone(filed: Filed) -> None:
    found = await filed.pages(Finder()).places([filed.range(0, LONGEST + 1), filed.range(0, 5)])
    assert found == [(PagePlace(1), PagePlace(2), PagePlace(3)), (PagePlace(1, (LINE,)),)]


async def test_a_document_that_is_gone_has_no_pages(filed: Filed) -> None:
    gone = TextRange("nothing", 0, 5)
    found = await filed.pages(Finder()).places([gone, filed.range(0, 5)])
    assert found == [(), (PagePlace(1, (LINE,)),)]


async def test_a_look_that_takes_too_long_goes_on_and_the_next_answer_waits_for_it(filed: Filed) -> None:
    finder = Finder(gate=anyio.Event())
    pages = filed.pages(finder, patience=0.05)
    asked = [filed.range(0, 5)]
    assert await pages.places(asked) == [(PagePlace(1),)]
    assert await pages.places(asked) == [(PagePlace(1),)]
    assert len(finder.asked) == 1, "one look at a time"
    assert finder.ended == 0
    assert finder.gate is not None
    finder.gate.set()
    with anyio.fail_after(60):
        while finder.ended < 1:  # noqa: ASYNC110 - the look has no event
            await anyio.sleep(0.001)
    patient = filed.pages(Finder())
    assert await patient.places(asked) == [(PagePlace(1, (LINE,)),)]
    await pages.aclose()


async def test_many_answers_at_once_look_one_after_the_other(filed: Filed) -> None:
    finder = Finder()
    pages = filed.pages(finder)
    found: list[object] = []

    async def ask() -> None:
        found.extend(await pages.places([filed.range(0, 5)]))

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(ask)
    assert found == [(PagePlace(1, (LINE,)),)] * 8


async def test_closing_ends_the_looks_that_nobody_waits_for(filed: Filed) -> None:
    finder = Finder(gate=anyio.Event())
    pages = filed.pages(finder, patience=0.01)
    await pages.places([filed.range(0, 5)])
    await pages.aclose()
    assert finder.ended == len(finder.asked)
    await pages.aclose()
