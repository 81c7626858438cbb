"""The gate: answer, look again in other words, or refuse (reference 001 part 2, DESIGN.md section 13)."""

import pytest

from pincite.core.catalogue import say
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed
from pincite.core.settings import ChatSettings, GateSettings
from pincite.core.types import Hit, QueryType
from pincite.pipeline.events import Event
from pincite.pipeline.lines import Lines
from pincite.pipeline.models import Models
from pincite.pipeline.plugins.grade import GradePlugin
from pincite.pipeline.state import Cancelled, ChatRequest, ChatState
from tests.builders import chunk, hit
from tests.pipeline.standins import TERMS, HashEmbedder, ScriptedModel, ScriptedReranker, World, terms_chunks

COLLOQUIAL = "끊긴 보험을 다시 살리려면 언제까지 신청하나요?"
FORMAL = "해지된 계약의 부활을 언제까지 청약하나요?"
"""Says it as the terms do."""
TWO_WAYS = "무면허 운전 보상되나요?"
"""Has two other forms without a model."""
REWRITE = "해지된 계약의 부활(효력회복) 청약 기간"
ANSWER = '해지된 날부터 3년 안에 청약하여야 합니다. <ref id="c1"/>'


@pytest.mark.feature("CG-01")
@pytest.mark.feature("PL-12")
@pytest.mark.parametrize("score", [0.3, 0.31, 1.0])
async def test_enough_evidence_is_answered_with_one_call(score: float) -> None:
    model = ScriptedModel(ANSWER)
    answer = await World(reranker=ScriptedReranker(score), model=model).ask(COLLOQUIAL)
    assert not answer.is_refusal
    assert len(model.calls) == answer.model_calls == 1
    assert answer.top_scores == (score,)
    assert answer.crag_retries == 0
    assert answer.rewrites == ()


@pytest.mark.feature("API-06")
@pytest.mark.feature("CG-11")
async def test_retries_are_told_only_when_there_were_any() -> None:
    plain = await World(reranker=ScriptedReranker(0.9)).ask(COLLOQUIAL)
    assert "crag_retries" not in plain.to_json()
    again = await World(reranker=ScriptedReranker(0.2, 0.9), model=ScriptedModel(REWRITE, ANSWER)).ask(
        COLLOQUIAL
    )
    assert again.to_json()["crag_retries"] == 1
    assert again.to_json()["rewrites"] == [REWRITE]


@pytest.mark.feature("CG-02")
@pytest.mark.feature("CG-07")
@pytest.mark.feature("PL-12")
@pytest.mark.parametrize("score", [0.0, 0.0009, 0.0041, 0.0999])
async def test_a_topic_that_is_not_there_is_refused_without_any_call(score: float) -> None:
    model, reranker = ScriptedModel(REWRITE, ANSWER), ScriptedReranker(score)
    answer = await World(reranker=reranker, model=model).ask(FORMAL)
    assert answer.is_refusal
    assert model.calls == []
    assert answer.model_calls == answer.crag_retries == 0
    assert len(reranker.queries) == 1
    assert "0.10" in (answer.refusal_reason or "")
    assert answer.searched == ("terms",)
    assert answer.nearest


@pytest.mark.feature("CG-02")
@pytest.mark.feature("CG-05")
async def test_what_people_say_is_looked_for_in_the_words_of_the_document_before_it_is_off_topic() -> None:
    model, reranker = ScriptedModel(ANSWER), ScriptedReranker(0.04, 0.6)
    answer = await World(reranker=reranker, model=model).ask(COLLOQUIAL)
    assert not answer.is_refusal
    asked, again = reranker.queries
    assert asked == COLLOQUIAL and "부활(효력회복)" in again
    assert (answer.crag_retries, len(model.calls)) == (0, 1), "no rewrite, and no model was asked for one"
    assert "crag_retries" not in answer.to_json()
    assert answer.to_json()["rewrites"] == [again]
    assert COLLOQUIAL in model.calls[0][-1].content


