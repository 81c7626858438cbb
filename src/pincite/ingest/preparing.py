"""From the slices of a document to the chunks and terms that are stored and indexed. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from uuid import UUID, uuid5

from pincite.core.types import Chunk, LexicalField, ParsedDocument, TextChunk
from pincite.ingest.tools import Terms, Tools


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """A chunk with what the index keeps of it."""

    chunk: Chunk
    text: str
    """What is embedded (`index_text`)."""
    terms: Terms

    @property
    def lengths(self) -> dict[LexicalField, int]:
        return {field: sum(counts.values()) for field, counts in self.terms.items()}


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose chunks they are."""

    base_id: str
    document_id: str
    version_id: str
    title: str


def chunk_id(version_id: str, seq: int) -> str:
    """The same for the same slice of the same version, so that a job run twice writes the same points."""
    return str(uuid5(UUID(version_id), str(seq)))


def document_title(parsed: ParsedDocument, filename: str) -> str:
    return parsed.title.strip() or PurePath(filename).stem


def index_text(title: str, embedding_text: str) -> str:
    """Title, line end, embedding text (reference 002, row CX-03)."""
    return f"{title}\n{embedding_text}" if (title := title.strip()) else embedding_text


def build_chunks(
    pieces: Iterable[TextChunk], parsed: ParsedDocument, owner: Owner, tools: Tools
) -> list[IndexedChunk]:
    """Chunks of ``pieces``, analysed. CPU-bound: call it in a thread, some pieces at a time."""
    title_morphemes = " ".join(tools.analyze(owner.title))
    return [
        with_terms(_chunk(piece, parsed, owner, tools), title_morphemes=title_morphemes, tools=tools)
        for piece in pieces
    ]


def rebuild_chunks(chunks: Sequence[Chunk], tools: Tools) -> list[IndexedChunk]:
    """The same from stored chunks of one document, without analysing them again."""
    title_morphemes = " ".join(tools.analyze(chunks[0].document_title)) if chunks else ""
    return [with_terms(chunk, title_morphemes=title_morphemes, tools=tools) for chunk in chunks]


def with_terms(chunk: Chunk, *, title_morphemes: str, tools: Tools) -> IndexedChunk:
    text = index_text(chunk.document_title, chunk.embedding_text())
    terms = tools.index_terms(text, chunk.clauses, morphemes=f"{title_morphemes} {chunk.morphemes}".strip())
    return IndexedChunk(chunk=chunk, text=text, terms=terms)


def chunks_with_term(chunks: Iterable[IndexedChunk]) -> dict[LexicalField, dict[str, int]]:
    """In how many of ``chunks`` each term occurs."""
    counters: dict[LexicalField, Counter[str]] = {field: Counter() for field in LexicalField}
    for chunk in chunks:
        for field, counts in chunk.terms.items():
            counters[field].update(counts.keys())
    return {field: dict(counter) for field, counter in counters.items()}


def _chunk(piece: TextChunk, parsed: ParsedDocument, owner: Owner, tools: Tools) -> Chunk:
    text = piece.embedding_text()
    return Chunk(
        id=chunk_id(owner.version_id, piece.seq),
        base_id=owner.base_id,
        document_id=owner.document_id,
        version_id=owner.version_id,
        document_title=owner.title,
        seq=piece.seq,
        start=piece.start,
        end=piece.end,
        content=piece.content,
        context_header=piece.context_header,
        table_header=piece.table_header,
        page_range=parsed.page_range(piece.start, piece.end),
        clauses=tools.held_clauses(piece.context_header, piece.content),
        morphemes=" ".join(tools.analyze(text)),
        language=tools.language(text),
    )
