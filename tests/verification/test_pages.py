"""Answers from pages of the web, which name clauses and are none."""

import pytest

from pincite.core.types import RiskLevel
from pincite.verification import Passage, verify_answer

TITLE = "상법 제638조(보험계약의 의의) 해설"
PAGE = Passage(
    "https://law.example/638",
    f"{TITLE}\n\n제638조는 보험계약의 의의를 정한다. 같은 조에 따라 당사자 일방은 보험료를 지급한다.\n"
    "보험자는 30일 내에 통지해야 한다.",
    TITLE,
    loose=True,
)
OWN = Passage(
    "c1", "① 회사는 3영업일 이내에 지급합니다.\n② 지연 이자를 더합니다.", "약관 > 제43조(보험금의 지급)"
)


@pytest.mark.parametrize(
    "answer",
    [
        "상법 제638조는 보험계약의 의의를 정합니다.",
        "상법 제638조 제1항은 보험계약의 의의를 정합니다.",
        "제638조에 따라 30일 내에 통지해야 합니다.",
        "제1항에 따라 30일 내에 통지해야 합니다.",
    ],
)
def test_a_clause_that_a_page_names_is_no_fault_whatever_part_of_it_is_meant(answer: str) -> None:
    report = verify_answer(answer, [PAGE])
    assert report.risk_level is RiskLevel.PASS, report.warnings


def test_the_page_is_what_such_a_claim_stands_on() -> None:
    report = verify_answer("상법 제638조 제1항은 보험계약의 의의를 정합니다.", [OWN, PAGE])
    assert report.claims[0].supported_by == (PAGE.id,)


@pytest.mark.parametrize(
    ("answer", "level"),
    [
        ("상법 제640조는 보험계약의 의의를 정합니다.", RiskLevel.HARD_FAIL),
        ("민법 제638조는 보험계약의 의의를 정합니다.", RiskLevel.HARD_FAIL),
        ("제638조에 따라 60일 내에 통지해야 합니다.", RiskLevel.SOFT_FAIL),
    ],
)
def test_what_no_page_names_or_says_is_found_all_the_same(answer: str, level: RiskLevel) -> None:
    assert verify_answer(answer, [PAGE]).risk_level is level


def test_clauses_of_documents_are_checked_as_ever_beside_pages() -> None:
    assert verify_answer("제43조 제9항에 따라 지급합니다.", [OWN, PAGE]).risk_level is RiskLevel.HARD_FAIL
    assert verify_answer("제43조 제2항에 따라 이자를 더합니다.", [OWN, PAGE]).risk_level is RiskLevel.PASS
