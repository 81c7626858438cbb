"""Hybrid search: dense, lexical and clause legs, fused to a pool and scored on absolute scales."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import anyio.to_thread

from pincite.core.bm25 import AVERAGE_LENGTH
from pincite.core.errors import EmbeddingFailed
from pincite.core.settings import RetrievalSettings
from pincite.core.types import Chunk, ChunkType, CosineRange, Hit, LexicalField, MatchType, Vector
from pincite.ports.index import DenseLeg, Leg, LexicalLeg, SearchIndex, SearchResult
from pincite.ports.models import Embedder
from pincite.ports.places import BasePlace, BasePlaces, OnePlace
from pincite.ports.storage import ChunkReader, TermStatistics
from pincite.retrieval.clauses import exact_chunks, meant_references, name_beside
from pincite.retrieval.fusion import FusionWeights, effective_match_count, pool_size, ranked, weighted_rrf
from pincite.retrieval.inspecting import pool_entries
from pincite.retrieval.recalled import RecallThresholds
from pincite.retrieval.request import Retrieval, SearchRequest
from pincite.retrieval.scoring import E5_RANGE, lexical_scores, question_idf, score_of
from pincite.retrieval.stores import RowCache, SearchStores, Store, Widening
from pincite.retrieval.targets import plan_targets
from pincite.text.analyzers import HELD_CLAUSE, analyze, query_terms
from pincite.text.language import dominant_language, is_foreign
from pincite.text.references import Reference, find_references

CLAUSE_LIMIT = 500
"""Holders of one clause looked at: every act has an article 1."""

LAW_NAME_WEIGHT = 0.05
"""Of a word of the name beside a clause in its leg, against 1 for the clause: it orders the holders only."""

WEIGHED_AMONG = 200
"""Passages among which those that a graph leads to are looked for to learn how near they are; all of their
documents, save of books."""

EMBEDDING = "embedding"


@dataclass(frozen=True, slots=True)
class _Question:
    """The question in the form that the legs and the scores need."""

    language: str
    vector: Vector | None
    scale: CosineRange
    """Of the encoder that made ``vector``."""
    idf: Mapping[LexicalField, Mapping[str, float]]
    """Content terms, references left out."""
    leg_terms: Mapping[LexicalField, Mapping[str, float]]
    """The same and the references, which the index holds as terms."""
    statistics: Mapping[LexicalField, TermStatistics]
    references: tuple[Reference, ...]
    failure: EmbeddingFailed | None
    """Why there is no vector; None where none was wanted."""


class HybridRetriever:
    """Finds the pool for a question. Raises what the index and the reader raise. An encoder may fail where
    words find something; where they find nothing its failure is raised, for that is not "no result".

    >>> retrieval = await HybridRetriever(embedder, index, reader, settings).search(request)
    """

    def __init__(
        self,
        embedder: Embedder | None,
        index: SearchIndex | SearchStores,
        reader: ChunkReader,
        settings: RetrievalSettings,
        places: BasePlaces | None = None,
    ) -> None:
        """Without ``embedder`` (no encoder for the vectors of these bases) words alone find."""
        self._embedder = embedder
        self._stores = (
            index
            if isinstance(index, SearchStores)
            else SearchStores(
                {"": Store(index)}, parallel=settings.store_parallelism, timeout=settings.store_timeout
            )
        )
        self._reader = reader
        self._settings = settings
        self._places = places or OnePlace()
        self._weights = FusionWeights.of(settings.rrf_k, settings.dense_weight, settings.lexical_weight)

    async def search(self, request: SearchRequest, places: Sequence[BasePlace] | None = None) -> Retrieval:
        """The pool of ``request``, exact clauses first, then by base score; deterministic. ``places`` of its
        bases spare the look for them."""
        known = await self._places.places(request.base_ids) if places is None else places
        places = [place for place in known if place.is_indexed]
        if not places:
            return Retrieval(())
        dense = request.dense and any(place.vector for place in places)
        question = await self._understand(request.question, request, dense=dense)
        legs, weights = self._legs(question, request)
        for wording in request.wordings:
            more, their_weights = self._legs(await self._understand(wording, request, dense=dense), request)
            legs += more
            weights += their_weights
        legs += [
            LexicalLeg(LexicalField.MORPHEMES, _clause_terms(reference, request.question), limit=CLAUSE_LIMIT)
            for reference in question.references
        ]
        rows = RowCache(self._reader)
        recall = request.recall
        match_count = effective_match_count(request.match_count)
        widening = None if recall is None else Widening(recall, match_count, legs=len(weights))
        result = await self._stores.search(plan_targets(request, places), legs, rows, widening)
        fused = dict(
            weighted_rrf([ranked(leg) for leg in result.legs[: len(weights)]], weights, self._weights.k)
        )
        room = pool_size(request.match_count, len(places))
        chunks = await self._holders(question.references, result, rows)
        exact = self._exact(request.question, question, result, chunks, fused, room)
        scores = await _pool(fused, room, rows if any(place.entries for place in places) else None)
        for id_ in exact:
            scores.setdefault(id_, 0.0)
        chunks |= await rows.chunks(scores)
        hits = await anyio.to_thread.run_sync(_scored, question, legs, result, chunks, scores, exact)
        if request.recall_thresholds:
            lines = request.thresholds or RecallThresholds.of(self._settings)
            hits = (lines.relaxed() if request.relaxed else lines).kept(hits)
        if not hits and question.failure is not None:
            raise question.failure
        entries = (
            pool_entries(legs, result.legs, len(question.references), fused, scores, exact)
            if request.explain
            else ()
        )
        return Retrieval(
            tuple(hits),
            entries=entries,
            degraded=(EMBEDDING,) if question.failure is not None else (),
            by_words=question.vector is None,
        )

    async def weigh(
        self, request: SearchRequest, chunks: Sequence[Chunk], places: Sequence[BasePlace]
    ) -> list[Hit]:
        """``chunks`` that no leg found, as hits of the graph on the scales of `search`, in no order;
        ``places`` are those of their bases. Raises as `search`, but an encoder that fails leaves it to
        words."""
        near = [place for place in places if place.is_indexed and place.vector]
        question = await self._understand(request.question, request, dense=request.dense and bool(near))
        cosines: dict[str, float] = {}
        if question.vector is not None:
            documents = tuple(dict.fromkeys(chunk.document_id for chunk in chunks))
            leg = DenseLeg(question.vector, limit=WEIGHED_AMONG)
            targets = plan_targets(replace(request, document_ids=documents, tags=(), scopes={}), near)
            found = await self._stores.search(targets, [leg], RowCache(self._reader))
            # What is not among the nearest is no nearer than the last of them.
            least = min(found.cosines.values(), default=-1.0)
            spaces = {place.id for place in near}
            cosines = {
                chunk.id: found.cosines.get(chunk.id, least) for chunk in chunks if chunk.base_id in spaces
            }
        question = replace(question, statistics=_usual(question.statistics))
        return await anyio.to_thread.run_sync(
            _weighed, question, chunks, SearchResult(((),), cosines), {place.id for place in places}
        )

    async def _understand(self, text: str, request: SearchRequest, *, dense: bool) -> _Question:
        asked = request.asked_base_ids or request.base_ids
        counts = await anyio.to_thread.run_sync(query_terms, text)
        named = find_references(text)
        keys = {reference.key for reference in named}
        references = _distinct(meant_references(named, text))
        statistics = {
            field: await self._reader.term_statistics(asked, field, list(counts[field]))
            for field in LexicalField
        }
        weights = {field: question_idf(counts[field], statistics[field]) for field in LexicalField}
        vector, failure = await self._embed(text) if dense else (None, None)
        return _Question(
            language=dominant_language(text),
            vector=vector,
            scale=E5_RANGE if self._embedder is None else self._embedder.cosine_range,
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
        if self._embedder is None:
            return None, EmbeddingFailed(
                "A knowledge base was embedded by another model than the one that is set now.",
                hint="Run `pincite reindex`, or set the model back; until then words alone find.",
            )
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
            weights.append(self._weights.dense)
        lexical = [field for field in LexicalField if question.leg_terms[field]]
        for field in lexical:
            limit = top_k * request.route.bm25_factor
            legs.append(LexicalLeg(field, question.leg_terms[field], limit=limit))
            weights.append(self._weights.lexical / len(lexical))
        return legs, weights

    async def _holders(
        self, references: tuple[Reference, ...], result: SearchResult, rows: RowCache
    ) -> dict[str, Chunk]:
        """Chunks of the clause legs."""
        legs = result.legs[len(result.legs) - len(references) :] if references else ()
        return await rows.chunks([hit.id for leg in legs for hit in leg])

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


async def _pool(fused: Mapping[str, float], room: int, rows: RowCache | None) -> dict[str, float]:
    """The best ``room`` of ``fused``. Where entries are among them (``rows``), of each its best point only:
    the others say the same."""
    ids = list(fused)
    if rows is None:
        return {id_: fused[id_] for id_ in ids[:room]}
    pool: dict[str, float] = {}
    entries: set[str] = set()
    for start in range(0, len(ids), room):
        part = ids[start : start + room]
        known = await rows.chunks(part)
        for id_ in part:
            chunk = known.get(id_)
            if chunk is not None and chunk.chunk_type is ChunkType.FAQ:
                if chunk.document_id in entries:
                    continue
                entries.add(chunk.document_id)
            pool[id_] = fused[id_]
            if len(pool) == room:
                return pool
    return pool


def _cosine(question: _Question, result: SearchResult, id_: str) -> float:
    return 0.0 if question.vector is None else result.cosines.get(id_, 0.0)


def _distinct(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Of the paragraphs of one article one: its leg finds the article."""
    found: dict[tuple[str, str | None], Reference] = {}
    for reference in references:
        found.setdefault((reference.key, reference.law), reference)
    return tuple(found.values())


