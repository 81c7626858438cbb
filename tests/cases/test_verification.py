"""The labelled verification cases. Each category keeps the share it has reached; failures are printed."""

import json
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from pincite.verification import Passage, VerificationReport, verify_answer

HERE = Path(__file__).parent
CASES = [json.loads(line) for line in (HERE / "verification.jsonl").read_text(encoding="utf-8").splitlines()]
DISPUTED = tomllib.loads((HERE / "disputed.toml").read_text(encoding="utf-8"))["verification"]
FLOOR = 1.0
"""Share of right cases per category, reached on 29 November 2026; it may only rise."""


def complaint(case: dict[str, Any], report: VerificationReport) -> str | None:
    """What is wrong with ``report``, None when it is as labelled."""
    expect = case["expect"]
    wrong = []
    if report.risk_level != expect["risk_level"]:
        wrong.append(f"risk {report.risk_level} instead of {expect['risk_level']}")
    if sorted(report.unsupported) != sorted(expect["unsupported"]):
        wrong.append(f"unsupported {report.unsupported} instead of {expect['unsupported']}")
    if "groundedness" in expect and report.groundedness != pytest.approx(expect["groundedness"]):
        wrong.append(f"groundedness {report.groundedness} instead of {expect['groundedness']}")
    return f"{case['id']} {case['answer']!r}: {'; '.join(wrong)}" if wrong else None


def check(case: dict[str, Any]) -> str | None:
    return complaint(case, verify_answer(case["answer"], [Passage(**p) for p in case["passages"]]))


BY_CATEGORY: dict[str, list[dict[str, Any]]] = defaultdict(list)
for _case in CASES:
    if _case["id"] not in DISPUTED:
        BY_CATEGORY[_case["category"]].append(_case)


@pytest.mark.feature("VF-01")
@pytest.mark.feature("VF-02")
@pytest.mark.feature("VF-03")
@pytest.mark.feature("VF-05")
@pytest.mark.feature("VF-06")
@pytest.mark.feature("VF-13")
@pytest.mark.parametrize("category", sorted(BY_CATEGORY))
def test_category(category: str) -> None:
    cases = BY_CATEGORY[category]
    failures = [failure for case in cases if (failure := check(case))]
    print(*failures, sep="\n")  # noqa: T201
    assert 1 - len(failures) / len(cases) >= FLOOR, "\n".join(failures)
