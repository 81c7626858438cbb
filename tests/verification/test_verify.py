"""What a report tells beside its level: claims, provenance, failure type, escalation, warnings."""

import unicodedata
from pathlib import Path

import pytest
import yaml

from pincite.core.types import RiskLevel
from pincite.verification import FailureType, Passage, compare_polarity, verify_answer

TERMS = [
    Passage("c1", "회사는 약정한 금액 1,000만원을 지급합니다.", "약관 > 제43조(보험금의 지급)"),
    Passage("c2", "무면허운전 손해는 보장하지 아니한다.", "약관 > 제44조(면책)"),
]


def test_claims_lie_where_they_stand_in_the_answer() -> None:
    answer = "제43조에 따라 1,000만원을 지급합니다.\n- 이 경우 보험금이 지급됩니다."
    report = verify_answer(answer, TERMS)
    assert [answer[claim.start : claim.end] for claim in report.claims] == [
        claim.text for claim in report.claims
    ]
    assert [claim.verdict for claim in report.claims] == ["supported", "unverifiable"]
    assert report.claims[0].refs == ("제43조",)


def test_a_refusal_that_ends_in_a_semicolon_is_one_claim() -> None:
    answer = "- The notice period is not mentioned;\n- The fee is $20."
    report = verify_answer(answer, [Passage("p", "The fee is $20.")])
    assert [claim.text for claim in report.claims] == answer.split("\n")


@pytest.mark.feature("VF-08")
def test_a_claim_names_the_passages_that_support_it() -> None:
    report = verify_answer("제44조에 따라 무면허운전 손해는 보장하지 않습니다.", TERMS)
    assert report.claims[0].supported_by == ("c2",)


@pytest.mark.feature("VF-01")
def test_the_same_question_has_the_same_report() -> None:
    answer = "제99조에 따라 500만원을 지급합니다."
    assert verify_answer(answer, TERMS) == verify_answer(answer, TERMS)


@pytest.mark.feature("CR-02")
@pytest.mark.feature("CR-05")
@pytest.mark.parametrize(
    ("answer", "failure", "escalated"),
    [
        ("제99조에 따라 지급합니다.", FailureType.RETRIEVAL_GAP, True),
        ("무면허운전 손해는 보장합니다.", FailureType.SEMANTIC_MISMATCH, True),
        ("약정한 금액은 1,000원입니다.", FailureType.UNIT_ERROR, False),
        ("약정한 금액은 700만원입니다.", FailureType.GENERATION_ERROR, False),
        ("약정한 금액은 3명에게 지급합니다.", FailureType.MINOR, False),
        ("약정한 금액은 1,000만원입니다.", None, False),
    ],
)
def test_failure_types(answer: str, failure: FailureType | None, escalated: bool) -> None:
    report = verify_answer(answer, TERMS)
    assert (report.failure_type, report.escalation_required) == (failure, escalated)


def test_the_worst_finding_gives_level_and_failure() -> None:
    report = verify_answer("약정한 금액은 1,000원입니다. 제99조에 따릅니다.", TERMS)
    assert (report.risk_level, report.failure_type) == (RiskLevel.HARD_FAIL, FailureType.RETRIEVAL_GAP)


@pytest.mark.feature("CR-02")
def test_the_documents_around_tell_a_gap_from_an_invention() -> None:
    around = [*TERMS, Passage("c9", "제99조(준용) 민법을 준용한다.")]
    missed = verify_answer("제99조에 따릅니다.", TERMS, surroundings=around)
    invented = verify_answer("제100조에 따릅니다.", TERMS, surroundings=around)
    assert missed.failure_type is FailureType.RETRIEVAL_GAP
    assert invented.failure_type is FailureType.GENERATION_ERROR
    assert invented.risk_level is RiskLevel.HARD_FAIL


