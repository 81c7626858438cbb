"""What the gate would read of a question, without its decision: the material of calibration."""

from dataclasses import dataclass, replace

from pincite.core.types import GateDecision
from pincite.grading import Thresholds, grade, passed
from pincite.pipeline.answer import Answer
from pincite.pipeline.attempts import Attempt
from pincite.pipeline.lines import Lines
from pincite.pipeline.state import ChatState


@dataclass(frozen=True, slots=True)
class Probe:
    """The first retrieval of a question."""

    answer: Answer
    """Its passages."""
    score: float | None
    """Highest raw reranker probability; None when nothing was found."""
    exact: bool
    """It holds a clause that the question names, which passes whatever it scores."""
    thresholds: Thresholds
    """The lines in force for this evidence."""
    final: GateDecision | None = None
    """What the gate says with its second line; None when that is off."""

    @property
    def decision(self) -> GateDecision:
        """What the gate says to it at once."""
        return GateDecision.PASS if self.exact else grade(self.score, 0, self.thresholds)


def probe_of(chat: ChatState, answer: Answer, lines: Lines) -> Probe:
    """Of the run ``chat``, which ended in ``answer``."""
    attempt = Attempt.of(chat.state)
    own = lines.of(attempt.base_id)
    probe = Probe(answer, attempt.score, attempt.exact, own)
    if not lines.second or attempt.exact:
        return replace(probe, final=probe.decision if lines.second else None)
    question = chat.state.question or chat.request.query
    return replace(probe, final=passed(question, attempt.score, attempt.reranked, attempt.hits, own))
