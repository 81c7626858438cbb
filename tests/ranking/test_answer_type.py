import pytest

from pincite.ranking.answer_type import AnswerType, asked_type, holds_type


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("연차 유급휴가는 며칠인가요?", AnswerType.NUMBER),
        ("보험금은 얼마까지 지급되나요?", AnswerType.NUMBER),
        ("몇 년에 개정되었나요?", AnswerType.DATE),
        ("언제부터 보장되나요?", AnswerType.DATE),
        ("世宗大学哪一年开始招收男学生？", AnswerType.DATE),
        ("員工有幾天假？", AnswerType.NUMBER),
        ("How many nations control this region?", AnswerType.NUMBER),
        ("When was the rule changed?", AnswerType.DATE),
        ("In what year did it open?", AnswerType.DATE),
        ("면책 사유는 무엇인가요?", AnswerType.NONE),
        ("Who wrote it?", AnswerType.NONE),
    ],
)
def test_what_is_asked(question: str, kind: AnswerType) -> None:
    assert asked_type(question) is kind


@pytest.mark.parametrize(
    ("kind", "text", "given", "held"),
    [
        (AnswerType.NUMBER, "15일의 유급휴가를 준다", (), True),
        (AnswerType.NUMBER, "유급휴가를 준다", (), False),
        (AnswerType.NUMBER, "1992 the process began", ("1992",), False),
        (AnswerType.NUMBER, "it has seven members", (), True),
        (AnswerType.NUMBER, "共有十五天", (), True),
        (AnswerType.DATE, "in july the law changed", (), True),
        (AnswerType.DATE, "the law changed", (), False),
        (AnswerType.NONE, "anything", (), None),
    ],
)
def test_what_is_held(kind: AnswerType, text: str, given: tuple[str, ...], held: bool | None) -> None:
    assert holds_type(kind, text, given) is held
