"""Sentences end where people end them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.sentences import split_sentences


@pytest.mark.feature("VF-07")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("기준일은 2026. 4. 20. 이다. 다음", ["기준일은 2026. 4. 20. 이다.", "다음"]),
        ("만기일은 2031.03.01.입니다. 그 후", ["만기일은 2031.03.01.입니다.", "그 후"]),
        ("지급한다.다만, 아니다", ["지급한다.", "다만, 아니다"]),
        ("제1조. 목적은 이렇다.", ["제1조. 목적은 이렇다."]),
        ("1. 고의 사고는\n2. 무면허", ["1. 고의 사고는", "2. 무면허"]),
        ('그는 "좋다." 라고 했다. 끝', ['그는 "좋다." 라고 했다.', "끝"]),
        ("未找到。下一句！好", ["未找到。", "下一句！", "好"]),
        ("Article 5. Notice is given. Then", ["Article 5. Notice is given.", "Then"]),
        (
            "Fee is $40.5. The U.S. has it, e.g. this. See No. 5 for it.",
            ["Fee is $40.5.", "The U.S. has it, e.g. this.", "See No. 5 for it."],
        ),
        ("정말인가요? 네… 그렇다", ["정말인가요?", "네…", "그렇다"]),
        ("", []),
        ("-\n\n***", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in split_sentences(text)] == expected


def test_rows_and_headings_are_units_of_their_own() -> None:
    found = split_sentences("## 제1조 목적. 정의\n| 구분 | 한도 |\n|---|---|\n| 기본 | 1.5만 |")
    assert [(s.kind, s.text) for s in found] == [
        ("heading", "## 제1조 목적. 정의"),
        ("row", "| 구분 | 한도 |"),
        ("row", "| 기본 | 1.5만 |"),
    ]


@given(st.text(alphabet='가다요. \n|#-1a。！?…"A', max_size=60))
def test_spans_are_true_and_no_word_is_lost(text: str) -> None:
    found = split_sentences(text)
    for sentence in found:
        assert text[sentence.start : sentence.end] == sentence.text
    kept = {c for s in found for c in s.text}
    assert {c for c in text if c.isalpha()} <= kept
