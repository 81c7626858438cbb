"""Refused although near: the passages lack what the question asks for (ADR 14)."""

import pytest

from pincite.core.catalogue import say
from pincite.core.settings import GateSettings
from pincite.grading import Absence
from pincite.pipeline.attempts import Attempt
from pincite.pipeline.lines import Lines
from pincite.pipeline.second_line import SecondLine
from pincite.ports.calibration import Uncalibrated
from tests.builders import chunk, hit
from tests.pipeline.standins import ScriptedReranker, World, terms_chunks

TEXTS = (
    ("제7조(보험료의 납입)", "계약자는 보험료를 매월 납입기일까지 납입하여야 합니다."),
    ("제8조(대리점)", "회사는 각 지역에 대리점을 두고 계약자의 문의를 받습니다."),
)
PREMIUM = "보험료는 매달 얼마씩 내나요?"
DEFAULT = GateSettings()


def world(score: float, gate: GateSettings = DEFAULT, **more: object) -> World:
    return World(chunks=terms_chunks(TEXTS), reranker=ScriptedReranker(score), gate=gate, **more)  # type: ignore[arg-type]


@pytest.mark.feature("CG-06")
async def test_a_near_miss_is_refused_with_what_it_lacks() -> None:
    answer = await world(0.9).ask(PREMIUM)
    assert answer.is_refusal
    assert "금액" in (answer.refusal_reason or "")
    assert answer.searched == ("terms",)
    assert answer.nearest
    assert answer.model_calls == answer.crag_retries == 0


async def test_it_can_be_switched_off() -> None:
    answer = await world(0.9, GateSettings(second_line=False)).ask(PREMIUM)
    assert not answer.is_refusal


async def test_a_question_that_asks_for_no_value_is_not_touched() -> None:
    answer = await world(0.9).ask("보험료는 어떻게 납입하나요?")
    assert not answer.is_refusal
    assert answer.notices == ()


async def test_documents_that_the_person_named_are_searched_again_and_then_answer() -> None:
    """An explicit scope is never refused at once (DESIGN.md section 13); what is missing is said."""
    asked = world(0.9)
    (document,) = {chunk.document_id for chunk in asked.chunks}
    answer = await asked.ask(PREMIUM, document_ids=(document,))
    assert not answer.is_refusal
    assert answer.crag_retries > 0
    assert any("금액" in notice for notice in answer.notices)


async def test_a_clause_that_is_named_is_answered_whatever_it_holds() -> None:
    answer = await world(0.95).ask("제7조의 보험료는 얼마인가요?")
    assert not answer.is_refusal


@pytest.mark.parametrize("language", ["ko", "en", "zh"])
@pytest.mark.parametrize(
    "lacking", [Absence("money"), Absence("year", "2022"), Absence("name", "시행령"), Absence("phone")]
)
def test_it_is_said_in_three_languages(language: str, lacking: Absence) -> None:
    near = hit(chunk(context_header="제7조(보험료)"), 0.9)
    said = SecondLine(lacking=lacking).say(Attempt("q", None, [near], [near], 0.9), language)
    assert "Terms" in said
    assert (lacking.name or say(f"answer.value_{lacking.kind}", language)) in said
    assert "{" not in said
    assert SecondLine().say(Attempt("q", None, [near], [near], 0.9), language) == ""


def test_only_measured_scores_have_an_eased_line() -> None:
    bundled = Lines.from_settings(DEFAULT, "ranker", Uncalibrated(), bundled=True)
    remote = Lines.from_settings(DEFAULT, "remote", Uncalibrated())
    assert bundled.of(None).eased_score == 0.15
    assert remote.of(None).eased_score is None
    assert bundled.second and remote.second
