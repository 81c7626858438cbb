import pytest

from pincite.core.types import CosineRange, LexicalField
from pincite.ports.storage import TermStatistics
from pincite.retrieval.scoring import E5_RANGE, base_score, bm25n, question_idf, score_of


@pytest.mark.parametrize(("cosine", "near"), [(0.75, 0.0), (0.85, 0.5), (0.95, 1.0)])
def test_cosines_of_the_encoder_fill_the_scale(cosine: float, near: float) -> None:
    assert E5_RANGE.nearness(cosine) == pytest.approx(near)


@pytest.mark.parametrize(("cosine", "score"), [(0.2, 0.0), (0.85, 0.25), (1.0, 0.5)])
def test_meaning_earns_half_at_most_and_nothing_below_its_range(cosine: float, score: float) -> None:
    assert base_score(cosine, {}) == pytest.approx(score)


def test_encoders_of_other_ranges_are_read_on_their_own() -> None:
    assert base_score(0.45, {}, CosineRange(0.2, 0.7)) == pytest.approx(0.25)


def test_a_foreign_passage_is_not_blamed_for_words_that_cannot_meet() -> None:
    words = {"morphemes": 0.1, "bigrams": 0.0}
    assert score_of(0.8, words, foreign=True) > score_of(0.8, words)
    assert score_of(0.8, words, foreign=True) < score_of(0.8, {"morphemes": 0.6, "bigrams": 0.6})


def test_bm25n_is_a_share_of_what_the_question_could_give() -> None:
    weights = {"보험": 1.0, "지급": 3.0}
    both = bm25n({"보험": 50, "지급": 50}, 100, 100.0, weights)
    one = bm25n({"지급": 50}, 100, 100.0, weights)
    assert 0.9 < both <= 1.0
    assert one == pytest.approx(both * 0.75)
    assert bm25n({"다른": 5}, 100, 100.0, weights) == 0.0


def test_a_question_without_terms_matches_no_words() -> None:
    assert bm25n({"a": 1}, 1, 1.0, {}) == 0.0


def test_rare_terms_weigh_more() -> None:
    idf = question_idf(
        {"rare": 1, "common": 1, "new": 1}, TermStatistics(100, 50.0, {"rare": 1, "common": 90})
    )
    assert idf["new"] > idf["rare"] > idf["common"] >= 0


def test_base_score_weighs_meaning_and_words_alike() -> None:
    lexical = {LexicalField.MORPHEMES: 0.4, LexicalField.BIGRAMS: 0.8}
    assert base_score(0.85, lexical) == pytest.approx(0.25 + 0.1 + 0.2)
    assert base_score(0.99, {"morphemes": 1.0, "bigrams": 1.0}) == pytest.approx(1.0)


def test_without_a_vector_the_words_fill_the_scale() -> None:
    assert base_score(None, {"morphemes": 1.0, "bigrams": 1.0}) == pytest.approx(1.0)
