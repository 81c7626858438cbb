"""What the check of an answer read, so that it can be made again, and what the critic did about it."""

from dataclasses import dataclass

from pincite.verification import Passage, VerificationReport, verify_answer


@dataclass(frozen=True, slots=True)
class Checked:
    """The same values give the same report: a trace keeps them."""

    text: str
    """The answer without handles and tags."""
    passages: tuple[Passage, ...]
    language: str
    surroundings: tuple[Passage, ...] = ()

    def report(self) -> VerificationReport:
        return verify_answer(self.text, self.passages, language=self.language, surroundings=self.surroundings)


@dataclass(frozen=True, slots=True)
class Criticised:
    """What became of an answer with a fault (row CR-04)."""

    failure_type: str | None
    """Of the first answer."""
    action_taken: str = "none"
    """``none``, or what was done: ``regenerated``, ``escalated``, …"""
    regenerate_improved: bool | None = None
    """Whether the second answer was the better one and stays; None where there was none."""
