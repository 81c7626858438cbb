import numpy as np
import pytest

from pincite.adapters.edge.encoding import encode_leg, sparse, term_id
from pincite.core.errors import InvalidInput
from pincite.core.types import LexicalField
from pincite.ports.index import LexicalLeg
from pincite.testing.search_index import dense


@pytest.mark.parametrize(
    ("term", "expected"),
    [("제43조", 2094174332), ("clause", 2509242136), ("合同", 3003329823), ("", 634351890)],
)
def test_term_ids_never_change(term: str, expected: int) -> None:
    """A changed id makes every stored index unreadable: raise `shard.FORMAT` with it."""
    assert term_id(term) == expected


def test_ids_ascend_and_weights_follow_their_terms() -> None:
    terms = sparse({f"term{number}": float(number) for number in range(1, 200)})
    assert terms is not None
    assert terms.ids.tolist() == sorted(terms.ids)
    weights = dict(zip(terms.ids, terms.weights, strict=True))
    assert weights[term_id("term7")] == 7.0


def test_terms_without_weight_are_left_out() -> None:
    assert sparse({"a": 0.0, "b": -1.0}) is None


def test_a_lone_surrogate_is_a_term_like_others() -> None:
    assert sparse({"\ud83d": 1.0}) is not None


def test_a_leg_that_can_find_nothing_is_not_asked() -> None:
    assert encode_leg(LexicalLeg(LexicalField.BIGRAMS, {}, 10), 8) is None
    assert encode_leg(dense(0), 8) is None


def test_a_wrong_vector_is_refused_even_where_the_limit_is_zero() -> None:
    with pytest.raises(InvalidInput, match="shape"):
        encode_leg(dense(0, np.ones(3, dtype=np.float32)), 8)
