"""The language of an answer, and of what is said where there is none."""

import pytest

from pincite.core.attached import Attachment
from pincite.core.errors import InvalidInput, NotFound
from pincite.pipeline.language import failure_in, language_of
from pincite.pipeline.state import ChatRequest

FILE = Attachment("메모.md", "회의는 화요일에 열립니다.")


@pytest.mark.parametrize(
    ("request_", "language"),
    [
        (ChatRequest("보험금은 언제 지급하나요?", ()), "ko"),
        (ChatRequest("保险金什么时候支付？", ()), "zh"),
        (ChatRequest("보험금은 언제 지급하나요?", (), language="en"), "en"),
        (ChatRequest(" ", (), attachments=(FILE,)), "ko"),
        (ChatRequest("When is it?", (), attachments=(FILE,)), "en"),
        (ChatRequest("", ()), "en"),
    ],
)
def test_it_is_the_one_asked_for_else_that_of_the_question_else_of_its_file(
    request_: ChatRequest, language: str
) -> None:
    assert language_of(request_) == language


def test_a_failure_is_said_in_it_and_one_that_nobody_foresaw_without_its_words() -> None:
    assert failure_in("en", NotFound("No stream events found.", hint="Ask again.")) == (
        "not_found",
        "No stream events found.",
        "Ask again.",
    )
    code, message, hint = failure_in("ko", InvalidInput("The question is empty.", hint="Write a question."))
    assert (code, message, hint) == ("invalid_input", "질문이 비어 있습니다.", "질문을 쓰세요.")
    code, message, _ = failure_in("zh", RuntimeError("/home/kim/secret"))
    assert (code, message) == ("internal", "发生了意外问题。")
    code, message, _ = failure_in("ko", InvalidInput("A sentence that nobody translated."))
    assert message == "입력을 쓸 수 없습니다. (A sentence that nobody translated.)"
