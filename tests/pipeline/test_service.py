"""Whole questions, as a person would ask them."""

import json
from collections.abc import Sequence

import pytest

from pincite.core.catalogue import say
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.core.settings import AnswerSettings
from pincite.core.types import Message, QueryType
from pincite.pipeline.state import Cancelled
from pincite.ports.models import PLAIN, ChatOptions, Completion, StreamEnd, Usage
from pincite.ranking import FeatureRanker
from tests.pipeline.standins import (
    TERMS,
    ScriptedModel,
    ScriptedReranker,
    ShuffledIndex,
    World,
    terms_chunks,
)

QUESTION = "보험금은 언제 지급하나요?"
MODEL_FALLBACK = AnswerSettings(fallback="model")


@pytest.mark.feature("PL-10")
async def test_retrieving_needs_no_model() -> None:
    model = ScriptedModel(ChatModelUnavailable("down"))
    found = await World(model=model, reranker=ScriptedReranker(0.01)).retrieve(QUESTION)
    assert found.sources
    assert found.answer == ""
    assert not found.is_refusal
    assert model.calls == []
    assert set(found.stage_ms) == {
        "query_understand",
        "query_route",
        "chunk_search_parallel",
        "chunk_rerank",
        "chunk_merge",
        "filter_top_k",
    }


@pytest.mark.feature("PL-11")
async def test_an_answer_tells_its_way() -> None:
    answer = await World(model=ScriptedModel('3영업일. <ref id="c1"/>')).ask(QUESTION)
    assert {"retrieval_grade", "into_chat_message", "chat_completion", "answer_verify"} < set(answer.stage_ms)
    body = answer.to_json()
    json.dumps(body)
    assert body["trace_id"] == "trace"
    assert set(body["route"]) == {"strategy", "query_type"}
    assert all(body["route"].values())
    assert body["capabilities"] == ["retrieval"]
    assert body["verification"]["risk_level"]
    assert body["degraded"] == []


async def test_the_stages_of_a_searched_again_question_add_up() -> None:
    answer = await World(reranker=ScriptedReranker(0.2, 0.2, 0.2)).ask("무면허 운전 보상되나요?")
    assert answer.crag_retries == 2
    assert sum(answer.stage_ms.values()) <= answer.elapsed_ms + 1e-6
    assert "fallback" in answer.stage_ms


async def test_an_answer_has_every_attempt_in_order() -> None:
    world = World(reranker=ScriptedReranker(0.25, 0.15, 0.2), model=ScriptedModel("면책 사유", "무면허 면책"))
    answer = await world.ask("무면허 운전 보상되나요?")
    assert answer.top_scores == (0.25, 0.15, 0.2)
    assert answer.rewrites == ("면책 사유", "무면허 면책")
    assert answer.crag_retries == 2
    assert answer.is_refusal
    assert answer.model_calls == 2


async def test_a_clause_comes_with_its_place_and_page() -> None:
    answer = await World(reranker=FeatureRanker()).ask("제43조 보여줘")
    source = answer.sources[0]
    assert answer.query_type is QueryType.STRUCTURED_LOOKUP
    assert source.location == "보험약관, 제43조(보험금의 지급), p. 2"
    assert source.to_json()["page_range"] == [2, 2]
    assert "3영업일" in answer.answer


@pytest.mark.parametrize(
    "question", [QUESTION, "제43조", "제43조와 제44조의 차이는?", "해약환급금을 받으려면 어떻게 하나요?"]
)
async def test_the_same_question_gets_the_same_answer(question: str) -> None:
    """Also when the index gives its hits in another order each time."""
    terms = [(f"제{n}조(보험금 {n})", "보험금을 지급합니다. 해약환급금도 지급합니다.") for n in range(60, 80)]
    world = World(reranker=FeatureRanker(), index=ShuffledIndex(), chunks=terms_chunks((*TERMS, *terms)))
    answers = [await world.ask(question) for _ in range(4)]
    plain = await World(reranker=FeatureRanker(), chunks=world.chunks).ask(question)
    told = {
        json.dumps(
            {key: value for key, value in answer.to_json().items() if key not in ("elapsed_ms", "stage_ms")},
            ensure_ascii=False,
        )
        for answer in (*answers, plain)
    }
    assert len(told) == 1


