import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.ports.index import LegHit
from pincite.retrieval.fusion import effective_match_count, pool_size, ranked, weighted_rrf
from tests.conftest import ROOT

VECTORS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "vectors" / "retrieval_fusion.json").read_text(encoding="utf-8")
)["vectors"]


def _of(op: str) -> list[Any]:
    return [pytest.param(v, id=v["id"]) for v in VECTORS if v["op"] == op and v["kind"] == "check"]


@pytest.mark.feature("HY-04")
@pytest.mark.parametrize("vector", _of("match_count"))
def test_match_count(vector: dict[str, Any]) -> None:
    assert effective_match_count(vector["input"]["requested"]) == vector["expect"]["match_count"]


@pytest.mark.feature("HY-05")
@pytest.mark.parametrize("vector", _of("pool_size"))
def test_pool_size(vector: dict[str, Any]) -> None:
    assert pool_size(vector["input"]["match_count"], vector["input"]["kb_count"]) == vector["expect"]["pool"]


@pytest.mark.feature("HY-11")
@pytest.mark.parametrize("vector", _of("rrf"))
def test_weighted_rrf(vector: dict[str, Any]) -> None:
    lists, config = vector["input"], vector["config"]
    fused = weighted_rrf(
        [lists["vector"], lists["keyword"]],
        [config["vector_weight"], config["keyword_weight"]],
        config["k"],
    )
    expected = sorted(vector["expect"]["ranked"], key=lambda item: (-item[1], item[0]))
    assert [item.id for item in fused] == [id_ for id_, _ in expected]
    assert [item.score for item in fused] == pytest.approx([score for _, score in expected], abs=1e-8)


def test_ranks_come_from_scores_then_ids() -> None:
    hits = [LegHit("b", 0.5), LegHit("c", 0.9), LegHit("a", 0.5), LegHit("c", 0.1)]
    assert ranked(hits) == ["c", "a", "b"]


@given(st.permutations([LegHit(id_, score) for id_, score in zip("abcdef", [3, 1, 1, 2, 2, 2], strict=True)]))
def test_the_order_in_which_hits_arrive_is_nothing(hits: list[LegHit]) -> None:
    assert ranked(hits) == ["a", "d", "e", "f", "b", "c"]
