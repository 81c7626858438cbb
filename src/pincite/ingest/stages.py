"""Notes of what each stage of an ingest did: for the document's record and for the log, never its text."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog

from pincite.ports.records import StageNote

DONE, SKIPPED, FAILED = "done", "skipped", "failed"

_log = structlog.get_logger("pincite.ingest")


@dataclass(slots=True)
class Stages:
    """The stages of one try, in order."""

    document_id: str
    notes: list[StageNote] = field(default_factory=list)

    @contextmanager
    def span(self, name: str) -> Iterator[dict[str, Any]]:
        """Time the block; it fills in the details. A block that raises is ``failed``."""
        details: dict[str, Any] = {}
        began = time.perf_counter()
        outcome = FAILED
        try:
            yield details
            outcome = DONE
        finally:
            self._note(StageNote(name, outcome, (time.perf_counter() - began) * 1000, details))

    def skip(self, name: str, **details: Any) -> None:
        self._note(StageNote(name, SKIPPED, details=details))

    def _note(self, note: StageNote) -> None:
        self.notes.append(note)
        _log.debug(
            "stage",
            document=self.document_id,
            stage=note.name,
            outcome=note.outcome,
            milliseconds=round(note.milliseconds, 1),
            **note.details,
        )
