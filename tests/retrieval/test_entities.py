"""What the names of a question lead to, in real tables."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from pincite.adapters.sql import open_metadata
from pincite.core.types import Chunk, Hit, MatchType
from pincite.evaluation.memory import MemoryReader
from pincite.ports.graph import Entity, GraphFound, GraphStore, Namespace, Relation, VersionGraph
from pincite.ports.places import BasePlace
from pincite.retrieval import EntityScope, EntitySearch, SearchRequest
from pincite.retrieval.entities import COMMON, MOST_CHUNKS, led_to
from pincite.routing import classify_query
from tests.builders import chunk

EVERYWHERE = EntityScope({"base": None})


def request(**more: object) -> SearchRequest:
    asked = SearchRequest("김하늘은?", classify_query("김하늘은?"), ("base",))
    return replace(asked, **more)  # type: ignore[arg-type]  # any field of it


def piece(number: int, text: str = "글", **more: object) -> Chunk:
    made = replace(chunk(f"c{number:02d}", content=text), base_id="base", document_id="d1", seq=number)
    return replace(made, **more)  # type: ignore[arg-type]


def entity(key: str, *numbers: int) -> Entity:
    return Entity(key, key, chunk_ids=tuple(f"c{number:02d}" for number in numbers))


@dataclass
class Places:
    graph: bool = True
    asked: int = 0

    async def places(self, base_ids: Sequence[str]) -> Sequence[BasePlace]:
        self.asked += 1
        return [BasePlace(id_, graph=self.graph) for id_ in base_ids]


@dataclass
class Scopes:
    tags: dict[str, set[str]] = field(default_factory=dict)

    async def tagged(self, base_id: str, tags: Collection[str]) -> set[str]:
        return {id_ for id_, held in self.tags.items() if held & set(tags)}


class Weigher:
    """Says of every chunk that it is half good."""

    async def weigh(self, request: SearchRequest, chunks: Sequence[Chunk]) -> list[Hit]:
        return [Hit(one, 0.5, MatchType.GRAPH, base_score=0.5) for one in chunks]


@asynccontextmanager
async def stored(path: Path, *graphs: VersionGraph) -> AsyncIterator[GraphStore]:
    metadata = await open_metadata(path / "p.db")
    try:
        for graph in graphs:
            await metadata.graph.replace(graph)
        yield metadata.graph
    finally:
        await metadata.aclose()


def search(graph: GraphStore, chunks: Sequence[Chunk], scopes: Scopes | None = None) -> EntitySearch:
    return EntitySearch(graph, Places(), scopes or Scopes(), MemoryReader(chunks), Weigher())


# --- weights ----------------------------------------------------------------------------------------


def test_a_rare_name_and_a_told_relation_weigh_more() -> None:
    found = GraphFound(
        (entity("a", 1), entity("b", 1, 2, 3, 4), entity("c", 9)),
        (Relation("a", "c", chunk_ids=("c05",)),),
    )
    weights = led_to(found, ["a", "b"])
    assert weights == {"c01": 1.25, "c05": 1.0, "c09": 0.5, "c02": 0.25, "c03": 0.25, "c04": 0.25}
    assert list(weights) == sorted(weights, key=lambda id_: -weights[id_])


def test_a_name_that_is_everywhere_leads_nowhere() -> None:
    common = entity("보험금", *range(COMMON + 1))
    assert led_to(GraphFound((common,)), ["보험금"]) == {}
    with_rare = led_to(GraphFound((common, entity("김하늘", 3))), ["보험금", "김하늘"])
    assert list(with_rare) == ["c03"]


def test_who_was_not_asked_for_counts_only_through_a_relation() -> None:
    assert led_to(GraphFound((entity("a", 1), entity("x", 2))), ["a"]) == {"c01": 1.0}
    assert led_to(GraphFound(), ["a"]) == {}


# --- the search -------------------------------------------------------------------------------------


@pytest.mark.feature("GR-01")
async def test_nodes_and_relations_become_hits_and_a_graph(tmp_path: Path) -> None:
    names = (entity("김하늘", 1), entity("한빛상사", 2))
    tie = Relation("김하늘", "한빛상사", "담당", ("c03",))
    async with stored(tmp_path, VersionGraph("base", "d1", "v1", names, (tie,))) as graph:
        found = await search(graph, [piece(n) for n in range(5)]).search(EVERYWHERE, ["김하늘"], request())
    assert [hit.chunk.id for hit in found.hits] == ["c01", "c03", "c02"]
    assert {hit.match_type for hit in found.hits} == {MatchType.GRAPH}
    assert found.graph == GraphFound(names, (tie,))


@pytest.mark.feature("GR-01")
async def test_every_namespace_of_base_and_document_is_searched(tmp_path: Path) -> None:
    async with stored(
        tmp_path,
        VersionGraph("base", "d1", "v1", (entity("김하늘", 1),)),
        VersionGraph("base", "d2", "v2", (entity("김하늘", 2),)),
        VersionGraph("base", "d3", "v3", (entity("김하늘", 3),)),
        VersionGraph("more", "d4", "v4", (entity("김하늘", 4),)),
    ) as graph:
        chunks = [
            replace(piece(n), document_id=f"d{n}", base_id="more" if n == 4 else "base") for n in range(1, 5)
        ]
        finder = search(graph, chunks)
        scope = EntityScope({"base": frozenset({"d1", "d3"}), "more": None})
        found = await finder.search(scope, ["김하늘"], request())
        named = await finder.known(scope, ["김하늘", "다른이"])
    assert scope.spaces == [Namespace("base", "d1"), Namespace("base", "d3"), Namespace("more")]
    assert sorted(hit.chunk.id for hit in found.hits) == ["c01", "c03", "c04"]
    assert named == {"김하늘": "김하늘"}


async def test_what_is_gone_or_not_in_force_is_not_found(tmp_path: Path) -> None:
    names = (entity("김하늘", 1, 2, 3), entity("이바다", 3))
    old = VersionGraph("base", "d1", "v1", names, (Relation("김하늘", "이바다", chunk_ids=("c03",)),))
    async with stored(tmp_path, old) as graph:
        live = [piece(1), replace(piece(2), document_id="expired")]
        finder = search(graph, live)
        found = await finder.search(EVERYWHERE, ["김하늘"], request(exclude_document_ids=("expired",)))
        nothing = await search(graph, []).search(EVERYWHERE, ["김하늘"], request())
    assert [hit.chunk.id for hit in found.hits] == ["c01"]
    assert found.graph == GraphFound((entity("김하늘", 1),)), "nobody of a passage that is gone"
    assert not nothing.hits
    assert not nothing.graph


async def test_a_passage_that_was_rewritten_by_hand_must_still_name_it(tmp_path: Path) -> None:
    async with stored(tmp_path, VersionGraph("base", "d1", "v1", (entity("김하늘", 1, 2),))) as graph:
        chunks = [
            piece(1, "김 하늘 과장이 맡는다.", edited=True),
            piece(2, "담당자는 없다.", edited=True),
        ]
        found = await search(graph, chunks).search(EVERYWHERE, ["김하늘"], request())
    assert [hit.chunk.id for hit in found.hits] == ["c01"]


async def test_at_most_ten_are_added_in_an_order_that_no_id_decides(tmp_path: Path) -> None:
    numbers = list(range(COMMON))
    async with stored(tmp_path, VersionGraph("base", "d1", "v1", (entity("김하늘", *numbers),))) as graph:
        chunks = [replace(piece(n), seq=COMMON - n) for n in numbers]
        found = await search(graph, chunks).search(EVERYWHERE, ["김하늘"], request())
    assert [hit.chunk.seq for hit in found.hits] == list(range(1, MOST_CHUNKS + 1))


# --- the scope --------------------------------------------------------------------------------------


@pytest.mark.feature("QU-12")
async def test_without_a_graph_nothing_but_the_switch_is_read(tmp_path: Path) -> None:
    async with stored(tmp_path) as graph:
        places = Places(graph=False)
        finder = EntitySearch(graph, places, Scopes(), MemoryReader([]), Weigher())
        assert await finder.scope(["base"]) is None
        assert places.asked == 1


async def test_named_documents_and_tags_narrow_the_scope(tmp_path: Path) -> None:
    async with stored(tmp_path) as graph:
        finder = search(graph, [], Scopes({"d1": {"life"}, "d2": {"life"}, "d3": {"car"}}))
        assert await finder.scope(["base"]) == EVERYWHERE
        assert await finder.scope(["base"], tags=["life"]) == EntityScope({"base": frozenset({"d1", "d2"})})
        assert await finder.scope(["base"], ["d1", "d3"], ["life"]) == EntityScope(
            {"base": frozenset({"d1"})}
        )
        assert await finder.scope(["base"], scopes={"base": ["car"]}) == EntityScope(
            {"base": frozenset({"d3"})}
        )
        nobody = await finder.scope(["base"], tags=["none"])
        assert nobody is not None
        assert nobody.spaces == []
        assert await finder.known(nobody, ["김하늘"]) == {}


def test_many_documents_are_looked_for_in_their_base() -> None:
    many = frozenset(f"d{number}" for number in range(21))
    scope = EntityScope({"base": many})
    assert scope.spaces == [Namespace("base")]
    assert scope.holds(replace(piece(1), document_id="d20"))
    assert not scope.holds(replace(piece(1), document_id="else"))
    assert not scope.holds(replace(piece(1), base_id="more"))
