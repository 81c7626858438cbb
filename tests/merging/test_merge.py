from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.types import Passage
from pincite.merging import join_members, merge_hits
from tests.builders import chunk, hit

TEXT = "제1항은 이렇다. 제2항은 저렇다. 제3항은 그렇다."


def merge(hits: list[Any], around: dict[str, Any] | None = None, **changes: Any) -> list[Passage]:
    options = {"short_passage": 0, "grown_passage": 850, "near_duplicate": 0.85, **changes}
    return merge_hits(hits, around or {}, **options)


@pytest.mark.feature("MG-02", "SR-02")
def test_the_same_text_under_two_ids_appears_once() -> None:
    first = hit(chunk("a", "Claims are paid within 30 days."), 0.4)
    second = hit(chunk("b", "Claims  are paid within 30 days", document_id="other", version_id="v2"), 0.7)
    assert [one.chunk.id for one in merge([first, second])] == ["b"]


@pytest.mark.feature("MG-06", "MG-13")
def test_consecutive_pieces_of_a_clause_are_one_passage_that_keeps_both_chunks() -> None:
    first = chunk("a", TEXT[:16], seq=3, clauses=("article:7",))
    second = chunk("b", TEXT[10:], start=10, seq=4, clauses=("article:7",))
    (merged,) = merge([hit(second, 0.9), hit(first, 0.2)])
    assert merged.text == TEXT
    assert [member.id for member in merged.members] == ["a", "b"]
    assert merged.chunk.id == "b" and merged.score == 0.9


def test_two_clauses_are_never_joined() -> None:
    first = chunk("a", "제7조 보험금을 지급합니다.", seq=3, clauses=("article:7",))
    second = chunk("b", "제8조 해지할 수 있습니다.", start=20, seq=4, clauses=("article:8",))
    assert len(merge([hit(first), hit(second)])) == 2


@pytest.mark.feature("MG-09")
def test_a_short_passage_grows_on_both_sides_up_to_the_limit() -> None:
    pieces = [
        chunk(f"c{index}", f"Sentence number {index} stands here. ", start=index * 34, seq=index)
        for index in range(5)
    ]
    (grown,) = merge([hit(pieces[2])], {"c2": pieces}, short_passage=80, grown_passage=110)
    assert [member.id for member in grown.members] == ["c1", "c2", "c3"]
    (all_of_it,) = merge([hit(pieces[2])], {"c2": pieces}, short_passage=1000, grown_passage=1000)
    assert len(all_of_it.members) == 5
    (kept,) = merge([hit(pieces[2])], {"c2": pieces}, short_passage=1000, grown_passage=50)
    assert len(kept.members) == 1


def test_growth_stays_inside_the_clause() -> None:
    own = chunk("a", "제7조 짧다.", seq=1, clauses=("article:7",))
    other = chunk("b", "제8조 이웃이다.", seq=2, start=10, clauses=("article:8",))
    (grown,) = merge([hit(own)], {"a": [own, other]}, short_passage=350)
    assert grown.text == own.content


@pytest.mark.feature("MG-10")
def test_a_near_copy_with_the_lower_score_goes() -> None:
    long = chunk("a", "The deductible is 200 dollars for each claim and is paid once a year.", seq=1)
    inside = chunk("b", "the deductible is 200 dollars for each claim", seq=9, start=900)
    other = chunk("c", "Completely different words about something else.", seq=20, start=2000)
    kept = merge([hit(long, 0.5), hit(inside, 0.4), hit(other, 0.3)])
    assert [one.chunk.id for one in kept] == ["a", "c"]


def test_a_removed_passage_removes_nothing_more() -> None:
    a = chunk("a", "alpha beta gamma delta epsilon zeta eta theta", seq=1)
    b = chunk("b", "beta gamma delta epsilon zeta eta theta iota", seq=10, start=100)
    c = chunk("c", "delta epsilon zeta eta theta iota kappa lambda mu", seq=20, start=200)
    kept = merge([hit(a, 0.9), hit(b, 0.8), hit(c, 0.7)], near_duplicate=0.8)
    assert [one.chunk.id for one in kept] == ["a", "c"]


def test_members_inside_members_and_gaps_join_readably() -> None:
    outer = chunk("a", "one two three", seq=1)
    inner = chunk("b", "two", start=4, seq=2)
    after = chunk("c", "four", start=20, seq=3)
    touching = chunk("d", " five", start=24, seq=4)
    assert join_members([outer, inner, after, touching]) == "one two three\n\nfour five"


@pytest.mark.feature("TK-01")
@given(st.permutations(list(range(8))))
def test_any_order_of_hits_gives_one_order_of_passages(order: list[int]) -> None:
    hits = [
        hit(chunk(f"c{index}", f"text {'abcdefgh'[index] * 12}", seq=index * 3), 0.5) for index in range(8)
    ]
    merged = merge([hits[index] for index in order])
    assert [one.chunk.id for one in merged] == [f"c{index}" for index in range(8)]
