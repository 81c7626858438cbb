"""Pictures of documents: stored, addressed, read, searchable, and gone with their document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from pincite.core.errors import (
    EmbeddingFailed,
    IndexUnavailable,
    InvalidInput,
    ModelCallFailed,
    NotFound,
    ParserTimeout,
)
from pincite.core.types import ChunkType, ParsedDocument, ParsedImage
from pincite.ingest import IngestService, Pace, Stores, Tools
from pincite.ingest.tools import Box
from tests.ingest.standins import TOOLS, Bench, parse_text

SIGN, DUCK = b"sign", b"duck"
TEXT = "# Garage\n\nThe sign says what you pay.\n\n![sign](image-0001.png)\n\nBring the papers.\n\n![](image-0002.png)"


def images(*data: bytes) -> tuple[ParsedImage, ...]:
    return tuple(
        ParsedImage(f"image-{number:04}.png", each, "image/png", number)
        for number, each in enumerate(data, 1)
    )


@dataclass
class Vision:
    """`VisionModel` that knows two pictures."""

    failures: int = 0
    asked: list[bytes] = field(default_factory=list)
    identity: str = "eyes"

    async def describe(self, picture: bytes, language: str) -> str:
        self.asked.append(picture)
        if self.failures:
            self.failures -= 1
            raise ModelCallFailed("blind")
        return f"Here is the description: A drawing of a {picture.decode()} ({language})."

    async def read(self, picture: bytes) -> str:
        return ""

    async def aclose(self) -> None:
        return None


async def read_sign(picture: bytes) -> str:
    return "The deductible is 250 dollars." if picture == SIGN else ""


def service(
    bench: Bench, pictures: Sequence[ParsedImage] = images(SIGN, DUCK), **tools: Any
) -> IngestService:
    async def parse(data: bytes, filename: str, overrides: Mapping[str, Any]) -> ParsedDocument:
        return replace(await parse_text(data, filename, overrides), images=tuple(pictures))

    stores = Stores(bench.metadata, bench.blobs, bench.index, bench.embedder)
    made: Tools = replace(TOOLS, **{"parse": parse, "read_image": read_sign, **tools})
    return IngestService(stores, made, Pace(retry_delay=0.01, lease=1_000_000.0), clock=bench.clock)


async def ingested(bench: Bench, ingest: IngestService, text: str = TEXT) -> str:
    await ingest.create_base("terms")
    document = await ingest.add_bytes("terms", "garage.md", text.encode())
    await ingest.run_pending()
    return document.id


@pytest.mark.feature("IM-04")
async def test_the_chunk_holds_the_address_under_which_the_picture_is_stored(bench: Bench) -> None:
    ingest = service(bench)
    id_ = await ingested(bench, ingest)
    text = await ingest.document_text(id_)
    version = (await ingest.get_document(id_)).active_version_id or ""
    files = await bench.metadata.files.list(version)
    assert [(file.media_type, file.page) for file in files] == [("image/png", 1), ("image/png", 2)]
    chunks = await bench.metadata.versions.chunks(version)
    for file in files:
        assert f"](/api/v1/documents/{id_}/images/{file.name})" in text
    for chunk in chunks:
        if chunk.chunk_type is ChunkType.TEXT:
            assert chunk.content == text[chunk.start : chunk.end]
    _, data = await ingest.picture(id_, files[0].name)
    assert data == SIGN
    with pytest.raises(NotFound):
        await ingest.picture(id_, "image-0001.png")


@pytest.mark.feature("IM-03")
async def test_caption_and_text_are_chunks_below_the_one_that_shows_the_picture(bench: Bench) -> None:
    vision = Vision()
    ingest = service(bench, vision=vision)
    id_ = await ingested(bench, ingest)
    document = await ingest.get_document(id_)
    chunks = await bench.metadata.versions.chunks(document.active_version_id or "")
    by_id = {chunk.id: chunk for chunk in chunks}
    children = [chunk for chunk in chunks if chunk.chunk_type is not ChunkType.TEXT]
    assert [(child.chunk_type, child.content) for child in children] == [
        (ChunkType.IMAGE_CAPTION, "A drawing of a sign (en)."),
        (ChunkType.IMAGE_OCR, "The deductible is 250 dollars."),
        (ChunkType.IMAGE_CAPTION, "A drawing of a duck (en)."),
    ]
    for child in children:
        home = by_id[child.parent_id or ""]
        assert child.details["image"] in home.content
        assert home.start <= child.start < child.end <= home.end
        assert child.id in bench.index.points
    assert document.chunks == len(chunks) == len(bench.index.points)
    note = next(note for note in document.stages if note.name == "images")
    assert dict(note.details) == {"stored": 2, "shown": 2, "unread": 0}


async def test_the_same_file_again_gives_the_same_addresses(bench: Bench) -> None:
    ingest = service(bench)
    id_ = await ingested(bench, ingest)
    before = await ingest.document_text(id_)
    await ingest.reparse(id_)
    await ingest.run_pending()
    assert await ingest.document_text(id_) == before


async def test_nothing_is_left_of_a_document_that_goes(bench: Bench) -> None:
    ingest = service(bench)
    id_ = await ingested(bench, ingest)
    assert len(await bench.blobs.keys()) == 4
    await ingest.remove_document(id_)
    await ingest.run_pending()
    assert await bench.blobs.keys() == set()
    rows = await bench.rows()
    assert {table: count for table, count in rows.items() if count and table != "base_totals"} == {}


@pytest.mark.parametrize("error", [EmbeddingFailed("gone"), IndexUnavailable("gone")])
async def test_a_try_that_fails_leaves_no_picture_behind(bench: Bench, error: Exception) -> None:
    ingest = service(bench)
    (bench.embedder if isinstance(error, EmbeddingFailed) else bench.index).failures = [error] * 3
    id_ = await ingested(bench, ingest)
    assert (await ingest.get_document(id_)).error_code
    assert len(await bench.blobs.keys()) == 1, "the file itself, for the next try"
    assert (await bench.rows())["blob_holds"] == 0


async def test_a_picture_that_cannot_be_read_costs_its_words_alone(bench: Bench) -> None:
    async def read(picture: bytes) -> str:
        raise ParserTimeout("too long")

    ingest = service(bench, read_image=read, vision=Vision(failures=1))
    document = await ingest.get_document(await ingested(bench, ingest))
    assert document.status == "ready"
    assert document.warnings == (
        "2 of 2 pictures could not be read or described; parsing again tries once more.",
    )


async def test_a_model_that_is_down_is_not_asked_about_every_picture(bench: Bench) -> None:
    vision = Vision(failures=1_000)
    pictures = images(*(f"picture {n}".encode() for n in range(20)))
    text = "# Many\n\n" + "\n\n".join(f"![]({image.name})" for image in pictures)
    ingest = service(bench, pictures, vision=vision, read_image=None)
    document = await ingest.get_document(await ingested(bench, ingest, text))
    assert len(vision.asked) <= 5
    assert document.warnings[0].startswith("20 of 20")


async def test_pictures_that_the_text_does_not_name_are_stored_and_not_read(bench: Bench) -> None:
    vision = Vision()
    ingest = service(bench, images(SIGN, DUCK, b"spare"), vision=vision)
    await ingested(bench, ingest)
    assert sorted(vision.asked) == [DUCK, SIGN]


async def test_the_same_bytes_under_two_names_are_one_picture(bench: Bench) -> None:
    ingest = service(bench, images(SIGN, SIGN))
    id_ = await ingested(bench, ingest)
    version = (await ingest.get_document(id_)).active_version_id or ""
    (file,) = await bench.metadata.files.list(version)
    assert (await ingest.document_text(id_)).count(file.name) == 2


async def test_without_engine_and_model_pictures_are_stored_alone(bench: Bench) -> None:
    ingest = service(bench, read_image=None)
    id_ = await ingested(bench, ingest)
    chunks = await bench.metadata.versions.chunks((await ingest.get_document(id_)).active_version_id or "")
    assert {chunk.chunk_type for chunk in chunks} == {ChunkType.TEXT}
    assert len(await bench.blobs.keys()) == 4


# --- highlights -----------------------------------------------------------------------------------


async def test_a_range_of_the_text_is_looked_up_on_each_of_its_pages(bench: Bench) -> None:
    asked = []

    async def find(data: bytes, passages: Sequence[tuple[int, str]]) -> list[list[Box]]:
        asked.append((data, *passages))
        return [[(1.0, 2.0, 3.0, 4.0)] for _ in passages]

    async def parse(data: bytes, filename: str, overrides: Mapping[str, Any]) -> ParsedDocument:
        return replace(await parse_text(data, filename, overrides), media_type="application/pdf")

    ingest = service(bench, (), parse=parse, find_boxes=find)
    id_ = await ingested(bench, ingest, "First page.\fSecond page.\fThird page.")
    found = await ingest.highlights(id_, 6, 18)
    assert [(each.page, each.boxes) for each in found] == [
        (1, ((1.0, 2.0, 3.0, 4.0),)),
        (2, ((1.0, 2.0, 3.0, 4.0),)),
    ]
    ((data, *passages),) = asked  # the file is handed over once
    assert passages == [(1, "page."), (2, "Second")]
    assert data.startswith(b"First")
    # pages part at form feeds, which lie on none: nothing is looked up there
    assert await ingest.highlights(id_, 11, 12) == []
    assert len(asked) == 1


async def test_a_file_that_is_no_pdf_has_pages_at_most(bench: Bench) -> None:
    ingest = service(bench, ())
    id_ = await ingested(bench, ingest, "One.\fTwo.")
    assert [(each.page, each.boxes) for each in await ingest.highlights(id_, 0, 3)] == [(1, ())]


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (5, 2), (900, 901), (0, 30_000)])
async def test_a_range_that_is_none_is_refused(bench: Bench, start: int, end: int) -> None:
    ingest = service(bench, ())
    id_ = await ingested(bench, ingest, "One.\fTwo.")
    with pytest.raises(InvalidInput):
        await ingest.highlights(id_, start, end)
