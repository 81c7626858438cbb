import pytest

from pincite.text.similarity import (
    bare_content,
    content_signature,
    is_contained,
    jaccard,
    normalise_content,
    overlap_ratio,
    text_jaccard,
)


@pytest.mark.parametrize(
    ("left", "right", "value"),
    [
        ([], [], 0.0),
        (["a", "b"], ["b", "a"], 1.0),
        (["aa", "bb", "cc"], ["bb", "cc", "dd"], 0.5),
        (["aa"], [], 0.0),
        (["aa", "bb", "cc", "dd"], ["aa"], 0.25),
        (["a", "a"], ["a"], 1.0),
    ],
)
def test_jaccard(left: list[str], right: list[str], value: float) -> None:
    assert jaccard(left, right) == value


@pytest.mark.parametrize(
    ("left", "right", "value"),
    [
        ("alpha beta", "gamma delta", 0.0),
        ("alpha beta gamma delta", "alpha beta gamma zeta", 0.75),
        ("one two three four five six seven", "one two three four five six other words here", 6 / 7),
        ("", "alpha", 0.0),
    ],
)
def test_overlap_is_measured_by_the_smaller_side(left: str, right: str, value: float) -> None:
    assert overlap_ratio(left.split(), right.split()) == pytest.approx(value)


def test_korean_sentences_are_alike_whatever_their_particles() -> None:
    assert text_jaccard("보험금을 지급한다", "보험금은 지급된다") == 1.0


def test_case_and_spacing_make_no_other_text() -> None:
    assert normalise_content("\u3000Hello \n\t World ") == "hello world"
    assert content_signature("Hello   World\n") == content_signature("hello world")
    assert content_signature("hello, world") != content_signature("hello world")
    assert content_signature(" \n") == ""


def test_an_unpaired_surrogate_has_a_signature() -> None:
    assert len(content_signature("broken \ud800 text")) == 32


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("제43조 ② (보험금)", "제43조2보험금"),
        ("１．５ %", "1.5"),
        ("1.5 %, 15 %.", "1.515"),
        ("No. 7... done_", "no7done"),
        ("--- | ---", ""),
    ],
)
def test_bare_content(text: str, bare: str) -> None:
    assert bare_content(text) == bare


def test_nothing_holds_an_empty_text() -> None:
    assert is_contained("abc", "xabcx") and is_contained("abc", "abc")
    assert not is_contained("", "abc") and not is_contained("abc", "") and not is_contained("", "")
