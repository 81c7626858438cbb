"""The values that travel through the rooms.

Offsets are Unicode code points into the stored Markdown, ``end`` exclusive; pages count from 1;
scores are in [0, 1] unless the field says otherwise.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
"""One embedding, shape ``(dimension,)``, L2-normalised."""

Matrix = npt.NDArray[np.float32]
"""Embeddings, shape ``(n, dimension)``, each row L2-normalised."""


@dataclass(frozen=True, slots=True)
class CosineRange:
    """Where an encoder's cosines lie: ``low`` for texts beside the point, ``high`` for texts that say the
    same."""

    low: float
    high: float

    def nearness(self, cosine: float) -> float:
        """``cosine`` on the scale on which ``low`` is 0 and ``high`` is 1."""
        return (cosine - self.low) / (self.high - self.low)


class ChunkType(StrEnum):
    TEXT = "text"
    PARENT_TEXT = "parent_text"
    FAQ = "faq"
    IMAGE_CAPTION = "image_caption"
    IMAGE_OCR = "image_ocr"
    TABLE_SUMMARY = "table_summary"
    TABLE_COLUMN = "table_column"
    WIKI_PAGE = "wiki_page"


class MatchType(StrEnum):
    DENSE = "dense"
    LEXICAL = "lexical"
    HYBRID = "hybrid"
    GRAPH = "graph"
    WEB = "web"
    HISTORY = "history"
    NEIGHBOUR = "neighbour"
    ATTACHMENT = "attachment"
    """Of a file beside the question; it lies in no base."""
    DATA_ANALYSIS = "data_analysis"


class QueryType(StrEnum):
    STRUCTURED_LOOKUP = "structured_lookup"
    INTERPRETATION = "interpretation"
    PROCEDURE = "procedure"
    COMPARISON = "comparison"
    SIMPLE_FACT = "simple_fact"


class SearchStrategy(StrEnum):
    BM25_HEAVY = "bm25_heavy"
    DENSE_HEAVY = "dense_heavy"
    HYBRID = "hybrid"


class DocumentStatus(StrEnum):
    """Where a document stands; DESIGN.md section 4."""

    PENDING = "pending"
    PARSING = "parsing"
    CHUNKING = "chunking"
    ENRICHING = "enriching"
    INDEXING = "indexing"
    READY = "ready"
    FAILED = "failed"
    CANCELLED = "cancelled"
    DELETING = "deleting"


class RiskLevel(StrEnum):
    """Severity of what verification found, from harmless to worst."""

    PASS = "pass"
    WARN = "warn"
    SOFT_FAIL = "soft_fail"
    HARD_FAIL = "hard_fail"


class GateDecision(StrEnum):
    PASS = "pass"
    REWRITE = "rewrite"
    REFUSE = "refuse"


class LexicalField(StrEnum):
    """The two lexical fields of the index; DESIGN.md section 6."""

    MORPHEMES = "morphemes"
    BIGRAMS = "bigrams"


@dataclass(frozen=True, slots=True)
class PageSpan:
    """The slice of the Markdown that came from one page."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ParsedImage:
    """A picture of a document. The Markdown refers to it as ``![alt](name)``."""

    name: str
    """Unique in the document, e.g. ``image-0001.png``; what the Markdown holds until it is stored."""
    data: bytes
    media_type: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a parser makes of a file: Markdown with ``\\n`` line ends, and where its pages lie."""

    markdown: str
    title: str
    media_type: str
    pages: tuple[PageSpan, ...] = ()
    warnings: tuple[str, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    images: tuple[ParsedImage, ...] = ()

    def page_range(self, start: int, end: int) -> tuple[int, int] | None:
        """First and last page that ``[start, end)`` touches, or None without a page map."""
        touched = [page.number for page in self.pages if page.start < end and start < page.end]
        return (touched[0], touched[-1]) if touched else None


def _embedding_text(context_header: str, table_header: str, content: str) -> str:
    body = content.strip()
    if table_header:
        body = f"{table_header.strip()}\n{body}"
    return f"{context_header}\n\n{body}" if context_header else body


def _one_line(headings: str) -> str:
    lines = (line.lstrip("#").strip() for line in headings.splitlines())
    return " > ".join(line for line in lines if line)


@dataclass(frozen=True, slots=True)
class TextChunk:
    """One slice of a document; ``content == text[start:end]`` always (invariant I1)."""

    seq: int
    start: int
    end: int
    content: str
    context_header: str = ""
    """Heading trail in force, one heading a line (``## 제2장 …\\n### 제43조(…)``)."""
    table_header: str = ""
    """Header and separator rows of the table that the chunk continues."""
    parent_index: int = -1

    def embedding_text(self) -> str:
        """What the encoder reads: trail, repeated table header, trimmed content."""
        return _embedding_text(self.context_header, self.table_header, self.content)

    def display_text(self) -> str:
        """What a reader or a model sees: content, with the table header where rows lost it."""
        return f"{self.table_header.rstrip()}\n{self.content}" if self.table_header else self.content


_BELOW_ARTICLE = re.compile(
    r"\n#+ (?:[①-⑳]|제[0-9]{1,2}[항호](?:의[0-9]{1,2})?|[가-하]목"
    r"|第[一二三四五六七八九十]{1,3}款|[(（][一二三四五六七八九十]{1,3}[)）])(?=\n|\Z)"
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored chunk of a live document version, with what citing it needs.

    ``content`` is the slice ``[start, end)`` of the document, or what a person wrote in its place
    (``edited``): then the offsets still tell where it stands, but no longer what it says.
    """

    id: str
    base_id: str
    document_id: str
    version_id: str
    document_title: str
    seq: int
    start: int
    end: int
    content: str
    context_header: str = ""
    table_header: str = ""
    chunk_type: ChunkType = ChunkType.TEXT
    page_range: tuple[int, int] | None = None
    clauses: tuple[str, ...] = ()
    """Keys of the clauses that this chunk holds (not: mentions), the same in every language, as made by
    `pincite.text.references`: ``article:43``, ``article:43-2``, ``appendix:1``."""
    morphemes: str = ""
    """Analyzer tokens of the embedding text in order, joined by blanks; made once at ingest."""
    language: str = "en"
    edited: bool = False
    """Somebody wrote over it: join it with its neighbours by text, not by offsets."""
    disabled: bool = False
    """Taken out of search by hand; retrieval never sees one."""
    parent_id: str | None = None
    """The chunk of type ``parent_text`` that this one was cut from."""
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What belongs to it and is no text: an FAQ entry (`pincite.faq`), the image that it describes."""

    def embedding_text(self) -> str:
        """What was embedded and indexed, as `TextChunk.embedding_text`. Of an FAQ entry it is the words that
        its index text holds, while ``content`` is what its reader sees."""
        if self.chunk_type is ChunkType.FAQ and "words" in self.details:
            return str(self.details["words"])
        return _embedding_text(self.context_header, self.table_header, self.content)

    @property
    def trail(self) -> str:
        """The heading trail in one line: ``제2장 보험금의 지급 > 제43조(보험금의 지급) > ②``."""
        return _one_line(self.context_header)

    @property
    def section(self) -> str:
        """The heading trail without the paragraphs and items (②, 제3호, 가목) below an article: the same for
        all pieces of one article."""
        return _BELOW_ARTICLE.sub("", self.context_header)

    @property
    def label(self) -> str:
        """The innermost heading that is no paragraph: ``제43조(보험금의 지급)``."""
        return self.section.rpartition("\n")[2].lstrip("#").strip()

    @property
    def place(self) -> str:
        """Where a reader finds it: the headings down to the article, without a first one that only repeats
        the document's title. No paragraph, because a chunk may run on into the next one."""
        trail = _one_line(self.section)
        return trail.removeprefix(self.document_title).removeprefix(" > ") if self.document_title else trail

    @property
    def display_text(self) -> str:
        return f"{self.table_header.rstrip()}\n{self.content}" if self.table_header else self.content


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that retrieval found, with every score it has earned so far."""

    chunk: Chunk
    score: float
    """The score that orders the list at this stage."""
    match_type: MatchType = MatchType.HYBRID
    rrf_score: float = 0.0
    base_score: float = 0.0
    """Convex combination of absolute scales (DESIGN.md section 6)."""
    rerank_score: float | None = None
    """The reranker's probability; the gate reads it."""
    cosine: float | None = None
    nearness: float | None = None
    """The cosine on its encoder's scale: 0 is beside the point, 1 says the same; it may lie outside."""
    lexical: Mapping[str, float] = field(default_factory=dict)
    """bm25n per lexical field."""
    idf: Mapping[LexicalField, Mapping[str, float]] = field(default_factory=dict)
    """The question's terms with their idf in the bases asked, per lexical field: one object for all hits
    of a search. Rankers read how rare a matched word is; empty for hits from elsewhere (web, history)."""
    exact_reference: bool = False
    """The question names a clause and this chunk holds it."""
    member_ids: tuple[str, ...] = ()
    """All chunk ids of a merged passage, its own first."""
    boosted: bool = False
    """Its score was raised for what it is: an FAQ entry or a wiki page."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What an answer may stand on: one chunk, or neighbouring chunks of one document read as one text."""

    chunk: Chunk
    """The best member; title, clause trail and type of the passage are its."""
    score: float
    text: str
    members: tuple[Chunk, ...]
    """All chunks of the passage in document order, so that a citation can name the one it stands on."""
    hit: Hit

    @property
    def page_range(self) -> tuple[int, int] | None:
        pages = [member.page_range for member in self.members if member.page_range]
        return (min(first for first, _ in pages), max(last for _, last in pages)) if pages else None

    @property
    def heading(self) -> str:
        """Document title and clause trail in one line."""
        return " > ".join(part for part in (self.chunk.document_title, self.chunk.place) if part)


@dataclass(frozen=True, slots=True)
class Route:
    """How a question is searched and which prompt answers it."""

    query_type: QueryType
    strategy: SearchStrategy
    dense_factor: int
    bm25_factor: int


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message in the wire roles ``system``, ``user``, ``assistant``."""

    role: str
    content: str
    images: tuple[str, ...] = ()
    """Pictures of a ``user``, as data URLs (PNG, JPEG, GIF, WEBP), for a model that sees."""


JSON = dict[str, Any]
"""A JSON object at an edge (HTTP bodies, trace lines)."""
