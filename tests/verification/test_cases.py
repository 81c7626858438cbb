"""Our own near misses: every one is told as labelled (tests/verification/cases, format of tests/cases)."""

from pathlib import Path

import pytest
from tools.verification_report import check_answers, check_pairs, read_cases

HERE = Path(__file__).parent / "cases"
ANSWERS = read_cases(HERE / "verification.jsonl")
PAIRS = read_cases(HERE / "polarity_pairs.jsonl")


@pytest.mark.feature("VF-01")
@pytest.mark.feature("VF-02")
@pytest.mark.feature("VF-03")
@pytest.mark.feature("VF-04")
@pytest.mark.feature("VF-05")
@pytest.mark.feature("VF-06")
@pytest.mark.feature("VF-09")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
@pytest.mark.parametrize("category", sorted({case["category"] for case in ANSWERS}))
def test_answers(category: str, language: str) -> None:
    cases = [case for case in ANSWERS if (case["category"], case["lang"]) == (category, language)]
    assert cases
    wrong = [one for one in check_answers(cases) if not one.right]
    assert not wrong


@pytest.mark.feature("VF-13")
@pytest.mark.parametrize("language", ["ko", "en", "zh"])
def test_pairs(language: str) -> None:
    pairs = [pair for pair in PAIRS if pair["lang"] == language]
    assert len(pairs) > 50
    assert not [one for one in check_pairs(pairs) if not one.right]


def test_there_are_enough_near_misses_in_every_language() -> None:
    languages = [case["lang"] for case in ANSWERS]
    assert all(languages.count(language) >= 150 for language in ("ko", "en", "zh"))
