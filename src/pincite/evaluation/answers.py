"""How well questions with known evidence are answered, and unanswerable ones refused."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pincite.core.errors import PinciteError
from pincite.evaluation.answer_figures import cited_sources, figures_of, no_figures, quality, without_tags
from pincite.evaluation.golden import GoldenCase
from pincite.evaluation.progress import Progress, silent
from pincite.evaluation.statistics import wilson
from pincite.pipeline.answer import Answer

TOP = 5
SHOWN = 1_500
"""Characters of an answer and of a passage that a report keeps to read."""
_RISKS = ("pass", "warn", "soft_fail", "hard_fail")


async def evaluate_answers(
    cases: Sequence[GoldenCase],
    ask: Callable[[str], Awaitable[Answer]],
    *,
    documents: Sequence[str] | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """``{"cases": [{"id", "status", "evidence_in_top5", "evidence_cited", "refused", …}], "summary": {…}}``.

    ``documents`` are the file names of the library: a case none of whose documents is there is ``missing``
    and enters no share. Shares are in [0, 1]; ``interval`` of the summary is where each lies with 95 %, and
    ``quality`` is that of the answers to answerable questions (`answer_figures`).
    ``failures`` are the answers to read. An error of one question is its ``status``.
    """
    rows, failures = [], []
    for number, case in enumerate(cases, start=1):
        if not case.is_about(documents):
            rows.append(_empty(case, "missing"))
        else:
            row, answer = await _asked(case, ask)
            rows.append(row)
            if _failed(case, row):
                failures.append(_to_read(case, row, answer))
        progress("golden questions", number, len(cases))
    return {"cases": rows, "summary": _summary(rows), "failures": failures}


async def _asked(
    case: GoldenCase, ask: Callable[[str], Awaitable[Answer]]
) -> tuple[dict[str, Any], Answer | None]:
    try:
        answer = await ask(case.question)
    except PinciteError as error:
        return _empty(case, error.code), None
    cited = [source.content for source in cited_sources(answer)]
    shown = [source.content for source in answer.sources or answer.nearest]
    row = {
        **_empty(case, "refused" if answer.is_refusal else "answered"),
        "evidence_in_top5": case.held_by(shown[:TOP]),
        "evidence_cited": case.held_by(cited),
        "refused": answer.is_refusal,
        "risk_level": answer.risk_level,
        **({} if answer.is_refusal else figures_of(case, answer)),
    }
    return row, answer


def _empty(case: GoldenCase, status: str) -> dict[str, Any]:
    return {
        "id": case.id,
        "kind": case.kind,
        "status": status,
        "evidence_in_top5": False,
        "evidence_cited": False,
        "refused": False,
        "risk_level": None,
        **no_figures(),
    }


def _failed(case: GoldenCase, row: Mapping[str, Any]) -> bool:
    if not case.answerable:
        return not row["refused"]
    unheld = bool(case.must_contain) and not row["evidence_cited"]
    return row["status"] != "answered" or unheld or row["risk_level"] in ("soft_fail", "hard_fail")


def _to_read(case: GoldenCase, row: Mapping[str, Any], answer: Answer | None) -> dict[str, Any]:
    passages = [] if answer is None else [*answer.sources, *answer.nearest][:3]
    report = None if answer is None else answer.verification
    return {
        "id": case.id,
        "kind": case.kind,
        "status": row["status"],
        "question": case.question,
        "must_contain": list(case.must_contain),
        "answer": "" if answer is None else without_tags(answer.answer)[:SHOWN],
        "reason": (answer.refusal_reason or "") if answer is not None else "",
        "warnings": [] if report is None else list(report.warnings),
        "found": [
            {"title": source.location, "text": source.content[:SHOWN], "score": source.rerank_score}
            for source in passages
        ],
    }


def _summary(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    asked = [row for row in rows if row["status"] != "missing"]
    summary: dict[str, Any] = {"asked": len(asked), "missing": len(rows) - len(asked)}
    answerable = [row for row in asked if not row["kind"].startswith("unanswerable")]
    if answerable:
        shares = ("evidence_in_top5", "evidence_cited", "refused")
        summary["answerable"] = {
            **_shares(answerable, shares),
            "risk": {
                level: sum(row["risk_level"] == level for row in answerable) / len(answerable)
                for level in _RISKS
            },
        }
        summary["quality"] = quality([row for row in answerable if row["status"] == "answered"])
    for kind in sorted({row["kind"] for row in asked if row["kind"].startswith("unanswerable")}):
        summary[kind] = _shares([row for row in asked if row["kind"] == kind], ("refused",))
    return summary


def _shares(rows: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> dict[str, Any]:
    counts = {key: sum(bool(row[key]) for row in rows) for key in keys}
    return {
        "cases": len(rows),
        **{key: count / len(rows) for key, count in counts.items()},
        "interval": {key: wilson(count, len(rows)).to_json() for key, count in counts.items()},
    }
