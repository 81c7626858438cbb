"""A line an answer, with the keys of reference 001 part 4 and all that a replay needs."""

from pathlib import Path

import pytest

from pincite.core.errors import ModelCallFailed
from pincite.observability.traces_lines import dumped, head, text_hash, whole
from pincite.observability.traces_record import refusal_code
from pincite.pipeline.calls import WatchedChat
from pincite.ports.history import PastTurn
from tests.observability.traced import QUESTION, Traced
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World

WRONG = '제99조에 따라 10영업일 이내에 지급합니다. <ref id="c1"/>'


def with_model(*said: str | Exception, reranker: ScriptedReranker | None = None) -> World:
    return World(model=WatchedChat(ScriptedModel(*said)), reranker=reranker or ScriptedReranker(0.9))


@pytest.mark.feature("TR-01")
async def test_a_line_an_answer_in_a_file_a_day(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    first = await traced.ask()
    await traced.ask()
    traced.at = traced.at.replace(day=2)
    await traced.ask()
    assert traced.lines()[0]["trace_id"] == first.trace_id
    assert len(traced.lines()) == 2
    assert len(traced.lines("20260302")) == 1


@pytest.mark.feature("TR-02")
@pytest.mark.feature("VF-15")
async def test_a_line_holds_what_the_answer_came_from(tmp_path: Path) -> None:
    traced = Traced(tmp_path, with_model(WRONG))
    answer = await traced.ask()
    (line,) = traced.lines()
    assert {
        "route",
        "scores",
        "retries",
        "is_refusal",
        "refusal_reason",
        "claims",
        "missing_refs",
        "numeric_mismatches",
        "supports",
        "critic",
    } <= line.keys()
    assert line["route"] == {
        "query_type": "simple_fact",
        "strategy": "hybrid",
        "dense_factor": 6,
        "bm25_factor": 6,
    }
    assert line["scores"] == [0.9]
    assert line["risk_level"] == "hard_fail"
    assert line["missing_refs"] == ["제99조"]
    assert any("10영업일" in text for text in line["numeric_mismatches"])
    assert [claim["verdict"] for claim in line["claims"]] == ["unsupported"]
    assert line["tenant"] == "default"
    # The response has a projection of it.
    shown = answer.to_json()["verification"]
    assert {"risk_level", "groundedness", "warnings", "escalation_required"} <= shown.keys()
    assert not {"missing_refs", "numeric_mismatches", "supports"} & shown.keys()


@pytest.mark.feature("CR-04")
async def test_the_keys_of_the_critic_are_there_with_the_critic_off(tmp_path: Path) -> None:
    traced = Traced(tmp_path, with_model(WRONG))
    await traced.ask()
    (line,) = traced.lines()
    assert line["critic"].keys() == {"failure_type", "action_taken", "regenerate_improved"}
    assert line["critic"]["failure_type"] == line["failure_type"]
    assert line["critic"]["action_taken"] != "replaced"
    assert line["critic"]["regenerate_improved"] is None


async def test_the_passages_are_those_of_the_check_with_their_hashes(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    answer = await traced.ask()
    (line,) = traced.lines()
    assert {row["id"] for row in line["passages"]} == {source.chunk_id for source in answer.sources}
    for row in line["passages"]:
        assert row["sha256"] == text_hash(row["text"])
    assert [source["sha256"] for source in line["sources"]] == [
        text_hash(source.content) for source in answer.sources
    ]
    assert line["supports"][0]["chunks"]


@pytest.mark.feature("TR-02")
async def test_a_refusal_leaves_a_line_too(tmp_path: Path) -> None:
    traced = Traced(tmp_path, World(reranker=ScriptedReranker(0.01)))
    answer = await traced.ask()
    (line,) = traced.lines()
    assert line["is_refusal"] is True
    assert line["refusal"] == "refused_no_topic"
    assert line["refusal_reason"] == answer.refusal_reason
    assert line["risk_level"] is None
    assert line["critic"] is None
    assert line["claims"] == line["missing_refs"] == line["supports"] == []
    assert line["nearest"]
    assert line["passages"] == []


@pytest.mark.feature("TR-05")
async def test_each_call_of_a_model_has_its_stage_and_its_time(tmp_path: Path) -> None:
    world = with_model("보험금 지급 기한", ModelCallFailed("down"), reranker=ScriptedReranker(0.2, 0.9))
    world.model = WatchedChat(ScriptedModel("보험금 지급 기한", '3영업일 이내입니다. <ref id="c1"/>'))
    traced = Traced(tmp_path, world)
    answer = await traced.ask()
    (line,) = traced.lines()
    calls = line["model_calls"]
    assert [(call["stage"], call["model"], call["error"]) for call in calls] == [
        ("retrieval_grade", "scripted", None),
        ("chat_completion", "scripted", None),
    ]
    assert len(calls) == answer.model_calls
    assert all(call["ms"] >= 0 for call in calls)
    assert {"chunk_rerank", "chat_completion", "answer_verify"} <= line["stage_ms"].keys()
    assert line["retries"] == 1
    assert line["rewrites"] == ["보험금 지급 기한"]


async def test_a_turn_of_a_conversation_leaves_a_line_with_what_was_said_before(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    turn = PastTurn("부활은 언제까지 청약하나요?", "3년 안에 청약합니다.", (("terms-000", 0.8),))
    await traced.converse(
        QUESTION,
        session_id="s-1",
        answer_id="m-1",
        user="u-1",
        tenant_id="t-1",
        turns=(turn,),
        rounds=3,
    )
    (line,) = traced.lines()
    assert (line["session_id"], line["message_id"], line["user"], line["tenant"]) == (
        "s-1",
        "m-1",
        "u-1",
        "t-1",
    )
    assert line["request"]["conversation"] is True
    assert line["request"]["turns"] == [
        {"question": turn.question, "answer": turn.answer, "cited": [["terms-000", 0.8]]}
    ]


async def test_what_is_not_to_be_traced_is_not(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    await traced.ask(traced=False)
    assert not traced.store.files.days()
    off = Traced(tmp_path, enabled=False)
    await off.ask()
    assert not off.store.files.days()


async def test_only_what_differs_from_the_settings_is_kept_of_the_request(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    await traced.ask()
    await traced.ask(top_k=3, tags=("a",), language="ko")
    usual, own = (line["request"] for line in traced.lines())
    assert usual["top_k"] is None
    assert (own["top_k"], own["tags"], own["language"]) == (3, ["a"], "ko")


def test_half_a_surrogate_pair_that_a_model_said_is_kept_exactly() -> None:
    trace = {"trace_id": "t", "answer": "\\ud800 \ud800 보험금"}
    assert whole(dumped(trace)) == trace


async def test_the_head_of_a_line_ends_before_the_texts(tmp_path: Path) -> None:
    traced = Traced(tmp_path)
    await traced.ask('한 줄에 ", "query": 보험금은 언제 지급하나요?')
    (line,) = traced.store.files.lines(traced.store.files.days()[0])
    found = head(line, 0, len(line))
    assert found is not None
    assert "settings" in found
    assert "query" not in found and "passages" not in found


@pytest.mark.parametrize("language", ["ko", "en", "zh"])
def test_a_reason_has_one_code_in_every_language(language: str) -> None:
    from pincite.core.catalogue import say

    said = say("answer.refused_after_rewrite", language, score="0.2", threshold="0.3", retries=2)
    assert refusal_code(said) == "refused_after_rewrite"
    assert refusal_code(say("answer.no_clause", language, clauses="제99조")) == "no_clause"
    assert refusal_code("a plugin's own reason") == "other"
    assert refusal_code(None) is None
