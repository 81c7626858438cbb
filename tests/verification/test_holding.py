"""Words are found in many statements at once as in each of them alone."""

import pytest

from pincite.verification.holding import WordIndex
from pincite.verification.terms import LONGEST_COMPOUND, covered, halves, held, terms

TEXTS = (
    "무면허 중 운전으로 생긴 손해는 보상하지 않습니다.",
    "비급여 항목의 접수한 날과 부모의 급여",
    "非会员不得退款，会员可以退款。",
    "The insurer pays for theft of A형 goods abroad.",
    "",
)
ASKED = ("무면허운전", "급여", "접수일", "会员", "부모", "abroad", "A", "退款", "나", "운전 손해")


@pytest.mark.parametrize("limit", [1, 4096])
def test_the_index_says_what_each_text_says(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.verification.holding.REMEMBERED", limit)
    index = WordIndex(TEXTS)
    words = sorted({word for text in (*TEXTS, *ASKED) for word in terms(text)} | {"무면허운전", "접수일"})
    for word in (*words, *words):  # the second time from memory, as far as it reaches
        asked = frozenset({word})
        assert index.containing(word) == {n for n, text in enumerate(TEXTS) if covered(asked, text)}, word
        assert index.holding(word) == {n for n, text in enumerate(TEXTS) if held(asked, text)}, word
    counts = {n: len(covered(frozenset(words), text)) for n, text in enumerate(TEXTS)}
    assert dict(index.shared(words)) == {n: count for n, count in counts.items() if count}


def test_a_compound_is_held_by_its_halves_and_a_run_of_letters_is_none() -> None:
    """Four thousand letters without a blank would be parted four thousand times."""
    index = WordIndex(["무면허 중에 운전한 사고", "별표 하나", "가나 다라"])
    assert index.containing("무면허운전") == {0}
    run = "별표" * 2_000 + "다"
    assert halves(run) == [] and index.containing(run) == frozenset()
    longest = "가나" + "다라" * ((LONGEST_COMPOUND - 2) // 2)
    assert len(halves(longest)) == LONGEST_COMPOUND - 3
