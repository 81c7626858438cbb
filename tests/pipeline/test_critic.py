"""One more try for an answer with a fault of its writing, and for no other (reference 001 part 4')."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pincite.core.errors import ModelCallFailed
from pincite.core.settings import ChatSettings, VerificationSettings
from pincite.core.types import Message
from pincite.pipeline.answer import Answer
from pincite.pipeline.critic import hint, improves
from pincite.pipeline.telling import Kind, Told
from pincite.verification import Passage, verify_answer
from tests.pipeline.standins import ScriptedModel, World

QUESTION = "암 진단보험금은 얼마이고 언제 지급하나요?"
RIGHT = '암 진단보험금은 1,000만원입니다. <ref id="c1"/> 3영업일 이내에 지급합니다. <ref id="c1"/>'
WRONG = '암 진단보험금은 1,700만원입니다. <ref id="c1"/> 3영업일 이내에 지급합니다. <ref id="c1"/>'
UNIT = '암 진단보험금은 1,000원입니다. <ref id="c1"/>'
GAP = "제50조에 따라 지급하며, 제28조도 있습니다."
REVERSED = '회사는 무면허운전으로 생긴 손해를 보장합니다. <ref id="c1"/>'
EMPTY = "문의하시기 바랍니다."
ON = VerificationSettings(critic=True)


def world(*answers: str | Exception, on: bool = True, **more: Any) -> tuple[World, ScriptedModel]:
    model = ScriptedModel(*answers)
    settings = ON if on else VerificationSettings()
    return World(model=model, verification=settings, **more), model


RUNS: dict[str, tuple[str, str, str, str, bool | None, int]] = {
    "an error of generation": (WRONG, RIGHT, "generation_error", "regenerated", True, 2),
    "an error of units": (UNIT, RIGHT, "unit_error", "regenerated", True, 2),
    "the opposite": (REVERSED, RIGHT, "semantic_mismatch", "escalated", None, 1),
    "no better": (WRONG, WRONG, "generation_error", "regeneration_discarded", False, 2),
    "worse": (WRONG, "제99조에 따릅니다. 5,555만원입니다.", "generation_error", "regeneration_discarded", False, 2),
    "emptied": (WRONG, EMPTY, "generation_error", "regeneration_discarded", False, 2),
    "nothing": (WRONG, " ", "generation_error", "regeneration_failed", None, 2),
    "nothing wrong": (RIGHT, WRONG, "", "none", None, 1),
}  # fmt: skip


@pytest.mark.feature("CR-03")
@pytest.mark.feature("CR-04")
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
async def test_what_is_done_by_cause(run: tuple[str, str, str, str, bool | None, int]) -> None:
    first, second, failure, action, improved, calls = run
    made, model = world(first, second)
    answer = await made.ask("무면허운전도 보장하나요?" if first == REVERSED else QUESTION)
    assert answer.verified is not None and answer.verified.critic is not None
    critic = answer.verified.critic
    assert (critic.failure_type or "", critic.action_taken) == (failure, action)
    assert critic.regenerate_improved is improved
    assert len(model.calls) == answer.model_calls == calls
    assert ("1,000만원" in answer.answer) == (action == "regenerated" or first == RIGHT)
    told = answer.to_json()["verification"]
    assert told["action_taken"] == action
    assert told.get("regenerate_improved") is improved
    assert told["escalation_required"] is (failure == "semantic_mismatch")


@pytest.mark.feature("CR-03")
async def test_a_gap_of_the_search_goes_to_a_person() -> None:
    filler = " ".join(f"회사는 {word} 절차를 정한다." for word in "가나다라마바사아자차카타파하" * 5)
    from tests.pipeline.standins import TERMS, terms_chunks

    chunks = terms_chunks([(heading, f"{text} {filler}") for heading, text in TERMS])
    made, model = world(GAP, RIGHT, chunks=chunks)
    answer = await made.ask("제43조 보험금은 언제 지급하나요?", rerank_top_k=1)
    assert answer.to_json()["verification"]["action_taken"] == "escalated"
    assert answer.to_json()["verification"]["escalation_required"] is True
    assert len(model.calls) == 1


@pytest.mark.feature("CR-01")
async def test_it_is_off_unless_it_is_set() -> None:
    made, model = world(WRONG, RIGHT, on=False)
    answer = await made.ask(QUESTION)
    told = answer.to_json()["verification"]
    assert "1,700만원" in answer.answer
    assert (told["failure_type"], told["action_taken"]) == ("generation_error", "flagged")
    assert "regenerate_improved" not in told
    assert len(model.calls) == 1


async def test_quotes_are_not_written_again() -> None:
    answer = await World(verification=ON).ask("제43조 내용 알려줘")
    assert answer.to_json()["verification"]["action_taken"] == "none"


async def test_a_model_that_fails_leaves_the_first_answer() -> None:
    made, _ = world(WRONG, ModelCallFailed("scripted"))
    answer = await made.ask(QUESTION)
    assert "1,700만원" in answer.answer
    assert answer.degraded == ("critic",)
    assert answer.to_json()["verification"]["action_taken"] == "regeneration_failed"


async def test_without_room_in_the_window_none_is_asked() -> None:
    long = f"{WRONG} " + "이 답변은 길게 이어집니다. " * 260
    made, model = world(long, RIGHT, chat=ChatSettings(context_tokens=4096, max_tokens=1024))
    answer = await made.ask(QUESTION)
    assert len(model.calls) == 1
    assert answer.to_json()["verification"]["action_taken"] == "regeneration_failed"


@pytest.mark.feature("CR-03")
@pytest.mark.parametrize(
    ("language", "words"),
    [("ko", "답변 전체를 다시"), ("en", "the whole answer again"), ("zh", "重写整个答案")],
)
async def test_the_hint_names_the_faults_in_the_language_of_the_answer(language: str, words: str) -> None:
    made, model = world(WRONG, RIGHT)
    await made.ask(QUESTION, language=language)
    *before, said, told = model.calls[1]
    assert before == model.calls[0]
    assert (said.role, said.content) == ("assistant", WRONG)
    assert told.role == "user"
    assert "1,700만원" in told.content and words in told.content


def test_an_error_of_units_is_told_as_one() -> None:
    report = verify_answer("보험금은 1,000원입니다.", [Passage("p", "보험금은 1,000만원입니다.")])
    assert "단위" in hint(report, "ko")


def test_fewer_faults_of_the_same_kind_are_better() -> None:
    passages = [Passage("p", "보험금은 1,000만원입니다. 기간은 30일입니다.")]
    both, one, none = (
        verify_answer(text, passages)
        for text in (
            "보험금은 2,500만원이고 기간은 45일입니다.",
            "보험금은 1,000만원이고 기간은 45일입니다.",
            "보험금은 1,000만원입니다. 기간은 30일입니다.",
        )
    )
    assert improves(both, one) and improves(one, none) and improves(both, none)
    assert not improves(one, both) and not improves(one, one) and not improves(none, one)


# --- streams ------------------------------------------------------------------------------------


async def streamed(
    *answers: str | Callable[[Sequence[Message]], str], held: bool
) -> tuple[Answer, list[Told]]:
    made = await World(model=ScriptedModel(*answers), verification=ON).start()
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    answer = await made.questions.converse(made.request(QUESTION, held=held), ["terms"], tell=tell)
    return answer, told


def text_of(told: Sequence[Told]) -> str:
    return "".join(one.content for one in told if one.kind is Kind.ANSWER)


@pytest.mark.feature("CR-03")
async def test_a_better_answer_takes_the_place_of_one_that_was_held_back() -> None:
    answer, told = await streamed(WRONG, RIGHT, held=True)
    assert text_of(told) == answer.answer
    assert "1,000만원" in answer.answer and "1,700만원" not in text_of(told)
    (verdict,) = [one for one in told if one.kind is Kind.VERIFICATION]
    assert verdict.data["risk_level"] == "pass"
    assert verdict.data["action_taken"] == "regenerated"
    assert "correction" not in verdict.data
    kinds = [one.kind for one in told]
    assert kinds.index(Kind.VERIFICATION) > kinds.index(Kind.ANSWER)


@pytest.mark.feature("CR-03")
async def test_a_better_answer_is_offered_beside_one_that_readers_have() -> None:
    answer, told = await streamed(WRONG, RIGHT, held=False)
    assert "1,700만원" in answer.answer == text_of(told)
    assert "1,000만원" not in text_of(told)
    (verdict,) = [one for one in told if one.kind is Kind.VERIFICATION]
    assert verdict.data["risk_level"] == "soft_fail"
    correction = verdict.data["correction"]
    assert "1,000만원" in correction["answer"] and "<kb " in correction["answer"]
    assert correction["verification"]["risk_level"] == "pass"
    first = correction["verification"]["claims"][0]
    assert correction["answer"][first["start"] : first["end"]] == "암 진단보험금은 1,000만원입니다."
