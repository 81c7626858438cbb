"""What every `SearchIndex` finds, in which order, and with which scores."""

import numpy as np
import pytest

from pincite.core.bm25 import term_weights
from pincite.ports.index import Leg, SearchFilter
from pincite.testing.index_points import (
    BIGRAMS,
    EVERYTHING,
    MORPHEMES,
    IndexSuite,
    dense,
    lexical,
    numbers,
    point,
    point_id,
    unit,
)


class FindingContract(IndexSuite):
    """What every `SearchIndex` finds, in which order, and with which scores."""

    # --- dense ----------------------------------------------------------------------------------------

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
        assert set(result.cosines) == {point_id(2)}

    # --- lexical --------------------------------------------------------------------------------------

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

    # --- legs and limits ------------------------------------------------------------------------------

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

    # --- vectors --------------------------------------------------------------------------------------

    async def test_everything_found_has_its_cosine_to_the_first_dense_leg(self) -> None:
        vectors = {1: unit(1.0, 0.3), 2: unit(0.0, 0.0, 1.0), 3: unit(0.0, 1.0)}
        points = [
            point(number, vector, {"w": 1} if number == 2 else {}) for number, vector in vectors.items()
        ]
        points.append(point(4, None, {"w": 1}))
        async with self.holding(*points) as index:
            result = await index.search([lexical({"w": 1.0}), dense(1), dense(3)], EVERYTHING)
            by_words = await index.search([lexical({"w": 1.0})], EVERYTHING)
        expected = {point_id(number): float(vector @ unit(1.0)) for number, vector in vectors.items()}
        assert result.cosines == pytest.approx(expected, abs=2e-5)
        assert by_words.cosines == {}

    async def test_the_vectors_of_everything_found_come_along_when_wanted(self) -> None:
        vectors = {1: unit(1.0, 0.3), 2: unit(0.0, 0.0, 1.0), 3: unit(0.0, 1.0)}
        points = [
            point(number, vector, {"w": 1} if number == 2 else {}) for number, vector in vectors.items()
        ]
        async with self.holding(*points) as index:
            result = await index.search([dense(1), lexical({"w": 1.0})], EVERYTHING, with_vectors=True)
        assert set(result.vectors) == {point_id(1), point_id(2)}
        for number in (1, 2):
            vector = result.vectors[point_id(number)]
            assert vector.dtype == np.float32
            assert float(np.abs(vector - vectors[number]).max()) < 1e-6

    async def test_vectors_stay_away_when_not_wanted(self) -> None:
        async with self.holding(point(1)) as index:
            result = await index.search([dense()], EVERYTHING)
        assert numbers(result) == [1]
        assert result.vectors == {}

    # --- filters --------------------------------------------------------------------------------------

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
        assert set(result.cosines) == {point_id(26), point_id(27), point_id(28)}

    async def test_scores_do_not_depend_on_the_filter(self) -> None:
        points = [point(number, terms={"w": 1}, base=f"b{number}") for number in (1, 2, 3)]
        async with self.holding(*points) as index:
            everywhere = await index.search([lexical({"w": 2.0})], EVERYTHING)
            scoped = await index.search([lexical({"w": 2.0})], SearchFilter(base_ids=["b1"]))
        assert scoped.legs[0][0] == everywhere.legs[0][0]
