"""``pincite add`` and ``pincite remove``."""

from collections import Counter
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from pincite.cli.context import Options, console, errors, print_json, run_with_library
from pincite.core.types import JSON, DocumentStatus
from pincite.ingest import IngestSummary
from pincite.ingest.progress import Progress as Step
from pincite.library import DEFAULT_BASE, AsyncLibrary
from pincite.ports.metadata import DocumentRecord

Base = Annotated[str, typer.Option("--base", "-b", help="Knowledge base; made if it is new.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    app.command()(add)
    app.command()(remove)


def add(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Files, folders (with all below) or globs.")],
    base: Base = DEFAULT_BASE,
    tag: Annotated[list[str] | None, typer.Option("--tag", "-t", help="Tag; may be given again.")] = None,
    as_json: AsJson = False,
) -> None:
    """Add documents. The same file again changes nothing; a changed file becomes a new version."""
    options: Options = context.obj

    async def work(library: AsyncLibrary) -> tuple[IngestSummary, list[DocumentRecord]]:
        knowledge_base = await library.knowledge_base(base)
        with _Bars(quiet=as_json) as bars:
            summary = await knowledge_base.add(*paths, tags=tag, progress=bars.step)
        return summary, list(await knowledge_base.documents())

    summary, documents = run_with_library(options, work)
    if as_json:
        print_json(_summary_json(base, summary, documents))
    else:
        _print_summary(summary, documents)
    if summary.failed and not summary.ready:
        raise typer.Exit(5)


def remove(
    context: typer.Context,
    documents: Annotated[list[str], typer.Argument(help="Ids, file names, paths or titles.")],
    base: Base = DEFAULT_BASE,
    as_json: AsJson = False,
) -> None:
    """Remove documents with every chunk, vector and file of them."""
    options: Options = context.obj

    async def work(library: AsyncLibrary) -> None:
        knowledge_base = await library.knowledge_base(base, create=False)
        for name in documents:
            await knowledge_base.remove(name)

    run_with_library(options, work)
    if as_json:
        print_json({"removed": documents})
    else:
        console.print(f"Removed {', '.join(documents)}.", markup=False)


class _Bars:
    """A progress bar a document, with its stage."""

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

    def __enter__(self) -> "_Bars":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def step(self, step: Step) -> None:
        document = step.document
        if document.id not in self._tasks:
            self._tasks[document.id] = self._progress.add_task(document.filename, total=None, stage="")
        task = self._tasks[document.id]
        done = step.stage in (DocumentStatus.READY, DocumentStatus.FAILED, DocumentStatus.CANCELLED)
        total = 1 if done else (step.total or None)
        self._progress.update(task, stage=step.stage.value, total=total, completed=1 if done else step.done)


def _print_summary(summary: IngestSummary, documents: list[DocumentRecord]) -> None:
    for document in summary.ready:
        console.print(f"ready   {document.filename}  ({document.chunks} chunks)", markup=False)
        for warning in document.warnings:
            console.print(f"        {warning}", style="yellow", markup=False)
    for document in summary.failed:
        console.print(f"failed  {document.filename}", style="red", markup=False)
        console.print(f"        {document.error_code}: {document.error_message}", markup=False)
    unchanged = len(documents) - len(summary.ready) - len(summary.failed)
    parts = [f"{len(summary.ready)} ready", f"{len(summary.failed)} failed"]
    if unchanged > 0:
        parts.append(f"{unchanged} unchanged")
    if summary.failed:
        codes = Counter(document.error_code for document in summary.failed)
        parts.append(
            "failed for: " + ", ".join(f"{code} {count}" for code, count in sorted(codes.items(), key=str))
        )
    console.print(" · ".join(parts), style="bold", markup=False)


def _summary_json(base: str, summary: IngestSummary, documents: list[DocumentRecord]) -> JSON:
    return {
        "base": base,
        "ready": len(summary.ready),
        "failed": len(summary.failed),
        "documents": [document_json(document) for document in documents],
    }


def document_json(document: DocumentRecord) -> JSON:
    """A document as the command line and HTTP show it."""
    return {
        "id": document.id,
        "filename": document.filename,
        "source": document.source,
        "title": document.title,
        "status": document.status.value,
        "error_code": document.error_code,
        "error_message": document.error_message,
        "warnings": list(document.warnings),
        "chunks": document.chunks,
        "size": document.size,
        "tags": list(document.tags),
    }
