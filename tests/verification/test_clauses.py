"""Clauses that an answer names: paragraphs without their clause, clauses of a named law."""

import pytest

from pincite.core.types import RiskLevel
from pincite.verification import Passage, verify_answer

PAYING = Passage("p", "① 회사는 보험금을 지급합니다.\n② 이자를 더합니다.", "약관 > 제5조(지급)")
POINTING = Passage(
    "q", "① 회사는 보험금을 지급합니다.\n② 제10조 제7항에 따른 이자를 더합니다.", "약관 > 제5조(지급)"
)
COMMENTARY = Passage("w", "보험계약의 의의를 풀이합니다.", "상법 해설", loose=True)
LAW = Passage("l", "상법 제638조(보험계약의 의의) 보험료를 지급합니다.", "상법 제638조(보험계약의 의의)")
NAMING = Passage("n", "제5조(고지의무) 계약자는 상법 제651조에 따른 중요한 사항을 회사에 알려야 합니다.", "")


@pytest.mark.feature("VF-02")
@pytest.mark.parametrize(
    ("answer", "passages", "level"),
    [
        ("제2항에 따라 이자를 더합니다.", [PAYING], RiskLevel.PASS),
        ("제7항에 따라 지급합니다.", [PAYING], RiskLevel.HARD_FAIL),
        ("제7항에 따라 지급합니다.", [POINTING], RiskLevel.PASS),
        ("제7항에 따라 지급합니다.", [PAYING, COMMENTARY], RiskLevel.PASS),
    ],
    ids=["held", "nowhere", "named by the passage", "a page may mean a clause of its own"],
)
def test_a_paragraph_without_its_clause(answer: str, passages: list[Passage], level: RiskLevel) -> None:
    report = verify_answer(answer, passages)
    assert report.risk_level is level, report.warnings


@pytest.mark.feature("VF-02")
@pytest.mark.parametrize(
    ("answer", "passage", "level"),
    [
        ("상법 제638조에 따라 보험료를 지급합니다.", LAW, RiskLevel.PASS),
        ("민법 제638조에 따라 보험료를 지급합니다.", LAW, RiskLevel.HARD_FAIL),
        ("상법 제5조에 따라 알려야 합니다.", NAMING, RiskLevel.HARD_FAIL),
        ("제5조에 따라 알려야 합니다.", NAMING, RiskLevel.PASS),
    ],
    ids=["of the law that it is of", "of another law", "of a law that the passage only names", "its own"],
)
def test_a_clause_of_a_law(answer: str, passage: Passage, level: RiskLevel) -> None:
    report = verify_answer(answer, [passage])
    assert report.risk_level is level, report.warnings
