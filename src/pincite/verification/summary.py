"""From checked claims to the report: risk, groundedness, warnings in words, whether an expert must look."""

from collections.abc import Sequence

from pincite.core.catalogue import say
from pincite.core.types import RiskLevel
from pincite.verification.report import Claim, FailureType, Finding, VerificationReport

SEVERITY = (RiskLevel.PASS, RiskLevel.WARN, RiskLevel.SOFT_FAIL, RiskLevel.HARD_FAIL)
ESCALATED = frozenset({FailureType.RETRIEVAL_GAP, FailureType.SEMANTIC_MISMATCH})
"""Writing again mends neither (reference 001 part 4', after Huang et al., ICLR 2024): a person must look."""


def summarised(claims: Sequence[Claim], language: str) -> VerificationReport:
    """The report of an answer's ``claims``; its failure type is that of the first of the worst faults."""
    findings = [finding for claim in claims for finding in claim.findings]
    verifiable = [claim for claim in claims if claim.verdict != "unverifiable"]
    supported = sum(claim.verdict == "supported" for claim in verifiable)
    worst = max(findings, key=lambda finding: SEVERITY.index(finding.level), default=None)
    return VerificationReport(
        risk_level=worst.level if worst else RiskLevel.PASS,
        groundedness=supported / len(verifiable) if verifiable else None,
        claims=tuple(claims),
        unsupported=tuple(dict.fromkeys(finding.text for finding in findings if finding.listed)),
        warnings=tuple(dict.fromkeys(warning_of(finding, language) for finding in findings)),
        escalation_required=any(finding.failure in ESCALATED for finding in findings),
        failure_type=worst.failure if worst else None,
    )


def warning_of(finding: Finding, language: str) -> str:
    """What is wrong, as a sentence."""
    return say(f"verification.{finding.message}", language, text=finding.text)
