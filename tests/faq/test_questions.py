import pytest

from pincite.faq import is_negative, normalise_question
from pincite.faq.questions import distinct


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("환불은 언제 되나요?", "환불은 언제되나요"),
        ("怎麼退款？", "怎么退款"),
        ("Ｈｏｗ to pay", "how to pay?"),
        ("How  to\tpay", "how to pay"),
        ("“退款”", "退款！"),
        ("看 https://example.com/a?b=1 说明", "看说明"),
        ("한글 자모", "한글 자모"),
    ],
)
def test_the_same_question_in_another_spelling_has_the_same_fold(one: str, other: str) -> None:
    assert normalise_question(one) == normalise_question(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C#이란?", "C란?"),
        ("what is C#", "what is C"),
        ("수수료 100%", "수수료 100"),
        ("not able", "notable"),
    ],
)
def test_questions_that_differ_in_more_than_spelling_stay_apart(one: str, other: str) -> None:
    assert normalise_question(one) != normalise_question(other)


@pytest.mark.parametrize("text", ["", "  ", "？！", "###", "https://example.com", "\u3000"])
def test_what_holds_no_word_has_an_empty_fold(text: str) -> None:
    assert normalise_question(text) == ""


@pytest.mark.feature("FAQ-08")
@pytest.mark.parametrize(
    ("query", "negative"),
    [
        ("Refund?", "refund"),
        ("환불 되나요", "환불되나요?"),
        ("ＲＥＦＵＮＤ", "refund!"),
        ("退款嗎？", "退款吗"),
        ("???", "???"),
    ],
)
def test_a_negative_question_matches_whatever_its_spelling(query: str, negative: str) -> None:
    assert is_negative(query, [negative])


@pytest.mark.parametrize(
    ("query", "negative"), [("???", "!!!"), ("", ""), ("refund policy", "refund"), ("x", "")]
)
def test_another_question_is_no_negative_match(query: str, negative: str) -> None:
    assert not is_negative(query, [negative])


def test_values_are_trimmed_and_come_once_in_their_order() -> None:
    assert distinct([" b ", "", "a", "b", "\u3000"]) == ("b", "a")
