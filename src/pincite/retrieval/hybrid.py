"""Hybrid search: dense, lexical and clause legs, fused to a pool and scored on absolute scales."""

from collections.abc import Mapping, Sequence
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
    failure: EmbeddingFailed | None
    """Why there is no vector."""


class HybridRetriever:
    """Finds the pool for a question. Raises what the index and the reader raise. An encoder may fail where
    words find something; where they find nothing its failure is raised, for that is not "no result".

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
        question = await self._understand(request.question, request)
        legs, weights = self._legs(question, request)
        for wording in request.wordings:
            more, their_weights = self._legs(await self._understand(wording, request), request)
            legs += more
            weights += their_weights
        legs += [
            LexicalLeg(LexicalField.MORPHEMES, _clause_terms(reference), limit=CLAUSE_LIMIT)
            for reference in question.references
        ]
        where = SearchFilter(
            base_ids=request.base_ids,
            document_ids=request.document_ids,
            tags=request.tags,
            exclude_document_ids=request.exclude_document_ids,
        )
        result = await self._index.search(legs, where) if legs else SearchResult(())
        fused = weighted_rrf(
            [ranked(leg) for leg in result.legs[: len(weights)]], weights, self._settings.rrf_k
        )
        room = pool_size(request.match_count, len(request.base_ids))
        chunks = await self._holders(question.references, result)
        exact = self._exact(request.question, question, result, chunks, dict(fused), room)
        scores = dict(fused[:room])
        for id_ in exact:
            scores.setdefault(id_, 0.0)
        chunks |= await self._reader.chunks([id_ for id_ in scores if id_ not in chunks])
        hits = await anyio.to_thread.run_sync(_scored, question, legs, result, chunks, scores, exact)
        if not hits and question.failure is not None:
            raise question.failure
        return Retrieval(tuple(hits), degraded=() if question.vector is not None else (EMBEDDING,))

    async def _understand(self, text: str, request: SearchRequest) -> _Question:
        counts = await anyio.to_thread.run_sync(query_terms, text)
        references = tuple(find_references(text))
        keys = {reference.key for reference in references}
        statistics = {
            field: await self._reader.term_statistics(request.base_ids, field, list(counts[field]))
            for field in LexicalField
        }
        weights = {field: question_idf(counts[field], statistics[field]) for field in LexicalField}
        vector, failure = await self._embed(text)
        return _Question(
            vector=vector,
            failure=failure,
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

    async def _embed(self, question: str) -> tuple[Vector | None, EmbeddingFailed | None]:
        try:
            return await self._embedder.embed_query(question), None
        except EmbeddingFailed as error:
            return None, error  # keyword legs go on and the result says `degraded` (DESIGN.md section 13)

    def _legs(self, question: _Question, request: SearchRequest) -> tuple[list[Leg], list[float]]:
        """The legs of one wording that fusion joins, with their weights."""
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
        return legs, weights

    async def _holders(self, references: tuple[Reference, ...], result: SearchResult) -> dict[str, Chunk]:
        """Chunks of the clause legs, read once."""
        legs = result.legs[len(result.legs) - len(references) :]
        return await self._reader.chunks([hit.id for leg in legs for hit in leg]) if references else {}

    def _exact(
        self,
        text: str,
        question: _Question,
        result: SearchResult,
        chunks: Mapping[str, Chunk],
        fused: Mapping[str, float],
        room: int,
    ) -> set[str]:
        """Chunks of the clauses that the question names; of each at most ``room``, the nearest: an article
        number without a document's name means one article in every document."""
        clause_legs = result.legs[len(result.legs) - len(question.references) :]
        found: set[str] = set()
        for reference, leg in zip(question.references, clause_legs, strict=True):
            holders = [chunks[hit.id] for hit in leg if hit.id in chunks]
            holders = [chunk for chunk in holders if reference.key in chunk.clauses]
            meant = [chunk.id for chunk in exact_chunks(reference, holders, text)]
            if len(meant) > room:
                meant.sort(key=lambda id_: (-fused.get(id_, 0.0), -_cosine(question, result, id_), id_))
            found.update(meant[:room])
        return found


def _cosine(question: _Question, result: SearchResult, id_: str) -> float:
    vector = result.vectors.get(id_)
    return 0.0 if vector is None or question.vector is None else float(vector @ question.vector)


def _clause_terms(reference: Reference) -> dict[str, float]:
    terms = dict.fromkeys(analyze(reference.law or ""), LAW_NAME_WEIGHT)
    terms[f"{HELD_CLAUSE}{reference.key}"] = 1.0
    return terms


def _scored(
    question: _Question,
    legs: Sequence[Leg],
    result: SearchResult,
    chunks: Mapping[str, Chunk],
    scores: Mapping[str, float],
    exact: set[str],
) -> list[Hit]:
    dense: set[str] = set()
    lexical: set[str] = set()
    for leg, found in zip(legs, result.legs, strict=True):
        (dense if isinstance(leg, DenseLeg) else lexical).update(hit.id for hit in found)
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
