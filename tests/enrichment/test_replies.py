"""What models write when they were asked for JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.enrichment.replies import read_questions, read_summary, read_table

TWO = ("보험료는 얼마인가요?", "언제 지급하나요?")


@pytest.mark.parametrize(
    "reply",
    [
        '{"questions": ["보험료는 얼마인가요?", "언제 지급하나요?"]}',
        '```json\n{"questions": ["보험료는 얼마인가요?", "언제 지급하나요?"]}\n```',
        '```\n["보험료는 얼마인가요?", "언제 지급하나요?"]',
        '네, 만들었습니다.\n{"questions": ["보험료는 얼마인가요?", "언제 지급하나요?",]}\n도움이 되길 바랍니다.',
        '{"Questions": [{"question": "보험료는 얼마인가요?"}, {"question": "언제 지급하나요?"}]}',
        '{"questions": {"1": "보험료는 얼마인가요?", "2": "언제 지급하나요?"}}',
        '{"questions": ["1. 보험료는 얼마인가요?", "- **언제** 지급하나요?"]}',
        '{"questions": ["보험료는 얼마인가요?", "보험료는 얼마인가요", "언제 지급하나요?"]}',
        '{"questions": ["보험료는 얼마인가요?", "언제 지급하나요?", "또 무엇을',
        "1. 보험료는 얼마인가요?\n2. 언제 지급하나요?",
        "다음은 질문입니다.\n\n① 보험료는 얼마인가요?\n② “언제 지급하나요?”",
        "Q1: 보험료는 얼마인가요?\nQ2: 언제 지급하나요?",
        "질문 1) 보험료는 얼마인가요?\n질문 2) 언제 지급하나요?",
        "보험료는 얼마인가요?\n언제 지급하나요?",
    ],
)
def test_questions_are_read_however_they_are_written(reply: str) -> None:
    assert read_questions(reply, 3) == TWO


@pytest.mark.parametrize("reply", ["[]", '{"questions": []}', '```json\n{"questions": []}\n```', "{}"])
def test_no_question_is_an_answer(reply: str) -> None:
    assert read_questions(reply, 3) == ()


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  \n",
        "죄송합니다. 도와드릴 수 없습니다.",
        "I'm sorry, but I can't help with that?",
        "As an AI language model, I cannot do this.",
        "很抱歉，我无法回答这个问题。",
        "The text describes a policy.",
        '{"questions": [1, 2]}',
        '{"questions": ["', "[" * 30_000, '{"a":' * 30_000, "null", "{",
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_none(reply: str) -> None:
    assert read_questions(reply, 3) is None


def test_brackets_of_a_sentence_are_no_json() -> None:
    assert read_questions("1. What does [1] mean?\n2. What is [A]?", 3) == (
        "What does [1] mean?",
        "What is [A]?",
    )


def test_at_most_so_many_and_none_too_long() -> None:
    reply = json.dumps({"questions": ["a?" * 200, *(f"question {n}?" for n in range(9)), "?", "!!"]})
    assert read_questions(reply, 3) == ("question 0?", "question 1?", "question 2?")


def test_nothing_in_a_question_acts() -> None:
    reply = json.dumps(
        {
            "questions": [
                "what <img src=http://x/a.png onerror=alert(1)> is it?",
                "![pixel](http://tracker/p.gif) who pays?",
                "see [the page](http://evil) now?",
                "null\x00byte \x1b[31mred\u202e? \ud800",
            ]
        }
    )
    assert read_questions(reply, 9) == (
        "what is it?",
        "pixel who pays?",
        "see the page now?",
        "null byte [31mred ?",
    )


@pytest.mark.parametrize(
    "reply",
    [
        '{"summary": "약관의 요약이다. 3영업일 안에 지급한다."}',
        '```json\n{"summary": "약관의 요약이다.\n3영업일 안에 지급한다."}\n```',
        '{"요약": "약관의 요약이다. 3영업일 안에 지급한다."}',
        '{"summary": ["약관의 요약이다.", "3영업일 안에 지급한다."]}',
        "약관의 요약이다. 3영업일 안에 지급한다.",
        "요약: 약관의 요약이다. 3영업일 안에 지급한다.",
        "다음은 문서의 요약입니다:\n\n약관의 요약이다. 3영업일 안에 지급한다.",
        '"약관의 요약이다. 3영업일 안에 지급한다."',
        '{"summary": "약관의 요약이다. 3영업일 안에 지급한다. 그리고 또',
    ],
)
def test_a_summary_is_read_however_it_is_written(reply: str) -> None:
    assert read_summary(reply) == "약관의 요약이다. 3영업일 안에 지급한다."


@pytest.mark.parametrize(
    "reply", ["", "죄송하지만 요약할 수 없습니다.", '{"summary": ""}', "{}", '{"summary": "cut', "[[[", "***"]
)
def test_no_summary_is_none(reply: str) -> None:
    assert read_summary(reply) is None


def test_a_long_summary_ends_with_a_whole_sentence() -> None:
    said = read_summary("This is a sentence. " * 500)
    assert said is not None
    assert len(said) <= 2_000
    assert said.endswith("sentence.")


@pytest.mark.parametrize(
    "columns",
    [
        [{"name": "나이", "description": "만 나이(세)"}, {"name": "보험료", "description": "월, 원"}],
        {"나이": "만 나이(세)", "보험료": "월, 원"},
        {"보험료": {"description": "월, 원"}, " 나이 ": {"description": "만 나이(세)"}},
        [{"column": "**나이**", "설명": "만 나이(세)"}, {"name": "보험료", "meaning": "월, 원"}, "성별", 3],
    ],
)
def test_columns_are_those_of_the_table_in_its_order(columns: object) -> None:
    reply = json.dumps({"summary": "요율표이다.", "columns": columns}, ensure_ascii=False)
    notes = read_table(reply, ["보험료", "나이"])
    assert notes is not None
    assert (notes.summary, list(notes.columns.items())) == (
        "요율표이다.",
        [("보험료", "월, 원"), ("나이", "만 나이(세)")],
    )


def test_columns_that_a_model_invents_are_dropped() -> None:
    reply = '{"summary": "Rates.", "columns": [{"name": "invented", "description": "x"}, {"name": "age"}]}'
    notes = read_table(reply, ["age"])
    assert notes is not None
    assert dict(notes.columns) == {}
    assert read_table("Rates by age.", ["age"]) is not None
    assert read_table("", ["age"]) is None


@given(st.text(max_size=300))
def test_no_reply_breaks_a_reader(reply: str) -> None:
    for text in (reply, f'{{"questions": [{reply}', f'{{"summary": "{reply}'):
        questions = read_questions(text, 3)
        assert questions is None or all(question == question.strip() != "" for question in questions)
        read_summary(text)
        read_table(text, ["a", reply])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=10,
    )
)
def test_no_json_breaks_a_reader(value: object) -> None:
    for shape in (value, {"questions": value}, {"summary": value, "columns": value}):
        reply = json.dumps(shape)
        read_questions(reply, 3)
        read_summary(reply)
        read_table(reply, ["a"])


@pytest.mark.parametrize(
    "part", ["`", "<", "<!--", "![", "[", "{", '{"a":["', "**a", "- ", "```\n", "\\", "I'm sorry ", '"']
)
def test_a_reply_of_marks_alone_is_read_in_no_time(part: str) -> None:
    """Backticks took minutes once; the limit of the suite is the measure."""
    for reply in (part * (40_000 // len(part)), f'{{"questions": ["{part * 3_000}'):
        read_questions(reply, 3)
        read_summary(reply)
        read_table(reply, ["a"])
