import copy

import pytest

from pincite.core.errors import InvalidInput
from pincite.evaluation.comparing import compare
from pincite.evaluation.rankings import Ranking, ranking_report


def run(hits: int) -> dict[str, object]:
    """40 questions, of which the first ``hits`` have the right passage first, the others second."""
    ranked = [Ranking(str(place), "?", (1 if place < hits else 2,), 1, 5) for place in range(40)]
    return ranking_report({"mine": ranked})


def test_two_retrieval_runs() -> None:
    compared = compare(run(10), run(30))
    row = compared["mean"]["recall@1"]
    assert (row["first"], row["second"], row["difference"]) == (0.25, 0.75, 0.5)
    assert row["p_value"] < 0.01
    assert row["interval"][0] > 0.3
    assert compared["mean"]["recall@5"]["p_value"] == 1.0
    assert compared["sets"]["mine"]["recall@1"] == row


def test_gate_and_answers_and_cuts() -> None:
    gate = {
        "questions": {
            "s": {"1": {"kind": "answerable", "decision": "pass"}, "2": {"kind": "far", "decision": "pass"}}
        }
    }
    better = copy.deepcopy(gate)
    better["questions"]["s"]["2"]["decision"] = "refuse"
    compared = compare(gate, better)["mean"]
    assert compared["far pass"]["difference"] == -1.0
    assert compared["answerable pass"]["difference"] == 0.0
    assert "near pass" not in compared
    row = {
        "id": "1",
        "kind": "lookup",
        "status": "answered",
        "evidence_in_top5": True,
        "evidence_cited": False,
        "refused": False,
    }
    other = {**row, "evidence_cited": True}
    compared = compare({"cases": [row]}, {"cases": [other]})["mean"]
    assert compared["evidence_cited"]["difference"] == 1.0
    missing = {**row, "id": "2", "status": "missing"}
    assert (
        compare({"cases": [row, missing]}, {"cases": [row, missing]})["mean"]["evidence_cited"]["pairs"] == 1
    )
    cut = {"presets": {"a": {"asked": ["1", "2"], "found": ["1"]}}}
    assert (
        compare(cut, {"presets": {"a": {"asked": ["1", "2"], "found": ["1", "2"]}}})["mean"]["recall@5"][
            "difference"
        ]
        == 0.5
    )


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"questions": {}},
        {"questions": {"s": {"1": 3}}},
        {"questions": {"s": {"1": {"ranks": None, "relevant": 1, "length": 2}}}},
        {"questions": {"s": {"1": {"ranks": [1]}}}},
        {"cases": []},
        {"questions": {"other": {"1": {"ranks": [1], "relevant": 1, "length": 2}}}},
        {"presets": {"a": 1}},
    ],
)
def test_what_cannot_be_compared_is_refused(other: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        compare(other, run(3))
