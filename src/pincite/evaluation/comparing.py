"""Two runs of the same measurement, question by question: is one better, or lucky?"""

from collections.abc import Callable, Mapping
from typing import Any

from pincite.core.errors import InvalidInput
from pincite.evaluation.answer_figures import MEANS
from pincite.evaluation.rankings import FIGURES, FURTHER, values_of
from pincite.evaluation.statistics import Difference, paired_difference

Values = dict[str, dict[str, float]]
"""Set to question to value."""
Report = Mapping[str, Any]


def compare(first: Report, second: Report) -> dict[str, Any]:
    """``{"mean": {FIGURE: {"first", "second", "difference", "interval", "p_value", "pairs"}}, "sets": …}``.

    Paired bootstrap over the questions that both reports asked; in ``mean`` a set is one vote, in ``sets``
    each stands alone. Differences are second minus first.

    Raises:
        InvalidInput: the reports are of different measurements, or share no question.
    """
    kind = _kind_of(second)
    if _kind_of(first) != kind:
        raise InvalidInput(
            "The two reports measure different things.", hint="Compare two reports of the same command."
        )
    mean: dict[str, Any] = {}
    sets: dict[str, dict[str, Any]] = {}
    for figure, read in _FIGURES[kind].items():
        before, after = _read(read, first), _read(read, second)
        difference = paired_difference(before, after)
        if difference is None:
            continue
        mean[figure] = difference.to_json()
        for name in sorted(before.keys() & after.keys()):
            own: Difference | None = paired_difference({name: before[name]}, {name: after[name]})
            if own is not None:
                sets.setdefault(name, {})[figure] = own.to_json()
    if not mean:
        raise InvalidInput(
            "The two reports share no question.", hint="Compare reports over the same sets or golden files."
        )
    return {"mean": mean, "sets": sets}


def _kind_of(report: Report) -> str:
    if isinstance(report.get("presets"), dict):
        return "chunking"
    if isinstance(report.get("cases"), list):
        return "answers"
    questions = report.get("questions")
    if isinstance(questions, dict):
        rows = [row for rows in questions.values() if isinstance(rows, dict) for row in rows.values()]
        if rows and all(isinstance(row, dict) for row in rows):
            if all("ranks" in row for row in rows):
                return "retrieval"
            if all("decision" in row for row in rows):
                return "gate"
    raise InvalidInput(
        "That is no report of `pincite eval`.", hint="Keep one with `pincite eval … --json > before.json`."
    )


def _read(read: Callable[[Report], Values], report: Report) -> Values:
    try:
        return read(report)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidInput(
            f"The report cannot be read: {type(error).__name__} {error}.",
            hint="Make it anew with `pincite eval … --json`.",
        ) from error


def _ranked(figure: str) -> Callable[[Report], Values]:
    return lambda report: values_of(report["questions"], figure)


def _decided(kind: str, decision: str) -> Callable[[Report], Values]:
    def read(report: Report) -> Values:
        return {
            name: {
                id_: float(row["decision"] == decision) for id_, row in rows.items() if row["kind"] == kind
            }
            for name, rows in report["questions"].items()
        }

    return read


def _answered(key: str, *, answerable: bool) -> Callable[[Report], Values]:
    def read(report: Report) -> Values:
        rows = [row for row in report["cases"] if row["status"] != "missing"]
        own = [row for row in rows if row["kind"].startswith("unanswerable") is not answerable]
        return {"golden": {str(row["id"]): float(bool(row[key])) for row in own}}

    return read


def _measured(key: str) -> Callable[[Report], Values]:
    """Of the answers for which both reports have the figure."""

    def read(report: Report) -> Values:
        rows = report["cases"]
        return {"golden": {str(row["id"]): float(row[key]) for row in rows if row.get(key) is not None}}

    return read


def _unsupported(report: Report) -> Values:
    rows = [row for row in report["cases"] if row["status"] == "answered"]
    return {
        "golden": {str(row["id"]): float(bool(row["unsupported"])) for row in rows if "unsupported" in row}
    }


def _found(report: Report) -> Values:
    """A preset as a set."""
    return {
        name: {id_: float(id_ in row["found"]) for id_ in row["asked"]}
        for name, row in report["presets"].items()
    }


_FIGURES: Mapping[str, Mapping[str, Callable[[Report], Values]]] = {
    "retrieval": {figure: _ranked(figure) for figure in (*FIGURES, *FURTHER)},
    "gate": {
        f"{kind} {decision}": _decided(kind, decision)
        for kind in ("answerable", "near", "far", "unanswerable")
        for decision in ("pass", "refuse")
    },
    "answers": {
        "evidence_in_top5": _answered("evidence_in_top5", answerable=True),
        "evidence_cited": _answered("evidence_cited", answerable=True),
        "answerable refused": _answered("refused", answerable=True),
        "unanswerable refused": _answered("refused", answerable=False),
        **{name: _measured(name) for name in MEANS},
        "with unsupported facts": _unsupported,
    },
    "chunking": {"recall@5": _found},
}