@pytest.mark.feature("OR-07")
async def test_a_refusal_can_be_a_fixed_sentence() -> None:
    model = ScriptedModel("x")
    settings = AnswerSettings(fallback="fixed", fixed_response="고객센터에 문의하세요.")
    answer = await World(reranker=ScriptedReranker(0.01), model=model, answer=settings).ask(QUESTION)
    assert answer.answer == "고객센터에 문의하세요."
    assert answer.is_refusal
    assert model.calls == []


@pytest.mark.feature("OR-07")
async def test_a_fixed_sentence_that_is_blank_is_the_refusal() -> None:
    settings = AnswerSettings(fallback="fixed", fixed_response=" ")
    answer = await World(reranker=ScriptedReranker(0.01), answer=settings).ask(QUESTION)
    assert answer.answer == say("answer.not_found", "ko")


@pytest.mark.feature("OR-07")
async def test_a_model_may_answer_without_documents_and_is_marked_so() -> None:
    written = '보통 3일입니다. <ref id="c1"/><kb doc="x" chunk_id="y" kb_id="z"/> 제99조.'
    world = World(reranker=ScriptedReranker(0.01), model=ScriptedModel(written), answer=MODEL_FALLBACK)
    answer = await world.ask(QUESTION)
    assert answer.answer.split() == ["보통", "3일입니다.", "제99조."]
    assert answer.ungrounded
    assert answer.refusal_reason
    assert answer.sources == answer.citations == ()
    assert answer.verification is None
    assert answer.model_calls == 1
    body = answer.to_json()
    assert body["ungrounded"] is True
    assert body["verification"] is None
    assert "citations" not in body


@pytest.mark.parametrize("failing", [ChatModelUnavailable("down"), ModelCallFailed("500")])
async def test_a_refusal_needs_no_model(failing: Exception) -> None:
    world = World(reranker=ScriptedReranker(0.01), model=ScriptedModel(failing), answer=MODEL_FALLBACK)
    answer = await world.ask(QUESTION)
    assert answer.answer == say("answer.not_found", "ko")
    assert answer.degraded == ("fallback",)
    assert not answer.ungrounded


@pytest.mark.parametrize("empty", ["", ' <ref id="c1"/>'])
async def test_a_model_that_says_nothing_is_the_refusal(empty: str) -> None:
    world = World(reranker=ScriptedReranker(0.01), model=ScriptedModel(empty), answer=MODEL_FALLBACK)
    answer = await world.ask(QUESTION)
    assert answer.answer == say("answer.not_found", "ko")
    assert not answer.ungrounded


async def test_without_a_model_its_fallback_is_the_refusal() -> None:
    answer = await World(reranker=ScriptedReranker(0.01), answer=MODEL_FALLBACK).ask(QUESTION)
    assert answer.answer == say("answer.not_found", "ko")


@pytest.mark.feature("OR-06")
async def test_a_stop_during_the_fallback_is_a_stop() -> None:
    model = ScriptedModel("보통 3일입니다.")
    world = World(reranker=ScriptedReranker(0.01), model=model, answer=MODEL_FALLBACK)
    with pytest.raises(Cancelled):
        await world.ask(QUESTION, cancelled=lambda: bool(model.calls))


@pytest.mark.feature("TK-02")
@pytest.mark.parametrize("wanted", [1, 2, 3])
async def test_no_more_passages_than_wanted(wanted: int) -> None:
    assert len((await World().retrieve(QUESTION, rerank_top_k=wanted)).sources) == wanted


async def test_a_search_for_a_greeting_finds_what_there_is_and_an_answer_greets() -> None:
    assert (await World().retrieve("안녕하세요")).sources
    answer = await World().ask("안녕하세요")
    assert (answer.is_refusal, answer.sources, answer.citations) == (False, (), ())
    assert "물어보세요" in answer.answer


class CutShort(ScriptedModel):
    """A server that stops at the longest answer that it was allowed."""

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        text = await self.complete(messages, temperature=temperature, max_tokens=max_tokens)
        return Completion(text, end=StreamEnd("length", Usage(9, 3)))


@pytest.mark.parametrize(("score", "refused"), [(0.9, False), (0.01, True)])
async def test_an_answer_that_ends_at_the_models_longest_says_so(score: float, refused: bool) -> None:
    world = World(
        model=CutShort('보험금은 3영업일 이내에 <ref id="c1"/>'),
        reranker=ScriptedReranker(score),
        answer=MODEL_FALLBACK,
    )
    answer = await world.ask(QUESTION)
    assert answer.is_refusal is refused
    assert (answer.finish_reason, answer.usage) == ("length", Usage(9, 3))
    assert answer.notices == (say("answer.cut_off", "ko"),)
