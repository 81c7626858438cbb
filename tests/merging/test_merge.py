from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.core.types import Chunk, Passage
from pincite.merging import join_members, merge_hits
from pincite.merging.duplicates import drop_duplicates
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


def article(number: int, text: str, seq: int, **changes: Any) -> Chunk:
    content = f"### 제{number}조\n\n{text}" if changes.pop("head", True) else text
    return chunk(
        f"a{number}-{seq}",
        content,
        seq=seq,
        start=100 * seq,
        context_header=f"## 제1장\n### 제{number}조",
        clauses=(f"article:{number}",),
        **changes,
    )


@pytest.mark.feature("MG-09")
def test_a_short_clause_is_read_with_the_clauses_around_it() -> None:
    around = [article(6, "앞이다.", 1), article(7, "짧다.", 2), article(8, "뒤다.", 3)]
    (grown,) = merge([hit(around[1])], {"a7-2": around}, short_passage=350)
    assert [member.id for member in grown.members] == ["a6-1", "a7-2", "a8-3"]
    assert grown.chunk.id == "a7-2"


def test_the_rest_of_the_clause_before_is_not_read_as_part_of_this_one() -> None:
    rest = article(6, "보험금을 지급하지 않는다.", 1, head=False)
    own = article(7, "짧다.", 2)
    (grown,) = merge([hit(own)], {"a7-2": [rest, own]}, short_passage=350)
    assert grown.members == (own,)


def test_a_clause_that_was_found_itself_stays_a_passage_of_its_own() -> None:
    around = [article(7, "짧다.", 2), article(8, "이것도 짧다.", 3)]
    merged = merge([hit(one) for one in around], {one.id: around for one in around}, short_passage=350)
    assert [len(passage.members) for passage in merged] == [1, 1]


def test_a_clause_that_was_asked_for_by_name_stands_alone() -> None:
    around = [article(7, "짧다.", 2), article(8, "뒤다.", 3)]
    (named,) = merge([hit(around[0], exact_reference=True)], {"a7-2": around}, short_passage=350)
    assert named.members == (around[0],)


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


@pytest.mark.feature("MG-07", "MG-11", "CX-07")
def test_an_edited_piece_is_joined_by_its_words_and_the_others_by_offsets() -> None:
    first = chunk("a", "The claim is paid within thirty days. ", seq=1)
    edited = chunk("b", "within thirty days. Interest is due then.", seq=2, start=30, end=71, edited=True)
    third = chunk("c", "It is five percent.", seq=3, start=71)
    assert join_members([first, edited, third]) == (
        "The claim is paid within thirty days. Interest is due then.\n\nIt is five percent."
    )


@pytest.mark.feature("MG-07")
def test_a_sentence_that_stands_in_both_pieces_is_kept_twice_where_the_document_has_it_twice() -> None:
    boilerplate = "The terms apply accordingly. "
    first = chunk("a", f"Article one. {boilerplate}", seq=1)
    second = chunk("b", f"{boilerplate}Article two. {boilerplate}", seq=2, start=first.end)
    third = chunk("c", f"{boilerplate}Article three.", seq=3, start=second.end + 2)
    assert join_members([first, second, third]) == (f"{first.content}{second.content}\n\n{third.content}")


@pytest.mark.feature("MG-07")
def test_offsets_that_the_texts_deny_lose_nothing() -> None:
    first = chunk("a", "a" * 100, seq=1)
    drifted = chunk("b", "c" * 110, start=90, seq=2)
    third = chunk("c", "e" * 100, start=200, seq=3)
    inside = chunk("d", "b" * 10, start=250, seq=4)
    assert join_members([first, drifted, third, inside]) == (
        f"{'a' * 100}\n\n{'c' * 110}{'e' * 100}\n\n{'b' * 10}"
    )


@pytest.mark.feature("TB-02")
def test_a_table_header_stands_once_above_its_rows() -> None:
    header = "| name | limit |\n| --- | --- |\n"
    first = chunk("a", "| fire | 100 |\n", start=40, seq=2, table_header=header)
    second = chunk("b", "| water | 200 |\n", start=first.end, seq=3, table_header=header)
    other = chunk("c", "| c |\n", start=200, seq=4, table_header="| x |\n| - |\n")
    assert join_members([first, second, other]) == (
        f"{header}| fire | 100 |\n| water | 200 |\n\n\n| x |\n| - |\n| c |"
    )


@pytest.mark.feature("MG-10")
def test_a_passage_that_grew_over_another_stands_for_it() -> None:
    pieces = [chunk(f"c{n}", text, start=9 * n, seq=n) for n, text in enumerate(("ab. ", "cd. ", "ef. "))]
    found = merge([hit(pieces[0], 0.9), hit(pieces[2], 0.5)], {"c0": pieces}, short_passage=13)
    assert [[member.id for member in one.members] for one in found] == [["c0", "c1", "c2"]]


@pytest.mark.feature("MG-10")
def test_of_equally_good_passages_the_longer_one_stays() -> None:
    short = chunk("a", "Claims are paid within 30 days.", seq=1)
    long = chunk("b", "Claims are paid within 30 days. Interest runs from then on.", document_id="other")
    assert [one.chunk.id for one in merge([hit(short), hit(long)])] == ["b"]


def test_a_decimal_point_tells_texts_apart_and_blank_texts_are_no_copies() -> None:
    low, high = chunk("a", "The rate is 1.5 %", seq=1), chunk("b", "The rate is 15 %", seq=9, start=90)
    assert len(merge([hit(low), hit(high)], near_duplicate=1.0)) == 2
    assert len(drop_duplicates([hit(chunk("a", "")), hit(chunk("b", "")), hit(chunk("b", "x"))])) == 2


@pytest.mark.feature("TK-01")
@given(st.permutations(list(range(8))))
def test_any_order_of_hits_gives_one_order_of_passages(order: list[int]) -> None:
    hits = [
        hit(chunk(f"c{index}", f"text {'abcdefgh'[index] * 12}", seq=index * 3), 0.5) for index in range(8)
    ]
    merged = merge([hits[index] for index in order])
    assert [one.chunk.id for one in merged] == [f"c{index}" for index in range(8)]


def test_two_editions_that_differ_in_a_figure_both_stay() -> None:
    old = chunk(
        "a", "입원보험금은 입원일수 1일당 30000원을 지급하며 1회 입원당 120일을 한도로 합니다.", seq=1
    )
    new = chunk(
        "b",
        "입원보험금은 입원일수 1일당 50000원을 지급하며 1회 입원당 120일을 한도로 합니다.",
        seq=9,
        start=900,
    )
    assert len(merge([hit(old, 0.9), hit(new, 0.8)])) == 2


@pytest.mark.feature("TK-01")
def test_passages_at_the_highest_score_are_told_apart_by_probability() -> None:
    less = hit(chunk("a", "Fees are 3,000 won.", document_id="a"), 1.0, rerank_score=0.92)
    more = hit(chunk("b", "Refunds take 7 days.", document_id="b", version_id="v2"), 1.0, rerank_score=0.98)
    assert [one.chunk.id for one in merge([less, more])] == ["b", "a"]
