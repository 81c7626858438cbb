"""What a worker tells while it works, and at the end."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pincite.core.errors import DocumentError
from pincite.core.types import DocumentStatus
from pincite.ports.records import DocumentRecord


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of one document; ``done`` of ``total`` chunks, or 0 of 0 where a stage has no parts."""

    document: DocumentRecord
    stage: DocumentStatus
    done: int = 0
    total: int = 0


ProgressCallback = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that was not taken in: too large, or it cannot be read."""

    path: Path
    error: DocumentError


@dataclass(slots=True)
class IngestSummary:
    """What came of the jobs of one run."""

    ready: list[DocumentRecord] = field(default_factory=list)
    failed: list[DocumentRecord] = field(default_factory=list)
    cancelled: list[DocumentRecord] = field(default_factory=list)
    unchanged: list[DocumentRecord] = field(default_factory=list)
    """Added again with the same bytes and tags, and ready before."""
    refused: list[RefusedFile] = field(default_factory=list)
    removed: int = 0
    """Documents and bases whose removal is complete."""
    postponed: bool = False
    """Whether jobs are left that wait for their next try."""

    def note(self, document: DocumentRecord) -> None:
        ends = {
            DocumentStatus.READY: self.ready,
            DocumentStatus.FAILED: self.failed,
            DocumentStatus.CANCELLED: self.cancelled,
        }
        if document.status in ends:
            ends[document.status].append(document)


def ignore(_progress: Progress) -> None:
    """For callers that show nothing."""
