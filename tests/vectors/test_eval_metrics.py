"""Ranking metrics on given inputs. Every `check` vector passes or is a listed deviation."""

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from pincite.evaluation.metrics import (
    average_precision,
    mean_over,
    ndcg_at,
    precision,
    recall_at,
    reciprocal_rank,
)
from tests.vectors.reading import HERE, read_checks

CHECKS = read_checks("eval_metrics.json")
DEVIATIONS = tomllib.loads((HERE / "deviations.toml").read_text(encoding="utf-8")).get("eval_metrics", {})
JSON = dict[str, Any]
TOLERANCE = 1e-6
"""Of README.md."""

OPS: dict[str, Callable[..., float]] = {
    "map": average_precision,
    "mrr": reciprocal_rank,
    "precision": precision,
    "recall": recall_at,
    "ndcg": ndcg_at,
}


def measured(vector: JSON) -> float:
    """Over sets of right ids it is the mean of the figures of each."""
    given = vector["input"]
    assert set(given) <= {"ground_truth", "retrieved", "k"}
    assert set(vector["expect"]) == {"value"}
    cut = {"k": given["k"]} if "k" in given else {}
    assert cut or vector["op"] != "ndcg", "ndcg is cut at k"
    metric = OPS[vector["op"]]
    return mean_over([metric(given["retrieved"], truth, **cut) for truth in given["ground_truth"]])


@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    assert vector["op"] in OPS, "no adapter for this op"
    same = measured(vector) == pytest.approx(vector["expect"]["value"], abs=TOLERANCE)
    assert same is (vector["id"] not in DEVIATIONS)


def test_few_vectors_are_listed_and_none_without_a_reason() -> None:
    listed = [vector["id"] for vector in CHECKS if vector["id"] in DEVIATIONS]
    assert len(listed) <= 0.15 * len(CHECKS)
    assert all("DESIGN.md" in reason for reason in DEVIATIONS.values())
