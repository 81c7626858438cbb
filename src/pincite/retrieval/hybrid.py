"""Hybrid search: dense, lexical and clause legs, fused to a pool and scored on absolute scales."""

from collections.abc import Mapping
from dataclasses import dataclass

import anyio.to_thread

from pincite.core.errors import EmbeddingFailed
from pincite.core.settings import RetrievalSettings
from pincite.core.types import Chunk, Hit, LexicalField, MatchType, Vector
from pincite.ports.index import DenseLeg, Leg, LexicalLeg, SearchFilter, SearchIndex, SearchResult
from pincite.ports.models import Embedder
from pincite.ports.storage import ChunkReader, TermStatistics
from pincite.retrieval.clauses import exact_chunks
from pincite.retrieval.fusion import effective_match_count, pool_size, ranked, weighted_rrf
from pincite.retrieval.request import Retrieval, SearchRequest
from pincite.retrieval.scoring import base_score, lexical_scores, question_idf
from pincite.text.analyzers import HELD_CLAUSE, analyze, query_terms
from pincite.text.references import Reference, find_references

CLAUSE_LIMIT = 500
"""Holders of one clause looked at: every act has an article 1."""

LAW_NAME_WEIGHT = 0.05
"""Of a word of the law's name in the clause leg, against 1 for the clause: it orders the holders only."""

EMBEDDING = "embedding"


@dataclass(frozen=True, slots=True)
class _Question:
    """The question in the form that the legs and the scores need."""

    vector: Vector | None
    idf: Mapping[LexicalField, Mapping[str, float]]
    """Content terms, references left out."""
    leg_terms: Mapping[LexicalField, Mapping[str, float]]
    """The same and the references, which the index holds as terms."""
    statistics: Mapping[LexicalField, TermStatistics]
    references: tuple[Reference, ...]


class HybridRetriever:
    """Finds the pool for a question. Raises what the index and the reader raise; an encoder may fail.

    >>> retrieval = await HybridRetriever(embedder, index, reader, settings).search(request)
    """

    def __init__(
        self, embedder: Embedder, index: SearchIndex, reader: ChunkReader, settings: RetrievalSettings
    ) -> None:
        self._embedder = embedder
        self._index = index
        self._reader = reader
        self._settings = settings

    async def search(self, request: SearchRequest) -> Retrieval:
        """The pool of ``request``, exact clauses first, then by base score; deterministic."""
        if not request.base_ids:
            return Retrieval(())
        question = await self._understand(request)
        legs, weights = self._legs(question, request)
        where = SearchFilter(base_ids=request.base_ids, document_ids=request.document_ids, tags=request.tags)
        result = await self._index.search(legs, where) if legs else SearchResult(())
        exact = await self._exact(request.question, question.references, result)
        fused = weighted_rrf(
            [ranked(leg) for leg in result.legs[: len(weights)]], weights, self._settings.rrf_k
        )
        scores = dict(fused[: pool_size(request.match_count, len(request.base_ids))])
        for id_ in exact:
            scores.setdefault(id_, 0.0)
        chunks = await self._reader.chunks(list(scores))
        hits = await anyio.to_thread.run_sync(_scored, question, result, chunks, scores, exact)
        return Retrieval(tuple(hits), degraded=() if question.vector is not None else (EMBEDDING,))

    async def _understand(self, request: SearchRequest) -> _Question:
        counts = await anyio.to_thread.run_sync(query_terms, request.question)
        references = tuple(find_references(request.question))
        keys = {reference.key for reference in references}
        statistics = {
            field: await self._reader.term_statistics(request.base_ids, field, list(counts[field]))
            for field in LexicalField
        }
        weights = {field: question_idf(counts[field], statistics[field]) for field in LexicalField}
        return _Question(
            vector=await self._embed(request.question),
            idf={
                field: {term: weight for term, weight in terms.items() if term not in keys}
                for field, terms in weights.items()
            },
            leg_terms={
                field: {term: weight * counts[field][term] for term, weight in terms.items()}
                for field, terms in weights.items()
            },
            statistics=statistics,
            references=references,
        )

    async def _embed(self, question: str) -> Vector | None:
        try:
            return await self._embedder.embed_query(question)
        except EmbeddingFailed:
            return None  # keyword legs go on and the result says `degraded` (DESIGN.md section 13)

    def _legs(self, question: _Question, request: SearchRequest) -> tuple[list[Leg], list[float]]:
        """The fused legs with their weights, then one clause leg a reference, which fusion does not see."""
        top_k = effective_match_count(request.match_count)
        legs: list[Leg] = []
        weights: list[float] = []
        if question.vector is not None:
            legs.append(DenseLeg(question.vector, limit=top_k * request.route.dense_factor))
            weights.append(self._settings.dense_weight)
        lexical = [field for field in LexicalField if question.leg_terms[field]]
        for field in lexical:
            limit = top_k * request.route.bm25_factor
            legs.append(LexicalLeg(field, question.leg_terms[field], limit=limit))
            weights.append(self._settings.lexical_weight / len(lexical))
        legs += [
            LexicalLeg(LexicalField.MORPHEMES, _clause_terms(reference), limit=CLAUSE_LIMIT)
            for reference in question.references
        ]
        return legs, weights

    async def _exact(self, text: str, references: tuple[Reference, ...], result: SearchResult) -> set[str]:
        clause_legs = result.legs[len(result.legs) - len(references) :]
        found: set[str] = set()
        for reference, leg in zip(references, clause_legs, strict=True):
            chunks = await self._reader.chunks([hit.id for hit in leg])
            holders = [chunk for chunk in chunks.values() if reference.key in chunk.clauses]
            found.update(chunk.id for chunk in exact_chunks(reference, holders, text))
        return found


def _clause_terms(reference: Reference) -> dict[str, float]:
    terms = dict.fromkeys(analyze(reference.law or ""), LAW_NAME_WEIGHT)
    terms[f"{HELD_CLAUSE}{reference.key}"] = 1.0
    return terms


def _scored(
    question: _Question,
    result: SearchResult,
    chunks: Mapping[str, Chunk],
    scores: Mapping[str, float],
    exact: set[str],
) -> list[Hit]:
    has_dense = question.vector is not None
    dense = {hit.id for hit in result.legs[0]} if has_dense and result.legs else set()
    lexical = {hit.id for leg in result.legs[1 if has_dense else 0 :] for hit in leg}
    hits = [
        _hit(question, result, chunks[id_], rrf, exact=id_ in exact, kind=_kind(id_, dense, lexical))
        for id_, rrf in scores.items()
        if id_ in chunks
    ]
    return sorted(hits, key=lambda hit: (not hit.exact_reference, -hit.base_score, hit.chunk.id))


def _hit(
    question: _Question, result: SearchResult, chunk: Chunk, rrf: float, *, exact: bool, kind: MatchType
) -> Hit:
    vector = result.vectors.get(chunk.id)
    cosine = None if vector is None or question.vector is None else float(vector @ question.vector)
    lexical = lexical_scores(chunk, question.idf, question.statistics)
    score = base_score(cosine, lexical)
    return Hit(
        chunk=chunk,
        score=score,
        match_type=kind,
        rrf_score=rrf,
        base_score=score,
        cosine=cosine,
        lexical=lexical,
        idf=question.idf,
        exact_reference=exact,
    )


def _kind(id_: str, dense: set[str], lexical: set[str]) -> MatchType:
    if id_ in dense:
        return MatchType.HYBRID if id_ in lexical else MatchType.DENSE
    return MatchType.LEXICAL
