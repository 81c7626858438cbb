"""What a model wrote becomes a search only when it is a question; else the person's words stay."""

import ast
from pathlib import Path

import pytest

import pincite.pipeline
from pincite.core.settings import ChatSettings
from pincite.pipeline.profile import Profile
from pincite.pipeline.rewriting import REWRITE_TOKENS, usable_wording
from pincite.ports.models import ChatOptions
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World

QUERY = "보험을 다시 살리려면?"


@pytest.mark.parametrize(
    ("written", "wording"),
    [
        ("계약의 부활 조건", "계약의 부활 조건"),
        ("  계약의 부활 조건\n", "계약의 부활 조건"),
        ('"계약의 부활 조건"', "계약의 부활 조건"),
        ("“계약의 부활 조건”", "계약의 부활 조건"),
        ("「계약의 부활 조건」", "계약의 부활 조건"),
        ("`계약의 부활 조건`", "계약의 부활 조건"),
        ("**계약의 부활 조건**", "계약의 부활 조건"),
        ("질문: 계약의 부활 조건", "계약의 부활 조건"),
        ("**바꾼 질문: 계약의 부활 조건**", "계약의 부활 조건"),
        ('Rewritten question: "reinstatement of a contract"', "reinstatement of a contract"),
        ("改写后的问题：合同复效条件", "合同复效条件"),
        ("\"부활\"과 '효력회복'", "\"부활\"과 '효력회복'"),
        ("Sorry state of a valve", None),
        ("미안마 대사관 연락처", "미안마 대사관 연락처"),
        ("I cannot work: am I paid?", "I cannot work: am I paid?"),
    ],
)
@pytest.mark.feature("QU-04")
def test_a_rewrite_without_its_wrapping(written: str, wording: str | None) -> None:
    assert usable_wording(written, [QUERY]) == wording


@pytest.mark.parametrize(
    "written",
    [
        "",
        "  \n",
        '""',
        "“ ”",
        "질문:",
        "첫째 줄\n둘째 줄",
        "다음과 같습니다:\n\n부활 조건",
        QUERY,
        f'"{QUERY}"',
        "보험을  다시 살리려면",
        "이미 찾은 것",
        "sorry",
        "I'm sorry, I can't help with that.",
        "I cannot answer this question.",
        "죄송합니다. 바꿀 수 없습니다.",
        "抱歉，我无法改写。",
        "부활\x00조건",
        "부활\ud800",
        "긴 설명 " * 80,
    ],
)
@pytest.mark.feature("QU-05")
def test_what_is_no_rewrite(written: str) -> None:
    assert usable_wording(written, [QUERY, "이미 찾은 것"]) is None


@pytest.mark.feature("PL-12")
def test_a_model_is_called_in_few_places_only() -> None:
    places = []
    for source in sorted(Path(pincite.pipeline.__file__).parent.rglob("*.py")):
        calls = [
            node
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute) and node.attr in ("complete", "completion", "stream")
        ]
        if source.name != "calls.py":  # which passes calls on
            places += [source.name] * len(calls)
    # The stream is the second way of the same answer; understanding belongs to conversations alone, names to
    # bases with a graph, queries to spreadsheets where somebody turns them on.
    assert places == [
        "critic.py",
        "fallback.py",
        "complete.py",
        "data_analysis.py",
        "entities.py",
        "stream.py",
        "understand.py",
        "rewriting.py",
    ]


@pytest.mark.feature("GN-01")
async def test_a_rewrite_is_asked_for_as_the_assistant_says() -> None:
    """A model at temperature 0 with a seed finds the same wording each time; what only answers need (how
    long, how thoughtful) is left out."""
    model = ScriptedModel("계약의 부활 조건", "답")
    profile = Profile(temperature=0.0, top_p=0.5, seed=7, max_tokens=20, thinking=True)
    world = World(model=model, reranker=ScriptedReranker(0.2, 0.9))
    assert (await world.ask(QUERY, profile=profile)).rewrites == ("계약의 부활 조건",)
    assert model.temperatures[0] == 0.0
    assert model.options[0] == ChatOptions(top_p=0.5, seed=7, thinking=False)
    assert model.limits[0] == REWRITE_TOKENS
    model = ScriptedModel("계약의 부활 조건", "답")
    await World(model=model, reranker=ScriptedReranker(0.2, 0.9)).ask(QUERY)
    assert model.temperatures[0] == ChatSettings().temperature
    assert model.options[0] == ChatOptions(thinking=False)
