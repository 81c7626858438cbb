import pytest

from pincite.core.types import MatchType
from pincite.merging.history import with_history
from tests.builders import chunk, hit


@pytest.mark.feature("MG-03")
def test_the_passage_of_the_turn_before_comes_along_weaker() -> None:
    long = "해약환급금은 청구일부터 10일 이내에 지급합니다. " + "그 밖의 사항은 약관에 따릅니다. " * 20
    before = [hit(chunk("h1", long), 0.8), hit(chunk("h2", "자동차 사고는 보장하지 않습니다."), 0.9)]
    current = [hit(chunk("c1", "보험금"), 0.7)]
    found = with_history(current, before, "그럼 환급금 청구 기간은?")
    assert [one.chunk.id for one in found] == ["c1", "h1"]
    assert found[1].match_type is MatchType.HISTORY
    assert found[1].score == pytest.approx(0.48)
    assert before[0].score == 0.8


@pytest.mark.feature("MG-03")
def test_at_most_three_and_none_twice() -> None:
    before = [hit(chunk(f"h{n}", "alpha beta"), n / 10) for n in range(6)]
    found = with_history([before[5]], before, "alpha beta gamma")
    assert [one.chunk.id for one in found] == ["h5", "h4", "h3", "h2"]


def test_a_question_without_words_brings_nothing() -> None:
    assert with_history([], [hit(chunk("h", "alpha"))], "???") == []
