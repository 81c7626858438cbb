import pytest

from pincite.text.similarity import jaccard, overlap_ratio, text_jaccard


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
