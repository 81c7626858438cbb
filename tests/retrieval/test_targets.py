import pytest

from pincite.core.types import QueryType, Route, SearchStrategy
from pincite.ports.index import SearchFilter
from pincite.ports.places import BasePlace, OnePlace
from pincite.retrieval.request import SearchRequest
from pincite.retrieval.targets import identity_groups, plan_targets, tag_scopes

ROUTE = Route(QueryType.SIMPLE_FACT, SearchStrategy.HYBRID, 6, 6)


def request(*bases: str, **changes: object) -> SearchRequest:
    return SearchRequest("q", ROUTE, bases, **changes)  # type: ignore[arg-type]


@pytest.mark.feature("SR-04")
@pytest.mark.feature("HY-07")
def test_bases_of_one_store_and_owner_are_one_search() -> None:
    places = [
        BasePlace("a"),
        BasePlace("b"),
        BasePlace("c", owner="other"),
        BasePlace("d", store="far"),
        BasePlace("e", owner="other"),
    ]
    targets = plan_targets(request("a", "b", "c", "d", "e"), places)
    assert [(target.store, tuple(target.where.base_ids)) for target in targets] == [
        ("", ("a", "b")),
        ("", ("c", "e")),
        ("far", ("d",)),
    ]


@pytest.mark.feature("SR-04")
def test_a_base_with_a_scope_of_its_own_is_searched_by_itself() -> None:
    places = [BasePlace(name) for name in "abc"]
    asked = request("a", "b", "c", scopes={"b": ("x",), "c": ()}, tags=("t",), document_ids=("d",))
    whole, alone = plan_targets(asked, places)
    assert whole.where == SearchFilter(base_ids=("a", "c"), tags=("t",), document_ids=("d",))
    assert alone.where == SearchFilter(base_ids=("b",), tags=("x", "t"), document_ids=("d",))


@pytest.mark.feature("HY-08")
def test_entries_are_searched_apart_from_documents() -> None:
    targets = plan_targets(request("a", "f"), [BasePlace("a"), BasePlace("f", entries=True)])
    assert [target.entries for target in targets] == [False, True]


def test_what_has_no_index_is_not_searched() -> None:
    wiki = BasePlace("w", vector=False, keyword=False)
    assert plan_targets(request("w"), [wiki]) == []
    assert identity_groups([wiki]) == {}


@pytest.mark.feature("SR-03")
def test_bases_are_grouped_by_vector_space() -> None:
    places = [
        BasePlace("a", identity="x"),
        BasePlace("b", identity="y"),
        BasePlace("c", identity="x"),
        BasePlace("d", identity="y", vector=False),
        BasePlace("e"),
    ]
    groups = identity_groups(places)
    assert {name: [place.id for place in members] for name, members in groups.items()} == {
        "x": ["a", "c"],
        "y": ["b"],
        None: ["d", "e"],
    }


@pytest.mark.parametrize(
    ("scopes", "tags", "bases", "joined"),
    [
        ({}, [], ["a"], {}),
        ({}, ["t"], [], {}),
        ({}, ["t", "t"], ["a", "b"], {"a": ("t",), "b": ("t",)}),
        ({"a": ["x"]}, ["t"], ["a"], {"a": ("x", "t")}),
        ({"other": ["x"]}, [], ["a"], {}),
    ],
)
def test_tags_hold_for_every_base_and_scopes_for_one(
    scopes: dict[str, list[str]], tags: list[str], bases: list[str], joined: dict[str, tuple[str, ...]]
) -> None:
    assert tag_scopes(scopes, tags, bases) == joined


async def test_a_library_without_places_has_one() -> None:
    assert [place.id for place in await OnePlace().places(["a", "b", "a"])] == ["a", "b"]
