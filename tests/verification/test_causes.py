"""Severity, cause and warning of what the passages do not state; ``surroundings`` are the documents around."""

import pytest

from pincite.core.types import RiskLevel
from pincite.verification import FailureType, Passage, verify_answer

SEEN = [
    Passage(
        "p1",
        "회사는 서류를 접수한 날부터 3영업일 이내에 보험금을 지급합니다. 입원일당은 50,000원입니다.",
        "보험약관 > 제43조(보험금의 지급)",
    )
]
AROUND = [
    Passage("p2", "회사는 고의로 생긴 손해를 보상하지 않습니다.", "보험약관 > 제44조(면책)"),
    Passage("p3", "해약환급금은 청구일부터 10일 이내에 지급합니다.", "보험약관 > 제50조(해약환급금)"),
]

CASES = {
    "clause of the document that was not found": (
        "제44조에 따릅니다.", RiskLevel.HARD_FAIL, FailureType.RETRIEVAL_GAP, True, "검색되지 않아",
    ),
    "clause that does not exist": (
        "제99조에 따릅니다.", RiskLevel.HARD_FAIL, FailureType.GENERATION_ERROR, False, "어디에도 없습니다",
    ),
    "paragraph that does not exist": (
        "제43조 제7항에 따릅니다.", RiskLevel.HARD_FAIL, FailureType.GENERATION_ERROR, False, "항·호·목",
    ),
    "figure of the document that was not found": (
        "해약환급금은 10일 이내에 지급합니다.", RiskLevel.SOFT_FAIL, FailureType.RETRIEVAL_GAP, True,
        "다른 부분",
    ),
    "figure that stands nowhere": (
        "보험금은 25일 이내에 지급합니다.", RiskLevel.SOFT_FAIL, FailureType.GENERATION_ERROR, False,
        "확인되지 않습니다",
    ),
    "right digits, wrong unit": (
        "입원일당은 50,000만원입니다.", RiskLevel.SOFT_FAIL, FailureType.UNIT_ERROR, False,
        "확인되지 않습니다",
    ),
    "the opposite": (
        "회사는 3영업일 이내에 보험금을 지급하지 않습니다.", RiskLevel.SOFT_FAIL,
        FailureType.SEMANTIC_MISMATCH, True, "반대",
    ),
    "an age": ("가입 나이는 15세 이상입니다.", RiskLevel.WARN, FailureType.MINOR, False, "확인되지 않습니다"),
}  # fmt: skip


@pytest.mark.feature("CR-02")
@pytest.mark.feature("CR-05")
@pytest.mark.feature("VF-09")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_severity_cause_and_words(case: tuple[str, RiskLevel, FailureType, bool, str]) -> None:
    answer, level, failure, escalated, words = case
    report = verify_answer(answer, SEEN, surroundings=AROUND)
    assert (report.risk_level, report.failure_type) == (level, failure)
    assert report.escalation_required is escalated
    assert words in " ".join(report.warnings)


@pytest.mark.feature("VF-11")
def test_where_nobody_looked_a_missing_clause_may_be_a_gap_of_the_search() -> None:
    report = verify_answer("제99조에 따릅니다.", SEEN)
    assert report.failure_type is FailureType.RETRIEVAL_GAP
    assert "검색에서 빠졌을 수 있으므로" in report.warnings[0]


@pytest.mark.feature("VF-11")
@pytest.mark.parametrize(
    ("language", "words"),
    [("ko", "“제99조”"), ("en", "“제99조” is nowhere"), ("zh", "“제99조”在文档中不存在")],
)
def test_warnings_are_sentences_in_the_language_of_the_answer(language: str, words: str) -> None:
    (warning,) = verify_answer("제99조에 따릅니다.", SEEN, language=language, surroundings=AROUND).warnings
    assert words in warning
    assert warning.endswith((".", "。"))


def test_where_all_is_well_the_surroundings_change_nothing() -> None:
    text = "제43조에 따라 3영업일 이내에 지급합니다."
    assert verify_answer(text, SEEN, surroundings=AROUND) == verify_answer(text, SEEN)


def test_a_fault_beside_a_gap_asks_for_a_person_too() -> None:
    report = verify_answer("제99조에 따릅니다. 제44조도 적용됩니다.", SEEN, surroundings=AROUND)
    assert report.failure_type is FailureType.GENERATION_ERROR
    assert report.escalation_required


def test_other_faults_keep_their_cause() -> None:
    text = "제99조에 따릅니다. 회사는 3영업일 이내에 보험금을 지급하지 않습니다."
    causes = [
        finding.failure
        for claim in verify_answer(text, SEEN, surroundings=AROUND).claims
        for finding in claim.findings
    ]
    assert causes == [FailureType.GENERATION_ERROR, FailureType.SEMANTIC_MISMATCH]
