import pytest

from pincite.text.language import SAMPLE, detect_language, dominant_language


@pytest.mark.feature("PR-03")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("보험금을 지급합니다", "ko"),
        ("民法 제3조에 의하여 權利能力을 가진다", "ko"),
        ("这是一段中文测试内容", "zh"),
        ("阿拉伯語會隨地區而有不同的方言", "zh"),
        ("これはテストです", "zh"),
        ("The quick brown fox jumps over the lazy dog.", "en"),
        ("Without treatment the patient may die in an hour.", "en"),
        ("The Müller family lives in the house.", "en"),
        ("Der schnelle braune Fuchs springt über den faulen Hund.", "de"),
        ("Das ist ein Test und nicht mit Umlauten.", "de"),
        ("Größe", "de"),
        ("This 这是 mixed 测试 content with 多语言 inside", "mixed"),
        ("", "mixed"),
        ("12345 !!!", "mixed"),
    ],
)
def test_language_by_its_letters(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_only_the_beginning_counts() -> None:
    assert detect_language("a" * SAMPLE + "가" * SAMPLE) == "en"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("API Key rotation 주기는?", "ko"),
        ("SARS-CoV与MERS-CoV的传播方式有何不同", "zh"),
        ("Who wrote 삼국지?", "en"),
        ("123", "en"),
    ],
)
def test_a_question_is_answered_in_the_language_of_its_grammar(text: str, language: str) -> None:
    assert dominant_language(text) == language
