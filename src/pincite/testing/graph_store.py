"""What every `GraphStore` must do. Subclass the suite, say how an empty store is opened, run it with pytest.

class TestMyGraph(GraphStoreContract):
    @asynccontextmanager
    async def graph(self):
        yield await open_my_graph()
"""

from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from uuid import UUID

import pytest

from pincite.core.errors import InvalidInput
from pincite.ports.graph import Entity, GraphFound, GraphStore, Namespace, Relation, VersionGraph


def _id(number: int) -> str:
    return str(UUID(int=number))


BASE, OTHER_BASE = _id(1), _id(2)
DOCUMENT, OTHER_DOCUMENT = _id(10), _id(20)
VERSION, NEXT_VERSION, OTHER_VERSION = _id(100), _id(101), _id(200)

KIM = Entity("김하늘", "김하늘", "person", "영업 담당", (_id(1000), _id(1001)))
HANBIT = Entity("한빛상사", "한빛 상사", "organization", "", (_id(1000),))
PUMP = Entity("pumpp7", "Pump P-7", chunk_ids=(_id(1002),))
WORKS = Relation("김하늘", "한빛상사", "영업 담당이다", (_id(1000),))


def _graph(
    *entities: Entity,
    relations: tuple[Relation, ...] = (),
    base: str = BASE,
    document: str = DOCUMENT,
    version: str = VERSION,
) -> VersionGraph:
    return VersionGraph(base, document, version, entities, relations)


class GraphStoreContract(ABC):
    @abstractmethod
    def graph(self) -> AbstractAsyncContextManager[GraphStore]:
        """An empty store, closed at the end of the block."""

    async def test_what_was_stored_is_found_by_its_key(self) -> None:
        async with self.graph() as graph:
            await graph.replace(_graph(KIM, HANBIT, PUMP, relations=(WORKS,)))
            space = Namespace(BASE)
            assert await graph.search(space, ["pumpp7"]) == GraphFound((PUMP,))
            assert await graph.search(space, ["nobody"]) == GraphFound()
            assert await graph.search(space, []) == GraphFound()
            assert dict(await graph.known(space, ["김하늘", "pumpp7", "nobody"])) == {
                "김하늘": "김하늘",
                "pumpp7": "Pump P-7",
            }
            assert dict(await graph.known(space, [])) == {}

    async def test_relations_come_from_either_end_with_the_other_one(self) -> None:
        async with self.graph() as graph:
            await graph.replace(_graph(KIM, HANBIT, PUMP, relations=(WORKS,)))
            for key in ("김하늘", "한빛상사"):
                found = await graph.search(Namespace(BASE), [key])
                assert found.relations == (WORKS,)
                assert set(found.nodes) == {KIM, HANBIT}
                assert found.nodes[0].key == key, "who was asked for comes first"

    async def test_a_namespace_is_a_base_or_a_document(self) -> None:
        async with self.graph() as graph:
            there = Entity("김하늘", "김 하늘", chunk_ids=(_id(2000),))
            elsewhere = Entity("김하늘", "김하늘", chunk_ids=(_id(3000),))
            await graph.replace(_graph(KIM, HANBIT, relations=(WORKS,)))
            await graph.replace(_graph(there, document=OTHER_DOCUMENT, version=OTHER_VERSION))
            await graph.replace(_graph(elsewhere, base=OTHER_BASE, document=_id(30), version=_id(300)))
            assert set((await graph.search(Namespace(BASE), ["김하늘"])).nodes) == {KIM, HANBIT, there}
            inside = await graph.search(Namespace(BASE, OTHER_DOCUMENT), ["김하늘", "한빛상사"])
            assert inside == GraphFound((there,))
            assert (await graph.search(Namespace(OTHER_BASE), ["김하늘"])).nodes == (elsewhere,)
            assert dict(await graph.known(Namespace(BASE, OTHER_DOCUMENT), ["한빛상사"])) == {}
            assert dict(await graph.known(Namespace(OTHER_BASE), ["한빛상사"])) == {}

    async def test_the_other_end_is_found_in_every_document_of_the_namespace(self) -> None:
        async with self.graph() as graph:
            other = Entity("한빛상사", "한빛상사", chunk_ids=(_id(2000),))
            await graph.replace(_graph(KIM, HANBIT, relations=(WORKS,)))
            await graph.replace(_graph(other, document=OTHER_DOCUMENT, version=OTHER_VERSION))
            await graph.replace(_graph(other, base=OTHER_BASE, document=_id(30), version=_id(300)))
            found = await graph.search(Namespace(BASE), ["김하늘"])
            assert found.nodes == (KIM, HANBIT, other)
            assert set((await graph.search(Namespace(BASE, DOCUMENT), ["김하늘"])).nodes) == {KIM, HANBIT}

    async def test_a_version_is_replaced_as_a_whole(self) -> None:
        async with self.graph() as graph:
            await graph.replace(_graph(KIM, HANBIT, relations=(WORKS,)))
            await graph.replace(_graph(PUMP, version=NEXT_VERSION))
            await graph.replace(_graph(HANBIT))
            assert await graph.search(Namespace(BASE), ["김하늘"]) == GraphFound()
            assert await graph.search(Namespace(BASE), ["한빛상사", "pumpp7"]) == GraphFound((HANBIT, PUMP))
            assert await graph.version_ids() == {VERSION, NEXT_VERSION}
            await graph.replace(_graph())
            assert await graph.version_ids() == {NEXT_VERSION}

    async def test_what_is_removed_is_found_no_more(self) -> None:
        async with self.graph() as graph:
            await graph.replace(_graph(KIM, HANBIT, relations=(WORKS,)))
            await graph.replace(_graph(KIM, version=NEXT_VERSION))
            await graph.replace(_graph(PUMP, document=OTHER_DOCUMENT, version=OTHER_VERSION))
            await graph.replace(_graph(PUMP, base=OTHER_BASE, document=_id(30), version=_id(300)))
            await graph.delete(version_id=VERSION)
            assert await graph.search(Namespace(BASE), ["한빛상사"]) == GraphFound()
            assert (await graph.search(Namespace(BASE), ["김하늘"])).nodes == (KIM,)
            await graph.delete(document_id=DOCUMENT)
            assert await graph.search(Namespace(BASE), ["김하늘"]) == GraphFound()
            assert (await graph.search(Namespace(BASE), ["pumpp7"])).nodes == (PUMP,)
            await graph.delete(base_id=BASE)
            assert await graph.version_ids() == {_id(300)}
            await graph.delete(base_id=BASE)  # what is not there is no error

    async def test_nothing_is_removed_by_a_call_that_does_not_say_of_what(self) -> None:
        async with self.graph() as graph:
            await graph.replace(_graph(KIM))
            with pytest.raises(InvalidInput):
                await graph.delete()
            with pytest.raises(InvalidInput):
                await graph.delete(version_id=VERSION, base_id=BASE)
            assert await graph.version_ids() == {VERSION}

    async def test_many_are_cut_off_in_order_and_many_keys_are_looked_for(self) -> None:
        async with self.graph() as graph:
            for number in range(5):
                name = Entity("약관", "약관", chunk_ids=(_id(4000 + number),))
                await graph.replace(_graph(name, document=_id(40 + number), version=_id(400 + number)))
            found = await graph.search(Namespace(BASE), ["약관"], limit=3)
            assert [node.chunk_ids for node in found.nodes] == [(_id(4000 + n),) for n in range(3)]
            keys = [f"name{number}" for number in range(5_000)]
            assert dict(await graph.known(Namespace(BASE), [*keys, "약관"])) == {"약관": "약관"}