@pytest.mark.feature("CG-02")
async def test_a_topic_that_is_in_no_words_there_is_refused_without_a_call() -> None:
    model, reranker = ScriptedModel(REWRITE, ANSWER), ScriptedReranker(0.04, 0.09)
    answer = await World(reranker=reranker, model=model).ask(COLLOQUIAL)
    assert answer.is_refusal
    assert (model.calls, answer.crag_retries, answer.top_scores) == ([], 0, (0.04, 0.09))
    assert "0.09" in (answer.refusal_reason or "")


async def test_a_worse_second_look_changes_nothing() -> None:
    answer = await World(reranker=ScriptedReranker(0.09, 0.01), model=ScriptedModel(ANSWER)).ask(COLLOQUIAL)
    assert answer.is_refusal
    assert "0.09" in (answer.refusal_reason or "")


async def test_without_a_model_the_first_other_wording_is_that_of_documents() -> None:
    reranker = ScriptedReranker(0.2, 0.9)
    answer = await World(reranker=reranker).ask(COLLOQUIAL)
    assert answer.crag_retries == 1
    assert "부활(효력회복)" in reranker.queries[1]


@pytest.mark.feature("CG-06")
async def test_a_refusal_says_why_in_the_language_of_the_question() -> None:
    korean = await World(reranker=ScriptedReranker(0.05)).ask("피자 배달이 늦으면 보상하나요?")
    assert korean.answer == "관련 내용을 찾지 못했습니다."
    assert "0.05" in (korean.refusal_reason or "")
    english = await World(reranker=ScriptedReranker(0.05)).ask("Who pays for a late pizza?")
    assert english.answer.startswith("Nothing in these documents")
    body = english.to_json()
    assert body["is_refusal"] is True
    assert body["refusal_reason"]
    assert body["sources"] == []
    assert body["searched"] == ["terms"]
    assert body["nearest"]


@pytest.mark.feature("CG-03")
async def test_weak_evidence_is_searched_again_in_the_words_of_the_model() -> None:
    model, reranker = ScriptedModel(REWRITE, ANSWER), ScriptedReranker(0.2, 0.8)
    answer = await World(reranker=reranker, model=model).ask(COLLOQUIAL)
    assert not answer.is_refusal
    assert reranker.queries == [COLLOQUIAL, REWRITE]
    assert answer.rewrites == (REWRITE,)
    assert answer.top_scores == (0.2, 0.8)
    assert len(model.calls) == 2
    assert COLLOQUIAL in model.calls[0][-1].content
    assert COLLOQUIAL in model.calls[1][-1].content  # answered is what the person asked, not the rewrite


@pytest.mark.feature("CG-03")
@pytest.mark.feature("PL-12")
async def test_after_two_rewrites_it_is_refused() -> None:
    model, reranker = ScriptedModel(REWRITE, "보험계약 부활", ANSWER), ScriptedReranker(0.2, 0.22, 0.2996)
    answer = await World(reranker=reranker, model=model).ask(COLLOQUIAL)
    assert answer.is_refusal
    assert answer.crag_retries == 2
    assert len(model.calls) == answer.model_calls == 2
    assert answer.top_scores == (0.2, 0.22, 0.2996)
    assert "0.29" in (answer.refusal_reason or "")  # not rounded up to the line that it misses
    assert "0.30" in (answer.refusal_reason or "")


@pytest.mark.parametrize("key", ["answer.refused_no_topic", "answer.refused_after_rewrite"])
def test_the_sentence_fits_any_number(key: str) -> None:
    """A Korean particle follows the sound of what it stands after, so none stands after a number."""
    for score in ("0.20", "0.21", "0.23"):
        korean = say(key, "ko", score=score, threshold="0.30", retries=1)
        assert f"점수는 {score}, 기준은 0.30" in korean
    assert "1 rewrites" not in say(key, "en", score="0.20", threshold="0.30", retries=1)


