"""The answer against exactly what its writer saw."""

import re

import pytest

from pincite.citations import strip_references
from pincite.core.settings import ChatSettings
from pincite.core.types import RiskLevel
from pincite.pipeline.events import Event
from pincite.pipeline.plugins.verify import VerifyPlugin
from pincite.pipeline.state import ChatRequest, ChatState
from tests.pipeline.standins import ScriptedModel, World, terms_chunks

QUESTION = "무면허운전도 보장하나요?"


@pytest.mark.feature("VF-13")
async def test_a_reversed_meaning_is_found() -> None:
    text = '회사는 무면허운전으로 생긴 손해를 보장합니다. <ref id="c1"/>'
    answer = await World(model=ScriptedModel(text)).ask(QUESTION)
    assert answer.risk_level == "soft_fail"
    assert answer.to_json()["verification"]["escalation_required"] is True


@pytest.mark.feature("VF-09")
@pytest.mark.feature("VF-11")
async def test_an_invented_clause_is_found_and_the_answer_stays_as_it_was_written() -> None:
    text = '제99조에 따라 보험금 9,999만원을 지급합니다. <ref id="c1"/>'
    answer = await World(model=ScriptedModel(text)).ask("보험금은 얼마인가요?")
    assert answer.risk_level == "hard_fail"
    assert answer.verification is not None
    assert answer.verification.escalation_required
    assert "제99조" in answer.verification.unsupported
    assert answer.verification.warnings
    assert re.sub(r"<kb [^>]*>", "", answer.answer).strip() == strip_references(text).strip()


async def test_a_right_answer_passes_and_says_what_it_stands_on() -> None:
    text = '제43조에 따라 3영업일 이내에 지급합니다. <ref id="c1"/>'
    answer = await World(model=ScriptedModel(text)).ask("보험금은 언제 지급하나요?")
    assert answer.risk_level == RiskLevel.PASS
    assert answer.verification is not None
    assert answer.verification.groundedness == 1.0


async def test_what_did_not_fit_the_prompt_is_no_evidence() -> None:
    """The clause exists in the base, but the model did not see it."""
    filler = " ".join(f"보험금은 {number}번 기준에 따라 지급한다." for number in range(1, 120))
    chunks = terms_chunks((("제1조(보험금)", filler), ("제2조(보험금)", filler.replace("기준", "조건"))))
    model = ScriptedModel("제1조와 제2조에 따라 지급합니다.")
    world = World(model=model, chat=ChatSettings(context_tokens=4096, max_tokens=1024), chunks=chunks)
    answer = await world.ask("보험금은 언제 지급하나요?")
    (seen,) = answer.sources
    missing = "제2조" if "제1조" in seen.content else "제1조"
    assert answer.verification is not None
    assert answer.verification.unsupported == (missing,)


@pytest.mark.feature("CI-09")
async def test_claims_name_the_chunks_they_stand_on() -> None:
    def write(messages: list[object]) -> str:
        text = messages[-1].content  # type: ignore[attr-defined]
        handle = dict(re.findall(r'<chunk id="(c\d+)" place="(제\d+조)', text))
        claims, driving = ({clause: name for name, clause in handle.items()}[f"제{n}조"] for n in (43, 44))
        return (
            f'제43조에 따라 3영업일 이내에 지급합니다. <ref id="{claims}"/>\n'
            f'무면허운전은 보장하지 아니합니다. <ref id="{driving}"/><ref id="{driving}"/><ref id="c77"/>\n'
            "제99조도 있습니다.\n"
            "문의하시기 바랍니다."
        )

    answer = await World(model=ScriptedModel(write)).ask("보험금 지급과 무면허운전을 알려줘")  # type: ignore[arg-type]
    ids = {source.chunk_id for source in answer.sources}
    found = {citation.claim.strip(): citation.supported_by_chunks for citation in answer.citations}
    assert found == {
        "제43조에 따라 3영업일 이내에 지급합니다.": ("terms-001",),
        "무면허운전은 보장하지 아니합니다.": ("terms-002",),
    }
    assert all(set(chunks) <= ids for chunks in found.values())
    assert answer.to_json()["citations"][0]["refs"] == ["제43조"]


@pytest.mark.feature("CI-09")
async def test_an_answer_without_sources_has_no_citations() -> None:
    answer = await World(model=ScriptedModel("문의하시기 바랍니다.")).ask(QUESTION)
    assert answer.citations == ()
    assert "citations" not in answer.to_json()
    assert answer.verification is not None  # always there, also when nothing is wrong


async def test_without_passages_there_is_no_verification() -> None:
    chat = ChatState(ChatRequest(QUESTION, ("base",)))
    chat.state.raw_answer = "제99조에 따라 지급합니다."
    went_on: list[bool] = []

    async def inner() -> None:
        went_on.append(True)

    await VerifyPlugin().on_event(Event.ANSWER_VERIFY, chat, inner)
    assert chat.state.report is None
    assert went_on


@pytest.mark.feature("CI-09")
async def test_a_claim_stands_on_the_holder_that_it_cites() -> None:
    """Two documents have the figure; the writer cited one of them, or neither."""
    chunks = terms_chunks(
        (("제1조(지급)", "보험금은 90일 안에 지급한다."), ("제2조(해지)", "해지 후 90일 안에 지급한다."))
    )

    async def cited(text: str) -> set[str]:
        answer = await World(model=ScriptedModel(text), chunks=chunks).ask("언제 지급하나요?")
        names = {source.chunk_id: source.handle for source in answer.sources}
        return {names[chunk] for citation in answer.citations for chunk in citation.supported_by_chunks}

    assert await cited('90일 안에 지급합니다. <ref id="c2"/>') == {"c2"}
    assert await cited("90일 안에 지급합니다.") == {"c1", "c2"}
