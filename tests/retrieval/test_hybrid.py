from collections.abc import Sequence

import numpy as np
import pytest

from pincite.core.errors import EmbeddingFailed, IndexUnavailable
from pincite.core.settings import RetrievalSettings
from pincite.core.types import (
    CosineRange,
    LexicalField,
    MatchType,
    Matrix,
    QueryType,
    Route,
    SearchStrategy,
    TextChunk,
    Vector,
)
from pincite.evaluation.datasets import Passage
from pincite.evaluation.library import EvaluationLibrary, build_library
from pincite.evaluation.memory import MemoryIndex
from pincite.ports.index import DenseLeg, Leg, LexicalLeg, SearchFilter, SearchResult
from pincite.retrieval import HybridRetriever, SearchRequest
from pincite.text.analyzers import analyze

ROUTE = Route(QueryType.SIMPLE_FACT, SearchStrategy.HYBRID, 6, 6)
STRUCTURED = Route(QueryType.STRUCTURED_LOOKUP, SearchStrategy.BM25_HEAVY, 3, 8)

PASSAGES = [
    Passage("c1", "민법", "제1조(법원) 민사에 관하여 법률에 규정이 없으면 관습법에 의한다."),
    Passage("c145", "민법", "제145조(법정추인) 추인할 수 있는 후에 이행의 청구가 있으면 추인한 것으로 본다."),
    Passage("l145", "근로기준법", "제145조(벌칙) 이 법을 위반한 자는 벌금에 처한다."),
    Passage("d1", "면허", "무면허운전 중에 일어난 사고는 보상하지 아니한다."),
    Passage("e1", "manual", "The valve must be replaced every 500 hours of operation."),
    Passage("z1", "手册", "员工每年享有十五天带薪年假。"),
]


class WordEmbedder:
    """Texts that share morphemes are near each other: each word has its own direction."""

    identity = "words"
    dimension = 64
    cosine_range = CosineRange(0.75, 0.95)

    def __init__(self, *, broken: bool = False) -> None:
        self.broken = broken
        self.queries: list[str] = []

    async def embed_query(self, text: str) -> Vector:
        self.queries.append(text)
        if self.broken:
            raise EmbeddingFailed("no encoder")
        return self._embed(text)

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self._embed(text) for text in texts])

    def count_tokens(self, text: str) -> int:
        return len(text)

    async def aclose(self) -> None:
        return None

    def _embed(self, text: str) -> Vector:
        vector = np.full(self.dimension, 0.4, dtype=np.float32)
        for word in analyze(text):
            vector[sum(word.encode()) % self.dimension] += 1.0
        unit: Vector = vector / np.linalg.norm(vector)
        return unit


class RecordingIndex(MemoryIndex):
    def __init__(self) -> None:
        super().__init__()
        self.legs: list[Leg] = []
        self.where = SearchFilter()

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        self.legs, self.where = list(legs), where
        return await super().search(legs, where, with_vectors=with_vectors)


def whole(text: str) -> list[TextChunk]:
    return [TextChunk(0, 0, len(text), text)]


async def _library(passages: Sequence[Passage] = PASSAGES) -> EvaluationLibrary:
    return await build_library("kb", passages, WordEmbedder(), whole)


async def _retriever(embedder: WordEmbedder, index: MemoryIndex | None = None) -> HybridRetriever:
    library = await _library()
    stored, reader = library.stores()
    if index is not None:
        index.load(stored.points())
    return HybridRetriever(embedder, index or stored, reader, RetrievalSettings())


def _ask(question: str, route: Route = ROUTE, **scope: tuple[str, ...]) -> SearchRequest:
    return SearchRequest(question, route, scope.pop("base_ids", ("kb",)), **scope)


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("무면허 운전 사고도 보상되나요?", "d1"),
        ("How often is the valve replaced?", "e1"),
        ("年假有几天？", "z1"),
        ("관습법은 언제 따르나요?", "c1"),
    ],
)
async def test_the_passage_that_answers_comes_first(question: str, passage: str) -> None:
    found = await (await _retriever(WordEmbedder())).search(_ask(question))
    assert found.hits[0].chunk.document_id == passage
    assert found.degraded == ()


