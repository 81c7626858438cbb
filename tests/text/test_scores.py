import pytest

from pincite.text.scores import clamp, normalise_keyword_scores, shown, shown_line


def test_clamp() -> None:
    assert [clamp(value) for value in (-0.2, 0.5, 1.7)] == [0.0, 0.5, 1.0]
    assert clamp(7, 8, 9) == 8


@pytest.mark.parametrize(
    ("scores", "scaled"),
    [
        ([], []),
        ([7.3], [1.0]),
        ([2.0, 2.0, 2.0], [1.0, 1.0, 1.0]),
        ([5.0, 1.0, 3.0], [1.0, 0.0, 0.5]),
        ([0.0, *[1.0] * 38, 2.0], [0.0, *[0.5] * 38, 1.0]),
    ],
)
def test_keyword_scores_lie_between_the_lowest_and_the_highest(
    scores: list[float], scaled: list[float]
) -> None:
    assert normalise_keyword_scores(scores) == pytest.approx(scaled)


def test_one_outlier_among_many_does_not_flatten_the_others() -> None:
    scaled = normalise_keyword_scores([float(n) for n in range(30)] + [1e6])
    assert scaled[20] - scaled[10] > 0.3 and scaled[-1] == 1.0


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0.2996, "0.29"),
        (0.29, "0.29"),
        (0.3, "0.30"),
        (0, "0.00"),
        (1.0, "1.00"),
        (1e-7, "0.00"),
        (0.9999, "0.99"),
    ],
)
def test_a_score_is_never_shown_above_what_it_is(score: float, text: str) -> None:
    assert shown(score) == text


def test_more_decimals_show_the_same_number() -> None:
    for score in (0.2996, 0.57, 0.0999, 1.0):
        assert shown(score, 3).startswith(shown(score))


@pytest.mark.parametrize(("line", "text"), [(0.3, "0.30"), (0.125, "0.125"), (0.0, "0.00"), (1, "1.00")])
def test_a_line_is_shown_with_all_its_decimals(line: float, text: str) -> None:
    assert shown_line(line) == text
