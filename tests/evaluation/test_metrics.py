import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluation.metrics import (
    average_precision,
    mean_rows,
    ndcg_at,
    precision,
    recall_at,
    reciprocal_rank,
)


def test_every_set_has_one_vote() -> None:
    assert mean_rows({"a": {"recall@1": 1.0}, "b": {"recall@1": 0.5}}) == {"recall@1": 0.75}
    assert mean_rows({}) == {}


def test_an_id_that_is_there_twice_counts_once() -> None:
    assert average_precision(["a", "a", "b"], {"a"}) == 1.0
    assert average_precision(["a", "a", "b"], {"a", "b"}) == 1.0
    assert precision(["a", "a", "x"], {"a"}) == 0.5
    assert ndcg_at(["a", "a"], {"a"}, 5) == 1.0


@given(st.lists(st.integers(0, 12), max_size=15), st.sets(st.integers(0, 12), max_size=6), st.integers(1, 12))
def test_figures_are_shares(retrieved: list[int], relevant: set[int], k: int) -> None:
    figures = [
        recall_at(retrieved, relevant, k),
        precision(retrieved, relevant, k),
        reciprocal_rank(retrieved, relevant, k),
        average_precision(retrieved, relevant, k),
        ndcg_at(retrieved, relevant, k),
    ]
    assert all(0 <= figure <= 1 + 1e-12 for figure in figures)
    assert all((figure > 0) == (figures[0] > 0) for figure in figures)
    best = [*sorted(relevant), 100]
    if relevant:
        assert average_precision(best, relevant) == ndcg_at(best, relevant, k) == pytest.approx(1.0)
