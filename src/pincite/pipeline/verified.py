"""What an answer's check says of each of its claims, as every face shows it (rows VF-11, VF-12, VF-16)."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pincite.citations import Pin
from pincite.core.catalogue import say
from pincite.core.types import JSON, RiskLevel
from pincite.pipeline.checked import Criticised
from pincite.ports.judge import Judgement, Relation
from pincite.verification import FailureType, VerificationReport


class Verdict(StrEnum):
    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    REVERSED = "reversed"
    """A source says the opposite."""
    UNCHECKED = "unchecked"
    """It states no clause, figure or meaning that can be looked up."""


HANDLING: Final = {
    RiskLevel.HARD_FAIL: "review",
    RiskLevel.SOFT_FAIL: "note",
    RiskLevel.WARN: "log",
    RiskLevel.PASS: "none",
}
"""What is recommended to do with an answer (reference 001 part 4): label it and have an expert review it,
note that it is not confirmed, keep a record, nothing."""


@dataclass(frozen=True, slots=True)
class ClaimMark:
    """A claim where it stands in the answer as readers have it: ``[start, end)`` are code points, tags
    included. ``text`` is without them."""

    start: int
    end: int
    text: str
    verdict: Verdict
    severity: RiskLevel | None = None
    """None where nothing was checked."""
    failure_type: FailureType | None = None
    refs: tuple[str, ...] = ()
    chunk_ids: tuple[str, ...] = ()
    """What it stands on; of a reversed claim what it contradicts, of an unsupported one what its writer cited
    in vain."""
    pins: tuple[Pin, ...] = ()
    """The sentences of these chunks."""
    warnings: tuple[str, ...] = ()
    judgement: Judgement | None = None

    def to_json(self) -> JSON:
        body: JSON = {
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "verdict": self.verdict.value,
            "severity": self.severity.value if self.severity else None,
            "failure_type": self.failure_type.value if self.failure_type else None,
            "refs": list(self.refs),
            "chunk_ids": list(self.chunk_ids),
            "pins": [place.to_json() for place in self.pins],
            "warnings": list(self.warnings),
        }
        if self.judgement is not None:
            body["judgement"] = {
                "relation": self.judgement.relation.value,
                "probability": round(self.judgement.probability, 4),
            }
        return body


@dataclass(frozen=True, slots=True)
class Verified:
    """The check of one answer. ``report`` is what the check without a model says; what a judge adds stands
    beside it and never takes a fault away."""

    report: VerificationReport
    language: str
    claims: tuple[ClaimMark, ...] = ()
    critic: Criticised | None = None
    correction: "Correction | None" = None
    """A better answer, where readers have the first one already."""
    partial: bool = False
    """The answer was broken off; what there is of it was checked."""
    judge: str = ""
    """Identity of the judge; empty without one."""
    judge_warnings: tuple[str, ...] = ()

    @property
    def risk_level(self) -> RiskLevel:
        level = self.report.risk_level
        return RiskLevel.WARN if self.judge_warnings and level is RiskLevel.PASS else level

    @property
    def warnings(self) -> tuple[str, ...]:
        return (*self.report.warnings, *self.judge_warnings)

    def to_json(self) -> JSON:
        """What goes with an answer; the findings of each claim are in its trace."""
        report, action = self.report, HANDLING[self.risk_level]
        body: JSON = {
            "risk_level": self.risk_level.value,
            "warnings": list(self.warnings),
            "unsupported": list(report.unsupported),
            "escalation_required": report.escalation_required,
            "failure_type": report.failure_type.value if report.failure_type else None,
            "action_taken": self.critic.action_taken if self.critic else None,
            "handling": action,
            "advice": "" if action == "none" else say(f"verification.handling_{action}", self.language),
            "partial": self.partial,
            "claims": [claim.to_json() for claim in self.claims],
        }
        if report.groundedness is not None:
            body["groundedness"] = round(report.groundedness, 4)
        if self.critic is not None and self.critic.regenerate_improved is not None:
            body["regenerate_improved"] = self.critic.regenerate_improved
        if self.correction is not None:
            body["correction"] = self.correction.to_json()
        if self.judge:
            found = Counter(claim.judgement.relation for claim in self.claims if claim.judgement)
            body["judge"] = {"model": self.judge} | {kind.value: found[kind] for kind in Relation}
        return body


@dataclass(frozen=True, slots=True)
class Correction:
    """The answer as the critic had it written again; readers may take it in place of the one they have."""

    answer: str
    """With public tags."""
    verified: Verified

    def to_json(self) -> JSON:
        return {"answer": self.answer, "verification": self.verified.to_json()}


def verified_json(verified: Verified | None) -> JSON | None:
    """None where there was nothing to check against: a refusal, small talk, an ungrounded answer."""
    return None if verified is None else verified.to_json()