@pytest.mark.feature("PL-12")
async def test_two_rewrites_and_the_answer_are_the_most_calls() -> None:
    model = ScriptedModel(REWRITE, "보험계약 부활", ANSWER)
    answer = await World(reranker=ScriptedReranker(0.2, 0.2, 0.5), model=model).ask(COLLOQUIAL)
    assert not answer.is_refusal
    assert answer.model_calls == len(model.calls) == 3


@pytest.mark.feature("CG-02")
async def test_the_lower_line_itself_is_searched_again() -> None:
    answer = await World(reranker=ScriptedReranker(0.1, 0.9), model=ScriptedModel(REWRITE, ANSWER)).ask(
        COLLOQUIAL
    )
    assert answer.crag_retries == 1
    assert not answer.is_refusal


@pytest.mark.feature("CG-04")
async def test_a_rewrite_may_change_the_type_of_the_question() -> None:
    model = ScriptedModel("보험금 지급사유의 의미는?", ANSWER)
    world = World(reranker=ScriptedReranker(0.2, 0.8), model=model, chunks=terms_chunks(TERMS[:1]))
    answer = await world.ask("부칙")  # a clause with a number that is not there is refused at once
    assert answer.query_type is QueryType.INTERPRETATION
    assert not answer.is_refusal


@pytest.mark.feature("CG-03")
async def test_the_best_attempt_is_kept_with_all_that_belongs_to_it() -> None:
    """A worse rewrite changes neither the passages, nor the type, nor what is quoted."""

    def score(query: str, hit: Hit) -> float:
        if query == COLLOQUIAL:
            return 0.2 if "제28조" in hit.chunk.content else 0.05
        return 0.15 if "제44조" in hit.chunk.content else 0.05

    reranker = ScriptedReranker(score)
    model = ScriptedModel("무면허운전은 어떻게 해석되나요?", "제44조가 적용되나요?")
    world = World(reranker=reranker, model=model)
    answer = await world.ask(COLLOQUIAL, document_ids=("terms",))
    first = await World(reranker=ScriptedReranker(score)).retrieve(COLLOQUIAL)
    assert answer.top_scores == (0.2, 0.15, 0.15)
    assert not answer.is_refusal
    assert answer.query_type is first.query_type
    assert max(answer.sources, key=lambda source: source.rerank_score or 0).content.startswith("### 제28조")
    assert COLLOQUIAL in model.calls[-1][-1].content


async def test_a_refusal_shows_the_nearest_of_the_best_attempt() -> None:
    def score(query: str, hit: Hit) -> float:
        best = "제28조" if query == COLLOQUIAL else "제44조"
        return (0.2 if query == COLLOQUIAL else 0.12) if best in hit.chunk.content else 0.01

    world = World(reranker=ScriptedReranker(score), model=ScriptedModel("무면허운전", "면책 사유"))
    answer = await world.ask(COLLOQUIAL)
    assert answer.is_refusal
    assert answer.nearest[0].content.startswith("### 제28조")


@pytest.mark.feature("QU-04")
@pytest.mark.feature("QU-05")
@pytest.mark.parametrize("rubbish", ["", "  ", "sorry", "첫 줄\n둘째 줄", COLLOQUIAL, f'"{COLLOQUIAL}"'])
async def test_what_is_no_rewrite_never_becomes_the_search(rubbish: str) -> None:
    reranker = ScriptedReranker(0.2)
    answer = await World(reranker=reranker, model=ScriptedModel(rubbish)).ask(COLLOQUIAL)
    assert answer.is_refusal
    assert rubbish.strip('"') not in answer.rewrites
    assert all(wording.strip() for wording in answer.rewrites)
    assert answer.degraded == ()


