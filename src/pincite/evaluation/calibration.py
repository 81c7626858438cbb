"""Lines of the gate from a person's own questions: where the two distributions lie, and what a line costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.core.errors import InvalidInput
from pincite.evaluation.statistics import SEED, Interval, wilson

FEWEST = 5
"""Questions of a kind below which no line is proposed: of 4 of 4 that pass, 40 % of others may not."""
FEW = 30
"""Questions of a kind below which the figures come with a warning: a share is then known to ± 15 points."""
COST = 1.0
"""Of a wrong pass, where a wrong refusal costs 1. What passes is checked later and shows its source, so
neither is worse by nature."""
AT_ONCE = 0.02
"""Most answerable questions refused without a second wording: what is refused at once has no way back."""
MOST = 75
"""Percentile of the unanswerable questions that the abort line leaves behind where the kinds lie apart."""
RESAMPLES = 2_000
"""Of the interval of a line; a line is proposed for each."""
UNSURE = 0.8
"""Area under the curve below which the scores hardly tell the kinds apart."""
_PERCENTILES = (0, 10, 25, 50, 75, 90, 100)

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Scored:
    """A question and the score that the gate reads."""

    id: str
    question: str
    group: str
    """``answerable``, or which kind of unanswerable."""
    score: float
    """0 where nothing was found."""

    @property
    def answerable(self) -> bool:
        return self.group == "answerable"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What two lines do to the questions."""

    pass_score: float
    abort_score: float
    answerable: int
    unanswerable: int
    answerable_below: int
    """Answerable questions below the pass line: refused, unless another wording finds more."""
    answerable_at_once: int
    """Answerable questions below the abort line: refused without another wording."""
    unanswerable_above: int
    """Unanswerable questions that pass."""
    unanswerable_at_once: int

    @property
    def shares(self) -> dict[str, tuple[float, Interval]]:
        counts = {
            "answerable_below": (self.answerable_below, self.answerable),
            "answerable_at_once": (self.answerable_at_once, self.answerable),
            "unanswerable_above": (self.unanswerable_above, self.unanswerable),
            "unanswerable_at_once": (self.unanswerable_at_once, self.unanswerable),
        }
        return {
            name: (part / whole if whole else 0.0, wilson(part, whole))
            for name, (part, whole) in counts.items()
        }

    def to_json(self) -> dict[str, Any]:
        rows = {
            name: {"share": round(share, 6), "interval": interval.to_json()}
            for name, (share, interval) in self.shares.items()
        }
        return {"pass_score": self.pass_score, "abort_score": self.abort_score, **rows}


@dataclass(frozen=True, slots=True)
class Proposal:
    """The lines that cost least."""

    outcome: Outcome
    cost: float
    interval: Interval
    """Of the pass line: where it lies for other questions of the same kind."""
    separation: float
    """Area under the curve: how often an answerable question scores above an unanswerable one."""

    def to_json(self) -> dict[str, Any]:
        return {
            **self.outcome.to_json(),
            "cost": self.cost,
            "interval": self.interval.to_json(),
            "separation": round(self.separation, 6),
        }


