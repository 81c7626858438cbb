import random

from pincite.core.settings import RetrievalSettings
from pincite.core.types import LexicalField, QueryType, Route, SearchStrategy
from pincite.evaluation.candidates import Candidates
from pincite.evaluation.datasets import Question
from pincite.evaluation.library import build_library
from pincite.evaluation.muffled import muffled
from pincite.retrieval import HybridRetriever, SearchRequest
from tests.retrieval.test_hybrid import PASSAGES, WordEmbedder, whole


async def _candidates(text: str) -> Candidates:
    index, reader = (await build_library("kb", PASSAGES, WordEmbedder(), whole)).stores()
    route = Route(QueryType.SIMPLE_FACT, SearchStrategy.HYBRID, 6, 6)
    found = await HybridRetriever(WordEmbedder(), index, reader, RetrievalSettings()).search(
        SearchRequest(text, route, ("kb",))
    )
    return Candidates(Question("q", text, "answerable", frozenset({"d1"})), found.hits)


async def test_some_words_stop_matching_and_the_meaning_stays() -> None:
    before = await _candidates("무면허 운전 중의 사고를 보상하나요?")
    after = muffled(before, random.Random(1))
    assert sum(after.hits[0].lexical.values()) < sum(before.hits[0].lexical.values())
    cosines = {hit.chunk.id: hit.cosine for hit in before.hits}
    assert {hit.chunk.id: hit.cosine for hit in after.hits} == cosines
    kept = set(after.hits[0].idf[LexicalField.MORPHEMES]) & set(before.hits[0].idf[LexicalField.MORPHEMES])
    assert 0 < len(kept) < len(before.hits[0].idf[LexicalField.MORPHEMES])
    assert [hit.base_score for hit in after.hits] == sorted((h.base_score for h in after.hits), reverse=True)


async def test_nothing_is_taken_from_a_single_word() -> None:
    before = await _candidates("사고")
    assert muffled(before, random.Random(1)) == before
    assert muffled(Candidates(before.question, ()), random.Random(1)).hits == ()
