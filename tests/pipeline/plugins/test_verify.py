"""The answer against exactly what its writer saw."""

import re

import pytest

from pincite.citations import strip_references
from pincite.core.settings import ChatSettings
from pincite.core.types import RiskLevel
from pincite.pipeline.citing import citations
from pincite.pipeline.events import Event
from pincite.pipeline.plugins.verify import VerifyPlugin
from pincite.pipeline.state import ChatRequest, ChatState
from pincite.ports.history import PastTurn
from tests.pipeline.standins import TERMS, ScriptedModel, ScriptedReranker, World, terms_chunks

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
    assert answer.verification.failure_type == "generation_error"  # no document has such a clause
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

    made = await World().start()
    plugin = VerifyPlugin(made.reader, made.services.choice, made.settings.chat, made.settings.verification)
    await plugin.on_event(Event.ANSWER_VERIFY, chat, inner)
    assert chat.state.report is None
    assert chat.state.verified is None
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


@pytest.mark.feature("VF-08")
@pytest.mark.feature("VF-12")
@pytest.mark.feature("VF-15")
async def test_each_claim_is_marked_where_readers_see_it() -> None:
    def write(messages: list[object]) -> str:
        text = messages[-1].content  # type: ignore[attr-defined]
        handle = dict(re.findall(r'<chunk id="(c\d+)" place="(제\d+조)', text))
        claims, driving = ({clause: name for name, clause in handle.items()}[f"제{n}조"] for n in (43, 44))
        return (
            f'\n제43조에 따라 3영업일 이내에 지급합니다. <ref id="{claims}"/>\n'
            f'무면허운전으로 생긴 손해를 보장합니다. <ref id="{driving}"/>\n'
            "제99조도 있습니다.\n"
            "문의하시기 바랍니다."
        )

    answer = await World(model=ScriptedModel(write)).ask("보험금 지급과 무면허운전을 알려줘")  # type: ignore[arg-type]
    told = answer.to_json()["verification"]
    words = [(one["text"].strip(), one["verdict"], one["severity"]) for one in told["claims"]]
    assert words == [
        ("제43조에 따라 3영업일 이내에 지급합니다.", "supported", "pass"),
        ("무면허운전으로 생긴 손해를 보장합니다.", "reversed", "soft_fail"),
        ("제99조도 있습니다.", "unsupported", "hard_fail"),
        ("문의하시기 바랍니다.", "unchecked", None),
    ]
    for one in told["claims"]:
        shown = re.sub(r"<kb [^>]*>", "", answer.answer[one["start"] : one["end"]])
        assert shown == one["text"]
    supported, reversed_, unsupported, unchecked = told["claims"]
    assert supported["chunk_ids"] == ["terms-001"]
    assert "3영업일" in supported["pins"][0]["text"]
    assert reversed_["chunk_ids"] == ["terms-002"]
    assert "보장하지 아니합니다" in reversed_["pins"][0]["text"]  # both sentences, side by side
    assert reversed_["warnings"] and unsupported["warnings"] and not unchecked["warnings"]
    assert unsupported["chunk_ids"] == unchecked["chunk_ids"] == []
    assert (told["handling"], told["escalation_required"]) == ("review", True)
    assert "전문가" in told["advice"]


LEVELS = {
    "제43조에 따라 3영업일 이내에 지급합니다.": ("pass", "none", ""),
    "보험금은 5회에 나누어 지급합니다.": ("warn", "log", "기록"),
    "서류를 접수한 날부터 9영업일 이내에 보험금을 지급합니다.": ("soft_fail", "note", "대조"),
    "제99조에 따라 지급합니다.": ("hard_fail", "review", "전문가"),
}


@pytest.mark.feature("VF-12")
@pytest.mark.feature("VF-16")
@pytest.mark.parametrize("text", LEVELS)
async def test_each_level_has_its_handling_and_a_pass_is_told_too(text: str) -> None:
    level, handling, words = LEVELS[text]
    told = (await World(model=ScriptedModel(text)).ask("보험금은 언제 지급하나요?")).to_json()["verification"]
    assert (told["risk_level"], told["handling"]) == (level, handling)
    assert words in told["advice"]


@pytest.mark.feature("VF-16")
async def test_a_refusal_has_the_key_and_nothing_in_it() -> None:
    answer = await World(model=ScriptedModel("-"), reranker=ScriptedReranker(0.0)).ask("피자 배달은요?")
    body = answer.to_json()
    assert body["is_refusal"] and body["verification"] is None


@pytest.mark.feature("CR-02")
@pytest.mark.feature("CR-05")
async def test_what_the_documents_hold_and_the_search_missed_is_a_gap_although_no_critic_is_on() -> None:
    """Only the best passage is seen; the clause and the figure of another one are named."""
    filler = " ".join(f"회사는 {word} 절차를 정한다." for word in "가나다라마바사아자차카타파하" * 5)
    chunks = terms_chunks([(heading, f"{text} {filler}") for heading, text in TERMS])
    world = World(model=ScriptedModel("제50조에 따라 해약환급금은 10일 이내에 지급합니다."), chunks=chunks)
    answer = await world.ask("제43조 보험금은 언제 지급하나요?", rerank_top_k=1)
    told = answer.to_json()["verification"]
    assert [source.chunk_id for source in answer.sources] == ["terms-001"]
    assert (told["failure_type"], told["action_taken"]) == ("retrieval_gap", "escalated")
    assert told["escalation_required"] is True
    assert any("검색되지 않" in warning for warning in told["warnings"])


async def test_a_clause_of_another_document_is_no_gap_unless_the_answer_names_that_document() -> None:
    other = terms_chunks((("제77조(이자)", "이자는 연 3%입니다."),), document="loan", title="대출약관")
    chunks = [*terms_chunks(), *other]

    async def failure(text: str) -> str | None:
        world = World(model=ScriptedModel(text), chunks=chunks)
        answer = await world.ask("보험금은 언제 지급하나요?", document_ids=("terms",))
        return answer.to_json()["verification"]["failure_type"]  # type: ignore[no-any-return]

    assert await failure("제77조에 따릅니다.") == "generation_error"
    assert await failure("대출약관 제77조에 따릅니다.") == "retrieval_gap"


@pytest.mark.feature("VF-16")
@pytest.mark.parametrize(("intent", "checked"), [("follow_up", True), ("chitchat", False)])
async def test_an_answer_that_goes_on_is_checked_against_the_sources_of_the_turn_before(
    intent: str, checked: bool
) -> None:
    made = await World().start()
    plugin = VerifyPlugin(made.reader, made.services.choice, made.settings.chat, made.settings.verification)
    chat = ChatState(World.request("요약해 줘"))
    chat.state.language = "ko"
    chat.state.intent = intent
    chat.state.turns = [
        PastTurn("언제 지급하나요?", "3영업일입니다.", (("terms-001", 0.9), ("gone", 0.5))),
        PastTurn("고마워요", "네."),
    ]
    chat.state.raw_answer = chat.state.answer = "3영업일 이내에 지급합니다. 9영업일은 아닙니다."

    async def inner() -> None:
        return None

    await plugin.on_event(Event.ANSWER_VERIFY, chat, inner)
    assert (chat.state.verified is not None) is checked
    assert chat.state.passages == []
    if chat.state.verified is not None:
        first, second = chat.state.verified.claims
        assert (first.verdict, first.chunk_ids) == ("supported", ("terms-001",))
        assert second.verdict != "supported"
        assert citations(chat) == ()  # it has no sources of its own
