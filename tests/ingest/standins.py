"""Small real pieces that ingest can be run with: quick, deterministic, and able to fail on demand."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import func, select

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.sql import SqlMetadata, open_metadata
from pincite.adapters.sql.tables import metadata as tables
from pincite.core.errors import EmptyDocument, InvalidInput, UnsupportedFormat
from pincite.core.types import CosineRange, LexicalField, Matrix, PageSpan, ParsedDocument, TextChunk, Vector
from pincite.evaluation.memory import MemoryIndex
from pincite.ingest import Cut, IngestService, Pace, Stores, Tools
from pincite.ports.index import IndexPoint, SearchIndex

DIMENSION = 16


class HashEmbedder:
    """`Embedder`: vectors from the SHA-256 of the text."""

    def __init__(self) -> None:
        self.identity = "hash-1"
        self.dimension = DIMENSION
        self.cosine_range = CosineRange(0.75, 0.95)
        self.texts: list[str] = []
        self.failures: list[Exception] = []
        """Raised one a call before it works again."""
        self.before: Callable[[], Any] | None = None

    async def embed_query(self, text: str) -> Vector:
        return (await self.embed_passages([text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        if self.before is not None:
            await self.before()
        if self.failures:
            raise self.failures.pop(0)
        self.texts += texts
        raw = np.array([list(hashlib.sha256(text.encode()).digest()[:DIMENSION]) for text in texts])
        vectors = raw.astype(np.float32) - 127.5
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    async def aclose(self) -> None:
        return None


class FrailIndex(MemoryIndex):
    """`MemoryIndex` that raises on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[Exception] = []

    async def upsert(self, points: Sequence[IndexPoint]) -> None:
        if self.failures:
            raise self.failures.pop(0)
        await super().upsert(points)

    @property
    def points(self) -> Mapping[str, IndexPoint]:
        return self._points


async def parse_text(data: bytes, filename: str, overrides: Mapping[str, Any]) -> ParsedDocument:
    """UTF-8 Markdown; form feeds part pages; ``.bin`` is refused; ``BOOM`` is a fault of the parser."""
    if filename.endswith(".bin"):
        raise UnsupportedFormat(f"{filename} is no text.")
    text = data.decode()
    if not text.strip():
        raise EmptyDocument(f"{filename} holds no text.")
    if "BOOM" in text:
        raise ZeroDivisionError("boom")
    pages, start = [], 0
    for number, page in enumerate(text.split("\f"), 1):
        pages.append(PageSpan(number, start, start + len(page)))
        start += len(page) + 1
    title = re.match(r"# (.+)", text)
    return ParsedDocument(
        markdown=text,
        title=title.group(1) if title else "",
        media_type="text/markdown",
        pages=tuple(pages) if len(pages) > 1 else (),
        warnings=("holds a question mark",) if "?" in text else (),
    )


def split_paragraphs(text: str, config: Mapping[str, Any]) -> list[TextChunk]:
    """A chunk a paragraph, in pieces of ``chunk_size``; ``SPLIT`` is a fault of the splitter."""
    if unknown := set(config) - {"chunk_size"}:
        raise InvalidInput(f"There is no setting {unknown}.")
    if "SPLIT" in text:
        raise ValueError("split")
    size = config.get("chunk_size", 200)
    spans = [
        (start, min(start + size, paragraph.end()))
        for paragraph in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text)
        for start in range(paragraph.start(), paragraph.end(), size)
    ]
    return [TextChunk(seq, start, end, text[start:end], "# 제1장") for seq, (start, end) in enumerate(spans)]


def configure_paragraphs(config: Mapping[str, Any]) -> dict[str, Any]:
    if unknown := set(config) - {"chunk_size", "parents"}:
        raise InvalidInput(f"There is no setting {unknown}.")
    return dict(config)


def cut_paragraphs(
    text: str, config: Mapping[str, Any], /, *, should_stop: Callable[[], bool] | None = None
) -> Cut:
    """`split_paragraphs`; with ``parents`` each paragraph is a parent too."""
    config = configure_paragraphs(config)
    wanted = config.pop("parents", False)
    chunks = split_paragraphs(text, config)
    if not wanted:
        return Cut(chunks, tier="paragraphs")
    parents = split_paragraphs(text, {"chunk_size": 1_000_000})
    owners = [
        next(parent.seq for parent in parents if parent.start <= piece.start < parent.end) for piece in chunks
    ]
    chunks = [replace(piece, parent_index=owner) for piece, owner in zip(chunks, owners, strict=True)]
    return Cut(chunks, parents, tier="paragraphs")


def held(_header: str, content: str) -> tuple[str, ...]:
    return tuple(f"article:{number}" for number in re.findall(r"^Article (\d+)", content, re.MULTILINE))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def word_terms(
    text: str, clauses: Collection[str], *, morphemes: str | None = None
) -> dict[LexicalField, dict[str, int]]:
    tokens = words(text) if morphemes is None else morphemes.split()
    letters = "".join(words(text))
    return {
        LexicalField.MORPHEMES: dict(Counter([*tokens, *clauses])),
        LexicalField.BIGRAMS: dict(Counter(letters[i : i + 2] for i in range(len(letters) - 1))),
    }


TOOLS = Tools(
    parse=parse_text,
    configure=configure_paragraphs,
    cut=cut_paragraphs,
    held_clauses=held,
    language=lambda _text: "en",
    analyze=words,
    index_terms=word_terms,
)


@dataclass
class Clock:
    """Time that moves a second with each look, and jumps on demand."""

    now: float = 1_000.0
    step: float = 1.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@dataclass
class Bench:
    """A library for one test."""

    metadata: SqlMetadata
    blobs: DirectoryBlobs
    index: FrailIndex
    embedder: HashEmbedder
    clock: Clock = field(default_factory=Clock)

    def service(self, *, index: SearchIndex | None = None, **pace: Any) -> IngestService:
        pace = {"retry_delay": 0.01, "lease": 1_000_000.0, **pace}
        stores = Stores(self.metadata, self.blobs, index or self.index, self.embedder)
        return IngestService(stores, TOOLS, Pace(**pace), clock=self.clock)

    async def rows(self) -> dict[str, int]:
        """Row counts of all tables that hold something of a document."""
        counts = {}
        async with self.metadata.database.read() as connection:
            for table in tables.sorted_tables:
                if table.name not in ("tenants", "knowledge_bases"):
                    counts[table.name] = await connection.scalar(select(func.count()).select_from(table)) or 0
        return counts


async def open_bench(directory: Path) -> Bench:
    return Bench(
        metadata=await open_metadata(directory / "pincite.db"),
        blobs=DirectoryBlobs(directory / "blobs"),
        index=FrailIndex(),
        embedder=HashEmbedder(),
    )
