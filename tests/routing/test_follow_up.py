"""Questions that only the turn before makes whole."""

import pytest

from pincite.routing.follow_up import is_follow_up, with_subject

FIRST = "입원일당은 얼마인가요?"


@pytest.mark.parametrize(
    "question",
    [
        "그럼 기간은요?",
        "그건 언제까지예요?",
        "서류는?",
        "미성년자는요?",
        "What about minors?",
        "Is it covered?",
        "And the deadline?",
        "why?",
        "那要多久？",
        "金额呢？",
        "它什么时候生效？",
    ],
)
def test_a_question_that_points_back_is_joined_to_its_subject(question: str) -> None:
    assert is_follow_up(question)
    assert with_subject(question, [FIRST]) == f"{FIRST} {question}"


@pytest.mark.parametrize(
    "question",
    [
        "계약을 해지하면 환급금을 돌려받을 수 있나요?",
        "제43조는요?",
        "How long is the notice period for a manager with ten years of service?",
        "失业保险金每月最多可以领取多少元？",
    ],
)
def test_a_question_that_says_what_it_is_about_is_left_alone(question: str) -> None:
    assert with_subject(question, [FIRST]) == question


def test_a_chain_of_follow_ups_keeps_the_last_whole_question() -> None:
    assert with_subject("서류는?", ["해지 방법을 알려 주세요", FIRST, "그럼 기간은요?"]) == f"{FIRST} 서류는?"
    assert with_subject("서류는?", []) == "서류는?"
    assert with_subject("서류는?", [FIRST, "왜?", "기간은?", "금액은?"]) == "서류는?"
