"""A title is the first sentence of the question, on one line, at most 100 characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.attached import Attachment
from pincite.pipeline.state import ChatRequest
from pincite.sessions.titles import (
    LONGEST_TITLE,
    shortened,
    title_from_question,
    title_from_reply,
    title_of,
)


@pytest.mark.feature("SS-04")
@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("  제43조 내용 알려줘  ", "제43조 내용 알려줘"),
        ("보험금은 언제 나오나요? 급합니다.", "보험금은 언제 나오나요?"),
        ("什么时候赔付？我很着急。", "什么时候赔付？"),
        ("What does Art. 5 say about 3.5 bar? Thanks.", "What does Art. 5 say about 3.5 bar?"),
        ("\n\n  Which\tvalve \u3000opens\n| a | b |", "Which valve opens"),
        ("---\n", "---"),
        ("   ", ""),
        ("", ""),
        ("保" * 100, "保" * 100),
    ],
)
def test_the_first_sentence_of_a_question_names_the_session(question: str, title: str) -> None:
    assert title_from_question(question) == title


def test_a_long_question_is_cut_between_words() -> None:
    title = title_from_question("which valve opens " * 20)
    assert len(title) <= LONGEST_TITLE
    assert title.endswith(("which…", "valve…", "opens…"))
    assert shortened("保" * 101) == "保" * 99 + "…"
    assert shortened("a" * 99 + " b") == "a" * 99 + "…"


@pytest.mark.feature("SS-04")
@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("<think>The user asks.\nA title.</think>\n\n“Valve pressure.”\nMore.", "Valve pressure"),
        ("<think>never ends", ""),
        ("**보험금 지급 기한**", "보험금 지급 기한"),
        ("   ", ""),
        ("保" * 100, "保" * 100),
    ],
)
def test_the_title_of_a_model_comes_without_thoughts_and_quotes(reply: str, title: str) -> None:
    assert title_from_reply(reply) == title


def test_files_without_a_word_give_the_name_of_the_first() -> None:
    files = (Attachment("회의록 3월.md", "…"), Attachment("b.md", "…"))
    assert title_of(ChatRequest(" ", (), attachments=files)) == "회의록 3월.md"
    assert title_of(ChatRequest("언제 열리나요?", (), attachments=files)) == "언제 열리나요?"
    assert title_of(ChatRequest("", ())) == ""


@given(st.text(max_size=400))
def test_every_title_is_one_short_line(text: str) -> None:
    for title in (title_from_question(text), title_from_reply(text)):
        assert len(title) <= LONGEST_TITLE
        assert title == title.strip()
        assert len(title.splitlines()) <= 1
    assert bool(title_from_question(text)) == bool(text.strip())
