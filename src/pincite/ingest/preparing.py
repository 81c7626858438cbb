"""From the slices of a document to the chunks and terms that are stored and indexed. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from uuid import UUID, uuid5

from pincite.core.types import Chunk, ChunkType, LexicalField, ParsedDocument, TextChunk
from pincite.enrichment import indexed_questions
from pincite.ingest.tools import Terms, Tools
from pincite.text.tables import without_table_marks


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


def parent_id(version_id: str, number: int) -> str:
    return str(uuid5(UUID(version_id), f"parent {number}"))


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


def build_parents(parents: Iterable[TextChunk], parsed: ParsedDocument, owner: Owner) -> list[Chunk]:
    """The wider texts that chunks were cut from: stored for their words, neither analysed nor indexed."""
    return [
        Chunk(
            id=parent_id(owner.version_id, number),
            base_id=owner.base_id,
            document_id=owner.document_id,
            version_id=owner.version_id,
            document_title=owner.title,
            seq=number,
            start=parent.start,
            end=parent.end,
            content=parent.content,
            context_header=parent.context_header,
            table_header=parent.table_header,
            chunk_type=ChunkType.PARENT_TEXT,
            page_range=parsed.page_range(parent.start, parent.end),
        )
        for number, parent in enumerate(parents)
    ]


def rebuild_chunks(chunks: Sequence[Chunk], tools: Tools) -> list[IndexedChunk]:
    """The same from stored chunks of one document, without analysing them again."""
    title_morphemes = " ".join(tools.analyze(chunks[0].document_title)) if chunks else ""
    return [with_terms(chunk, title_morphemes=title_morphemes, tools=tools) for chunk in chunks]


def rewritten(chunk: Chunk, text: str, *, edited: bool, tools: Tools) -> Chunk:
    """``chunk`` with other words and all that follows from them; title, trail and place stay (row CX-11)."""
    changed = replace(chunk, content=text, edited=edited)
    reading = changed.embedding_text()
    return replace(
        changed,
        clauses=tools.held_clauses(chunk.context_header, text),
        morphemes=" ".join(tools.analyze(reading)),
        language=tools.language(reading),
    )


def with_terms(chunk: Chunk, *, title_morphemes: str, tools: Tools) -> IndexedChunk:
    text = words = index_text(chunk.document_title, chunk.embedding_text())
    if chunk.chunk_type is ChunkType.FAQ:  # its title is its standard question, which it holds anyway
        text, words, title_morphemes = str(chunk.details["index_text"]), chunk.embedding_text(), ""
    morphemes = f"{title_morphemes} {chunk.morphemes}".strip()
    if asked := "\n".join(indexed_questions(chunk)):
        text, words = f"{text}\n\n{asked}", f"{words}\n\n{asked}"
        morphemes = f"{morphemes} {' '.join(tools.analyze(asked))}"
    terms = tools.index_terms(words, chunk.clauses, morphemes=morphemes)
    return IndexedChunk(chunk=chunk, text=without_table_marks(text), terms=terms)


def chunks_with_term(chunks: Iterable[IndexedChunk]) -> dict[LexicalField, dict[str, int]]:
    """In how many of ``chunks`` each term occurs; disabled ones do not count."""
    counters: dict[LexicalField, Counter[str]] = {field: Counter() for field in LexicalField}
    for chunk in chunks:
        if chunk.chunk.disabled:
            continue
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
        parent_id=parent_id(owner.version_id, piece.parent_index) if piece.parent_index >= 0 else None,
    )
