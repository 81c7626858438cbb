import json
from typing import Any

import pytest

from pincite.core.types import Chunk, Hit
from pincite.ranking import mmr, select_diverse
from tests.builders import chunk as built_chunk
from tests.builders import hit as built_hit
from tests.conftest import ROOT

VECTORS: list[dict[str, Any]] = [
    vector
    for vector in json.loads((ROOT / "tests" / "vectors" / "rerank_merge.json").read_text(encoding="utf-8"))[
        "vectors"
    ]
    if vector["op"] == "mmr" and vector["kind"] == "check"
]


@pytest.mark.feature("RR-10")
@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS])
def test_vectors(vector: dict[str, Any]) -> None:
    items, k = vector["input"]["items"], vector["input"]["k"]
    chosen = mmr(
        [item["score"] for item in items],
        [frozenset(item["tokens"]) for item in items],
        k,
        vector["input"]["lambda"],
    )
    assert [items[i]["id"] for i in chosen] == vector["expect"]["order"]


def hit(id_: str, score: float, words: str, *, exact: bool = False) -> Hit:
    chunk = Chunk(
        id=id_, base_id="b", document_id="d", version_id="v", document_title="t", seq=0, start=0, end=1,
        content=words, morphemes=words,
    )  # fmt: skip
    return Hit(chunk=chunk, score=score, exact_reference=exact)


@pytest.mark.feature("RR-11")
def test_it_chooses_and_leaves_the_order() -> None:
    hits = [
        hit("a", 0.9, "one two"),
        hit("copy", 0.89, "one two"),
        hit("c", 0.5, "six"),
        hit("d", 0.6, "ten"),
    ]
    assert [item.chunk.id for item in select_diverse(hits, 3, 0.7)] == ["a", "c", "d"]


def test_a_named_clause_is_never_passed_over() -> None:
    hits = [hit("x", 0.2, "one", exact=True), hit("y", 0.1, "one", exact=True), hit("a", 0.9, "two")]
    assert [item.chunk.id for item in select_diverse(hits, 2, 0.7)] == ["x", "y"]


def test_few_hits_are_all_taken_and_zero_is_zero() -> None:
    hits = [hit("a", 0.9, "one")]
    assert select_diverse(hits, 5, 0.7) == hits
    assert select_diverse(hits, 0, 0.7) == []
    assert select_diverse([], 5, 0.7) == []


@pytest.mark.feature("RR-10")
def test_a_copy_is_passed_over_but_a_neighbouring_article_is_not() -> None:
    first = "계약자는 보험증권을 받은 날부터 15일 안에 청약을 철회할 수 있습니다."
    neighbour = "계약자는 계약이 성립한 날부터 3개월 안에 계약을 취소할 수 있습니다."
    copy = "계약자는 보험증권을 받은 날부터 15일 안에 그 청약을 철회할 수 있습니다."
    texts = {"a": (first, 0.4), "b": (copy, 0.35), "c": (neighbour, 0.21), "d": ("별표의 이율입니다.", 0.15)}
    hits = [built_hit(built_chunk(name, text), score) for name, (text, score) in texts.items()]
    assert [one.chunk.id for one in select_diverse(hits, 2, 0.7)] == ["a", "c"]
