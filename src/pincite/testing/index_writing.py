"""What every `SearchIndex` keeps, changes, deletes and refuses."""

import numpy as np
import pytest

from pincite.core.errors import InvalidInput
from pincite.core.types import Vector
from pincite.ports.index import IndexPoint, Leg, SearchFilter
from pincite.testing.index_points import (
    DIMENSION,
    EVERYTHING,
    IndexSuite,
    dense,
    lexical,
    numbers,
    point,
    point_id,
    unit,
)


class WritingContract(IndexSuite):
    """What every `SearchIndex` keeps, changes, deletes and refuses."""

    # --- writing --------------------------------------------------------------------------------------

    async def test_a_point_written_twice_is_there_once(self) -> None:
        async with self.holding(point(1, terms={"w": 1})) as index:
            before = await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)
            await index.upsert([point(1, terms={"w": 1})])
            assert await index.count(EVERYTHING) == 1
            assert (await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)).legs == before.legs

    async def test_a_point_written_anew_replaces_all_of_the_old(self) -> None:
        old = point(1, unit(1.0), {"old": 1}, version="v1", tags=["red"])
        new = point(1, None, {"new": 1}, version="v2")
        async with self.holding(old) as index:
            await index.upsert([new])
            legs: list[Leg] = [dense(), lexical({"old": 1.0}), lexical({"new": 1.0})]
            result = await index.search(legs, EVERYTHING)
            assert await index.version_ids() == {"v2"}
            assert await index.count(SearchFilter(tags=["red"])) == 0
        assert [numbers(result, leg) for leg in range(3)] == [[], [], [1]]

    async def test_of_two_points_with_one_id_in_one_write_the_last_counts(self) -> None:
        async with self.holding(point(1, version="v1"), point(1, version="v2")) as index:
            assert await index.version_ids() == {"v2"}

    async def test_an_id_may_be_spelt_in_capitals(self) -> None:
        number = 0xABCDEF
        spelt = IndexPoint(point_id(number).upper(), "b", "d", "v", unit(1.0), {})
        async with self.holding(spelt) as index:
            assert [hit.id for hit in (await index.search([dense()], EVERYTHING)).legs[0]] == [
                point_id(number)
            ]

    async def test_more_points_than_one_batch_are_all_there(self) -> None:
        points = [point(number, terms={"w": 1}, version=f"v{number % 7}") for number in range(300)]
        async with self.holding(*points) as index:
            assert await index.count(EVERYTHING) == 300
            assert await index.version_ids() == {f"v{number}" for number in range(7)}

    async def test_writing_nothing_is_no_error(self) -> None:
        async with self.holding() as index:
            await index.upsert([])

    async def test_what_is_deleted_is_gone_at_once_and_the_rest_stays(self) -> None:
        points = [point(number, terms={"w": 1}, version=f"v{number % 2}") for number in range(1, 7)]
        async with self.holding(*points) as index:
            await index.delete(SearchFilter(version_ids=["v1"]))
            result = await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)
            assert await index.count(EVERYTHING) == 3
            assert await index.version_ids() == {"v0"}
        assert (numbers(result, 0), numbers(result, 1)) == ([2, 4, 6], [2, 4, 6])

    async def test_a_deletion_obeys_all_fields_of_its_filter(self) -> None:
        points = [point(1, document="d1"), point(2, document="d1", base="other"), point(3, document="d2")]
        async with self.holding(*points) as index:
            await index.delete(SearchFilter(base_ids=["base"], document_ids=["d1"]))
            assert numbers(await index.search([dense()], EVERYTHING)) == [2, 3]

    async def test_a_deletion_spares_what_it_excludes(self) -> None:
        async with self.holding(point(1, document="d1"), point(2, document="d2")) as index:
            await index.delete(SearchFilter(base_ids=["base"], exclude_document_ids=["d2"]))
            assert numbers(await index.search([dense()], EVERYTHING)) == [2]

    async def test_new_tags_take_the_place_of_the_old_and_leave_the_rest(self) -> None:
        points = [
            point(1, terms={"w": 1}, document="d1", tags=["red"]),
            point(2, terms={"w": 1}, document="d2", tags=["red"]),
        ]
        async with self.holding(*points) as index:
            before = await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)
            await index.set_tags(SearchFilter(document_ids=["d1"]), ["blue", "파랑"])
            assert [await index.count(SearchFilter(tags=[tag])) for tag in ("red", "blue", "파랑")] == [
                1,
                1,
                1,
            ]
            assert (await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)).legs == before.legs
            await index.set_tags(SearchFilter(document_ids=["d1"]), [])
            assert await index.count(SearchFilter(tags=["blue"])) == 0
            assert await index.count(EVERYTHING) == 2

    async def test_deleting_what_is_not_there_is_no_error(self) -> None:
        async with self.holding(point(1)) as index:
            await index.delete(SearchFilter(document_ids=["never"]))
            assert await index.count(EVERYTHING) == 1

    async def test_a_deleted_point_can_come_back(self) -> None:
        async with self.holding(point(1, version="v1")) as index:
            await index.delete(SearchFilter(version_ids=["v1"]))
            await index.upsert([point(1, version="v1")])
            assert numbers(await index.search([dense()], EVERYTHING)) == [1]

    # --- refusals -------------------------------------------------------------------------------------

    async def test_an_empty_deletion_is_refused(self) -> None:
        async with self.holding(point(1)) as index:
            with pytest.raises(InvalidInput):
                await index.delete(EVERYTHING)
            with pytest.raises(InvalidInput):
                await index.delete(SearchFilter(exclude_document_ids=["d"]))
            with pytest.raises(InvalidInput):
                await index.set_tags(EVERYTHING, ["red"])
            assert await index.count(EVERYTHING) == 1

    @pytest.mark.parametrize(
        "vector",
        [
            np.zeros(DIMENSION, dtype=np.float32),
            np.full(DIMENSION, np.nan, dtype=np.float32),
            np.full(DIMENSION, np.inf, dtype=np.float32),
            np.ones(DIMENSION + 1, dtype=np.float32),
            np.ones((1, DIMENSION), dtype=np.float32),
        ],
        ids=["zero", "nan", "infinite", "too long", "matrix"],
    )
    async def test_a_vector_without_a_direction_or_of_another_shape_is_refused(self, vector: Vector) -> None:
        async with self.holding() as index:
            with pytest.raises(InvalidInput):
                await index.upsert([point(1), point(2, vector)])
            with pytest.raises(InvalidInput):
                await index.search([dense(vector=vector)], EVERYTHING)
            assert await index.count(EVERYTHING) == 0

    async def test_other_values_that_make_no_sense_are_refused(self) -> None:
        async with self.holding(point(1, terms={"w": 1})) as index:
            with pytest.raises(InvalidInput):
                await index.upsert([IndexPoint("chunk-1", "b", "d", "v", unit(1.0), {})])
            with pytest.raises(InvalidInput):
                await index.search([dense(-1)], EVERYTHING)
            with pytest.raises(InvalidInput):
                await index.search([lexical({"w": float("nan")})], EVERYTHING)

    async def test_closing_twice_is_no_error(self) -> None:
        index = await self.make_index(DIMENSION)
        await index.count(EVERYTHING)
        await index.aclose()
        await index.aclose()
