"""What came of each file of ``pincite add``, ``reparse`` and ``worker --once``: for people and as JSON."""

from collections import Counter
from dataclasses import dataclass

from rich.console import Console

from pincite.cli.context import Options
from pincite.cli.ending import end
from pincite.cli.rendering import document_json, print_failure
from pincite.core.errors import ERROR_TABLE, TemporaryFailure
from pincite.core.translating import said
from pincite.core.types import JSON, DocumentStatus
from pincite.ingest import IngestSummary
from pincite.ingest.progress import RefusedFile
from pincite.ingest.told import warnings_of


@dataclass(frozen=True, slots=True)
class _Failure:
    name: str
    code: str
    message: str
    hint: str | None = None
    """None takes that of the code."""


def print_summary(console: Console, options: Options, base: str, summary: IngestSummary) -> None:
    """A line a document that changed with its warnings, why each failed and what to do, then the counts."""
    for document in summary.ready:
        line = options.say("ready_line", name=document.filename, count=document.chunks)
        console.print(line, markup=False)
        for warning in warnings_of(document, options.spoken):
            console.print(f"        {options.told(warning)}", style="yellow", markup=False)
    failures = [
        *(
            _Failure(record.filename, record.error_code or "", record.error_message or "")
            for record in summary.failed
        ),
        *(
            _Failure(str(refused.path), refused.error.code, *said(refused.error, options.spoken))
            for refused in summary.refused
        ),
    ]
    for failure in failures:
        console.print(options.say("failed_line", name=failure.name), style="red", markup=False)
        print_failure(console, options, failure.code, failure.message, hint=failure.hint)
    for document in summary.cancelled:
        console.print(options.say("cancelled_line", name=document.filename), markup=False)
    for step in _next_steps(failures):
        console.print(options.say(step, base=base), style="dim", markup=False)
    console.print(_counts(options, summary, failures), style="bold", markup=False)


def _next_steps(failures: list[_Failure]) -> list[str]:
    """Mending a file comes first; what failed for a passing reason needs no other file."""
    passing = [issubclass(ERROR_TABLE.get(one.code, TemporaryFailure), TemporaryFailure) for one in failures]
    return [
        *(["next_mend"] if not all(passing) else []),
        *(["next_retry"] if any(passing) else []),
    ]


def _counts(options: Options, summary: IngestSummary, failures: list[_Failure]) -> str:
    parts = [
        options.say("count_ready", count=len(summary.ready)),
        options.say("count_failed", count=len(failures)),
    ]
    if summary.cancelled:
        parts.append(options.say("count_cancelled", count=len(summary.cancelled)))
    if summary.unchanged:
        parts.append(options.say("count_unchanged", count=len(summary.unchanged)))
    if failures:
        codes = Counter(failure.code for failure in failures)
        named = ", ".join(f"{code} {count}" for code, count in sorted(codes.items()))
        parts.append(options.say("failed_for", codes=named))
    if summary.postponed:
        parts.append(options.say("postponed"))
    return " · ".join(parts)


def end_of(summary: IngestSummary) -> None:
    """Raises typer.Exit with 5 or 6 where files failed."""
    end(
        len(summary.ready) + len(summary.unchanged),
        len(summary.failed) + len(summary.refused),
    )


def summary_json(options: Options, base: str, summary: IngestSummary) -> JSON:
    """The counts, and a row a file of this call."""
    records = [*summary.ready, *summary.failed, *summary.cancelled, *summary.unchanged]
    return {
        "base": base,
        "ready": len(summary.ready),
        "failed": len(summary.failed) + len(summary.refused),
        "cancelled": len(summary.cancelled),
        "unchanged": len(summary.unchanged),
        "postponed": summary.postponed,
        "documents": [
            *(
                document_json(record, options)
                for record in sorted(records, key=lambda record: record.filename)
            ),
            *(_refused_json(refused, options) for refused in summary.refused),
        ],
    }


def _refused_json(refused: RefusedFile, options: Options) -> JSON:
    path = str(refused.path)
    message, hint = said(refused.error, options.spoken)
    return {
        "id": None,
        "filename": path.rpartition("/")[2],
        "source": path,
        "title": "",
        "status": DocumentStatus.FAILED.value,
        "error_code": refused.error.code,
        "error_message": message,
        "error_hint": hint,
        "warnings": [],
        "chunks": 0,
        "size": None,
        "tags": [],
        "folder": "",
        "stages": [],
    }
