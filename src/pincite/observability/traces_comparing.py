"""Two summaries side by side: two periods, or two configurations (reference 001: crag_on_off_ab_test)."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from pincite.evaluation.statistics import wilson
from pincite.observability.traces_summary import RISKS, TOTAL, Summary

Counted = tuple[int, int]
"""How many of how many."""


def compare(first: Summary, second: Summary) -> dict[str, Any]:
    """``{"first": …, "second": …, "differences": {FIGURE: {"first", "second", "difference", "interval"}}}``.

    Differences are second minus first; that of a share comes with the interval in which it lies with 95 %
    (Newcombe 1998, method 10), times and means without.
    """
    before, after = _counts(first), _counts(second)
    differences: dict[str, Any] = {
        name: _of_shares(before.get(name, (0, first["answers"])), after.get(name, (0, second["answers"])))
        for name in dict.fromkeys([*before, *after])
    }
    for name, path in _MEASURED.items():
        values = _at(first, path), _at(second, path)
        known = None not in values
        differences[name] = {
            "first": values[0],
            "second": values[1],
            "difference": round(values[1] - values[0], 6) if known else None,
            "interval": None,
        }
    return {"first": first, "second": second, "differences": differences}


def distance(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    """Total variation of two distributions: the share that would have to move, 0 to 1 (row RT-10)."""
    keys = {*first, *second}
    return round(sum(abs(first.get(key, 0.0) - second.get(key, 0.0)) for key in keys) / 2, 6)


_MEASURED = {
    "groundedness": ("risk", "groundedness"),
    "model calls an answer p95": ("latency", "model_calls_an_answer", "p95"),
    "elapsed_ms p50": ("latency", "stages", TOTAL, "p50"),
    "elapsed_ms p95": ("latency", "stages", TOTAL, "p95"),
}


def _counts(summary: Summary) -> dict[str, Counted]:
    answers, risk = summary["answers"], summary["risk"]
    retried = answers - summary["retries"]["by_count"].get("0", 0)
    return {
        **{f"type {name}": (one["answers"], answers) for name, one in summary["types"].items()},
        "refused": (summary["answerability"]["refused"], answers),
        "crag_retry_rate": (retried, answers),
        "answered after a retry": (summary["retries"]["answered_after_retry"], retried),
        **{f"risk {level}": (risk["levels"][level]["answers"], risk["checked"]) for level in RISKS},
        "escalation_required": (risk["escalation_required"], risk["checked"]),
        "ungrounded": (summary["answerability"]["ungrounded"], answers),
    }


def _of_shares(first: Counted, second: Counted) -> dict[str, Any]:
    (before, total), (after, other) = first, second
    if not total or not other:
        return {
            "first": before / total if total else None,
            "second": after / other if other else None,
            "difference": None,
            "interval": None,
        }
    one, two = before / total, after / other
    low, high = wilson(before, total), wilson(after, other)
    difference = two - one
    below = sqrt((two - high.low) ** 2 + (low.high - one) ** 2)
    above = sqrt((high.high - two) ** 2 + (one - low.low) ** 2)
    return {
        "first": round(one, 6),
        "second": round(two, 6),
        "difference": round(difference, 6),
        "interval": [round(difference - below, 6), round(difference + above, 6)],
    }


def _at(summary: Summary, path: Sequence[str]) -> Any:
    value: Any = summary
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value
