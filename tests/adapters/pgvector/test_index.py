import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import numpy as np
import pytest

from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.pgvector.index import CHANGE_ROWS
from pincite.adapters.pgvector.shelf import PgvectorShelf
from pincite.core.errors import InvalidInput
from pincite.core.types import LexicalField, Vector
from pincite.ports.index import DenseLeg, IndexPoint, Leg, SearchFilter, SearchIndex
from pincite.testing.search_index import EVERYTHING, dense, lexical, numbers, point, point_id, unit
from tests.services import pgvector_server

MANY = [
    point(
        number,
        unit(1.0, (number * 7 % 13) / 13, (number * 5 % 11) / 11, number % 17 / 17),
        {f"m{number % 5}": 1 + number % 3, f"m{number % 7}": 2},
        bigrams={f"b{number % 9}": 1, f"b{number % 4}": 3},
        base=f"base{number % 3}",
        document=f"d{number % 40}",
    )
    for number in range(400)
]
LEGS: list[Leg] = [
    dense(20, unit(1.0, 0.4, 0.7)),
    lexical({"m1": 2.3, "m2": 0.7, "m6": 1.1}, 20),
    lexical({"b1": 1.3, "b8": 2.9}, 20, LexicalField.BIGRAMS),
]


@pytest.fixture
async def shelf() -> AsyncIterator[PgvectorShelf]:
    opened = PgvectorShelf(pgvector_server(), prefix=f"pincite_{uuid4().hex}", timeout=60)
    yield opened
    await opened.remove("")
    await opened.aclose()


async def index_of(shelf: PgvectorShelf, dimension: int = 8) -> SearchIndex:
    return (await shelf.open("", dimension)).index


@pytest.mark.parametrize("exact_rows", [10_000, 0], ids=["exact", "graph"])
@pytest.mark.parametrize(
    "where",
    [
        SearchFilter(),
        SearchFilter(base_ids=["base1", "base2"]),
        SearchFilter(document_ids=["d3"]),
        SearchFilter(base_ids=["base0"], exclude_document_ids=[f"d{number}" for number in range(38)]),
    ],
    ids=["all", "two bases", "one document", "all but a few"],
)
async def test_hits_scores_and_vectors_are_those_of_the_embedded_index(
    tmp_path: Path, exact_rows: int, where: SearchFilter
) -> None:
    edge = await open_edge_index(tmp_path, dimension=8, timeout=60)
    shelf = PgvectorShelf(
        pgvector_server(), prefix=f"pincite_{uuid4().hex}", timeout=60, exact_rows=exact_rows
    )
    found = []
    for index in (edge, await index_of(shelf)):
        await index.upsert(MANY)
        found.append(await index.search(LEGS, where, with_vectors=True))
    for ours, theirs in zip(found[0].legs, found[1].legs, strict=True):
        assert [hit.id for hit in ours] == [hit.id for hit in theirs]
        assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], abs=2e-5)
    assert found[0].cosines == pytest.approx(found[1].cosines, abs=2e-5)
    assert set(found[0].vectors) == set(found[1].vectors)
    for id_, vector in found[0].vectors.items():
        assert float(np.abs(vector - found[1].vectors[id_]).max()) < 1e-6
    await edge.aclose()
    await shelf.remove("")
    await shelf.aclose()


async def test_more_points_than_one_change_holds_are_all_changed_and_all_deleted(
    shelf: PgvectorShelf,
) -> None:
    index = await index_of(shelf)
    rows = CHANGE_ROWS * 2 + 1
    await index.upsert([point(number, None, {"w": 1}, tags=["old"]) for number in range(rows)])
    await index.set_tags(SearchFilter(tags=["old"]), ["new"])
    assert await index.count(SearchFilter(tags=["new"])) == rows
    await index.set_tags(SearchFilter(tags=["new"]), ["new", "old"])
    assert await index.count(SearchFilter(tags=["old"])) == rows
    await index.delete(SearchFilter(base_ids=["base"]))
    assert await index.count(EVERYTHING) == 0
    assert numbers(await index.search([lexical({"w": 1.0})], EVERYTHING)) == []


async def test_no_term_of_a_point_that_is_gone_stays(shelf: PgvectorShelf) -> None:
    index = await index_of(shelf)
    for version in ("v1", "v2"):
        await index.upsert([point(1, terms={version: 3, "both": 1}, bigrams={"ab": 2}, version=version)])
    connection = await asyncpg.connect(pgvector_server())
    prefix = shelf._prefix
    (held,) = await connection.fetch(f"SELECT number FROM {prefix}_indexes")
    terms = f"{prefix}_{held['number']}_morphemes"
    assert await connection.fetchval(f"SELECT count(*) FROM {terms}") == 2
    await index.delete(SearchFilter(version_ids=["v2"]))
    assert await connection.fetchval(f"SELECT count(*) FROM {terms}") == 0
    await connection.close()


async def test_writers_of_the_same_points_take_turns(shelf: PgvectorShelf) -> None:
    index = await index_of(shelf)
    points = [point(number, terms={"w": 1}) for number in range(60)]
    await asyncio.gather(*(index.upsert(points[::step]) for step in (1, -1, 1, -1)))
    assert await index.count(EVERYTHING) == 60
    found = await index.search([lexical({"w": 1.0}, 100)], EVERYTHING)
    assert numbers(found) == list(range(60))
    assert len({hit.score for hit in found.legs[0]}) == 1


@pytest.mark.parametrize("dimension", [1, 1_500, 2_500, 4_500], ids=["one", "outside", "half", "no graph"])
async def test_vectors_of_any_length_are_found_by_their_whole_cosine(
    shelf: PgvectorShelf, dimension: int
) -> None:
    index = await index_of(shelf, dimension)
    random = np.random.default_rng(1)
    vectors: list[Vector] = [random.standard_normal(dimension).astype(np.float32) for _ in range(12)]
    await index.upsert(
        [IndexPoint(point_id(n), "b", "d", "v", vector, {}) for n, vector in enumerate(vectors)]
    )
    found = await index.search([DenseLeg(vectors[3], 4)], EVERYTHING)
    cosines = sorted(
        (float(v @ vectors[3] / np.linalg.norm(v) / np.linalg.norm(vectors[3])) for v in vectors),
        reverse=True,
    )
    assert [hit.score for hit in found.legs[0]] == pytest.approx(cosines[:4], abs=2e-5)


@pytest.mark.parametrize("tag", ["a\0b", "\ud800"])
async def test_a_value_that_no_database_holds_is_refused_and_nothing_is_written(
    shelf: PgvectorShelf, tag: str
) -> None:
    index = await index_of(shelf)
    with pytest.raises(InvalidInput):
        await index.upsert([point(1), point(2, tags=[tag])])
    assert await index.count(EVERYTHING) == 0
    with pytest.raises(InvalidInput):
        await index.count(SearchFilter(tags=[tag]))


@pytest.mark.parametrize("value", ["'; DROP TABLE x; --", "{a,b}", "$1", "%", "NULL", "가 나", "\\", '"'])
async def test_ids_and_tags_are_values_and_never_commands(shelf: PgvectorShelf, value: str) -> None:
    index = await index_of(shelf)
    await index.upsert([point(1, base=value, document=value, version=value, tags=[value]), point(2)])
    where = SearchFilter(base_ids=[value], document_ids=[value], version_ids=[value], tags=[value])
    assert numbers(await index.search([dense()], where)) == [1]
    assert await index.version_ids() == {value, "version"}
    await index.delete(where)
    assert numbers(await index.search([dense()], EVERYTHING)) == [2]