def test_a_missing_paragraph_of_a_present_clause_is_an_error_of_the_answer() -> None:
    passages = [Passage("p", "제12조(지급) ① 첫째 경우 ② 둘째 경우")]
    report = verify_answer("제12조 제5항에 따릅니다.", passages)
    assert report.failure_type is FailureType.GENERATION_ERROR


@pytest.mark.feature("VF-11")
@pytest.mark.parametrize(
    ("answer", "language", "word"),
    [
        ("제99조에 따라 지급합니다.", None, "조항"),
        ("第九十九条规定给付。", None, "条款"),
        ("Article 99 applies.", None, "clause"),
        ("제99조에 따라 지급합니다.", "en", "clause"),
    ],
)
def test_warnings_speak_the_language_of_the_answer(answer: str, language: str | None, word: str) -> None:
    (warning,) = verify_answer(answer, TERMS, language=language).warnings
    assert word in warning


def test_every_warning_is_written_in_three_languages() -> None:
    path = Path("src/pincite/core/messages/verification.yaml")
    for key, sentences in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        assert set(sentences) == {"ko", "en", "zh"}, key
        assert len({"{text}" in sentence for sentence in sentences.values()}) == 1, key


@pytest.mark.parametrize("answer", ["", "   ", "\n\n", "- ", "|---|", "네."])
def test_an_answer_that_says_nothing_passes(answer: str) -> None:
    report = verify_answer(answer, TERMS)
    assert (report.risk_level, report.groundedness, report.unsupported) == (RiskLevel.PASS, None, ())


def test_without_passages_every_fact_is_unsupported() -> None:
    report = verify_answer("제3조에 따라 5만원입니다.", [])
    assert report.unsupported == ("제3조", "5만원")
    assert report.groundedness == 0.0


@pytest.mark.parametrize(
    ("law", "risk"),
    [("근로기준법", "pass"), ("「근로기준법」", "pass"), ("민법", "hard_fail"), ("이 법", "pass")],
)
def test_a_law_is_the_document_whose_heading_names_it(law: str, risk: str) -> None:
    passages = [
        Passage("p", "사용자는 근로자를 해고하지 못한다.", "근로기준법 > 제2장 > 제23조(해고 등의 제한)")
    ]
    assert verify_answer(f"{law} 제23조에 따라 해고하지 못합니다.", passages).risk_level == risk


def test_a_table_row_is_a_claim_and_its_header_is_none() -> None:
    passages = [Passage("p", "| 구분 | 한도 |\n|---|---|\n| 기본 | 300만원 |\n| 고급 | 700만원 |")]
    report = verify_answer("| 구분 | 한도 |\n|---|---|\n| 기본 | 300만원 |\n| 고급 | 300만원 |", passages)
    assert report.unsupported == ("300만원",)
    assert report.groundedness == 0.5


@pytest.mark.parametrize(
    "piece", ["1,", "1 ", "일", "一", "one ", "[1", "(", "제1조 ", "하지 않 ", "未经", "if ", "的，"]
)
def test_hostile_runs_are_read_to_the_end(piece: str) -> None:
    text = piece * (3000 // len(piece))
    assert verify_answer(text, [Passage("p", text)]).risk_level in RiskLevel


def test_conjoining_letters_are_read_and_claims_lie_where_the_answer_has_them() -> None:
    plain = "약정한 금액은 1,000만원입니다. 약정한 금액은 700만원입니다."
    answer = unicodedata.normalize("NFD", plain)
    passages = [Passage(p.id, *(unicodedata.normalize("NFD", t) for t in (p.text, p.heading))) for p in TERMS]
    report = verify_answer(answer, passages)
    assert report.unsupported == ("700만원",)
    said = [unicodedata.normalize("NFC", answer[claim.start : claim.end]) for claim in report.claims]
    assert said == [claim.text for claim in report.claims]
    assert compare_polarity(unicodedata.normalize("NFD", "환불한다."), "환불하지 않는다.") == "reversed"
