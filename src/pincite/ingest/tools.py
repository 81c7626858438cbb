"""What ingest works with, handed in from outside."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.core.types import LexicalField, ParsedDocument, TextChunk
from pincite.enrichment import Enricher
from pincite.ports.fetching import Fetcher
from pincite.ports.graph import GraphStore
from pincite.ports.index import LibraryIndex, SearchIndex
from pincite.ports.metadata import Metadata
from pincite.ports.models import Embedder
from pincite.ports.pages import Box
from pincite.ports.storage import BlobStore
from pincite.ports.vision import VisionModel

Terms = Mapping[LexicalField, Mapping[str, int]]
"""Terms with counts of both lexical fields."""


FindBoxes = Callable[[bytes, Sequence[tuple[int, str]]], Awaitable[Sequence[Sequence[Box]]]]
"""PDF, and pairs of page number (from 1) and text; the boxes of each pair. It ends, whatever the file is, and
when it is cancelled. Raises DocumentError, TemporaryFailure."""


class IndexTerms(Protocol):
    def __call__(self, text: str, clauses: Collection[str], *, morphemes: str | None = None) -> Terms: ...


class CutText(Protocol):
    def __call__(
        self, text: str, overrides: Mapping[str, Any], /, *, should_stop: Callable[[], bool] | None = None
    ) -> "Cut": ...


@dataclass(frozen=True, slots=True)
class Cut:
    """A document in pieces, and how they came about."""

    chunks: Sequence[TextChunk]
    """What is indexed; ``parent_index`` points into ``parents``, or is -1."""
    parents: Sequence[TextChunk] = ()
    tier: str = ""
    rejected: Sequence[tuple[str, str]] = ()
    """Tier and reason."""


def read_utf8(data: bytes) -> str | None:
    """`Tools.decode` of one encoding."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True, slots=True)
class Tools:
    """The pure functions of the way of a document. All but ``parse`` run in threads."""

    parse: Callable[[bytes, str, Mapping[str, Any]], Awaitable[ParsedDocument]]
    """Bytes, file name, and the settings that base and upload override. It ends, whatever the file is, and
    when it is cancelled. Raises DocumentError, TemporaryFailure."""
    configure: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Chunking settings that a base or an upload overrides, checked, as JSON. Raises InvalidInput."""
    cut: CutText
    """Markdown, and what is overridden. Raises InvalidInput, and ChunkingStopped soon after ``should_stop``
    says so."""
    held_clauses: Callable[[str, str], tuple[str, ...]]
    """Context header and content to the keys of the clauses that the chunk is."""
    language: Callable[[str], str]
    analyze: Callable[[str], list[str]]
    index_terms: IndexTerms
    decode: Callable[[bytes], str | None] = read_utf8
    """A text file in any encoding, with ``\n`` line ends; None for what is no text."""
    read_image: Callable[[bytes], Awaitable[str]] | None = None
    """The text on a picture inside a document, empty where there is none; None without OCR. Raises
    DocumentError, TemporaryFailure, ConfigurationError."""
    find_boxes: FindBoxes | None = None
    """Where texts stand on pages of a PDF; None where nobody can tell."""
    fetch: Fetcher | None = None
    """Fetches addresses; None where nothing is fetched."""
    parse_page: Callable[[bytes, str, Mapping[str, Any]], Awaitable[ParsedDocument]] | None = None
    """As ``parse``, of what was fetched: of a page the main text alone. None is ``parse``."""
    vision: VisionModel | None = None
    pictures_at_once: int = 2
    """Of one document, read or described."""
    enricher: Enricher | None = None
    """What asks the chat model about documents; None without one."""


@dataclass(frozen=True, slots=True)
class Stores:
    """The ports that ingest writes to. Whoever opened them closes them."""

    metadata: Metadata
    blobs: BlobStore
    index: SearchIndex
    embedder: Embedder
    rebuildable: LibraryIndex | None = None
    """``index`` as what can be built anew; None where it cannot."""
    graph: GraphStore | None = None
    """What documents name; None where no graph is kept."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Limits of the worker; times in seconds."""

    lease: float = 30.0
    max_attempts: int = 3
    concurrency: int = 1
    retry_delay: float = 1.0
    """Before the second try; doubled with each further one."""
    max_file_bytes: int = 50 * 1024 * 1024
    cut_seconds: float = 300.0
    max_chunks: int = 200_000
    """Of one document, parents not counted."""
