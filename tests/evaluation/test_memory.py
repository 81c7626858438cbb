import numpy as np
import pytest

from pincite.core.errors import InvalidInput
from pincite.core.types import Chunk, LexicalField
from pincite.evaluation.memory import MemoryIndex, MemoryReader
from pincite.ports.index import DenseLeg, IndexPoint, LexicalLeg, SearchFilter

M, B = LexicalField.MORPHEMES, LexicalField.BIGRAMS


def point(id_: str, base: str, vector: list[float], tags: tuple[str, ...] = (), **terms: int) -> IndexPoint:
    return IndexPoint(
        id_, base, f"d-{id_}", f"v-{id_}", np.array(vector, dtype=np.float32), {M: terms, B: {}}, tags
    )


async def filled() -> MemoryIndex:
    index = MemoryIndex()
    await index.upsert(
        [
            point("a", "x", [1, 0], apple=2),
            point("b", "x", [0, 1], ("t",), apple=1),
            point("c", "y", [1, 0], pear=1),
        ]
    )
    return index


async def test_legs_are_exact_sorted_and_scoped() -> None:
    index = await filled()
    query = np.array([1, 0], dtype=np.float32)
    legs = [DenseLeg(query, 5), LexicalLeg(M, {"apple": 2.0, "pear": 1.0}, 5)]
    everywhere = await index.search(legs, SearchFilter())
    assert [hit.id for hit in everywhere.legs[0]] == ["a", "c", "b"]
    assert [hit.id for hit in everywhere.legs[1]] == ["a", "b", "c"]
    assert everywhere.cosines == {"a": 1.0, "b": 0.0, "c": 1.0}
    in_base = await index.search(legs, SearchFilter(base_ids=["x"], tags=["t"]))
    assert [[hit.id for hit in leg] for leg in in_base.legs] == [["b"], ["b"]]


async def test_limits_cut_a_leg() -> None:
    found = await (await filled()).search([LexicalLeg(M, {"apple": 1.0}, 1)], SearchFilter())
    assert [hit.id for hit in found.legs[0]] == ["a"]
    assert found.vectors == {}


async def test_deleting_needs_a_filter() -> None:
    index = await filled()
    with pytest.raises(InvalidInput):
        await index.delete(SearchFilter())
    await index.delete(SearchFilter(document_ids=["d-a"]))
    assert await index.count(SearchFilter()) == 2
    assert await index.version_ids() == {"v-b", "v-c"}


def chunk(id_: str, base: str, seq: int, text: str) -> Chunk:
    return Chunk(
        id=id_, base_id=base, document_id="d", version_id="v", document_title="t", seq=seq, start=0,
        end=len(text), content=text, morphemes=text, clauses=("article:1",) if seq == 0 else (),
    )  # fmt: skip


async def test_statistics_are_of_the_bases_asked() -> None:
    reader = MemoryReader(
        [chunk("a", "x", 0, "one two"), chunk("b", "x", 1, "one"), chunk("c", "y", 0, "one")]
    )
    statistics = await reader.term_statistics(["x"], M, ["one", "two", "three"])
    assert (statistics.chunks, statistics.average_length) == (2, 1.5)
    assert statistics.document_frequency == {"one": 2, "two": 1, "three": 0}
    assert (await reader.term_statistics([], M, ["one"])).chunks == 0
    assert [item.id for item in await reader.clause_chunks(["x", "y"], "article:1")] == ["a", "c"]
    assert [item.id for item in await reader.neighbours(chunk("a", "x", 0, ""), 1)] == ["a", "b"]
