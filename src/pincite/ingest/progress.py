"""What a worker tells while it works, and at the end."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pincite.core.errors import DocumentError, EncoderChanged
from pincite.core.types import DocumentStatus
from pincite.ports.records import DocumentRecord


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of one document; ``done`` of ``total`` chunks, or 0 of 0 where a stage has no parts."""

    document: DocumentRecord
    stage: DocumentStatus
    done: int = 0
    total: int = 0


WITH_STAGES = 1_000
"""Documents of a summary that keep the notes of their stages, 5 KB each; those of the others are in their
time lines."""

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
    other_encoder: EncoderChanged | None = None
    """Why some of them wait for a rebuild."""
    keeps: bool = True
    """Whether documents are kept; a server works for ever, and nobody asks it for a summary."""

    def note(self, document: DocumentRecord, *, unchanged: bool = False) -> None:
        ends = {
            DocumentStatus.READY: self.unchanged if unchanged else self.ready,
            DocumentStatus.FAILED: self.failed,
            DocumentStatus.CANCELLED: self.cancelled,
        }
        if self.keeps and document.status in ends:
            kept = ends[document.status]
            kept.append(document if len(kept) < WITH_STAGES else replace(document, stages=()))


def ignore(_progress: Progress) -> None:
    """For callers that show nothing."""
