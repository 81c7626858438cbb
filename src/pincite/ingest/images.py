"""The pictures of a version: stored, addressed in its Markdown, read, and made chunks of their own.

A picture is kept under the first digits of its hash, so that it has the same address in every version that
shows it, and that address may be cached for ever.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID, uuid5

import anyio
import structlog

from pincite.core.catalogue import say
from pincite.core.errors import PinciteError
from pincite.core.types import Chunk, ChunkType, ParsedDocument, ParsedImage
from pincite.enrichment.images import Shown, bounded, referred, tidy_caption, with_addresses
from pincite.ingest.preparing import IndexedChunk, with_terms
from pincite.ingest.tools import Tools
from pincite.ports.records import VersionFile

_NAME = 16
"""Hexadecimal digits of a picture's name: among a billion pictures of one document two would share one."""
_PATIENCE = 3
"""Failures of a model without one success after which it is not asked about further pictures."""
_SUFFIXES = {
    "image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif",
    "image/bmp": ".bmp", "image/tiff": ".tif",
}  # fmt: skip

_SEEN = frozenset(("image/png", "image/jpeg", "image/gif", "image/webp"))
"""What vision models take; scanners' and old systems' kinds are only read by OCR."""

_log = structlog.get_logger("pincite.ingest")


def image_name(key: str, media_type: str) -> str:
    """The name under which a picture is stored, from the hash of its bytes."""
    return key[:_NAME] + _SUFFIXES.get(media_type, "")


def image_url(document_id: str, name: str) -> str:
    return f"/api/v1/documents/{document_id}/images/{name}"


@dataclass(frozen=True, slots=True)
class Pictures:
    """What the pictures of a version show."""

    shown: tuple[Shown, ...] = ()
    unread: int = 0
    """Pictures that an engine or a model failed on."""
    warnings: tuple[str, ...] = ()


def addressed(
    parsed: ParsedDocument, files: Sequence[VersionFile], document_id: str
) -> tuple[ParsedDocument, list[tuple[ParsedImage, Shown]]]:
    """The document with the addresses of its pictures, and those that it refers to, at their first place.

    ``files`` are the stored pictures, one for the same bytes.
    """
    names = {file.key: file.name for file in files}
    urls = {
        image.name: image_url(document_id, names[hashlib.sha256(image.data).hexdigest()])
        for image in parsed.images
    }
    rewritten = with_addresses(parsed, urls)
    places = referred(rewritten.markdown, list(urls.values()))
    first: dict[str, tuple[ParsedImage, Shown]] = {}
    for image in parsed.images:
        url = urls.get(image.name, "")
        if url in places and url not in first:
            first[url] = (image, Shown(url, places[url].start, places[url].end, image.page))
    return replace(rewritten, images=()), list(first.values())


@dataclass(slots=True)
class _Asked:
    """One engine or model over the pictures of a document."""

    failures: int = 0
    successes: int = 0

    @property
    def given_up(self) -> bool:
        return self.failures >= _PATIENCE and not self.successes


@dataclass(slots=True)
class PictureReader:
    """Reads and describes pictures, some at once. What fails costs its picture's words and nothing else."""

    tools: Tools
    language: str
    told: Callable[[int, int], None]
    """Done and total."""
    _ocr: _Asked = field(default_factory=_Asked)
    _vision: _Asked = field(default_factory=_Asked)

    async def read(self, pictures: Sequence[tuple[ParsedImage, Shown]]) -> Pictures:
        """What each shows."""
        tools = self.tools
        if not pictures or (tools.read_image is None and tools.vision is None):
            return Pictures(tuple(shown for _, shown in pictures))
        results: list[Shown] = [shown for _, shown in pictures]
        failed: set[int] = set()
        turn = anyio.Semaphore(tools.pictures_at_once)

        async def one(at: int) -> None:
            async with turn:
                image, shown = pictures[at]
                results[at] = replace(
                    shown,
                    ocr_text=bounded(await self._text_of(image.data, at, failed)),
                    caption=tidy_caption(await self._caption_of(image, at, failed)),
                )
                self.told(at + 1, len(pictures))

        async with anyio.create_task_group() as group:
            for at in range(len(pictures)):
                group.start_soon(one, at)
        warnings: tuple[str, ...] = ()
        if failed:
            warnings = (say("ingest.pictures_unread", self.language, count=len(failed), total=len(pictures)),)
        return Pictures(tuple(results), len(failed), warnings)

    async def _text_of(self, data: bytes, at: int, failed: set[int]) -> str:
        if self.tools.read_image is None or self._ocr.given_up:
            return ""
        try:
            text = await self.tools.read_image(data)
        except PinciteError as error:
            self._missed(self._ocr, error, at, failed)
            return ""
        self._ocr.successes += 1
        return text

    async def _caption_of(self, image: ParsedImage, at: int, failed: set[int]) -> str:
        if self.tools.vision is None or image.media_type not in _SEEN:
            return ""
        if self._vision.given_up:
            failed.add(at)
            return ""
        try:
            text = await self.tools.vision.describe(image.data, self.language)
        except PinciteError as error:
            self._missed(self._vision, error, at, failed)
            return ""
        self._vision.successes += 1
        return text

    def _missed(self, asked: _Asked, error: PinciteError, at: int, failed: set[int]) -> None:
        asked.failures += 1
        failed.add(at)
        _log.warning("picture not read", code=error.code, error=error.message)


def image_chunks(
    shown: Sequence[Shown], chunks: Sequence[IndexedChunk], parsed: ParsedDocument, tools: Tools
) -> list[IndexedChunk]:
    """Up to two chunks a picture, caption and text, below the chunk of text that refers to it (row IM-03).

    They are numbered after the text. CPU-bound: call it in a thread.
    """
    if not chunks:
        return []
    title_morphemes = " ".join(tools.analyze(chunks[0].chunk.document_title))
    made: list[IndexedChunk] = []
    seq = max(item.chunk.seq for item in chunks) + 1
    for picture in shown:
        home = _home(picture, chunks)
        for kind, words in (
            (ChunkType.IMAGE_CAPTION, picture.caption),
            (ChunkType.IMAGE_OCR, picture.ocr_text),
        ):
            if home is not None and words.strip():
                chunk = _child(home, picture, kind, words.strip(), seq, parsed, tools)
                made.append(with_terms(chunk, title_morphemes=title_morphemes, tools=tools))
                seq += 1
    return made


def _home(picture: Shown, chunks: Sequence[IndexedChunk]) -> Chunk | None:
    """The chunk that holds the whole reference; by its place, because an edit may have taken the words."""
    return next(
        (
            item.chunk
            for item in chunks
            if item.chunk.start <= picture.start and picture.end <= item.chunk.end
        ),
        None,
    )


def _child(
    home: Chunk, picture: Shown, kind: ChunkType, words: str, seq: int, parsed: ParsedDocument, tools: Tools
) -> Chunk:
    chunk = Chunk(
        id=str(uuid5(UUID(home.version_id), f"{kind} {picture.url}")),
        base_id=home.base_id,
        document_id=home.document_id,
        version_id=home.version_id,
        document_title=home.document_title,
        seq=seq,
        start=picture.start,
        end=picture.end,
        content=words,
        context_header=home.context_header,
        chunk_type=kind,
        page_range=parsed.page_range(picture.start, picture.end) or home.page_range,
        parent_id=home.id,
        details={"image": picture.url},
    )
    reading = chunk.embedding_text()
    return replace(chunk, morphemes=" ".join(tools.analyze(reading)), language=tools.language(reading))
