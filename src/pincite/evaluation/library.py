"""A retrieval set as a library: passages become documents, cut, embedded and indexed as on ingest."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.core.types import Chunk, LexicalField, Matrix, TextChunk
from pincite.evaluation.datasets import Passage
from pincite.evaluation.memory import MemoryIndex, MemoryReader
from pincite.evaluation.progress import Progress, silent
from pincite.ports.index import IndexPoint
from pincite.ports.models import Embedder
from pincite.text.analyzers import analyze, index_terms
from pincite.text.language import dominant_language
from pincite.text.references import held_clauses
from pincite.text.tables import without_table_marks

Split = Callable[[str], Sequence[TextChunk]]

BLOCK = 256
"""Chunks embedded between two reports of progress."""

NAMESPACE = uuid.UUID("6f6c0e0c-6c55-4e5e-9a36-0d2a5c3f7b11")
"""Of the ids of evaluation chunks: the same set gives the same ids, so ties fall the same way."""


@dataclass(frozen=True, slots=True)
class EvaluationLibrary:
    """Chunks of one set with their vectors, row by row."""

    chunks: tuple[Chunk, ...]
    vectors: Matrix
    terms: tuple[Mapping[LexicalField, Mapping[str, int]], ...]

    def stores(self, bases: Sequence[str] | None = None) -> tuple[MemoryIndex, MemoryReader]:
        """Index and reader over the chunks; ``bases`` gives each chunk another base."""
        names = bases or [chunk.base_id for chunk in self.chunks]
        chunks = [replace(chunk, base_id=base) for chunk, base in zip(self.chunks, names, strict=True)]
        points = [
            IndexPoint(chunk.id, chunk.base_id, chunk.document_id, chunk.version_id, vector, terms)
            for chunk, vector, terms in zip(chunks, self.vectors, self.terms, strict=True)
        ]
        index = MemoryIndex()
        index.load(points)
        return index, MemoryReader(chunks)


async def build_library(
    base_id: str, passages: Sequence[Passage], embedder: Embedder, split: Split, progress: Progress = silent
) -> EvaluationLibrary:
    """Cut, analyse and embed ``passages``; a chunk's ``document_id`` is its passage's id."""
    chunks = [chunk for passage in passages for chunk in _chunks(base_id, passage, split)]
    terms = tuple(
        index_terms(chunk.embedding_text(), chunk.clauses, morphemes=chunk.morphemes) for chunk in chunks
    )
    vectors = [np.zeros((0, embedder.dimension), dtype=np.float32)]
    for start in range(0, len(chunks), BLOCK):
        block = chunks[start : start + BLOCK]
        texts = [without_table_marks(chunk.embedding_text()) for chunk in block]
        vectors.append(await embedder.embed_passages(texts))
        progress(f"{base_id} passages", min(start + BLOCK, len(chunks)), len(chunks))
    return EvaluationLibrary(tuple(chunks), np.concatenate(vectors), terms)


def best_by_passage(chunks: Sequence[Chunk]) -> list[str]:
    """Passage ids in the order of their best chunk; ``chunks`` come best first."""
    return list(dict.fromkeys(chunk.document_id for chunk in chunks))


def _chunks(base_id: str, passage: Passage, split: Split) -> list[Chunk]:
    text = f"# {passage.title}\n\n{passage.text}" if passage.title else passage.text
    return [_chunk(base_id, passage, piece) for piece in split(text)]


def _chunk(base_id: str, passage: Passage, piece: TextChunk) -> Chunk:
    text = piece.embedding_text()
    return Chunk(
        id=str(uuid.uuid5(NAMESPACE, f"{base_id}\0{passage.id}\0{piece.seq}")),
        base_id=base_id,
        document_id=passage.id,
        version_id=passage.id,
        document_title=passage.title,
        seq=piece.seq,
        start=piece.start,
        end=piece.end,
        content=piece.content,
        context_header=piece.context_header,
        table_header=piece.table_header,
        clauses=held_clauses(piece.context_header, piece.content),
        morphemes=" ".join(analyze(text)),
        language=dominant_language(text),
    )
