"""Days of validity, and what supersedes what."""

from datetime import date, datetime

import pytest

from pincite.core.errors import InvalidInput
from pincite.core.validity import ALWAYS, Edition, Editions, Span, Validity, read_day

JAN_22, JAN_24, JAN_26 = date(2022, 1, 1), date(2024, 1, 1), date(2026, 1, 1)
END_23, END_25 = date(2023, 12, 31), date(2025, 12, 31)


def edition(id_: str, first: date | None = None, supersedes: str | None = None, **more: object) -> Edition:
    last = more.pop("last", None)
    assert last is None or isinstance(last, date)
    return Edition(id_, f"{id_}.md", Validity(first, last), supersedes, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("validity", "day", "met"),
    [
        (ALWAYS, date(1900, 1, 1), True),
        (Validity(JAN_22, END_23), JAN_22, True),
        (Validity(JAN_22, END_23), END_23, True),
        (Validity(JAN_22, END_23), date(2021, 12, 31), False),
        (Validity(JAN_22, END_23), JAN_24, False),
        (Validity(None, END_23), date(1900, 1, 1), True),
        (Validity(JAN_22), date(2999, 1, 1), True),
    ],
)
def test_both_ends_are_in_force(validity: Validity, day: date, met: bool) -> None:
    assert validity.meets(Span.of(day)) is met


def test_a_span_meets_whatever_is_in_force_on_one_of_its_days() -> None:
    year = Span(date(2023, 1, 1), date(2024, 12, 31))
    assert Validity(JAN_22, END_23).meets(year)
    assert Validity(JAN_24).meets(year)
    assert not Validity(JAN_26).meets(year)


def test_validities_are_written_as_people_read_them() -> None:
    assert str(Validity(JAN_22, END_23)) == "2022-01-01 – 2023-12-31"
    assert str(Validity(None, END_23)) == "– 2023-12-31"
    assert str(Validity(JAN_24)) == "2024-01-01 –"
    assert str(ALWAYS) == ""
    assert (str(Span.of(JAN_22)), str(Span(JAN_22, END_23))) == ("2022-01-01", "2022-01-01/2023-12-31")


def test_a_chain_closes_each_the_day_before_the_next() -> None:
    chain = Editions([edition("c", JAN_26, "b"), edition("a", JAN_22), edition("b", JAN_24, "a")])
    assert chain.validity("a") == Validity(JAN_22, END_23)
    assert chain.validity("b") == Validity(JAN_24, END_25)
    assert chain.validity("c") == Validity(JAN_26)
    assert chain.outside(Span.of(date(2025, 6, 1))) == {"a", "c"}
    assert sorted(chain.pairs()) == [("a", "b"), ("b", "c")]


def test_an_undated_document_is_closed_too() -> None:
    assert Editions([edition("b", JAN_24, "a")]).validity("a") == Validity(None, END_23)


def test_one_that_is_not_live_closes_nothing_and_hands_on_what_does() -> None:
    chain = Editions([edition("b", JAN_24, "a", live=False), edition("c", JAN_26, "b")])
    assert chain.validity("a") == Validity(None, END_25)
    assert list(chain.pairs()) == [("a", "c")]
    assert Editions([edition("b", JAN_24, "a", live=False)]).validity("a") == ALWAYS


def test_of_two_that_supersede_it_the_first_to_begin_closes_it() -> None:
    split = Editions([edition("b", JAN_26, "a"), edition("c", JAN_24, "a")])
    assert split.validity("a").last == END_23
    assert split.superseded_by("a") == "c"


def test_without_a_link_the_same_paper_of_the_day_after_is_the_newer_version() -> None:
    apart = [
        Edition("a", "약관 2022.md", Validity(JAN_22, END_23)),
        Edition("b", "약관 2024.md", Validity(JAN_24)),
        Edition("c", "여행 규정 2024.md", Validity(JAN_24)),
    ]
    assert list(Editions(apart).pairs()) == [("a", "b")]


def papers(*names: tuple[str, str, int]) -> list[Edition]:
    return [
        Edition(name, f"{name}.md", Validity(date(year, 1, 1)), title=title) for name, title, year in names
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("약관 A", ""), ("약관 B", "")),
        (("약관A", ""), ("약관 (B)", "")),
        (("terms v1", ""), ("Terms_v2", "")),
        (("여행 규정 2022", ""), ("여행 규정(개정)", "")),
        (("scan001", "늘봄 상해보험 약관"), ("newest", "늘봄 상해보험 약관 2024")),
    ],
)
def test_open_papers_of_one_title_or_name_may_be_editions_and_are_where_the_texts_say_so(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    open_ended = Editions(papers((*one, 2022), (*other, 2024)))
    assert open_ended.rivals() == open_ended.rivals({one[0]}) == [(one[0], other[0])]
    assert list(open_ended.pairs()) == []
    alike = open_ended.knowing(open_ended.rivals())
    assert list(alike.pairs()) == list(alike.beside(one[0])) == [(one[0], other[0])]
    # Both stay in force: what nobody closed answers.
    assert alike.outside(Span.of(JAN_26)) == frozenset()


@pytest.mark.parametrize(
    "others",
    [
        papers(("약관 A", "", 2022), ("여행 규정 B", "", 2024)),
        papers(("약관 A", "", 2022), ("약관 B", "", 2022)),
        papers(*((f"회의록 {number}", "", 2000 + number) for number in range(1, 14))),
        papers(("A", "", 2022), ("B", "", 2024)),
        [edition("약관 a", JAN_22, last=END_25), edition("약관 b", JAN_24)],
        [edition("약관 a", JAN_22), edition("약관 b", JAN_24, live=False)],
        [edition("약관 a", JAN_22), edition("약관 b", JAN_24, "약관 a")],
        [edition("약관 a"), edition("약관 b", JAN_24)],
    ],
)
def test_others_are_no_rivals(others: list[Edition]) -> None:
    assert Editions(others).rivals() == []


def test_of_three_that_nobody_closed_each_follows_the_one_before() -> None:
    three = Editions(papers(("약관 1", "", 2020), ("약관 2", "", 2022), ("약관 3", "", 2024)))
    assert list(three.knowing(three.rivals()).pairs()) == [("약관 1", "약관 2"), ("약관 2", "약관 3")]


@pytest.mark.parametrize(
    "changed",
    [
        edition("a", JAN_24, last=END_23),
        edition("a", JAN_22, "a"),
        edition("a", JAN_22, "b"),
        edition("a", JAN_24),
        edition("a", JAN_26),
        edition("b", JAN_22, "a"),
        edition("c", date(2023, 1, 1), "b"),
    ],
)
def test_what_contradicts_is_refused(changed: Edition) -> None:
    with pytest.raises(InvalidInput):
        Editions([edition("a", JAN_22), edition("b", JAN_24, "a")]).check(changed)


def test_a_circle_in_stored_rows_ends() -> None:
    circle = Editions([edition("a", JAN_22, "b", live=False), edition("b", JAN_24, "a", live=False)])
    assert circle.validity("a") == Validity(JAN_22)
    assert list(circle.pairs()) == []


@pytest.mark.parametrize("text", ["2024-01-31", " 2024-01-31 ", date(2024, 1, 31), datetime(2024, 1, 31, 9)])
def test_a_day_is_year_month_and_day(text: str | date) -> None:
    assert read_day(text) == date(2024, 1, 31)


@pytest.mark.parametrize(
    "text",
    ["", "2024", "2024-1-31", "20240131", "2024-02-30", "31.01.2024", "2024-W05-3", "0000-01-01", "내일"],
)
def test_anything_else_is_no_day(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_day(text)
