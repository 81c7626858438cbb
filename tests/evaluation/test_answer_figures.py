"""What an answer to a golden question is worth."""

from dataclasses import replace

import pytest

from pincite.core.types import MatchType
from pincite.evaluation.answer_figures import figures_of, no_figures, quality
from pincite.evaluation.answers import evaluate_answers
from pincite.evaluation.comparing import compare
from pincite.evaluation.golden import GoldenCase
from pincite.pipeline.answer import Answer, Citation, Source
from pincite.verification import Passage, verify_answer

CASE = GoldenCase(
    "1",
    "해고는 며칠 전에 예고하나요?",
    "lookup",
    must_contain=("30일 전에 예고", "통상임금"),
    facts=("30일 전", "제26조"),
)


def source(id_: str, text: str) -> Source:
    return Source(
        handle=id_,
        chunk_id=id_,
        chunk_ids=(id_, f"{id_}-next"),
        document_id="d",
        document="D",
        base_id="b",
        place="",
        page_range=None,
        content=text,
        chunk_type="text",
        match_type=MatchType.HYBRID,
        score=1.0,
        rrf_score=1.0,
        base_score=1.0,
        rerank_score=1.0,
    )


SOURCES = (
    source("a", "사용자는 적어도 30일 전에  예고를 하여야 한다(제26조)."),
    source("b", "30일분 이상의 통상임금을 지급한다."),
    source("c", "이 법은 2026년부터 시행한다."),
)


def answered(text: str, *cited: str) -> Answer:
    tags = "".join(f' <kb doc="D" chunk_id="{id_}" />' for id_ in cited)
    passages = [Passage(one.chunk_id, one.content) for one in SOURCES]
    return Answer(
        "t",
        "?",
        text + tags,
        "ko",
        None,
        None,
        sources=SOURCES,
        verification=verify_answer(text, passages),
    )


def test_precision_and_recall_of_citations() -> None:
    both = figures_of(CASE, answered("제26조: 30일 전에 예고합니다.", "a", "b-next", "c"))
    assert both["citations"] == 3
    assert both["citation_precision"] == pytest.approx(2 / 3)
    assert both["citation_recall"] == 1.0
    assert both["facts_stated"] == 1.0
    assert both["groundedness"] == 1.0
    assert both["unsupported"] == []
    half = figures_of(CASE, answered("30일 전에 예고합니다.", "a"))
    assert (half["citation_precision"], half["citation_recall"], half["facts_stated"]) == (1.0, 0.5, 0.5)
    wrong = figures_of(CASE, answered("40일 전에 예고합니다.", "c"))
    assert (wrong["citation_precision"], wrong["citation_recall"], wrong["facts_stated"]) == (0.0, 0.0, 0.0)
    assert wrong["groundedness"] == 0.0
    assert wrong["unsupported"] == ["40일"]


def test_an_answer_that_cites_nothing_has_no_precision() -> None:
    none = figures_of(CASE, answered("30일 전에 예고합니다."))
    assert none["citation_precision"] is None
    assert none["citation_recall"] == 0.0


def test_without_tags_what_stands_under_the_claims_is_cited() -> None:
    bare = answered("30일 전에 예고합니다.")
    found = figures_of(CASE, replace(bare, citations=(Citation("30일", (), ("a",)),)))
    assert found["citation_precision"] == 1.0


def test_a_case_without_evidence_or_facts_measures_neither() -> None:
    found = figures_of(GoldenCase("2", "?", "lookup"), answered("30일 전에 예고합니다.", "a"))
    assert (found["citation_precision"], found["citation_recall"], found["facts_stated"]) == (
        None,
        None,
        None,
    )
    assert found["groundedness"] == 1.0


def test_the_means_are_of_the_answers_that_have_the_figure() -> None:
    rows = [
        figures_of(CASE, answered("30일 전에 예고합니다.", "a")),
        figures_of(CASE, answered("40일 전에, 50일 전에 예고합니다.")),
        figures_of(CASE, answered("그렇습니다.", "c")),
    ]
    found = quality(rows)
    assert found["answered"] == 3
    assert found["groundedness"]["answers"] == 2
    assert found["groundedness"]["mean"] == 0.5
    assert found["citation_precision"]["answers"] == 2
    assert found["citation_recall"]["answers"] == 3
    low, high = found["citation_recall"]["interval"]
    assert low <= found["citation_recall"]["mean"] <= high
    assert found["unsupported_facts"]["facts"] == 2
    assert (found["unsupported_facts"]["answers"], found["unsupported_facts"]["share"]) == (
        1,
        pytest.approx(1 / 3),
    )
    nothing = quality([])
    assert nothing["groundedness"]["mean"] is None
    assert nothing["unsupported_facts"]["share"] is None


async def report(text: str, *cited: str) -> dict[str, object]:
    async def ask(question: str) -> Answer:
        if question == "far?":
            return replace(answered(""), is_refusal=True, sources=(), verification=None)
        return answered(text, *cited)

    cases = [CASE, replace(CASE, id="2"), GoldenCase("3", "far?", "unanswerable_far")]
    return await evaluate_answers(cases, ask)


async def test_two_runs_are_compared_by_every_figure() -> None:
    worse, better = (
        await report("40일 전에 예고합니다.", "c"),
        await report("제26조: 30일 전에 예고합니다.", "a", "b"),
    )
    summary = better["summary"]
    assert isinstance(summary, dict)
    assert summary["quality"]["answered"] == 2
    assert summary["unanswerable_far"]["refused"] == 1.0
    found = compare(worse, better)["mean"]
    for name in ("groundedness", "citation_precision", "citation_recall", "facts_stated"):
        assert found[name]["difference"] == 1.0
        assert found[name]["pairs"] == 2
    assert found["with unsupported facts"]["difference"] == -1.0
    rows = worse["cases"]
    assert isinstance(rows, list)
    assert {key: rows[2][key] for key in no_figures()} == no_figures()


async def test_a_report_of_another_day_without_these_figures_is_compared_by_the_others() -> None:
    new = await report("30일 전에 예고합니다.", "a")
    rows = new["cases"]
    assert isinstance(rows, list)
    old = {**new, "cases": [{key: row[key] for key in row if key not in no_figures()} for row in rows]}
    found = compare(old, new)["mean"]
    assert "evidence_cited" in found
    assert "groundedness" not in found