def propose(scored: Sequence[Scored], cost: float = COST) -> Proposal:
    """The lines for ``scored``, where a wrong pass costs ``cost`` and a wrong refusal 1.

    The kinds weigh alike, however many questions of each the file has: it says nothing about what people
    will ask. The pass line is the cut with the lowest cost, in the widest gap among equals; the abort line is
    the highest that refuses at most `AT_ONCE` of the answerable questions at once, with room below the pass
    line where the kinds lie apart.

    Raises:
        InvalidInput: the cost is no positive number, or a kind has fewer than `FEWEST` questions.
    """
    outcome = lines_for(scored, cost)
    yes, no = _sides(scored)
    generator = np.random.default_rng(SEED)
    drawn = [
        _cheapest(np.sort(generator.choice(yes, len(yes))), np.sort(generator.choice(no, len(no))), cost)
        for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Proposal(outcome, cost, Interval(float(low), float(high)), separation(yes, no))


def lines_for(scored: Sequence[Scored], cost: float = COST) -> Outcome:
    """The lines of `propose` without how sure they are. Raises as it does."""
    if not 0 < cost < float("inf"):
        raise InvalidInput(f"A wrong pass cannot cost {cost:g}.", hint="Give a number above 0; 1 is as much.")
    yes, no = _sides(scored)
    _enough(len(yes), "answerable")
    _enough(len(no), "unanswerable")
    line = _cheapest(yes, no, cost)
    return outcome_of(scored, line, _abort_line(yes, no, line))


def outcome_of(scored: Sequence[Scored], pass_score: float, abort_score: float) -> Outcome:
    """What those lines do to ``scored``."""
    yes, no = _sides(scored)
    return Outcome(
        pass_score,
        abort_score,
        len(yes),
        len(no),
        answerable_below=int(np.sum(yes < pass_score)),
        answerable_at_once=int(np.sum(yes < abort_score)),
        unanswerable_above=int(np.sum(no >= pass_score)),
        unanswerable_at_once=int(np.sum(no < abort_score)),
    )


def separation(yes: Scores, no: Scores) -> float:
    """Of sorted scores: the share of pairs in the right order, equal ones counted half."""
    below = np.searchsorted(no, yes, side="left") + np.searchsorted(no, yes, side="right")
    return float(below.sum()) / (2 * len(yes) * len(no))


def distributions(scored: Sequence[Scored]) -> dict[str, dict[str, float]]:
    """Count and percentiles of the scores of each group."""
    groups: dict[str, list[float]] = {}
    for one in scored:
        groups.setdefault(one.group, []).append(one.score)
    return {name: _percentiles(groups[name]) for name in sorted(groups)}


def warnings_of(scored: Sequence[Scored], proposal: Proposal) -> list[tuple[str, Mapping[str, object]]]:
    """What to know before the lines are used: keys of the catalogue with their values."""
    found: list[tuple[str, Mapping[str, object]]] = []
    outcome = proposal.outcome
    for kind, count, share in (
        ("answerable", outcome.answerable, "answerable_below"),
        ("unanswerable", outcome.unanswerable, "unanswerable_above"),
    ):
        if count < FEW:
            interval = outcome.shares[share][1]
            values = {
                "count": count,
                "few": FEW,
                "low": f"{interval.low:.0%}",
                "high": f"{interval.high:.0%}",
            }
            found.append((f"evaluation.few_{kind}", values))
    if proposal.separation < UNSURE:
        found.append(("evaluation.hardly_apart", {"share": f"{proposal.separation:.0%}"}))
    if len({one.question for one in scored}) < len(scored):
        found.append(("evaluation.same_question", {}))
    return found


def percentile(scored: Sequence[Scored], *, answerable: bool, at: float) -> float:
    scores = [one.score for one in scored if one.answerable is answerable]
    return round(float(np.percentile(scores, at)), 6) if scores else 0.0


def _sides(scored: Sequence[Scored]) -> tuple[Scores, Scores]:
    yes = np.sort(np.array([one.score for one in scored if one.answerable], dtype=np.float64))
    no = np.sort(np.array([one.score for one in scored if not one.answerable], dtype=np.float64))
    return yes, no


def _enough(count: int, kind: str) -> None:
    if count < FEWEST:
        bound = wilson(count, count).low
        all_right = f"even if all {count} were judged right, {1 - bound:.0%} of others might not be"
        raise InvalidInput(
            f"{count} {kind} questions are too few to propose a line"
            + (f": {all_right} (95 % interval {bound:.0%} to 100 %)." if count else "."),
            hint=f"Write at least {FEWEST} of each kind, better {FEW}; "
            'mark those without an answer `"answerable": false`.',
        )


def _cheapest(yes: Scores, no: Scores, cost: float) -> float:
    """The cut with the lowest cost, in the widest gap among equals, the lowest among those."""
    values = np.unique(np.concatenate([yes, no]))
    lows, highs = np.concatenate([[0.0], values]), np.concatenate([values, [1.0]])
    missed = np.searchsorted(yes, highs, side="left") / len(yes)
    passed = 1 - np.searchsorted(no, highs, side="left") / len(no)
    if values[-1] < 1:  # above all: nothing passes
        missed[-1], passed[-1] = 1.0, 0.0
    else:
        lows, highs, missed, passed = lows[:-1], highs[:-1], missed[:-1], passed[:-1]
    costs = np.round(missed + cost * passed, 12)
    best = np.flatnonzero(costs == costs.min())
    chosen = best[np.argmax((highs - lows)[best])]
    return _between(float(lows[chosen]), float(highs[chosen]))


def _abort_line(yes: Scores, no: Scores, pass_score: float) -> float:
    """The highest line with at most `AT_ONCE` of ``yes`` below it, and with room below the pass line for all
    but most of ``no``: between the two a second wording is tried, which costs time and nothing else."""
    first = float(yes[int(AT_ONCE * len(yes))])
    below = np.concatenate([yes[yes < first], no[no < first]])
    line = _between(float(below.max()) if len(below) else 0.0, first)
    room = (float(np.percentile(no, MOST)) + pass_score) / 2
    return min(line, _rounded(room), pass_score)


def _between(low: float, high: float) -> float:
    """The middle, to four digits where they tell the two apart; a score of ``high`` is not below it."""
    middle = _rounded((low + high) / 2)
    return middle if low < middle <= high else high


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def _percentiles(scores: Sequence[float]) -> dict[str, float]:
    found = np.percentile(scores, _PERCENTILES)
    names = ("lowest", "p10", "p25", "median", "p75", "p90", "highest")
    rows = {name: round(float(value), 4) for name, value in zip(names, found, strict=True)}
    return {"count": len(scores), **rows}
