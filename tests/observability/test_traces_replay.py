"""A trace made again gives the same verdicts; what is otherwise today is told."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pincite.core.errors import InvalidInput
from pincite.core.settings import GateSettings, Settings
from pincite.observability.traces_record import passage_json
from pincite.observability.traces_replay import (
    _passage,
    checked_of,
    compare_answers,
    request_of,
    verify_again,
)
from pincite.observability.traces_settings import Configuration
from pincite.pipeline.calls import WatchedChat
from pincite.pipeline.profile import PLAIN_PROFILE
from pincite.ports.history import PastTurn
from pincite.verification import Passage
from tests.observability.traced import QUESTION, Traced
from tests.pipeline.standins import BASE, TERMS, ScriptedModel, ScriptedReranker, World, terms_chunks

SAID = [
    '3영업일 이내에 지급합니다. <ref id="c1"/>',
    '제99조에 따라 10영업일 이내에 지급합니다. <ref id="c1"/>',
    '무면허운전으로 생긴 손해를 보장합니다. <ref id="c1"/> <ref id="c2"/>',
    '제43조: 암 진단보험금은 1,000만원, 지급은 3영업일 이내.\n\n- 해약환급금은 10일 초과 <ref id="c4"/>',
    "| 조 | 내용 |\n| --- | --- |\n| 제43조 | 3영업일 |\n| 제98조 | 5영업일 |\n\n| 제28조 | 3년 |",
    "잘 모르겠습니다.",
]


def with_model(*said: str) -> World:
    return World(model=WatchedChat(ScriptedModel(*said)), reranker=ScriptedReranker(0.9))


@pytest.mark.parametrize("said", SAID)
async def test_a_check_made_again_from_the_file_gives_the_same_verdicts(tmp_path: Path, said: str) -> None:
    traced = Traced(tmp_path, with_model(said))
    answer = await traced.ask()
    (trace,) = traced.store.list()
    found = verify_again(trace)
    assert found.same, found.differences
    assert found.verify_only
    assert found.altered == ()
    assert checked_of(trace).report() == answer.verification  # type: ignore[union-attr]
    assert found.to_json()["same"] is True


@pytest.mark.parametrize("said", ["제50조에 따라 지급합니다.", "제99조에 따라 지급합니다."])
async def test_what_was_looked_up_around_the_passages_is_kept_too(tmp_path: Path, said: str) -> None:
    world = with_model(f'{said} <ref id="c1"/>')
    # Longer than what a passage grows to: its neighbours stay outside.
    world.chunks = terms_chunks(
        [(head, text + " 이 조항은 다른 약관에 우선합니다." * 40) for head, text in TERMS]
    )
    traced = Traced(tmp_path, world)
    await traced.ask(rerank_top_k=1)
    (trace,) = traced.store.list()
    found = verify_again(trace)
    assert found.same, found.differences
    elsewhere = "제50조" in said
    assert trace["surroundings"]
    assert trace["failure_type"] == ("retrieval_gap" if elsewhere else "generation_error")


def test_every_value_of_a_passage_is_kept() -> None:
    kept = Passage("c", "본문", "제1조", loose=True)
    assert _passage(passage_json(kept)) == kept


async def test_what_was_changed_in_the_file_is_told(tmp_path: Path) -> None:
    traced = Traced(tmp_path, with_model(SAID[0]))
    await traced.ask()
    (trace,) = traced.store.list()
    text = json.dumps(trace, ensure_ascii=False).replace("3영업일 이내에 보험금", "7영업일 이내에 보험금")
    changed = verify_again(json.loads(text))
    assert not changed.same
    assert changed.differences["risk_level"] == {"then": "pass", "now": "soft_fail"}
    assert len(changed.altered) == 1


async def test_a_covered_trace_says_that_it_is(tmp_path: Path) -> None:
    traced = Traced(tmp_path, with_model(SAID[0]), redact=("phone",))
    await traced.ask("010-1234-5678인데 보험금은 언제 지급하나요?")
    (trace,) = traced.store.list()
    assert "1234-5678" not in json.dumps(trace)
    found = verify_again(trace)
    assert found.same
    assert found.redacted


async def test_a_refusal_was_not_checked(tmp_path: Path) -> None:
    traced = Traced(tmp_path, World(reranker=ScriptedReranker(0.01)))
    await traced.ask()
    (trace,) = traced.store.list()
    with pytest.raises(InvalidInput, match="not checked"):
        verify_again(trace)


async def again(traced: Traced, world: World) -> dict[str, object]:
    """The only trace of ``traced``, asked of ``world``; what is otherwise."""
    (trace,) = traced.store.list()
    await world.start()
    request = request_of(trace, world.settings, PLAIN_PROFILE, [BASE])
    assert request.query == QUESTION
    assert not request.traced
    answer = await world.questions.ask(request, ["terms"])
    configuration = Configuration(world.settings, world.services.identities).of(PLAIN_PROFILE)
    return compare_answers(trace, answer, configuration).to_json()


async def test_the_same_library_and_settings_answer_the_same(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    await traced.ask()
    found = await again(traced, World(reranker=ScriptedReranker(0.9)))
    assert found["same"], found["differences"]


async def test_another_gate_refuses_and_the_setting_is_named(tmp_path: Path) -> None:
    traced = Traced(tmp_path, World(reranker=ScriptedReranker(0.5)))
    await traced.ask()
    strict = World(reranker=ScriptedReranker(0.5), gate=GateSettings(pass_score=0.8, max_retries=0))
    found = await again(traced, strict)
    differences = found["differences"]
    assert isinstance(differences, dict)
    assert differences["is_refusal"] == {"then": False, "now": True}
    assert differences["settings"]["gate.pass_score"] == {"then": None, "now": 0.8}
    assert differences["sources"]["removed"] and not differences["sources"]["added"]
    assert differences["risk_level"] == {"then": "pass", "now": None}


async def test_a_document_that_says_otherwise_now_is_seen_in_answer_citations_and_verdicts(
    tmp_path: Path,
) -> None:
    traced = Traced(tmp_path)
    await traced.ask()
    (trace,) = traced.store.list()
    changed = [(head, text.replace("3영업일", "7영업일")) for head, text in TERMS]
    found = await again(traced, World(chunks=terms_chunks(changed), reranker=ScriptedReranker(0.9)))
    differences = found["differences"]
    assert isinstance(differences, dict)
    diff = differences["answer"]["diff"]
    assert any(line.startswith("-") and "3영업일" in line for line in diff)
    assert any(line.startswith("+") and "7영업일" in line for line in diff)
    assert "<kb" not in differences["answer"]["now"]
    assert differences["citations"]["added"] and differences["citations"]["removed"]
    assert verify_again(trace).same


async def test_another_order_of_sources_is_no_other_source(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    answer = await traced.ask()
    (trace,) = traced.store.list()
    turned = replace(answer, sources=answer.sources[::-1])
    found = compare_answers(trace, turned, trace["settings"]).differences
    assert found == {"sources": {"added": [], "removed": [], "moved": True}}


async def test_what_was_left_to_the_settings_is_left_to_those_of_today(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    turn = PastTurn("부활은?", "3년 안에 청약합니다.", (("terms-000", 0.8),))
    more = {"scopes": {BASE: ("a",), "gone": ("b",)}, "as_of": date(2026, 1, 2), "quote": "이 문장"}
    await traced.converse(turns=(turn,), rounds=5, rerank_top_k=3, **more)
    (trace,) = traced.store.list()
    settings = Settings(retrieval={"top_k": 7})
    request = request_of(trace, settings, PLAIN_PROFILE, [BASE])
    assert (request.top_k, request.rerank_top_k) == (7, 3)
    assert request.scopes == {BASE: ("a",)}
    assert request.as_of == date(2026, 1, 2)
    assert request.quote == "이 문장"
    assert request.turns == (turn,)
    assert request.rounds == 1
