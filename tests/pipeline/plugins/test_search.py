import pytest

from pincite.core.catalogue import say
from pincite.core.errors import ConfigurationError
from pincite.core.settings import RetrievalSettings
from pincite.evaluation.memory import MemoryReader
from pincite.pipeline.events import Event
from pincite.pipeline.plugins.search import SearchPlugin, named_by_person
from pincite.pipeline.profile import Profile
from pincite.pipeline.state import Cancelled, ChatRequest, ChatState
from pincite.retrieval import Retrieval, SearchRequest
from pincite.routing import classify_query, expand_query
from tests.builders import chunk, hit
from tests.pipeline.standins import HashEmbedder, ScriptedModel, ScriptedReranker, World

QUESTION = "보험금은 언제 지급하나요?"


@pytest.mark.feature("CG-06")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
async def test_an_empty_library_says_that_it_is_empty(language: str) -> None:
    answer = await World(chunks=()).ask(QUESTION, language=language)
    assert answer.is_refusal
    assert answer.refusal_reason == say("answer.refused_empty", language)
    assert answer.answer == say("answer.not_found", language)
    assert answer.nearest == answer.sources == ()


async def test_no_base_at_all_is_empty_too() -> None:
    answer = await World().ask(QUESTION, base_ids=())
    assert answer.refusal_reason == say("answer.refused_empty", "ko")


async def test_a_scope_without_a_match_is_not_called_empty() -> None:
    answer = await World().ask(QUESTION, tags=("unknown",))
    assert answer.is_refusal
    assert answer.refusal_reason == say("answer.refused_nothing", "ko")


async def test_finding_nothing_calls_no_model_and_no_reranker() -> None:
    model, reranker = ScriptedModel("x"), ScriptedReranker(0.9)
    answer = await World(chunks=(), model=model, reranker=reranker).ask(QUESTION)
    assert answer.is_refusal
    assert model.calls == []
    assert reranker.queries == []


async def test_nothing_found_by_a_plain_search_is_an_empty_list() -> None:
    found = await World(chunks=()).retrieve(QUESTION)
    assert found.sources == ()
    assert not found.is_refusal
    assert "refusal_reason" not in found.to_json()


@pytest.mark.feature("SR-05")
async def test_documents_that_are_named_are_searched_below_the_thresholds_too() -> None:
    strict = Profile(vector_threshold=1.0, keyword_threshold=1.0)
    world = World(tags=("약관",))
    assert (await world.retrieve(QUESTION)).sources
    assert not (await world.retrieve("연금의 개시", profile=strict)).sources
    for scope in ({"document_ids": ("terms",)}, {"tags": ("약관",)}):
        assert (await world.retrieve("연금의 개시", profile=strict, **scope)).sources


@pytest.mark.feature("OR-06")
async def test_a_stop_while_nothing_is_found_is_no_refusal() -> None:
    with pytest.raises(Cancelled):
        await World(chunks=()).ask(QUESTION, cancelled=lambda: True)


async def test_keywords_go_on_without_the_encoder() -> None:
    answer = await World(embedder=HashEmbedder(works=0)).ask("해약환급금은 언제 지급하나요?")
    assert not answer.is_refusal
    assert answer.degraded == ("embedding",)
    assert "10일 이내" in answer.answer


async def test_the_question_must_be_routed_first() -> None:
    world = await World().start()
    chat = ChatState(ChatRequest(QUESTION, ("base",)))

    async def inner() -> None:
        raise AssertionError("not reached")

    plugin = SearchPlugin(world.services.retriever, world.services.reader)
    with pytest.raises(ConfigurationError):
        await plugin.on_event(Event.CHUNK_SEARCH_PARALLEL, chat, inner)


def test_only_the_persons_own_clauses_count_as_named() -> None:
    asked = hit(chunk("a", clauses=("article:43",)), exact_reference=True)
    invented = hit(chunk("b", clauses=("article:44",)), exact_reference=True)
    plain = hit(chunk("c", clauses=("article:45",)))
    found = named_by_person([asked, invented, plain], "제43조와 관련된 것은?")
    assert [one.exact_reference for one in found] == [True, False, False]


class Recording:
    """A `Retriever` that finds ``counts`` passages, search by search."""

    def __init__(self, *counts: int, by_words: bool = True) -> None:
        self.counts = list(counts)
        self.by_words = by_words
        self.asked: list[SearchRequest] = []

    async def search(self, request: SearchRequest) -> Retrieval:
        self.asked.append(request)
        hits = tuple(hit(chunk(f"c-{n}")) for n in range(self.counts[len(self.asked) - 1]))
        return Retrieval(hits, ("embedding",) if self.by_words else (), self.by_words)


async def searched(retriever: Recording, settings: RetrievalSettings | None = None) -> ChatState:
    chat = ChatState(ChatRequest("무면허운전 사고도 보상되나요?", ("base",), top_k=3, rerank_top_k=8))
    chat.state.search_query = chat.request.query
    chat.state.route = classify_query(chat.request.query)

    async def done() -> None:
        return None

    plugin = SearchPlugin(retriever, MemoryReader([]), settings)
    await plugin.on_event(Event.CHUNK_SEARCH_PARALLEL, chat, done)
    return chat


@pytest.mark.feature("QX-01")
@pytest.mark.feature("QX-06")
async def test_where_no_vector_helps_and_words_find_little_other_wordings_are_searched() -> None:
    retriever = Recording(2, 5)
    chat = await searched(retriever)
    first, second = retriever.asked
    assert (first.wordings, first.dense, first.relaxed, first.match_count) == ((), True, False, 3)
    assert second.wordings == tuple(expand_query(first.question))
    assert (second.dense, second.relaxed, second.match_count) == (False, True, 16)
    assert second.question == first.question
    assert len(chat.state.hits) == 5
    assert chat.state.degraded == ["embedding"]


@pytest.mark.feature("QX-01")
async def test_enough_hits_or_vectors_or_the_setting_search_once() -> None:
    for retriever, settings in (
        (Recording(3), None),
        (Recording(1, by_words=False), None),
        (Recording(1), RetrievalSettings(expansion=False)),
    ):
        await searched(retriever, settings)
        assert len(retriever.asked) == 1
