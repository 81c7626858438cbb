"""An exact index and a chunk reader in memory, over the same ports as the real ones.

Evaluation takes them so that figures measure ranking, not a store's approximation; small corpora fit.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pincite.core.bm25 import term_weights
from pincite.core.errors import InvalidInput
from pincite.core.types import Chunk, ChunkType, LexicalField, Matrix, Vector
from pincite.ports.index import DenseLeg, IndexPoint, Leg, LegHit, LexicalLeg, SearchFilter, SearchResult
from pincite.ports.storage import TermStatistics
from pincite.text.analyzers import bigrams


class MemoryIndex:
    """`SearchIndex` by full comparison: every score exact, every tie by id."""

    def __init__(self) -> None:
        self._points: dict[str, IndexPoint] = {}
        self._postings: dict[LexicalField, dict[str, dict[str, float]]] = {}
        self._ids: list[str] = []
        self._vectors: Matrix = np.zeros((0, 0), dtype=np.float32)
        self._stale = False

    def load(self, points: Sequence[IndexPoint]) -> None:
        """`upsert` where no loop runs."""
        self._points.update((point.id, point) for point in points)
        self._stale = True

    def points(self) -> list[IndexPoint]:
        """All that is stored."""
        return list(self._points.values())

    async def upsert(self, points: Sequence[IndexPoint]) -> None:
        self.load(points)

    async def delete(self, where: SearchFilter) -> None:
        _check_change(where)
        self._points = {id_: point for id_, point in self._points.items() if not _matches(point, where)}
        self._stale = True

    async def set_tags(self, where: SearchFilter, tags: Sequence[str]) -> None:
        _check_change(where)
        self._points = {
            id_: replace(point, tags=tuple(tags)) if _matches(point, where) else point
            for id_, point in self._points.items()
        }

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        self._refresh()
        allowed = {id_ for id_, point in self._points.items() if _matches(point, where)}
        lists = tuple(self._leg(leg, allowed) for leg in legs)
        asked = next((leg.vector for leg in legs if isinstance(leg, DenseLeg)), None)
        vectors: dict[str, Vector] = {}
        for id_ in sorted({hit.id for hits in lists for hit in hits}):
            vector = self._points[id_].vector
            if vector is not None:
                vectors[id_] = vector
        cosines = {} if asked is None else {id_: float(vector @ asked) for id_, vector in vectors.items()}
        return SearchResult(lists, cosines, vectors if with_vectors else {})

    async def count(self, where: SearchFilter) -> int:
        return sum(_matches(point, where) for point in self._points.values())

    async def version_ids(self) -> set[str]:
        return {point.version_id for point in self._points.values()}

    async def aclose(self) -> None:
        return None

    def _refresh(self) -> None:
        if not self._stale:
            return
        postings: dict[LexicalField, dict[str, dict[str, float]]] = {
            field: defaultdict(dict) for field in LexicalField
        }
        for point in self._points.values():
            for field, counts in point.terms.items():
                for term, weight in term_weights(counts, field.value).items():
                    postings[field][term][point.id] = weight
        dense = [(id_, point.vector) for id_, point in self._points.items() if point.vector is not None]
        self._postings = postings
        self._ids = [id_ for id_, _ in dense]
        self._vectors = np.stack([vector for _, vector in dense]) if dense else self._vectors[:0]
        self._stale = False

    def _leg(self, leg: Leg, allowed: set[str]) -> tuple[LegHit, ...]:
        scores: dict[str, float] = {}
        if isinstance(leg, DenseLeg):
            if self._ids:
                cosines = self._vectors @ leg.vector
                scores = {
                    id_: float(cosine)
                    for id_, cosine in zip(self._ids, cosines, strict=True)
                    if id_ in allowed
                }
        else:
            scores = self._lexical(leg, allowed)
        best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[: leg.limit]
        return tuple(LegHit(id_, score) for id_, score in best)

    def _lexical(self, leg: LexicalLeg, allowed: set[str]) -> dict[str, float]:
        scores: dict[str, float] = defaultdict(float)
        for term, weight in leg.terms.items():
            for id_, stored in self._postings[leg.field].get(term, {}).items():
                if id_ in allowed:
                    scores[id_] += weight * stored
        return scores


class MemoryReader:
    """`ChunkReader` over a list of chunks."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = {chunk.id: chunk for chunk in chunks}
        self._by_base: dict[str, list[Chunk]] = defaultdict(list)
        self._frequency: dict[tuple[str, LexicalField], Counter[str]] = defaultdict(Counter)
        self._length: Counter[tuple[str, LexicalField]] = Counter()
        for chunk in chunks:
            if chunk.chunk_type is ChunkType.PARENT_TEXT:  # stored, neither found nor counted
                continue
            self._by_base[chunk.base_id].append(chunk)
            for field, tokens in _tokens(chunk).items():
                self._frequency[chunk.base_id, field].update(set(tokens))
                self._length[chunk.base_id, field] += len(tokens)

    async def chunks(self, ids: Sequence[str]) -> dict[str, Chunk]:
        return {id_: self._chunks[id_] for id_ in ids if id_ in self._chunks}

    async def neighbours(self, chunk: Chunk, window: int) -> list[Chunk]:
        near = [
            other
            for other in self._by_base[chunk.base_id]
            if other.version_id == chunk.version_id and abs(other.seq - chunk.seq) <= window
        ]
        return sorted(near, key=lambda other: other.seq)

    async def children(self, parent_ids: Collection[str]) -> list[Chunk]:
        found = [chunk for chunk in self._chunks.values() if chunk.parent_id in parent_ids]
        return sorted(found, key=lambda chunk: (chunk.document_id, chunk.seq))

    async def clause_chunks(
        self, base_ids: Collection[str], clause: str, *, version_ids: Collection[str] = ()
    ) -> list[Chunk]:
        holders = [
            chunk
            for base in base_ids
            for chunk in self._by_base[base]
            if clause in chunk.clauses and (not version_ids or chunk.version_id in version_ids)
        ]
        return sorted(holders, key=lambda chunk: (chunk.document_id, chunk.seq))

    async def term_statistics(
        self, base_ids: Collection[str], field: LexicalField, terms: Collection[str]
    ) -> TermStatistics:
        bases = sorted(set(base_ids))
        chunks = sum(len(self._by_base[base]) for base in bases)
        tokens = sum(self._length[base, field] for base in bases)
        frequency = {term: sum(self._frequency[base, field][term] for base in bases) for term in terms}
        return TermStatistics(chunks, tokens / chunks if chunks else 0.0, frequency)


def _tokens(chunk: Chunk) -> Mapping[LexicalField, list[str]]:
    return {
        LexicalField.MORPHEMES: chunk.morphemes.split(),
        LexicalField.BIGRAMS: bigrams(chunk.embedding_text()),
    }


def _matches(point: IndexPoint, where: SearchFilter) -> bool:
    return (
        (not where.base_ids or point.base_id in where.base_ids)
        and (not where.document_ids or point.document_id in where.document_ids)
        and (not where.version_ids or point.version_id in where.version_ids)
        and (not where.tags or bool(set(point.tags) & set(where.tags)))
        and point.document_id not in where.exclude_document_ids
    )


def _check_change(where: SearchFilter) -> None:
    if replace(where, exclude_document_ids=()) == SearchFilter():
        raise InvalidInput("A filter that names nothing would change every point.")
