"""The labelled questions: every one routed as a person would."""

import json
from pathlib import Path

import pytest

from pincite.routing import classify_query

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "routing.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.feature("RT-01")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_question_is_routed_as_labelled(case: dict[str, str]) -> None:
    route = classify_query(case["query"])
    assert route.query_type == case["expect"]
    assert route.strategy == case.get("strategy", route.strategy)
