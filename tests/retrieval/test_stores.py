"""Several indexes asked as one, and FAQ bases searched further."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

import numpy as np
import pytest

from pincite.core.errors import ConfigurationError, IndexUnavailable
from pincite.core.types import Chunk, ChunkType, LexicalField, Vector
from pincite.evaluation.memory import MemoryReader
from pincite.ports.index import DenseLeg, Leg, LegHit, LexicalLeg, SearchFilter, SearchResult
from pincite.retrieval.scales import ScoreRange
from pincite.retrieval.stores import RowCache, SearchStores, Store, Widening
from pincite.retrieval.targets import Target
from tests.builders import chunk

VECTOR: Vector = np.ones(2, dtype=np.float32)
DENSE, WORDS = DenseLeg(VECTOR, limit=3), LexicalLeg(LexicalField.MORPHEMES, {"a": 1.0}, limit=3)


class Scripted:
    """An index that holds ``scores`` for both legs, best first."""

    def __init__(self, scores: dict[str, float], *, fails: bool = False) -> None:
        self.ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
        self.fails = fails
        self.asked: list[tuple[int, ...]] = []

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        self.asked.append(tuple(leg.limit for leg in legs))
        if self.fails:
            raise IndexUnavailable("gone")
        found = tuple(tuple(LegHit(*item) for item in self.ranked[: leg.limit]) for leg in legs)
        return SearchResult(found, {hit.id: 0.5 for leg in found for hit in leg})


class Enough:
    """Wants ``match_count`` documents; limits as of reference 004."""

    def further(self, chunks: Iterable[Chunk], match_count: int, *, full: bool) -> list[int]:
        unique = {one.document_id for one in chunks}
        return [] if not full or len(unique) >= match_count else [match_count * 3 * 2**n for n in range(5)]


def rows(*entries: tuple[str, str]) -> RowCache:
    return RowCache(
        MemoryReader([chunk(id_, document_id=doc, chunk_type=ChunkType.FAQ) for id_, doc in entries])
    )


def target(store: str = "", *, entries: bool = False) -> Target:
    return Target(store, SearchFilter(base_ids=(store or "base",)), entries)


async def test_lists_of_several_stores_are_one_list_by_score_and_id() -> None:
    stores = SearchStores(
        {"x": Store(Scripted({"b": 0.5, "d": 0.9})), "y": Store(Scripted({"a": 0.5, "c": 0.7}))}
    )
    for order in (["x", "y"], ["y", "x"]):
        found = await stores.search([target(name) for name in order], [DENSE, WORDS], rows())
        assert [[hit.id for hit in leg] for leg in found.legs] == [["d", "c", "a", "b"]] * 2
        assert set(found.cosines) == set("abcd")


@pytest.mark.feature("HY-10")
async def test_engines_of_two_scales_are_compared_on_one() -> None:
    signed, unit = Store(Scripted({"a": 0.2})), Store(Scripted({"b": 0.55}), ScoreRange.UNIT)
    stores = SearchStores({"x": signed, "y": unit})
    found = await stores.search([target("x"), target("y")], [DENSE, WORDS], rows())
    assert [(hit.id, hit.score) for hit in found.legs[0]] == [("a", pytest.approx(0.6)), ("b", 0.55)]
    assert [(hit.id, hit.score) for hit in found.legs[1]] == [("b", 0.55), ("a", 0.2)]
    alone = await stores.search([target("x")], [DENSE], rows())
    assert alone.legs[0][0].score == 0.2


async def test_one_store_that_fails_fails_the_search() -> None:
    stores = SearchStores({"x": Store(Scripted({"a": 1.0})), "y": Store(Scripted({}, fails=True))})
    with pytest.raises(IndexUnavailable):
        await stores.search([target("x"), target("y")], [DENSE], rows())


async def test_a_store_that_nobody_set_up_is_named() -> None:
    with pytest.raises(ConfigurationError, match="'far'"):
        await SearchStores({}).search([target("far")], [DENSE], rows())


async def test_without_targets_or_legs_nothing_is_asked() -> None:
    stores = SearchStores({"": Store(Scripted({}, fails=True))})
    assert (await stores.search([], [DENSE], rows())).legs == ((),)
    assert (await stores.search([target()], [], rows())).legs == ()


@pytest.mark.feature("FAQ-06")
async def test_entries_are_pulled_until_there_are_enough() -> None:
    index = Scripted({f"p{n:03d}": 1 - n / 1000 for n in range(100)})
    # The first 40 points are of one entry.
    held = rows(*((f"p{n:03d}", "big" if n < 40 else f"d{n}") for n in range(100)))
    widening = Widening(Enough(), 2, legs=1)
    found = await SearchStores({"": Store(index)}).search(
        [target(entries=True)], [DENSE, WORDS], held, widening
    )
    assert index.asked == [(3, 3), (6, 3), (12, 3), (24, 3), (48, 3)]
    assert len(found.legs[0]) == 48
    assert len(found.legs[1]) == 3


@pytest.mark.feature("FAQ-06")
async def test_no_further_pull_where_there_are_no_more_points() -> None:
    index = Scripted({"p1": 0.9, "p2": 0.8})
    held = rows(("p1", "d"), ("p2", "d"))
    stores = SearchStores({"": Store(index)})
    await stores.search([target(entries=True)], [DENSE], held, Widening(Enough(), 5, legs=1))
    assert index.asked == [(3,)]


async def test_pulls_stop_when_the_store_is_exhausted() -> None:
    index = Scripted({f"p{n}": 1 - n / 10 for n in range(5)})
    held = rows(*((f"p{n}", "one") for n in range(5)))
    stores = SearchStores({"": Store(index)})
    await stores.search([target(entries=True)], [DENSE], held, Widening(Enough(), 2, legs=1))
    assert index.asked == [(3,), (6,)]


async def test_documents_are_pulled_once() -> None:
    index = Scripted({f"p{n}": 1 - n / 10 for n in range(9)})
    stores = SearchStores({"": Store(index)})
    await stores.search([target()], [DENSE], rows(), Widening(Enough(), 50, legs=1))
    assert index.asked == [(3,)]


async def test_a_row_is_read_once() -> None:
    class Counting(MemoryReader):
        reads: ClassVar[list[list[str]]] = []

        async def chunks(self, ids: Sequence[str]) -> dict[str, Chunk]:
            self.reads.append(list(ids))
            return await super().chunks(ids)

    cache = RowCache(Counting([chunk("a"), chunk("b")]))
    await cache.chunks(["a", "gone"])
    assert list(await cache.chunks(["b", "a", "gone"])) == ["b", "a"]
    assert Counting.reads == [["a", "gone"], ["b"]]
