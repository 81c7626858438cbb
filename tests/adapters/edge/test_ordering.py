from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pincite.adapters.edge.ordering import ScoredId, first_fetch, in_order, next_fetch

HITS = st.lists(
    st.tuples(st.uuids().map(str), st.sampled_from([0.1, 0.2, 0.2000001, 0.5])),
    unique_by=lambda hit: hit[0],
    max_size=60,
)


def test_higher_scores_come_first_and_ties_go_by_id() -> None:
    assert in_order([("b", 0.5), ("c", 0.9), ("a", 0.5)]) == [("c", 0.9), ("a", 0.5), ("b", 0.5)]


def test_scores_that_differ_by_rounding_noise_are_ties() -> None:
    assert [id_ for id_, _ in in_order([("b", 0.70000006), ("a", 0.7)])] == ["a", "b"]


@given(HITS, st.integers(1, 20), st.randoms(use_true_random=False))
def test_a_store_that_breaks_ties_as_it_pleases_still_gives_one_list(
    hits: list[ScoredId], limit: int, random: Random
) -> None:
    """The list equals the head of the whole order, whichever of the equal hits the store returns first."""
    shuffled = list(hits)
    random.shuffle(shuffled)
    shuffled.sort(key=lambda hit: -hit[1])
    asked: int | None = first_fetch(limit)
    ordered: list[ScoredId] = []
    while asked is not None:
        ordered = in_order(shuffled[:asked])
        asked = next_fetch(ordered, limit, asked)
    assert ordered[:limit] == in_order(hits)[:limit]
