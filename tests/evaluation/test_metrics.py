import json
from typing import Any

import pytest

from pincite.evaluation.metrics import (
    average_precision,
    mean_over,
    mean_rows,
    ndcg_at,
    precision,
    recall_at,
    reciprocal_rank,
    retrieval_metrics,
)
from tests.conftest import ROOT

VECTORS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "vectors" / "eval_metrics.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS if v["kind"] == "check"])
def test_vectors(vector: dict[str, Any]) -> None:
    retrieved, truths = vector["input"]["retrieved"], vector["input"]["ground_truth"]
    k = vector["input"].get("k", 10)
    of_one = {
        "map": lambda truth: average_precision(retrieved, truth),
        "mrr": lambda truth: reciprocal_rank(retrieved, truth),
        "precision": lambda truth: precision(retrieved, truth),
        "recall": lambda truth: recall_at(retrieved, truth),
        "ndcg": lambda truth: ndcg_at(retrieved, truth, k),
    }[vector["op"]]
    assert mean_over([of_one(truth) for truth in truths]) == pytest.approx(
        vector["expect"]["value"], abs=1e-8
    )


def test_figures_of_a_run() -> None:
    figures = retrieval_metrics([(["a", "b"], {"a"}), (["x", "b"], {"b"}), ([], {"c"})])
    assert figures["queries"] == 3
    assert figures["recall@1"] == pytest.approx(1 / 3)
    assert figures["recall@5"] == figures["recall@10"] == pytest.approx(2 / 3)
    assert figures["mrr@10"] == pytest.approx(0.5)


def test_every_set_has_one_vote() -> None:
    assert mean_rows({"a": {"recall@1": 1.0}, "b": {"recall@1": 0.5}}) == {"recall@1": 0.75}
    assert mean_rows({}) == {}
