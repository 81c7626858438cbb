"""A line an answer, with the keys of reference 001 part 4."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog

from pincite.core.types import QueryType, SearchStrategy
from pincite.observability.traces import TraceWriter
from pincite.pipeline.answer import Answer
from pincite.verification import Passage, verify_answer

AT = datetime(2026, 3, 1, 23, 59, tzinfo=UTC)
PASSAGES = [Passage("c1", "회사는 3영업일 이내에 보험금 5만원을 지급합니다.", "제43조(보험금의 지급)")]


def answered(text: str) -> Answer:
    return Answer(
        trace_id="t-1",
        query="보험금은 언제 받나요?",
        answer=text,
        language="ko",
        query_type=QueryType.SIMPLE_FACT,
        strategy=SearchStrategy.HYBRID,
        verification=verify_answer(text, PASSAGES),
        top_scores=(0.2, 0.8),
        crag_retries=1,
        rewrites=("보험금 지급 기한",),
    )


def lines(directory: Path, day: str) -> list[dict[str, object]]:
    text = (directory / day / "traces.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.feature("TR-01")
def test_a_line_an_answer_in_a_file_a_day(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path / "traces")
    answer = answered("회사는 3영업일 이내에 보험금을 지급합니다.")
    writer.write(answer, AT)
    writer.write(answer, AT)
    writer.write(answer, AT.replace(day=2))
    assert len(lines(tmp_path / "traces", "20260301")) == 2
    assert len(lines(tmp_path / "traces", "20260302")) == 1


@pytest.mark.feature("TR-02")
def test_a_line_holds_what_the_answer_came_from(tmp_path: Path) -> None:
    TraceWriter(tmp_path).write(answered("제99조에 따라 10영업일 이내에 5만원을 지급합니다."), AT)
    (line,) = lines(tmp_path, "20260301")
    assert line["route"] == {"query_type": "simple_fact", "strategy": "hybrid"}
    assert line["retrieval"]["top_scores"] == [0.2, 0.8]  # type: ignore[index]
    assert line["retrieval"]["crag_retries"] == 1  # type: ignore[index]
    assert line["answer"]["is_refusal"] is False  # type: ignore[index]
    assert "refusal_reason" in line["answer"]  # type: ignore[operator]
    report = line["verification"]
    assert isinstance(report, dict)
    assert report["risk_level"] == "hard_fail"
    assert [claim["text"] for claim in report["claims"]]
    assert report["missing_refs"] == ["제99조"]
    assert any("10영업일" in text for text in report["numeric_mismatches"])
    assert {"supports", "critic"} <= report.keys()


@pytest.mark.feature("TR-02")
def test_a_refusal_leaves_a_line_too(tmp_path: Path) -> None:
    refused = replace(answered(""), verification=None, is_refusal=True, refusal_reason="nothing near")
    TraceWriter(tmp_path).write(refused, AT)
    (line,) = lines(tmp_path, "20260301")
    assert line["answer"]["refusal_reason"] == "nothing near"  # type: ignore[index]
    assert line["verification"] is None


@pytest.mark.feature("TR-03")
def test_risk_is_logged_and_a_pass_is_not(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path)
    with structlog.testing.capture_logs() as logged:
        writer.write(answered("회사는 3영업일 이내에 보험금 5만원을 지급합니다."), AT)
        assert logged == []
        writer.write(answered("제99조에 따라 지급합니다."), AT)
    assert [(entry["log_level"], entry["risk_level"]) for entry in logged] == [("warning", "hard_fail")]