def _clause_terms(reference: Reference, question: str) -> dict[str, float]:
    name = name_beside(reference, question)
    terms = dict.fromkeys(analyze(" ".join((*name.words, name.law))), LAW_NAME_WEIGHT)
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
    cosine = None if question.vector is None else result.cosines.get(chunk.id)
    lexical = lexical_scores(chunk, question.idf, question.statistics)
    nearness = None if cosine is None else question.scale.nearness(cosine)
    foreign = is_foreign(question.language, chunk.content, chunk.language)
    score = score_of(nearness, lexical, foreign=foreign)
    return Hit(
        chunk=chunk,
        score=score,
        match_type=kind,
        rrf_score=rrf,
        base_score=score,
        cosine=cosine,
        nearness=nearness,
        lexical=lexical,
        idf=question.idf,
        exact_reference=exact,
    )


def _weighed(
    question: _Question, chunks: Sequence[Chunk], result: SearchResult, bases: Collection[str]
) -> list[Hit]:
    return [
        _hit(question, result, chunk, 0.0, exact=False, kind=MatchType.GRAPH)
        for chunk in chunks
        if chunk.base_id in bases
    ]


def _usual(statistics: Mapping[LexicalField, TermStatistics]) -> dict[LexicalField, TermStatistics]:
    """With the length of a usual chunk where none of the bases asked counts its words."""
    return {
        field: counts if counts.chunks else replace(counts, average_length=AVERAGE_LENGTH[field])
        for field, counts in statistics.items()
    }


def _kind(id_: str, dense: set[str], lexical: set[str]) -> MatchType:
    if id_ in dense:
        return MatchType.HYBRID if id_ in lexical else MatchType.DENSE
    return MatchType.LEXICAL
