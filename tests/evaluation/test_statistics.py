import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluation.statistics import mean_interval, paired_difference, wilson


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilson_as_tables_have_it(successes: int, total: int, low: float, high: float) -> None:
    interval = wilson(successes, total)
    assert (interval.low, interval.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(st.integers(0, 500), st.integers(0, 500))
def test_wilson_holds_the_share(successes: int, failures: int) -> None:
    total = successes + failures
    interval = wilson(successes, total)
    assert 0 <= interval.low <= interval.high <= 1
    if total:
        assert interval.low <= successes / total <= interval.high


def test_a_mean_of_shares_is_never_certain() -> None:
    assert mean_interval([[0.0] * 20]).to_json() == wilson(0, 20).to_json()
    several = mean_interval([[0.0] * 20, [1.0] * 20])
    assert several.low < 0.5 < several.high
    assert several.high - several.low < 2 * wilson(0, 20).high


def test_a_mean_is_bootstrapped_the_same_each_time() -> None:
    values = [random.Random(place).random() for place in range(60)]
    first = mean_interval([values])
    assert first == mean_interval([values])
    assert first.low < sum(values) / 60 < first.high
    # The normal interval of a uniform mean of 60: 1.96 * sqrt(1 / 12 / 60) = 0.073 to each side.
    assert first.high - first.low == pytest.approx(0.146, abs=0.03)


def test_groups_without_questions_have_no_vote() -> None:
    assert mean_interval([]).to_json() == [0.0, 1.0]
    assert mean_interval([[], [1.0] * 9]) == mean_interval([[1.0] * 9])


def test_a_clear_difference_and_none() -> None:
    before = {"a": {str(place): 0.0 for place in range(100)}}
    after = {"a": {str(place): float(place < 20) for place in range(100)}}
    better = paired_difference(before, after)
    assert better is not None
    assert better.difference == pytest.approx(0.2)
    assert better.is_clear
    assert better.interval.low > 0.1
    assert better.pairs == 100
    worse = paired_difference(after, before)
    assert worse is not None
    assert worse.difference == pytest.approx(-0.2)
    assert worse.p_value == pytest.approx(better.p_value, abs=1e-3)
    same = paired_difference(before, before)
    assert same is not None
    assert (same.difference, same.p_value, same.is_clear) == (0.0, 1.0, False)


def test_luck_is_told_from_a_difference_about_one_time_in_twenty() -> None:
    found = 0
    for seed in range(60):
        generator = random.Random(seed)
        pairs = [(float(generator.random() < 0.5), float(generator.random() < 0.5)) for _ in range(80)]
        difference = paired_difference(
            {"a": {str(place): pair[0] for place, pair in enumerate(pairs)}},
            {"a": {str(place): pair[1] for place, pair in enumerate(pairs)}},
        )
        found += difference is not None and difference.is_clear
    assert found <= 9


def test_only_questions_of_both_are_compared() -> None:
    difference = paired_difference({"a": {"1": 1.0, "2": 0.0}, "b": {"1": 1.0}}, {"a": {"2": 1.0, "3": 0.0}})
    assert difference is not None
    assert (difference.pairs, difference.first, difference.second) == (1, 0.0, 1.0)
    assert paired_difference({"a": {"1": 1.0}}, {"b": {"1": 1.0}}) is None
