"""What an answer means beside what its passages say."""

import pytest

from pincite.core.types import RiskLevel
from pincite.verification import Passage, verify_answer

SOURCES = {
    "ko": "골절은 보장한다. 치아 골절은 보장하지 않는다.",
    "en": "Fractures are covered. Tooth fractures are not covered.",
    "zh": "商品可以退货。特价商品不得退货。",
}


@pytest.mark.feature("VF-13")
@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("ko", "치아 골절을 제외하고 골절을 보장합니다."),
        ("en", "All fractures except tooth fractures are covered."),
        ("en", "Fractures are covered, but not tooth fractures."),
        ("zh", "除特价商品外，商品可以退货。"),
    ],
)
def test_a_rule_with_its_exception_reverses_neither(language: str, answer: str) -> None:
    report = verify_answer(answer, [Passage("p", SOURCES[language])])
    assert report.risk_level is RiskLevel.PASS, report.warnings


@pytest.mark.feature("VF-13")
@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("ko", "치아 골절은 보장합니다."),
        ("en", "Tooth fractures are covered."),
        ("zh", "特价商品可以退货。"),
    ],
)
def test_an_exception_stated_as_the_rule_is_reversed(language: str, answer: str) -> None:
    report = verify_answer(answer, [Passage("p", SOURCES[language])])
    assert report.risk_level is RiskLevel.SOFT_FAIL


def test_a_claim_in_other_words_altogether_does_not_reverse_a_passage() -> None:
    report = verify_answer("该条款没有效力。", [Passage("p", "该条款无效。")])
    assert report.claims[0].findings == ()


def test_passages_that_overlap_say_what_one_of_them_says() -> None:
    rule = "무면허운전 손해는 보장하지 아니한다."
    passages = [Passage("a", rule, "약관 > 제44조(면책)"), Passage("b", rule, "약관 > 제4장 면책")]
    assert verify_answer("무면허운전 손해는 보장됩니다.", passages).risk_level is RiskLevel.SOFT_FAIL
    assert verify_answer("무면허운전 손해는 보장되지 않습니다.", passages).risk_level is RiskLevel.PASS
