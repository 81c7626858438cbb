"""How well questions with known evidence are answered, and unanswerable ones refused."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.core.errors import InvalidInput, PinciteError
from pincite.evaluation.progress import Progress, silent
from pincite.pipeline.answer import Answer, Source

TOP = 5
_CITED = re.compile(r'chunk_id="([^"]*)"')


@dataclass(frozen=True, slots=True)
class GoldenCase:
    """A question and the strings that its evidence holds (compared without white space)."""

    id: str
    question: str
    kind: str
    documents: tuple[str, ...]
    must_contain: tuple[str, ...]

    @property
    def answerable(self) -> bool:
        return not self.kind.startswith("unanswerable")


def read_golden(path: Path) -> list[GoldenCase]:
    """The cases of a JSON-lines file; those of kind ``ingest`` ask nothing and are left out.

    Raises:
        InvalidInput: the file is missing or a line is no case.
    """
    if not path.is_file():
        raise InvalidInput(f"There is no file {path}.", hint="Pass a JSON-lines file of golden questions.")
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            case = GoldenCase(
                id=row["id"],
                question=row["question"],
                kind=row["kind"],
                documents=tuple(row["documents"]),
                must_contain=tuple(row["must_contain"]),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidInput(f"Line {number} of {path} is no golden case: {error}") from error
        if case.kind != "ingest":
            cases.append(case)
    return cases


async def evaluate_answers(
    cases: Sequence[GoldenCase],
    ask: Callable[[str], Awaitable[Answer]],
    *,
    documents: Sequence[str] | None = None,
    progress: Progress = silent,
) -> dict[str, Any]:
    """``{"cases": [{"id", "status", "evidence_in_top5", "evidence_cited", "refused", …}], "summary": {…}}``.

    ``documents`` are the file names of the library: a case none of whose documents is there is ``missing``
    and enters no share. Shares are in [0, 1].
    """
    rows = []
    for number, case in enumerate(cases, start=1):
        there = documents is None or not case.documents or bool(set(case.documents) & set(documents))
        rows.append(await _row(case, ask) if there else _empty(case, "missing"))
        progress("golden questions", number, len(cases))
    return {"cases": rows, "summary": _summary(rows)}


async def _row(case: GoldenCase, ask: Callable[[str], Awaitable[Answer]]) -> dict[str, Any]:
    try:
        answer = await ask(case.question)
    except PinciteError as error:
        return _empty(case, error.code)
    cited_ids = set(_CITED.findall(answer.answer))
    cited = [source for source in answer.sources if cited_ids & set(source.chunk_ids)]
    shown = answer.sources or answer.nearest
    return {
        **_empty(case, "refused" if answer.is_refusal else "answered"),
        "evidence_in_top5": _holds(case, shown[:TOP]),
        "evidence_cited": _holds(case, cited),
        "refused": answer.is_refusal,
        "risk_level": answer.risk_level,
    }


def _empty(case: GoldenCase, status: str) -> dict[str, Any]:
    return {
        "id": case.id,
        "kind": case.kind,
        "status": status,
        "evidence_in_top5": False,
        "evidence_cited": False,
        "refused": False,
        "risk_level": None,
    }


def _holds(case: GoldenCase, sources: Sequence[Source]) -> bool:
    text = _plain(" ".join(source.content for source in sources))
    return bool(case.must_contain) and all(_plain(part) in text for part in case.must_contain)


def _plain(text: str) -> str:
    return "".join(text.split())


def _summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    asked = [row for row in rows if row["status"] != "missing"]
    answerable = [row for row in asked if not row["kind"].startswith("unanswerable")]
    summary: dict[str, Any] = {"asked": len(asked), "missing": len(rows) - len(asked)}
    if answerable:
        summary["answerable"] = {
            "cases": len(answerable),
            "evidence_in_top5": _share(answerable, "evidence_in_top5"),
            "evidence_cited": _share(answerable, "evidence_cited"),
            "refused": _share(answerable, "refused"),
            "risk": {
                level: sum(row["risk_level"] == level for row in answerable) / len(answerable)
                for level in ("pass", "warn", "soft_fail", "hard_fail")
            },
        }
    for kind in ("unanswerable_near", "unanswerable_far"):
        own = [row for row in asked if row["kind"] == kind]
        if own:
            summary[kind] = {"cases": len(own), "refused": _share(own, "refused")}
    return summary


def _share(rows: Sequence[dict[str, Any]], key: str) -> float:
    return sum(bool(row[key]) for row in rows) / len(rows)
