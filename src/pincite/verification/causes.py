"""Why a fact is not in the passages: it stands around them and was not found, or it stands nowhere.

Severity says how bad a fault is, the cause what led to it. The check of the passages tells the first, the
documents around them the second (reference 001 part 4').
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.verification.clauses import check_reference
from pincite.verification.evidence import Evidence, read_passages
from pincite.verification.report import Claim, FailureType, Finding, Passage, VerificationReport
from pincite.verification.summary import summarised

Check = Callable[[str, Sequence[Passage]], VerificationReport]

MISSING = frozenset({"clause_missing", "paragraph_missing", "figure_missing"})
"""Faults of what the passages do not state at all; only these can be gaps of the search."""


def with_causes(
    report: VerificationReport, around: Sequence[Passage], check: Check, language: str
) -> VerificationReport:
    """``report`` with the cause of each missing fact told by the text ``around`` the passages, the passages
    themselves included. ``check`` verifies one claim against it."""
    if not any(finding.message in MISSING for claim in report.claims for finding in claim.findings):
        return report
    evidence = read_passages(around)
    claims = [
        replace(claim, findings=tuple(_caused(finding, claim, evidence, check) for finding in claim.findings))
        for claim in report.claims
    ]
    return summarised(claims, language)


def _caused(finding: Finding, claim: Claim, evidence: Evidence, check: Check) -> Finding:
    if finding.message not in MISSING:
        return finding
    if finding.reference is not None:
        missing, _ = check_reference(finding.reference, evidence)
        if missing is None:
            return replace(finding, failure=FailureType.RETRIEVAL_GAP, message="clause_elsewhere")
        message = "clause_nowhere" if finding.message == "clause_missing" else finding.message
        return replace(finding, failure=FailureType.GENERATION_ERROR, message=message)
    if finding.failure is FailureType.MINOR:
        return finding
    again = check(claim.text, evidence.passages)
    if finding.text in again.unsupported or not any(c.verdict == "supported" for c in again.claims):
        return finding
    return replace(finding, failure=FailureType.RETRIEVAL_GAP, message="figure_elsewhere")
