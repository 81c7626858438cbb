"""What may be a title."""

import pytest

from pincite.parsing.titles import first_heading, first_line, goes_on, is_sentence


@pytest.mark.parametrize(
    "text",
    [
        "회사는 보험금을 지급합니다", "그 밖의 사항은 약관에 따른다.", "이 규정은 2024년부터 시행한다",
        "신청서를 제출하여야 합니다.", "청구하면 7일 안에 지급해요", "아래 서류를 내십시오",
        "The carrier pays the sum within seven days.", "本条例自二〇二四年起施行。", "“회사는 책임을 지지 않습니다”",
    ],
)  # fmt: skip
def test_sentences(text: str) -> None:
    assert is_sentence(text)
    assert first_line(f"{text}\n\nMore of it.") == ""


@pytest.mark.parametrize(
    "text",
    [
        "제3조(보험금의 지급사유)", "제3조.", "1. General.", "ARTICLE 1. GAME OFFICIALS.", "우리가 사랑한 바다",
        "미국과 캐나다", "보험금 지급 안내", "개인정보 처리방침", "Terms of Carriage", "2024년 정책 어젠다",
        "Samsung Electronics Co., Ltd.", "总则", "第一章 总则", "Distance Penalties", "단체보험 약관",
    ],
)  # fmt: skip
def test_titles(text: str) -> None:
    assert not is_sentence(text)


@pytest.mark.parametrize(
    "text", ["보험수익자가 청구하면 회사는", "다음 각 호의 서류를", "가입자 및", "First of all,"]
)
def test_lines_that_go_on(text: str) -> None:
    assert goes_on(text)
    assert first_line(f"{text}\n\nmore") == ""


def test_a_title_stands_before_the_sentences() -> None:
    assert first_line("단체보험 약관\n\n회사는 보험금을 지급합니다.") == "단체보험 약관"
    assert first_heading("# 단체보험 약관\n\n## 총칙") == "단체보험 약관"