@pytest.mark.parametrize(
    ("question", "passage"), [("민법 제145조를 알려주세요", "c145"), ("근로기준법 제145조는?", "l145")]
)
async def test_a_named_clause_comes_first_and_alone_is_exact(question: str, passage: str) -> None:
    found = await (await _retriever(WordEmbedder())).search(_ask(question, STRUCTURED))
    assert found.hits[0].chunk.document_id == passage
    assert [hit.exact_reference for hit in found.hits] == [True] + [False] * (len(found.hits) - 1)


async def test_a_clause_of_another_act_is_not_exact() -> None:
    found = await (await _retriever(WordEmbedder())).search(_ask("상법 제145조는?", STRUCTURED))
    assert not any(hit.exact_reference for hit in found.hits)


async def test_an_exact_clause_outside_the_scope_is_not_found() -> None:
    retriever = await _retriever(WordEmbedder())
    found = await retriever.search(_ask("민법 제145조는?", document_ids=("d1", "e1")))
    assert {hit.chunk.document_id for hit in found.hits} <= {"d1", "e1"}


async def test_without_bases_nothing_is_found() -> None:
    assert (await (await _retriever(WordEmbedder())).search(_ask("무엇?", base_ids=()))).hits == ()


@pytest.mark.feature("HY-06")
@pytest.mark.feature("RT-04")
async def test_legs_follow_the_route_and_the_question_is_embedded_once() -> None:
    embedder, index = WordEmbedder(), RecordingIndex()
    retriever = await _retriever(embedder, index)
    await retriever.search(_ask("민법 제145조의 법정추인", STRUCTURED, tags=("t",)))
    dense, *lexical = index.legs
    assert isinstance(dense, DenseLeg)
    assert dense.limit == 30
    fused = [leg for leg in lexical if isinstance(leg, LexicalLeg)][:2]
    assert [(leg.field, leg.limit) for leg in fused] == [
        (LexicalField.MORPHEMES, 80),
        (LexicalField.BIGRAMS, 80),
    ]
    assert index.where == SearchFilter(base_ids=("kb",), tags=("t",))
    assert embedder.queries == ["민법 제145조의 법정추인"]


@pytest.mark.feature("HY-14")
async def test_keywords_go_on_when_the_encoder_fails() -> None:
    found = await (await _retriever(WordEmbedder(broken=True))).search(_ask("무면허 운전 사고"))
    assert found.degraded == ("embedding",)
    assert found.hits[0].chunk.document_id == "d1"
    assert found.hits[0].match_type is MatchType.LEXICAL
    assert found.hits[0].cosine is None


async def test_scores_are_absolute_and_sorted() -> None:
    hits = (await (await _retriever(WordEmbedder())).search(_ask("무면허 운전 사고"))).hits
    assert [hit.base_score for hit in hits] == sorted((hit.base_score for hit in hits), reverse=True)
    assert all(0.0 <= hit.base_score <= 1.0 for hit in hits)
    assert all(hit.cosine is not None for hit in hits)
    assert hits[0].idf[LexicalField.MORPHEMES]["운전"] > 0


async def test_the_same_question_has_the_same_answer() -> None:
    retriever = await _retriever(WordEmbedder())
    first, second = [await retriever.search(_ask("보상 청구 위반 사고")) for _ in range(2)]
    assert first == second


async def test_a_store_that_fails_keeps_its_type() -> None:
    class DeadIndex(MemoryIndex):
        async def search(
            self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
        ) -> SearchResult:
            raise IndexUnavailable("gone")

    retriever = await _retriever(WordEmbedder(), DeadIndex())
    with pytest.raises(IndexUnavailable):
        await retriever.search(_ask("보상"))
