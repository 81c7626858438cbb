"""Where the right passages stand in the ranking of each question, and the figures that follow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.evaluation.metrics import (
    average_precision,
    mean_over,
    mean_rows,
    ndcg_at,
    precision,
    recall_at,
    reciprocal_rank,
)
from pincite.evaluation.statistics import mean_interval

FIGURES = ("recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10")
"""Of DESIGN.md section 11."""
FURTHER = ("map@10", "precision@1", "precision@5")
LISTED = 100
"""Most failures of a set that a report lists."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage to read."""

    id: str
    title: str
    text: str
    score: float | None = None

    def to_json(self) -> dict[str, Any]:
        score = {} if self.score is None else {"score": round(self.score, 4)}
        return {"id": self.id, "title": self.title, "text": self.text, **score}


@dataclass(frozen=True, slots=True)
class Ranking:
    """One question, and where its right passages stand."""

    id: str
    text: str
    ranks: tuple[int, ...]
    """From 1, ascending; of the right passages that were found."""
    relevant: int
    """Right passages in all."""
    length: int
    """Passages found."""
    expected: tuple[Excerpt, ...] = ()
    first: tuple[Excerpt, ...] = ()
    """What was found instead, best first."""

    @classmethod
    def of(
        cls, id_: str, text: str, found: Sequence[str], relevant: frozenset[str], **shown: Any
    ) -> "Ranking":
        """``found`` are ids of passages, best first, each once."""
        ranks = tuple(rank for rank, passage in enumerate(found, start=1) if passage in relevant)
        return cls(id_, text, ranks, len(relevant), len(found), **shown)

    def figures(self) -> dict[str, float]:
        """Every figure of this question."""
        found = list(range(1, self.length + 1))
        missing = range(-1, -1 - self.relevant + len(self.ranks), -1)
        wanted = {*self.ranks, *missing}
        return {
            **{f"recall@{k}": recall_at(found, wanted, k) for k in (1, 5, 10)},
            "mrr@10": reciprocal_rank(found, wanted, 10),
            "ndcg@10": ndcg_at(found, wanted, 10),
            "map@10": average_precision(found, wanted, 10),
            **{f"precision@{k}": precision(found, wanted, k) for k in (1, 5)},
        }

    def to_json(self) -> dict[str, Any]:
        return {"ranks": list(self.ranks), "relevant": self.relevant, "length": self.length}


def ranking_report(rankings: Mapping[str, Sequence[Ranking]]) -> dict[str, Any]:
    """The JSON of ``eval retrieval`` (DESIGN.md section 11): ``sets`` and ``mean``, and beside them

    ``further`` figures, ``intervals`` of both (95 %), ``questions`` for a later comparison, ``failures``: the
    questions whose right passage is not the first.
    """
    sets: dict[str, dict[str, float]] = {}
    further: dict[str, dict[str, float]] = {}
    intervals: dict[str, dict[str, list[float]]] = {}
    by_figure: dict[str, list[list[float]]] = {name: [] for name in (*FIGURES, *FURTHER)}
    for name, ranked in rankings.items():
        rows = [ranking.figures() for ranking in ranked]
        values = {figure: [row[figure] for row in rows] for figure in by_figure}
        sets[name] = {"queries": len(rows), **{key: mean_over(values[key]) for key in FIGURES}}
        further[name] = {key: mean_over(values[key]) for key in FURTHER}
        intervals[name] = {key: mean_interval([column]).to_json() for key, column in values.items()}
        for key, column in values.items():
            by_figure[key].append(column)
    if sets:
        intervals["mean"] = {key: mean_interval(columns).to_json() for key, columns in by_figure.items()}
    return {
        "sets": sets,
        "mean": mean_rows(sets),
        "further": {**further, "mean": mean_rows(further)},
        "intervals": intervals,
        "questions": {
            name: {ranking.id: ranking.to_json() for ranking in ranked} for name, ranked in rankings.items()
        },
        "failures": {name: _failures(ranked) for name, ranked in rankings.items()},
    }


def values_of(questions: Mapping[str, Mapping[str, Any]], figure: str) -> dict[str, dict[str, float]]:
    """``questions`` of a report as set to question to value. Raises KeyError, TypeError where it is none."""
    return {
        name: {
            id_: Ranking(id_, "", tuple(row["ranks"]), row["relevant"], row["length"]).figures()[figure]
            for id_, row in rows.items()
        }
        for name, rows in questions.items()
    }


def _failures(ranked: Sequence[Ranking]) -> list[dict[str, Any]]:
    """The worst first: those not found at all, then by rank."""
    missed = [ranking for ranking in ranked if not ranking.ranks or ranking.ranks[0] > 1]
    missed.sort(key=lambda ranking: -(ranking.ranks[0] if ranking.ranks else ranking.length + 10_000))
    return [
        {
            "id": ranking.id,
            "question": ranking.text,
            "rank": ranking.ranks[0] if ranking.ranks else None,
            "expected": [excerpt.to_json() for excerpt in ranking.expected],
            "found": [excerpt.to_json() for excerpt in ranking.first],
        }
        for ranking in missed[:LISTED]
    ]
