"""Lines from scores, their pictures, and the page."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.errors import InvalidInput
from pincite.evaluation.calibration import (
    FEWEST,
    Scored,
    distributions,
    lines_for,
    outcome_of,
    propose,
    separation,
    warnings_of,
)
from pincite.evaluation.histogram import histogram, terminal_picture


def scored(yes: list[float], no: list[float]) -> list[Scored]:
    return [
        *(Scored(f"y{place}", f"Y{place}?", "answerable", score) for place, score in enumerate(yes)),
        *(Scored(f"n{place}", f"N{place}?", "near", score) for place, score in enumerate(no)),
    ]


def overlapping(count: int = 80) -> list[Scored]:
    generator = random.Random(3)

    def draw(mean: float) -> float:
        return min(max(generator.gauss(mean, 0.18), 0.0), 1.0)

    return scored([draw(0.7) for _ in range(count)], [draw(0.3) for _ in range(count)])


def test_kinds_that_lie_apart_are_told_apart() -> None:
    proposal = propose(scored([0.7, 0.8, 0.9, 0.9, 0.95], [0.1, 0.1, 0.2, 0.2, 0.3]))
    outcome = proposal.outcome
    assert outcome.pass_score == 0.5
    assert outcome.abort_score < 0.5  # what falls between the kinds is asked in other words
    assert (outcome.answerable_below, outcome.unanswerable_above) == (0, 0)
    assert outcome.answerable_at_once == 0
    assert proposal.separation == 1.0


def test_what_costs_more_happens_less() -> None:
    questions = overlapping()
    by_cost = [propose(questions, cost).outcome for cost in (0.1, 1, 10)]
    assert by_cost[0].pass_score < by_cost[1].pass_score < by_cost[2].pass_score
    assert by_cost[0].answerable_below < by_cost[2].answerable_below
    assert by_cost[0].unanswerable_above > by_cost[2].unanswerable_above


def test_the_line_is_known_the_better_the_more_questions_there_are() -> None:
    few, many = propose(overlapping(10)), propose(overlapping(300))
    assert few.interval.high - few.interval.low > many.interval.high - many.interval.low
    assert many.interval.low <= many.outcome.pass_score <= many.interval.high
    assert propose(overlapping(10)) == few


@pytest.mark.parametrize(("yes", "no", "kind"), [(4, 30, "4 answerable"), (30, 3, "3 unanswerable")])
def test_too_few_questions_are_refused_with_what_is_known(yes: int, no: int, kind: str) -> None:
    with pytest.raises(InvalidInput, match=kind) as refused:
        propose(scored([0.9] * yes, [0.1] * no))
    assert "95 % interval" in refused.value.message
    assert str(FEWEST) in refused.value.hint


def test_none_of_a_kind_is_refused() -> None:
    with pytest.raises(InvalidInput, match="0 unanswerable"):
        propose(scored([0.9] * 9, []))


@pytest.mark.parametrize("cost", [0.0, -1.0, float("nan"), float("inf")])
def test_a_cost_is_a_positive_number(cost: float) -> None:
    with pytest.raises(InvalidInput, match="cost"):
        propose(overlapping(), cost)


def test_few_questions_and_kinds_that_overlap_are_told() -> None:
    questions = scored([0.5, 0.4, 0.6, 0.3, 0.2, 0.2], [0.5, 0.3, 0.4, 0.6, 0.2, 0.1])
    keys = [key for key, _ in warnings_of(questions, propose(questions))]
    assert keys == ["evaluation.few_answerable", "evaluation.few_unanswerable", "evaluation.hardly_apart"]
    assert warnings_of(overlapping(), propose(overlapping())) == []


SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.1 + 1e-9, 0.5, 0.999, 1.0]), min_size=5, max_size=12)


@given(SCORES, SCORES, st.sampled_from([0.2, 1.0, 7.0]))
def test_no_other_line_costs_less(yes: list[float], no: list[float], cost: float) -> None:
    questions = scored(yes, no)
    outcome = lines_for(questions, cost)
    assert 0 <= outcome.abort_score <= outcome.pass_score <= 1

    def price(line: float) -> float:
        below = sum(score < line for score in yes) / len(yes)
        return below + cost * sum(score >= line for score in no) / len(no)

    best = min(price(line) for line in (*yes, *no, 1.0))
    assert price(outcome.pass_score) == pytest.approx(best)
    assert outcome == outcome_of(questions, outcome.pass_score, outcome.abort_score)
    assert outcome.answerable_at_once <= 0.02 * len(yes)


def test_separation_counts_pairs() -> None:
    import numpy as np

    assert separation(np.array([0.2, 0.8]), np.array([0.2, 0.5])) == pytest.approx((0.5 + 0 + 1 + 1) / 4)


def test_numbers_of_each_kind() -> None:
    rows = distributions([*scored([0.2, 0.4, 0.6], [0.1]), Scored("f", "F?", "far", 0.0)])
    assert list(rows) == ["answerable", "far", "near"]
    assert (rows["answerable"]["count"], rows["answerable"]["median"]) == (3, 0.4)


def test_the_picture_of_a_terminal_counts_every_question() -> None:
    questions = scored([0.0, 0.96, 1.0, 1.0], [0.05, 0.3])
    counted = histogram(questions)
    assert (sum(counted.answerable), sum(counted.unanswerable)) == (4, 2)
    assert counted.answerable[-1] == 3
    picture = terminal_picture(questions, {"pass from": 0.3, "refuse below": 1.0})
    assert len(picture) == 21
    (marked,) = [row for row in picture if "pass from 0.3" in row]
    assert re.search(r"\s0\.30\s", marked)
    assert "refuse below 1" in picture[1]
    assert max(map(len, picture)) <= 100