@pytest.mark.parametrize("error", [ChatModelUnavailable("down"), ModelCallFailed("500")])
async def test_a_model_that_fails_at_the_rewrite_is_replaced_and_not_asked_again(error: Exception) -> None:
    model, reranker = ScriptedModel(error), ScriptedReranker(0.2)
    answer = await World(reranker=reranker, model=model).ask(TWO_WAYS)
    assert answer.degraded == ("rewrite",)
    assert len(model.calls) == answer.model_calls == 1
    assert answer.crag_retries == 2
    assert len(set(answer.rewrites)) == 2


@pytest.mark.feature("CG-12")
async def test_without_a_model_other_forms_of_the_question_are_tried() -> None:
    reranker = ScriptedReranker(0.2, 0.25, 0.6)
    answer = await World(reranker=reranker).ask(TWO_WAYS)
    assert not answer.is_refusal
    assert answer.model_calls == 0
    assert answer.crag_retries == 2
    assert len(set(answer.rewrites)) == 2
    assert answer.top_scores == (0.2, 0.25, 0.6)


async def test_a_shorter_form_widens_the_pool_and_is_judged_by_the_whole_question() -> None:
    reranker = ScriptedReranker(0.2)
    question = "혹시 제가 무면허 운전을 하다가 사고가 났는데 이런 경우에도 보상이 되나요?"
    answer = await World(reranker=reranker).ask(question)
    shorter = [wording for wording in answer.rewrites if wording not in reranker.queries]
    assert shorter
    assert question in reranker.queries[1:]


@pytest.mark.feature("CG-05")
async def test_the_documents_own_headings_lend_the_other_word() -> None:
    reranker = ScriptedReranker(0.2, 0.8)
    await World(reranker=reranker).ask("계약의 효력회복은 언제까지 하나요?")
    assert reranker.queries[1] == "계약의 부활은 언제까지 하나요?"


async def test_when_no_other_form_is_left_nothing_is_counted_that_did_not_happen() -> None:
    reranker = ScriptedReranker(0.2)
    answer = await World(reranker=reranker).ask("해약환급금")
    retries = len(reranker.queries) - 1
    assert answer.is_refusal
    assert answer.crag_retries == retries == len(answer.rewrites)
    assert len(answer.top_scores) == retries + 1


async def test_retries_can_be_switched_off() -> None:
    model = ScriptedModel(REWRITE)
    world = World(reranker=ScriptedReranker(0.2), model=model, gate=GateSettings(max_retries=0))
    answer = await world.ask(COLLOQUIAL)
    assert answer.is_refusal
    assert model.calls == []
    assert "0.20" in (answer.refusal_reason or "")
    assert "0.30" in (answer.refusal_reason or "")


@pytest.mark.parametrize(
    ("scores", "refused", "retries"),
    [
        ((0.05, 0.05, 0.05), True, 2),
        ((0.05, 0.12, 0.02), False, 2),
        ((0.05, 0.4), False, 1),
        ((0.15, 0.2, 0.2), False, 2),
    ],
)
@pytest.mark.parametrize("scope", [{"document_ids": ("terms",)}, {"tags": ("2026",)}])
async def test_a_scope_that_the_person_named_is_never_refused_at_once(
    scope: dict[str, tuple[str, ...]], scores: tuple[float, ...], refused: bool, retries: int
) -> None:
    answer = await World(reranker=ScriptedReranker(*scores), tags=("2026",)).ask(TWO_WAYS, **scope)
    assert answer.is_refusal is refused
    assert answer.crag_retries == retries
    assert answer.top_scores == scores


async def test_a_named_scope_without_another_form_is_judged_by_what_there_is() -> None:
    answer = await World(reranker=ScriptedReranker(0.15)).ask("해약환급금", document_ids=("terms",))
    assert not answer.is_refusal


async def test_a_clause_that_is_named_and_exists_passes_whatever_it_scores() -> None:
    model = ScriptedModel('제43조. <ref id="c1"/>')
    answer = await World(reranker=ScriptedReranker(0.02), model=model).ask("제43조")
    assert not answer.is_refusal
    assert answer.crag_retries == 0
    assert answer.sources[0].content.startswith("### 제43조")


