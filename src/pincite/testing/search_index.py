"""What every `SearchIndex` must do. Subclass the suite, say how an index is made, and run it with pytest.

class TestMyIndex(SearchIndexContract):
    async def make_index(self, dimension):
        return await open_my_index(dimension=dimension)
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal
from uuid import UUID

import numpy as np
import pytest

from pincite.core.bm25 import term_weights
from pincite.core.errors import InvalidInput
from pincite.core.types import LexicalField, Vector
from pincite.ports.index import DenseLeg, IndexPoint, Leg, LexicalLeg, SearchFilter, SearchIndex, SearchResult

DIMENSION = 8
EVERYTHING = SearchFilter()
MORPHEMES, BIGRAMS = LexicalField.MORPHEMES, LexicalField.BIGRAMS


def point_id(number: int) -> str:
    """The UUID of the test point ``number``; ids sort as their numbers."""
    return str(UUID(int=number))


def unit(*values: float) -> Vector:
    """``values``, padded with zeros to `DIMENSION`, L2-normalised."""
    vector = np.zeros(DIMENSION, dtype=np.float32)
    vector[: len(values)] = values
    return vector / np.linalg.norm(vector)


def point(
    number: int,
    vector: Vector | Literal["turning"] | None = "turning",
    terms: Mapping[str, int] | None = None,
    *,
    base: str = "base",
    document: str = "document",
    version: str = "version",
    tags: Sequence[str] = (),
    bigrams: Mapping[str, int] | None = None,
) -> IndexPoint:
    """A point; without ``vector`` it turns a little further from the first axis with each number."""
    given = unit(np.cos(number / 50), np.sin(number / 50)) if isinstance(vector, str) else vector
    fields = {MORPHEMES: terms or {}, BIGRAMS: bigrams or {}}
    return IndexPoint(point_id(number), base, document, version, given, fields, tuple(tags))


def dense(limit: int = 10, vector: Vector | None = None) -> DenseLeg:
    return DenseLeg(unit(1.0) if vector is None else vector, limit)


def lexical(terms: Mapping[str, float], limit: int = 10, field: LexicalField = MORPHEMES) -> LexicalLeg:
    return LexicalLeg(field, terms, limit)


def numbers(result: SearchResult, leg: int = 0) -> list[int]:
    """The test numbers of the points in one list."""
    return [UUID(hit.id).int for hit in result.legs[leg]]


class SearchIndexContract(ABC):
    """The contract of `pincite.ports.index.SearchIndex`."""

    pytestmark = pytest.mark.anyio

    @abstractmethod
    async def make_index(self, dimension: int) -> SearchIndex:
        """A new empty index for vectors of ``dimension`` numbers. The suite closes it."""

    @asynccontextmanager
    async def holding(self, *points: IndexPoint) -> AsyncIterator[SearchIndex]:
        index = await self.make_index(DIMENSION)
        try:
            await index.upsert(points)
            yield index
        finally:
            await index.aclose()

    # --- dense ------------------------------------------------------------------------------------

    async def test_the_nearest_come_first_with_their_cosines(self) -> None:
        vectors = {1: unit(0.0, 1.0), 2: unit(1.0, 1.0), 3: unit(1.0, 0.2)}
        points = [point(number, vector) for number, vector in vectors.items()]
        async with self.holding(*points) as index:
            result = await index.search([dense()], EVERYTHING)
        assert numbers(result) == [3, 2, 1]
        expected = [float(vectors[number] @ unit(1.0)) for number in (3, 2, 1)]
        assert [hit.score for hit in result.legs[0]] == pytest.approx(expected, abs=1e-4)

    async def test_opposite_vectors_are_found_last_with_a_negative_cosine(self) -> None:
        async with self.holding(point(1, unit(-1.0)), point(2, unit(1.0))) as index:
            result = await index.search([dense()], EVERYTHING)
        assert [round(hit.score, 4) for hit in result.legs[0]] == [1.0, -1.0]

    async def test_a_query_need_not_be_normalised(self) -> None:
        async with self.holding(point(1, unit(1.0, 1.0))) as index:
            result = await index.search([dense(vector=unit(1.0, 1.0) * np.float32(7.0))], EVERYTHING)
        assert result.legs[0][0].score == pytest.approx(1.0, abs=1e-4)

    async def test_equal_scores_go_by_id_even_where_the_list_is_cut(self) -> None:
        same = [point(number, unit(1.0, 1.0)) for number in range(40, 0, -1)]
        async with self.holding(*same, point(50, unit(1.0))) as index:
            result = await index.search([dense(limit=4)], EVERYTHING)
        assert numbers(result) == [50, 1, 2, 3]

    async def test_a_point_without_a_vector_is_found_by_its_words_only(self) -> None:
        async with self.holding(point(1, None, {"면책": 1}), point(2, unit(1.0))) as index:
            result = await index.search([dense(), lexical({"면책": 1.0})], EVERYTHING)
        assert numbers(result, 0) == [2]
        assert numbers(result, 1) == [1]
        assert set(result.vectors) == {point_id(2)}

    # --- lexical ----------------------------------------------------------------------------------

    async def test_a_lexical_score_is_the_sum_of_query_weight_times_bm25_saturation(self) -> None:
        first = {"보험금": 2, "지급": 1, "사유": 1}
        second = {"보험금": 1, "약관": 9}
        query = {"보험금": 1.7, "지급": 0.4, "없는말": 3.0}
        async with self.holding(point(1, terms=first), point(2, terms=second)) as index:
            result = await index.search([lexical(query)], EVERYTHING)
        expected = {
            number: sum(
                weight * term_weights(terms, MORPHEMES.value).get(term, 0.0) for term, weight in query.items()
            )
            for number, terms in ((1, first), (2, second))
        }
        assert numbers(result) == [1, 2]
        assert [hit.score for hit in result.legs[0]] == pytest.approx([expected[1], expected[2]], abs=1e-4)

    async def test_the_two_fields_are_apart(self) -> None:
        async with self.holding(point(1, terms={"보장": 1}), point(2, bigrams={"보장": 1})) as index:
            legs: list[Leg] = [lexical({"보장": 1.0}), lexical({"보장": 1.0}, field=BIGRAMS)]
            result = await index.search(legs, EVERYTHING)
        assert (numbers(result, 0), numbers(result, 1)) == ([1], [2])

    async def test_only_points_that_share_a_word_are_found(self) -> None:
        async with self.holding(point(1, terms={"解除": 1}), point(2, terms={"合同": 1})) as index:
            result = await index.search([lexical({"合同": 2.0})], EVERYTHING)
        assert numbers(result) == [2]

    @pytest.mark.parametrize("terms", [{}, {"clause": 0.0}, {"absent": 1.0}])
    async def test_nothing_to_match_gives_an_empty_list(self, terms: dict[str, float]) -> None:
        async with self.holding(point(1, terms={"clause": 1})) as index:
            result = await index.search([lexical(terms)], EVERYTHING)
        assert result.legs == ((),)

    async def test_equal_lexical_scores_go_by_id_even_where_the_list_is_cut(self) -> None:
        same = [point(number, terms={"term": 1}) for number in range(40, 0, -1)]
        async with self.holding(*same) as index:
            result = await index.search([lexical({"term": 1.0}, limit=3)], EVERYTHING)
        assert numbers(result) == [1, 2, 3]

    @pytest.mark.parametrize("term", ["제43조제2항", "條", "don't", "a b", "🧾", "x" * 500])
    async def test_any_term_can_be_found_again(self, term: str) -> None:
        async with self.holding(point(1, terms={term: 1}), point(2, terms={"other": 1})) as index:
            result = await index.search([lexical({term: 1.0})], EVERYTHING)
        assert numbers(result) == [1]

    # --- legs and limits --------------------------------------------------------------------------

    async def test_one_list_a_leg_in_their_order_each_with_its_own_limit(self) -> None:
        points = [point(number, terms={"w": number}) for number in range(1, 21)]
        async with self.holding(*points) as index:
            legs: list[Leg] = [lexical({"w": 1.0}, 3), dense(5), lexical({"none": 1.0}), dense(2)]
            result = await index.search(legs, EVERYTHING)
        assert [len(hits) for hits in result.legs] == [3, 5, 0, 2]
        assert numbers(result, 1) == [1, 2, 3, 4, 5]
        assert numbers(result, 3) == [1, 2]

    async def test_a_limit_of_zero_gives_an_empty_list(self) -> None:
        async with self.holding(point(1, terms={"w": 1})) as index:
            result = await index.search([dense(0), lexical({"w": 1.0}, 0), dense(1)], EVERYTHING)
        assert [len(hits) for hits in result.legs] == [0, 0, 1]

    async def test_no_leg_gives_no_list(self) -> None:
        async with self.holding(point(1)) as index:
            assert (await index.search([], EVERYTHING)).legs == ()

    async def test_a_limit_above_what_there_is_gives_what_there_is(self) -> None:
        async with self.holding(point(1), point(2)) as index:
            assert numbers(await index.search([dense(1000)], EVERYTHING)) == [1, 2]

    async def test_an_empty_index_answers(self) -> None:
        async with self.holding() as index:
            result = await index.search([dense(), lexical({"w": 1.0})], EVERYTHING)
            assert result.legs == ((), ())
            assert await index.count(EVERYTHING) == 0
            assert await index.version_ids() == set()

    # --- vectors ----------------------------------------------------------------------------------

    async def test_the_vectors_of_everything_found_come_along(self) -> None:
        vectors = {1: unit(1.0, 0.3), 2: unit(0.0, 0.0, 1.0), 3: unit(0.0, 1.0)}
        points = [
            point(number, vector, {"w": 1} if number == 2 else {}) for number, vector in vectors.items()
        ]
        async with self.holding(*points) as index:
            result = await index.search([dense(1), lexical({"w": 1.0})], EVERYTHING)
        assert set(result.vectors) == {point_id(1), point_id(2)}
        for number in (1, 2):
            vector = result.vectors[point_id(number)]
            assert vector.dtype == np.float32
            assert float(np.abs(vector - vectors[number]).max()) < 1e-6

    async def test_vectors_stay_away_when_not_wanted(self) -> None:
        async with self.holding(point(1)) as index:
            result = await index.search([dense()], EVERYTHING, with_vectors=False)
        assert numbers(result) == [1]
        assert result.vectors == {}

    # --- filters ----------------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("where", "found"),
        [
            (SearchFilter(), [1, 2, 3, 4]),
            (SearchFilter(base_ids=["a"]), [1, 2]),
            (SearchFilter(base_ids={"a", "b"}), [1, 2, 3]),
            (SearchFilter(document_ids=("d2", "d3")), [2, 3]),
            (SearchFilter(version_ids=["v4"]), [4]),
            (SearchFilter(tags=["red"]), [1, 3]),
            (SearchFilter(tags=["blue", "green"]), [2, 3]),
            (SearchFilter(base_ids=["a"], tags=["red"]), [1]),
            (SearchFilter(base_ids=["a"], document_ids=["d3"]), []),
            (SearchFilter(base_ids=["nowhere"]), []),
            (SearchFilter(exclude_document_ids=["d1", "d4"]), [2, 3]),
            (SearchFilter(exclude_document_ids=["never"]), [1, 2, 3, 4]),
            (SearchFilter(base_ids=["a"], exclude_document_ids=["d1"]), [2]),
            (SearchFilter(document_ids=["d1", "d2"], exclude_document_ids=("d2",)), [1]),
            (SearchFilter(document_ids=["d1"], exclude_document_ids=["d1"]), []),
        ],
    )
    async def test_a_filter_holds_for_every_leg_and_for_counting(
        self, where: SearchFilter, found: list[int]
    ) -> None:
        points = [
            point(1, terms={"w": 1}, base="a", document="d1", version="v1", tags=["red"]),
            point(2, terms={"w": 1}, base="a", document="d2", version="v2", tags=["blue"]),
            point(3, terms={"w": 1}, base="b", document="d3", version="v3", tags=["red", "green"]),
            point(4, terms={"w": 1}, base="c", document="d4", version="v4"),
        ]
        async with self.holding(*points) as index:
            result = await index.search([dense(), lexical({"w": 1.0})], where)
            assert await index.count(where) == len(found)
        assert (numbers(result, 0), numbers(result, 1)) == (found, found)

    async def test_what_is_excluded_takes_no_place_in_a_list(self) -> None:
        points = [point(number, terms={"w": 1}, document=f"d{number}") for number in range(1, 31)]
        where = SearchFilter(exclude_document_ids=[f"d{number}" for number in range(1, 26)])
        async with self.holding(*points) as index:
            result = await index.search([dense(3), lexical({"w": 1.0}, 3)], where)
        assert (numbers(result, 0), numbers(result, 1)) == ([26, 27, 28], [26, 27, 28])
        assert set(result.vectors) == {point_id(26), point_id(27), point_id(28)}

    async def test_scores_do_not_depend_on_the_filter(self) -> None:
        points = [point(number, terms={"w": 1}, base=f"b{number}") for number in (1, 2, 3)]
        async with self.holding(*points) as index:
            everywhere = await index.search([lexical({"w": 2.0})], EVERYTHING)
            scoped = await index.search([lexical({"w": 2.0})], SearchFilter(base_ids=["b1"]))
        assert scoped.legs[0][0] == everywhere.legs[0][0]

    # --- writing ----------------------------------------------------------------------------------

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

    # --- refusals ---------------------------------------------------------------------------------

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
