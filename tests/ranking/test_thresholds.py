import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.ranking import above_threshold

SCORES = st.lists(st.floats(0, 1), max_size=12)


@pytest.mark.feature("RR-05")
@pytest.mark.feature("RR-12")
@pytest.mark.parametrize(
    ("scores", "threshold", "scoped", "kept"),
    [
        ([0.9, 0.5, 0.2], 0.3, False, [0, 1]),
        ([0.2, 0.5, 0.9], 0.3, False, [1, 2]),
        ([0.3], 0.3, False, [0]),
        ([0.2, 0.1], 0.3, False, [0]),
        ([0.1, 0.2], 0.3, False, [1]),
        ([0.15], 0.3, False, [0]),
        ([0.1499], 0.3, False, []),
        ([0.01, 0.0], 0.3, True, [0]),
        ([0.0, 0.0], 0.3, True, [0]),
        ([0.0, 0.0], 0.0, False, [0, 1]),
        ([], 0.3, True, []),
    ],
)
def test_what_reaches_the_line_stays_else_the_best(
    scores: list[float], threshold: float, scoped: bool, kept: list[int]
) -> None:
    assert above_threshold(scores, threshold, explicit_scope=scoped) == kept


@given(SCORES, st.floats(0, 1), st.booleans())
def test_never_more_than_one_below_the_line_and_never_beside_one_above(
    scores: list[float], threshold: float, scoped: bool
) -> None:
    kept = above_threshold(scores, threshold, explicit_scope=scoped)
    below = [place for place in kept if scores[place] < threshold]
    assert not below or len(kept) == 1
    assert kept == sorted(set(kept))
    assert {place for place, score in enumerate(scores) if score >= threshold} <= set(kept)
