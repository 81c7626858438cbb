import json
from dataclasses import replace
from typing import Any

import pytest

from pincite.core.settings import RankingSettings
from pincite.core.types import Chunk, Hit, MatchType
from pincite.ranking import composed, composite_score
from pincite.ranking.composite import source_score
from tests.conftest import ROOT

SETTINGS = RankingSettings()
VECTORS: list[dict[str, Any]] = [
    vector
    for vector in json.loads((ROOT / "tests" / "vectors" / "rerank_merge.json").read_text(encoding="utf-8"))[
        "vectors"
    ]
    if vector["op"] == "composite_score" and vector["kind"] == "check"
]


@pytest.mark.feature("RR-08")
@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS])
def test_vectors(vector: dict[str, Any]) -> None:
    given = vector["input"]
    source = source_score(MatchType.WEB if given["source"] == "web_search" else MatchType.HYBRID)
    score = composite_score(given["model"], given["base"], source, SETTINGS)
    assert score == pytest.approx(vector["expect"]["score"])


def hit(id_: str, base: float, **fields: Any) -> Hit:
    chunk = Chunk(
        id=id_, base_id="b", document_id="d", version_id="v", document_title="t", seq=0, start=0, end=1,
        content="x",
    )  # fmt: skip
    return Hit(chunk=chunk, score=base, base_score=base, **fields)


@pytest.mark.feature("RR-12")
def test_the_order_is_by_composite_score_whatever_order_the_reranker_saw() -> None:
    hits = [hit("a", 0.9), hit("b", 0.2), hit("c", 0.2)]
    ordered = composed(hits, [0.1, 0.9, 0.9], SETTINGS)
    assert [item.chunk.id for item in ordered] == ["b", "c", "a"]
    assert [item.rerank_score for item in ordered] == [0.9, 0.9, 0.1]
    assert [item.base_score for item in ordered] == [0.2, 0.2, 0.9]
    assert ordered == composed(hits[::-1], [0.9, 0.9, 0.1], SETTINGS)


def test_an_exact_clause_comes_first() -> None:
    exact = replace(hit("z", 0.1), exact_reference=True)
    assert composed([hit("a", 0.9), exact], [0.9, 0.1], SETTINGS)[0].chunk.id == "z"


@pytest.mark.feature("RR-09")
def test_where_a_chunk_stands_in_its_document_is_nothing() -> None:
    first, last = composed([hit("a", 0.5), hit("b", 0.5)], [0.5, 0.5], SETTINGS)
    assert first.score == last.score
