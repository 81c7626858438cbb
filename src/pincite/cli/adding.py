"""What ``pincite add`` shows: a bar a document while it works, then what came of each file."""

from collections import Counter

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from pincite.cli.context import errors
from pincite.cli.rendering import document_json
from pincite.core.errors import DocumentError
from pincite.core.types import JSON, DocumentStatus
from pincite.ingest import IngestSummary
from pincite.ingest.progress import Progress as Step
from pincite.ingest.told import warnings_of

_ENDS = (DocumentStatus.READY, DocumentStatus.FAILED, DocumentStatus.CANCELLED)


class Bars:
    """A progress bar a document, with its stage, on standard error."""

    def __init__(self, *, quiet: bool) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[stage]}"),
            TimeElapsedColumn(),
            console=errors,
            disable=quiet or not errors.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def step(self, step: Step) -> None:
        document = step.document
        if document.id not in self._tasks:
            self._tasks[document.id] = self._progress.add_task(document.filename, total=None, stage="")
        task = self._tasks[document.id]
        done = step.stage in _ENDS
        total = 1 if done else (step.total or None)
        self._progress.update(task, stage=step.stage.value, total=total, completed=1 if done else step.done)


def print_summary(console: Console, summary: IngestSummary) -> None:
    """A line a document that changed, and one with the counts."""
    for document in summary.ready:
        console.print(f"ready   {document.filename}  ({document.chunks} chunks)", markup=False)
        for warning in warnings_of(document):
            console.print(f"        {warning}", style="yellow", markup=False)
    failures = [
        *(
            (record.filename, record.error_code or "", record.error_message or "")
            for record in summary.failed
        ),
        *((str(refused.path), refused.error.code, refused.error.message) for refused in summary.refused),
    ]
    for name, code, message in failures:
        console.print(f"failed  {name}", style="red", markup=False)
        console.print(f"        {code}: {message}", markup=False)
    for document in summary.cancelled:
        console.print(f"cancelled  {document.filename}", markup=False)
    parts = [f"{len(summary.ready)} ready", f"{len(failures)} failed"]
    if summary.unchanged:
        parts.append(f"{len(summary.unchanged)} unchanged")
    if failures:
        codes = Counter(code for _, code, _ in failures)
        parts.append("failed for: " + ", ".join(f"{code} {count}" for code, count in sorted(codes.items())))
    if summary.postponed:
        parts.append("some wait for another try; run `pincite add` again")
    console.print(" · ".join(parts), style="bold", markup=False)


def summary_json(base: str, summary: IngestSummary) -> JSON:
    """The counts, and a row a file of this call."""
    records = [*summary.ready, *summary.failed, *summary.cancelled, *summary.unchanged]
    return {
        "base": base,
        "ready": len(summary.ready),
        "failed": len(summary.failed) + len(summary.refused),
        "unchanged": len(summary.unchanged),
        "postponed": summary.postponed,
        "documents": [
            *(document_json(record) for record in sorted(records, key=lambda record: record.filename)),
            *(_refused_json(str(refused.path), refused.error) for refused in summary.refused),
        ],
    }


def _refused_json(path: str, error: DocumentError) -> JSON:
    return {
        "id": None,
        "filename": path.rpartition("/")[2],
        "source": path,
        "title": "",
        "status": DocumentStatus.FAILED.value,
        "error_code": error.code,
        "error_message": error.message,
        "warnings": [],
        "chunks": 0,
        "size": None,
        "tags": [],
        "folder": "",
    }
