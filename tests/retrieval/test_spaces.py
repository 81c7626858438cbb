"""Bases of several vector spaces in one question."""

from collections.abc import Sequence

import pytest

from pincite.core.errors import EmbeddingFailed, EmbeddingSizeChanged, IndexUnavailable
from pincite.core.settings import RetrievalSettings
from pincite.core.types import QueryType, Route, SearchStrategy
from pincite.evaluation.library import build_library
from pincite.evaluation.memory import MemoryIndex
from pincite.ports.places import BasePlace
from pincite.retrieval import HybridRetriever, SearchRequest, SpacesRetriever
from pincite.retrieval.parallel import found_at_once
from pincite.retrieval.request import Retrieval
from tests.builders import chunk, hit
from tests.retrieval.test_hybrid import PASSAGES, WordEmbedder, whole

ROUTE = Route(QueryType.SIMPLE_FACT, SearchStrategy.HYBRID, 6, 6)
QUESTION = "무면허 운전 사고도 보상되나요?"


class Places:
    def __init__(self, *places: BasePlace) -> None:
        self.known = {place.id: place for place in places}

    async def places(self, base_ids: Sequence[str]) -> list[BasePlace]:
        return [self.known[id_] for id_ in base_ids if id_ in self.known]


async def spaces(*places: BasePlace, embedders: dict[str, WordEmbedder]) -> SpacesRetriever:
    stored, reader = (await build_library("kb", PASSAGES, WordEmbedder(), whole)).stores()
    settings, known = RetrievalSettings(), Places(*places)
    retrievers = {
        name: HybridRetriever(embedder, stored, reader, settings, known)
        for name, embedder in embedders.items()
    }
    by_words = HybridRetriever(None, stored, reader, settings, known)
    return SpacesRetriever(retrievers, by_words, known)


def ask(*bases: str) -> SearchRequest:
    return SearchRequest(QUESTION, ROUTE, bases)


@pytest.mark.feature("SR-03")
@pytest.mark.feature("HY-06")
async def test_one_query_vector_a_space() -> None:
    embedders = {"x": WordEmbedder(), "y": WordEmbedder()}
    places = [BasePlace("kb", "x"), BasePlace("b", "y"), BasePlace("c", "x")]
    found = await (await spaces(*places, embedders=embedders)).search(ask("kb", "b", "c"))
    assert [len(embedder.queries) for embedder in embedders.values()] == [1, 1]
    assert found.hits[0].chunk.document_id == "d1"
    assert found.degraded == ()


async def test_a_base_of_another_model_is_found_by_words_and_the_answer_says_so() -> None:
    found = await (await spaces(BasePlace("kb", "old"), embedders={"new": WordEmbedder()})).search(ask("kb"))
    assert found.hits[0].chunk.document_id == "d1"
    assert all(hit.cosine is None for hit in found.hits)
    assert found.degraded == ("embedding",)


async def test_where_words_find_nothing_there_the_reason_is_the_model() -> None:
    retriever = await spaces(BasePlace("kb", "old"), embedders={"new": WordEmbedder()})
    with pytest.raises(EmbeddingFailed, match="another model"):
        await retriever.search(SearchRequest("xylophone", ROUTE, ("kb",)))


@pytest.mark.feature("HY-03")
async def test_a_base_without_vectors_goes_with_any_and_embeds_nothing() -> None:
    embedder = WordEmbedder()
    place = BasePlace("kb", vector=False)
    found = await (await spaces(place, embedders={"x": embedder})).search(ask("kb"))
    assert found.hits[0].chunk.document_id == "d1"
    assert embedder.queries == []
    assert found.degraded == ()
    assert found.by_words


async def test_nothing_to_search_is_nothing_found() -> None:
    wiki = BasePlace("w", vector=False, keyword=False)
    retriever = await spaces(wiki, embedders={"x": WordEmbedder(broken=True)})
    assert (await retriever.search(ask("w", "gone"))).hits == ()


@pytest.mark.feature("SR-07")
async def test_what_works_is_kept_and_the_order_is_that_of_the_scores() -> None:
    async def one() -> Retrieval:
        return Retrieval((hit(chunk("a"), base_score=0.4), hit(chunk("b"), base_score=0.3)))

    async def two() -> Retrieval:
        hits = (hit(chunk("b"), base_score=0.5), hit(chunk("c"), base_score=0.4))
        return Retrieval(hits, ("embedding",))

    async def broken() -> Retrieval:
        raise IndexUnavailable("gone")

    found = await found_at_once([one, two])
    assert [(item.chunk.id, item.base_score) for item in found.hits] == [("b", 0.5), ("a", 0.4), ("c", 0.4)]
    assert found == await found_at_once([two, one])
    assert (await found_at_once([broken, one])).degraded == ("search",)
    with pytest.raises(IndexUnavailable):
        await found_at_once([broken])
    with pytest.raises(IndexUnavailable):
        await found_at_once([broken, broken])
    assert (await found_at_once([])).hits == ()


async def test_what_does_not_pass_by_itself_is_no_degradation() -> None:
    async def one() -> Retrieval:
        return Retrieval((hit(chunk("a")),))

    async def changed() -> Retrieval:
        raise EmbeddingSizeChanged("32 numbers, not 64")

    with pytest.raises(EmbeddingSizeChanged):
        await found_at_once([one, changed])


async def test_rarity_is_counted_in_all_bases_of_the_question() -> None:
    stored, reader = (await build_library("kb", PASSAGES, WordEmbedder(), whole)).stores()
    other, _ = (await build_library("other", PASSAGES[:1], WordEmbedder(), whole)).stores()
    assert isinstance(other, MemoryIndex)
    asked: list[tuple[str, ...]] = []

    original = reader.term_statistics

    async def recorded(base_ids, field, terms):  # type: ignore[no-untyped-def]
        asked.append(tuple(base_ids))
        return await original(base_ids, field, terms)

    reader.term_statistics = recorded  # type: ignore[method-assign]
    known = Places(BasePlace("kb", "x"), BasePlace("other", "y"))
    retrievers = {
        name: HybridRetriever(WordEmbedder(), index, reader, RetrievalSettings(), known)
        for name, index in (("x", stored), ("y", other))
    }
    await SpacesRetriever(retrievers, retrievers["x"], known).search(ask("kb", "other"))
    assert set(asked) == {("kb", "other")}
