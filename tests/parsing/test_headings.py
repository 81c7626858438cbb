"""Headings that move, and headings that are none."""

import pytest

from pincite.parsing.headings import escape_headings, lower_headings, without_sentences


def small(_: str) -> bool:
    return False


def large(_: str) -> bool:
    return True


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("# 회사는 보험금을 지급합니다.\n\n본문", "회사는 보험금을 지급합니다.\n\n본문"),
        ("## The carrier pays the sum at once.\n\nMore", "The carrier pays the sum at once.\n\nMore"),
        ("# The carrier pays the sum within\n\nseven working days.", "The carrier pays the sum within seven working days."),
        ("# 보험수익자가 청구하면 회사는\n\n7일 안에 지급합니다.", "보험수익자가 청구하면 회사는 7일 안에 지급합니다."),
        ("# 제3조(보험금의 지급)\n\n회사는", "# 제3조(보험금의 지급)\n\n회사는"),
        ("# How do I file a claim?\n\nCall us.", "# How do I file a claim?\n\nCall us."),
        ("# ARTICLE 1. GAME OFFICIALS.\n\nThe game", "# ARTICLE 1. GAME OFFICIALS.\n\nThe game"),
        ("# 서류를\n\n| a | b |\n| --- | --- |", "# 서류를\n\n| a | b |\n| --- | --- |"),
        ("# Terms\n\n## Scope", "# Terms\n\n## Scope"),
        ("# Terms", "# Terms"),
        ("", ""),
    ],
)  # fmt: skip
def test_sentences_are_no_headings(markdown: str, text: str) -> None:
    assert without_sentences(markdown, small) == text


def test_large_type_makes_a_predicate_a_heading_but_not_a_full_stop() -> None:
    assert (
        without_sentences("# 정부, 청년 지원 확대한다\n\n본문", large) == "# 정부, 청년 지원 확대한다\n\n본문"
    )
    assert without_sentences("# 정부는 지원을 확대한다.\n\n본문", large) == "정부는 지원을 확대한다.\n\n본문"


def test_headings_go_deeper_and_code_stays() -> None:
    assert lower_headings("# A\n```\n# b\n```\n##### C", 2) == "### A\n```\n# b\n```\n###### C"
    assert escape_headings("# A") == "\\# A"
