"""What a period comes to."""

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.observability.traces_comparing import compare, distance
from pincite.observability.traces_summary import summarise
from tests.observability.test_traces_store import trace


def many() -> list[dict[str, Any]]:
    """A hundred answers: 60 facts of which 15 are refused, 40 comparisons of which each tenth fails."""
    made = []
    for number in range(100):
        fact = number < 60
        refused = number < 15
        fails = not fact and number % 10 == 0
        retries = 2 if number < 5 else 1 if 15 <= number < 20 else 0
        made.append(
            trace(
                f"{number:08d}",
                f"2026-03-01T09:{number % 60:02d}:00.000+00:00",
                route={"query_type": "simple_fact" if fact else "comparison", "strategy": "hybrid"},
                is_refusal=refused,
                refusal=("refused_no_topic" if number < 10 else "lacks_value") if refused else None,
                retries=retries,
                risk_level=None if refused else "hard_fail" if fails else "pass",
                groundedness=None if refused else 0.5 if fails else 1.0,
                failure_types={"retrieval_gap": 2} if fails else {},
                verdicts={"supported": 1, "unsupported": 2 if fails else 0},
                escalation_required=fails,
                critic=None
                if refused
                else {
                    "failure_type": None,
                    "action_taken": "replaced" if fails else "none",
                    "regenerate_improved": number > 70 if fails else None,
                },
                degraded=["reranker"] if number == 99 else [],
                elapsed_ms=float(number + 1),
                stage_ms={"chunk_rerank": float(number + 1), **({} if refused else {"answer_verify": 1.0})},
                model_calls=[
                    {
                        "stage": "chat_completion",
                        "ms": 10.0 * (number + 1),
                        "error": "model_call_failed" if number == 20 else None,
                        "prompt_tokens": 100,
                        "completion_tokens": None,
                    }
                ]
                * (0 if refused else 1),
            )
        )
    return made


@pytest.mark.feature("TR-04")
@pytest.mark.feature("RT-10")
def test_the_sections_of_the_summary() -> None:
    found = summarise(many())
    assert found["answers"] == 100
    assert (found["first"][:16], found["last"][:16]) == ("2026-03-01T09:00", "2026-03-01T09:59")
    assert found["types"] == {
        "simple_fact": {"answers": 60, "share": 0.6},
        "comparison": {"answers": 40, "share": 0.4},
    }
    assert found["answerability"] == {
        "refused": 15,
        "share": 0.15,
        "reasons": {
            "refused_no_topic": {"answers": 10, "share": 0.666667},
            "lacks_value": {"answers": 5, "share": 0.333333},
        },
        "ungrounded": 0,
    }
    assert found["retries"] == {
        "crag_retry_rate": 0.1,
        "answered_after_retry": 5,
        "by_count": {"0": 90, "1": 5, "2": 5},
    }
    risk = found["risk"]
    assert risk["checked"] == 85
    assert risk["levels"]["hard_fail"] == {"answers": 4, "share": 0.047059}
    assert risk["groundedness"] == pytest.approx((81 + 4 * 0.5) / 85, abs=1e-6)
    assert risk["escalation_required"] == 4
    assert found["failure_types"] == {"retrieval_gap": 8}
    assert found["critic"] == {"actions": {"none": 81, "replaced": 4}, "improved": 2, "not_improved": 2}
    assert found["degraded"] == {"reranker": 1}
    assert found["settings"] == {"abc123": 100}
    json.dumps(found)


@pytest.mark.feature("TR-05")
def test_times_are_told_by_stage_and_by_call() -> None:
    latency = summarise(many())["latency"]
    assert latency["stages"]["total"] == {"answers": 100, "p50": 50.0, "p95": 95.0, "max": 100.0}
    assert latency["stages"]["answer_verify"] == {"answers": 85, "p50": 1.0, "p95": 1.0, "max": 1.0}
    assert latency["model_calls"]["chat_completion"] == {
        "answers": 85,
        "p50": 580.0,
        "p95": 960.0,
        "max": 1000.0,
        "failed": 1,
    }
    assert latency["model_calls_an_answer"] == {"answers": 100, "p50": 1, "p95": 1, "max": 1}
    assert latency["tokens"] == {"prompt_tokens": 8_500, "completion_tokens": 0}


def test_of_nothing_there_are_no_figures() -> None:
    found = summarise([])
    assert found["answers"] == 0
    assert found["first"] is None
    assert found["answerability"]["share"] == 0.0
    assert found["risk"]["groundedness"] is None
    assert found["latency"]["stages"]["total"] if found["latency"]["stages"] else True


def test_a_trace_of_another_time_may_lack_keys() -> None:
    found = summarise([{"trace_id": "x", "at": "2026-03-01T00:00:00+00:00"}])
    assert found["types"] == {"none": {"answers": 1, "share": 1.0}}
    assert found["latency"]["stages"]["total"]["max"] == 0.0


@pytest.mark.feature("TR-04")
def test_two_periods_differ_with_the_interval_of_each_share() -> None:
    before = many()
    after = [one for one in before if one["route"]["query_type"] == "comparison"]
    found = compare(summarise(before), summarise(after))
    differences = found["differences"]
    types = differences["type comparison"]
    assert (types["first"], types["second"], types["difference"]) == (0.4, 1.0, 0.6)
    low, high = types["interval"]
    assert 0.45 < low < 0.6 < high < 0.75
    assert differences["type simple_fact"]["second"] == 0.0
    assert differences["refused"]["difference"] == -0.15
    assert differences["crag_retry_rate"]["second"] == 0.0
    assert differences["answered after a retry"]["difference"] is None
    assert differences["elapsed_ms p50"] == {
        "first": 50.0,
        "second": 80.0,
        "difference": 30.0,
        "interval": None,
    }
    none = compare(summarise([]), summarise(after))["differences"]
    assert none["refused"] == {"first": None, "second": 0.0, "difference": None, "interval": None}
    assert none["groundedness"]["difference"] is None


def test_the_interval_of_newcombe() -> None:
    # Newcombe 1998, table II, example (a): 56 of 70 against 48 of 80, method 10: 0.0524 to 0.3339.
    first = summarise([trace(str(n), is_refusal=n < 48) for n in range(80)])
    second = summarise([trace(str(n), is_refusal=n < 56) for n in range(70)])
    low, high = compare(first, second)["differences"]["refused"]["interval"]
    assert (low, high) == (pytest.approx(0.0524, abs=5e-5), pytest.approx(0.3339, abs=5e-5))


@pytest.mark.feature("RT-10")
def test_the_distance_of_two_distributions() -> None:
    assert distance({"a": 1.0}, {"a": 1.0}) == 0.0
    assert distance({"a": 0.7, "b": 0.3}, {"a": 0.5, "c": 0.5}) == 0.5
    assert distance({}, {"a": 1.0}) == 0.5


def test_a_summary_reads_many_days(tmp_path: Path) -> None:
    from tests.observability.test_traces_store import store_of

    traces = [{**one, "at": f"2026-03-{1 + n % 28:02d}T09:00:00.000+00:00"} for n, one in enumerate(many())]
    store = store_of(tmp_path, *traces)
    assert len(store.files.days()) == 28
    assert store.summary()["answers"] == 100
