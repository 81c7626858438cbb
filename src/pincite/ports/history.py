"""What was said before in a session, as the pipeline reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A question and its answer, whole. ``cited`` are the chunks that the answer could use, with their
    scores, best first."""

    question: str
    answer: str
    cited: tuple[tuple[str, float], ...] = ()


class HistoryReader(Protocol):
    async def past_turns(self, session_id: str, rounds: int, before: str = "") -> Sequence[PastTurn]:
        """The last ``rounds`` turns that have a question and an answer, oldest first, of those before a
        message (its id); none for 0 rounds."""


class NoHistory:
    """Every question is the first."""

    async def past_turns(self, session_id: str, rounds: int, before: str = "") -> Sequence[PastTurn]:
        return ()
