import pytest

from pincite.core.types import LexicalField
from pincite.ports.storage import TermStatistics
from pincite.retrieval.scoring import base_score, bm25n, cosine_scale, question_idf


@pytest.mark.parametrize(
    ("cosine", "scaled"), [(0.75, 0.0), (0.85, 0.5), (0.95, 1.0), (0.2, 0.0), (1.0, 1.0)]
)
def test_cosines_of_the_encoder_fill_the_scale(cosine: float, scaled: float) -> None:
    assert cosine_scale(cosine) == pytest.approx(scaled)


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
