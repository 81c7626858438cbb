"""Values of the verification room."""

from dataclasses import dataclass, field
from enum import StrEnum

from pincite.core.types import RiskLevel
from pincite.text.references import Reference


class FailureType(StrEnum):
    """Why a check failed, apart from how bad it is (`RiskLevel`)."""

    RETRIEVAL_GAP = "retrieval_gap"
    """It is not in the passages but stands, or may stand, in the documents around them."""
    GENERATION_ERROR = "generation_error"
    """The passages hold the matter, the answer states it wrongly."""
    UNIT_ERROR = "unit_error"
    """The digits are those of the passages, the unit or the scale is not."""
    SEMANTIC_MISMATCH = "semantic_mismatch"
    """The answer says the opposite of its passage."""
    MINOR = "minor"
    """Only an age, a count or another number that decides little."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What the model saw. ``heading`` is the heading trail, best with the document's title first."""

    id: str
    text: str
    heading: str = ""
    loose: bool = False
    """No document with clauses of its own (a page of the web): it names clauses and tells of them, and its
    form does not say which paragraphs they have."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact of the answer that failed; ``text`` is as written in the answer."""

    text: str
    level: RiskLevel
    failure: FailureType
    message: str
    """Key of the sentence in ``core/messages/verification.yaml``."""
    listed: bool = True
    """Whether ``text`` belongs to `VerificationReport.unsupported` (a reversed meaning names no fact)."""
    reference: Reference | None = None
    """The clause that is missing, with what it borrows from the ones before it; None for other faults."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of the answer; ``[start, end)`` are code points of the answer.

    ``verdict`` is ``supported``, ``unsupported`` or ``unverifiable`` (no fact that can be looked up).
    """

    text: str
    start: int
    end: int
    refs: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    verdict: str = "unverifiable"
    findings: tuple[Finding, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """``groundedness`` is supported / verifiable claims, None when none is verifiable."""

    risk_level: RiskLevel
    groundedness: float | None
    claims: tuple[Claim, ...] = ()
    unsupported: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    escalation_required: bool = False
    failure_type: FailureType | None = None
