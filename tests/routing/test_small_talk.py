"""What asks nothing of the documents."""

import pytest

from pincite.routing.small_talk import small_talk


@pytest.mark.feature("QU-06")
@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("안녕하세요!", "greeting"),
        ("안녕 ㅎㅎ", "greeting"),
        ("Hello there!", "greeting"),
        ("good morning", "greeting"),
        ("您好", "greeting"),
        ("감사합니다.", "chitchat"),
        ("Thanks a lot!", "chitchat"),
        ("谢谢你", "chitchat"),
        ("안녕하세요. 고마워요!", "chitchat"),
        ("뭘 할 수 있나요?", "help"),
        ("Hi, who are you?", "help"),
        ("你能做什么？", "help"),
    ],
)
def test_small_talk_is_told(said: str, kind: str) -> None:
    assert small_talk(said) == kind


@pytest.mark.parametrize(
    "said",
    [
        "안녕하세요, 연차는 며칠인가요?",
        "감사 결과는 언제 나오나요?",
        "Hi-Fi",
        "help desk hours?",
        "help",
        "사용법",
        "감사",
        "도움말",
        "怎么用",
        "你好，工资怎么算？",
        "제3조",
        "",
        "?!",
        "thanks giving day off?",
    ],
)
def test_a_question_is_none(said: str) -> None:
    assert small_talk(said) == ""
