"""What the answers of a period come to (rows TR-04, RT-10): the sections of reference 001's summary."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pincite.observability.traces_lines import Trace

Summary = dict[str, Any]

RISKS = ("pass", "warn", "soft_fail", "hard_fail")
TOTAL = "total"


def summarise(traces: Iterable[Trace]) -> Summary:
    """Of the heads of ``traces``. Shares are in [0, 1], times in milliseconds; a share of nothing is 0, a
    figure that nothing was measured for is None."""
    tally = _Tally()
    for trace in traces:
        tally.add(trace)
    return tally.summary()


class _Tally:
    def __init__(self) -> None:
        self.answers = 0
        self.period: list[str] = []
        self.types: Counter[str] = Counter()
        self.strategies: Counter[str] = Counter()
        self.languages: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.retries: Counter[int] = Counter()
        self.rescued = 0
        self.risks: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.improved: Counter[str] = Counter()
        self.degraded: Counter[str] = Counter()
        self.settings: Counter[str] = Counter()
        self.flags: Counter[str] = Counter()
        self.groundedness: list[float] = []
        self.stages: dict[str, list[float]] = defaultdict(list)
        self.calls: dict[str, list[float]] = defaultdict(list)
        self.failed_calls: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.calls_an_answer: list[float] = []

    def add(self, trace: Trace) -> None:
        self.answers += 1
        self.period.append(str(trace.get("at", "")))
        route = trace.get("route") or {}
        self.types[route.get("query_type") or "none"] += 1
        self.strategies[route.get("strategy") or "none"] += 1
        self.languages[trace.get("language") or "none"] += 1
        refused, retries = bool(trace.get("is_refusal")), int(trace.get("retries") or 0)
        if refused:
            self.reasons[trace.get("refusal") or "other"] += 1
        self.retries[retries] += 1
        self.rescued += bool(retries) and not refused
        for key in ("ungrounded", "escalation_required"):
            self.flags[key] += bool(trace.get(key))
        for name in trace.get("degraded") or ():
            self.degraded[name] += 1
        self.settings[(trace.get("settings") or {}).get("fingerprint", "")] += 1
        self._check(trace)
        self._times(trace)

    def _check(self, trace: Trace) -> None:
        if trace.get("risk_level") is None:
            return
        self.risks[trace["risk_level"]] += 1
        for name, number in (trace.get("failure_types") or {}).items():
            self.failures[name] += number
        for name, number in (trace.get("verdicts") or {}).items():
            self.verdicts[name] += number
        if trace.get("groundedness") is not None:
            self.groundedness.append(trace["groundedness"])
        critic = trace.get("critic") or {}
        self.actions[critic.get("action_taken") or "none"] += 1
        if critic.get("regenerate_improved") is not None:
            self.improved["better" if critic["regenerate_improved"] else "not_better"] += 1

    def _times(self, trace: Trace) -> None:
        self.stages[TOTAL].append(trace.get("elapsed_ms") or 0.0)
        for stage, spent in (trace.get("stage_ms") or {}).items():
            self.stages[stage].append(spent)
        calls = trace.get("model_calls") or ()
        self.calls_an_answer.append(len(calls))
        for call in calls:
            self.calls[call["stage"]].append(call["ms"])
            self.failed_calls[call["stage"]] += bool(call.get("error"))
            for kind in ("prompt_tokens", "completion_tokens"):
                self.tokens[kind] += call.get(kind) or 0

    def summary(self) -> Summary:
        refused = self.reasons.total()
        return {
            "answers": self.answers,
            "first": min(self.period, default=None),
            "last": max(self.period, default=None),
            "types": shares(self.types, self.answers),
            "strategies": shares(self.strategies, self.answers),
            "languages": shares(self.languages, self.answers),
            "answerability": {
                **share(refused, self.answers, "refused"),
                "reasons": shares(self.reasons, refused),
                "ungrounded": self.flags["ungrounded"],
            },
            "retries": {
                "crag_retry_rate": part(self.answers - self.retries[0], self.answers),
                "answered_after_retry": self.rescued,
                "by_count": {str(count): number for count, number in sorted(self.retries.items())},
            },
            "risk": {
                "checked": self.risks.total(),
                "levels": {level: share(self.risks[level], self.risks.total()) for level in RISKS},
                "escalation_required": self.flags["escalation_required"],
                "groundedness": mean(self.groundedness),
                "claims": dict(self.verdicts.most_common()),
            },
            "failure_types": dict(self.failures.most_common()),
            "critic": {
                "actions": dict(self.actions.most_common()),
                "improved": self.improved["better"],
                "not_improved": self.improved["not_better"],
            },
            "degraded": dict(self.degraded.most_common()),
            "latency": {
                "stages": {stage: times(spent) for stage, spent in _longest_first(self.stages)},
                "model_calls": {
                    stage: {**times(spent), "failed": self.failed_calls[stage]}
                    for stage, spent in _longest_first(self.calls)
                },
                "model_calls_an_answer": times(self.calls_an_answer),
                "tokens": dict(self.tokens),
            },
            "settings": dict(self.settings.most_common()),
        }


def part(number: int, total: int) -> float:
    return round(number / total, 6) if total else 0.0


def share(number: int, total: int, name: str = "answers") -> dict[str, Any]:
    return {name: number, "share": part(number, total)}


def shares(counts: Counter[str], total: int) -> dict[str, Any]:
    """Largest first."""
    return {name: share(number, total) for name, number in counts.most_common()}


def mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 6) if values else None


def times(values: Sequence[float]) -> dict[str, Any]:
    """Percentiles by nearest rank: each is a value that was measured."""
    ranked = sorted(values)
    return {
        "answers": len(ranked),
        "p50": _percentile(ranked, 50),
        "p95": _percentile(ranked, 95),
        "max": ranked[-1] if ranked else None,
    }


def _percentile(ranked: Sequence[float], percent: int) -> float | None:
    return ranked[max(-(-len(ranked) * percent // 100) - 1, 0)] if ranked else None


def _longest_first(spent: Mapping[str, list[float]]) -> list[tuple[str, list[float]]]:
    return sorted(spent.items(), key=lambda one: -sum(one[1]))
