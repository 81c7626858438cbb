"""Reference 001 on given inputs: routing, gate and verification. Every `check` vector is asserted."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from pincite.core.types import QueryType, RiskLevel, Route
from pincite.grading import Thresholds, grade
from pincite.routing import classify_query, prefetch_limits
from pincite.text.quantities import find_quantities, same_value
from pincite.verification import Passage, verify_answer
from tests.vectors.reading import HERE, read_checks

CHECKS = read_checks("crag_insurance.json")
DEVIATIONS = tomllib.loads((HERE / "deviations.toml").read_text(encoding="utf-8"))["crag_insurance"]
JSON = dict[str, Any]
MIXED_QUESTION = "제43조의 의미가 무엇인가요?"
PER_TYPE = {
    QueryType.STRUCTURED_LOOKUP: "제43조",
    QueryType.INTERPRETATION: "무면허운전 시 보장되나요?",
    QueryType.PROCEDURE: "보험금 청구 방법은?",
    QueryType.COMPARISON: "1종과 2종의 차이가 뭔가요?",
    QueryType.SIMPLE_FACT: "보험금 지급 기준",
}


def classify(given: JSON, expect: JSON) -> None:
    assert classify_query(given["query"]).query_type == expect["query_type"]


def prefetch(given: JSON, expect: JSON) -> None:
    kind = given["query_type"]
    route: Route = classify_query(PER_TYPE[QueryType(kind)] if kind in set(QueryType) else MIXED_QUESTION)
    assert tuple(prefetch_limits(route, given["top_k"])) == (expect["dense"], expect["bm25"])


def gate(given: JSON, expect: JSON) -> None:
    if "query" in given:
        assert classify_query(given["query"], rewritten=given["rewritten"]).query_type in (
            expect["second_type"],
            QueryType.STRUCTURED_LOOKUP,
        )
        assert classify_query(given["rewritten"]).query_type == expect["second_type"]
        return
    scores = given.get("top1_sequence", [given.get("top1_rerank")])
    decisions = []
    for retries, score in enumerate(scores):
        decisions.append(grade(score, retries, Thresholds()))
        if decisions[-1] != "rewrite":
            break
    action = {"pass": "answer", "refuse": "refuse"}[decisions[-1]]
    assert action == expect["action"]
    assert decisions.count("rewrite") == expect.get("rewrites", 0)  # type: ignore[comparison-overlap]


def normalise_fact(given: JSON, expect: JSON) -> None:
    (one,), (two,) = find_quantities(given["a"]), find_quantities(given["b"])
    assert same_value(one, two) is expect["equal"]


def risk_level(given: JSON, expect: JSON) -> None:
    report = verify_answer(given["answer"], [Passage("p1", given["context"])])
    assert report.risk_level == expect["risk_level"]


def groundedness(given: JSON, expect: JSON) -> None:
    assert not any(claim["verifiable"] for claim in given["claims"])
    report = verify_answer("이 경우 보험금이 지급됩니다.", [Passage("p1", "보험금을 지급합니다.")])
    assert (report.groundedness is not None) is expect["groundedness_present"]


def verify(given: JSON, expect: JSON) -> None:
    if "risk" in given:
        answer = "제99조에 따라 지급합니다."
        report = verify_answer(answer, [Passage("p1", "제43조(보험금) 지급한다.")])
        assert report.risk_level == given["risk"]
        assert "".join(answer[c.start : c.end] for c in report.claims) == answer
        return
    report = verify_answer(given["answer"], [Passage("p1", given["context"])])
    assert expect["ours"] == "at least warn"
    assert report.risk_level in (RiskLevel.WARN, RiskLevel.SOFT_FAIL, RiskLevel.HARD_FAIL)


OPS: dict[str, Callable[[JSON, JSON], None]] = {
    "classify": classify,
    "prefetch": prefetch,
    "gate": gate,
    "normalise_fact": normalise_fact,
    "risk_level": risk_level,
    "groundedness": groundedness,
    "verify": verify,
}


@pytest.mark.feature("VF-04")
@pytest.mark.feature("VF-09")
@pytest.mark.feature("VF-11")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda v: v["id"])
def test_vector(vector: JSON) -> None:
    OPS[vector["op"]](vector["input"], vector["expect"])


def test_every_gap_is_explained() -> None:
    assert {v["id"] for v in CHECKS if v.get("gap")} == set(DEVIATIONS)