async def test_a_clause_that_only_the_model_named_is_no_evidence() -> None:
    answer = await World(reranker=ScriptedReranker(0.2), model=ScriptedModel("제44조 보여줘", "제43조")).ask(
        COLLOQUIAL
    )
    assert answer.is_refusal
    assert answer.top_scores == (0.2, 0.2, 0.2)


@pytest.mark.feature("RR-12")
async def test_the_gate_reads_the_highest_probability_of_all_candidates() -> None:
    """Not that of the passages which the composite score, diversity and the cut left over."""

    def score(query: str, hit: Hit) -> float:
        return 0.31 if hit.chunk.id == chosen else 0.29

    hits = await World().retrieve(COLLOQUIAL, rerank=False)
    chosen = hits.sources[-1].chunk_id  # least by base score, so that the cut to one passage drops it
    answer = await World(reranker=ScriptedReranker(score)).ask(COLLOQUIAL, rerank_top_k=1)
    assert not answer.is_refusal
    assert answer.top_scores == (0.31,)


async def test_a_wording_that_finds_nothing_is_an_attempt_of_zero() -> None:
    """The encoder fails after the first search, and no chunk has a word of the rewrite."""
    model = ScriptedModel("xylophone zebra", "quokka wombat")
    reranker = ScriptedReranker(0.2)
    answer = await World(reranker=reranker, model=model, embedder=HashEmbedder(works=1)).ask(COLLOQUIAL)
    assert answer.is_refusal
    assert answer.top_scores == (0.2, 0.0, 0.0)
    assert answer.crag_retries == 2
    assert answer.degraded == ("embedding",)
    assert answer.nearest  # what the question itself found


@pytest.mark.feature("OR-06")
@pytest.mark.parametrize("after", [1, 2])
async def test_a_stop_is_seen_inside_the_loop(after: int) -> None:
    """During the rewrite, and between the stages that run again."""
    model, reranker = ScriptedModel(REWRITE), ScriptedReranker(0.2)

    def cancelled() -> bool:
        return bool(model.calls) if after == 1 else len(reranker.queries) > 1

    with pytest.raises(Cancelled):
        await World(reranker=reranker, model=model).ask(COLLOQUIAL, cancelled=cancelled)
    assert len(reranker.queries) == after
    assert len(model.calls) == 1


async def test_a_stop_during_a_search_that_finds_nothing_is_a_stop() -> None:
    model, embedder = ScriptedModel("xylophone zebra"), HashEmbedder(works=1)
    seen: list[int] = []

    def cancelled() -> bool:
        if model.calls:
            seen.append(1)
        return len(seen) > 2  # not after the rewrite, not after routing: in the search itself

    with pytest.raises(Cancelled):
        await World(reranker=ScriptedReranker(0.2), model=model, embedder=embedder).ask(
            COLLOQUIAL, cancelled=cancelled
        )


async def test_without_scores_nothing_is_found() -> None:
    chat = ChatState(ChatRequest("연차?", ("base",)))
    chat.state.reranked = [hit(chunk())]

    async def inner() -> None:
        raise AssertionError("a refused question goes no further")

    await GradePlugin(Lines(), Models(None), ChatSettings()).on_event(Event.RETRIEVAL_GRADE, chat, inner)
    assert chat.state.refusal_reason


async def test_the_gate_cannot_search_again_outside_a_run() -> None:
    chat = ChatState(ChatRequest("연차는 며칠?", ("base",)))
    chat.state.top_score = 0.2

    async def inner() -> None:
        raise AssertionError("not reached")

    with pytest.raises(ConfigurationError):
        await GradePlugin(Lines(), Models(None), ChatSettings()).on_event(Event.RETRIEVAL_GRADE, chat, inner)
