"""Bars of documents that are worked on, in a terminal alone."""

from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from pincite.cli.context import Options, errors
from pincite.core.types import DocumentStatus

if TYPE_CHECKING:
    from pincite.ingest.progress import Progress as Step

_ENDS = (DocumentStatus.READY, DocumentStatus.FAILED, DocumentStatus.CANCELLED)
_MOST_BARS = 20
"""Of documents that are done; thousands of files would else scroll the terminal away."""


class Bars:
    """A progress bar a document, with its stage, on standard error; none with ``quiet`` or in a pipe."""

    def __init__(self, options: Options, *, quiet: bool) -> None:
        self._options = options
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[stage]}", markup=False),
            TimeElapsedColumn(),
            console=errors,
            disable=quiet or not errors.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._done: list[str] = []

    def __enter__(self) -> "Bars":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def step(self, step: "Step") -> None:
        """What the worker calls at each stage and for each part of one."""
        document = step.document
        if document.id not in self._tasks:
            self._tasks[document.id] = self._progress.add_task(document.filename, total=None, stage="")
        task = self._tasks[document.id]
        done = step.stage in _ENDS
        total = 1 if done else (step.total or None)
        stage = self._options.say(f"progress_{step.stage.value}")
        self._progress.update(task, stage=stage, total=total, completed=1 if done else step.done)
        if done:
            self._done.append(document.id)
            if len(self._done) > _MOST_BARS:
                self._progress.remove_task(self._tasks.pop(self._done.pop(0)))
