"""Lines of the gate that somebody measured on their own questions (DESIGN.md sections 7 and 13 (3))."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

GROWTH = 1.5
"""Chunks of a base now against those when it was measured, from which the lines are out of date: scores of
unanswerable questions rise with the corpus (reference 001 part 2 saw 0.10 become 0.12)."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Lines for the scores of one reranker in one base, and what they were measured on."""

    reranker: str
    """Its identity."""
    base_id: str
    base: str
    """Its name then."""
    pass_score: float
    abort_score: float
    cost: float
    """Of a wrong pass, where a wrong refusal costs 1."""
    day: str
    """ISO 8601, UTC."""
    file: str
    """Name of the file of questions."""
    data: str
    """SHA-256 of that file, in hex."""
    answerable: int
    unanswerable: int
    """Questions of each kind."""
    answerable_p10: float
    unanswerable_p90: float
    """Where the two distributions come close; the next calibration tells how they moved."""
    chunks: int
    """Of the base when it was measured."""

    def outgrown(self, chunks: int) -> bool:
        """Whether a base of ``chunks`` has grown by half since."""
        return chunks > self.chunks and chunks >= GROWTH * self.chunks


class Calibrations(Protocol):
    """What is kept, by reranker and base. Readers in other processes see a new one at once."""

    def of(self, reranker: str, base_id: str) -> Calibration | None:
        """Raises ConfigurationError when what is kept cannot be read."""

    def list(self) -> Sequence[Calibration]:
        """By name of the base, then reranker. Raises as `of`."""

    def keep(self, calibrations: Sequence[Calibration]) -> None:
        """Take the place of those for the same reranker and base. Raises as `of`."""


class Uncalibrated:
    """`Calibrations` of a place that keeps none."""

    def of(self, reranker: str, base_id: str) -> Calibration | None:
        return None

    def list(self) -> Sequence[Calibration]:
        return ()

    def keep(self, calibrations: Sequence[Calibration]) -> None:
        return None
