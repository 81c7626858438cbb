"""Checks an answer against the passages it cites: clauses, figures and meaning, without a model."""

from pincite.verification.polarity import compare_polarity
from pincite.verification.report import Claim, FailureType, Finding, Passage, VerificationReport
from pincite.verification.verify import prepare_passages, verify_answer

__all__ = [
    "Claim",
    "FailureType",
    "Finding",
    "Passage",
    "VerificationReport",
    "compare_polarity",
    "prepare_passages",
    "verify_answer",
]
