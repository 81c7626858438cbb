"""Verdicts of the check, put on the answer that readers have (row VF-08, VF-15)."""

from collections.abc import Sequence

from pincite.citations import Pin, ReaderOffsets, pin
from pincite.core.types import Passage, RiskLevel
from pincite.pipeline.citing import Standing, standings
from pincite.pipeline.state import ChatState
from pincite.pipeline.verified import ClaimMark, Verdict
from pincite.verification import Claim, FailureType, VerificationReport, compare_polarity
from pincite.verification.summary import SEVERITY, warning_of


def mark_claims(chat: ChatState, report: VerificationReport, raw: str, said: str) -> tuple[ClaimMark, ...]:
    """The claims of ``report`` with their places in ``said``, which readers have of ``raw``."""
    offsets = ReaderOffsets(raw, said, chat.context.registry)
    return tuple(_mark(chat, standing, offsets) for standing in standings(chat, report, raw))


def _mark(chat: ChatState, standing: Standing, offsets: ReaderOffsets) -> ClaimMark:
    claim = standing.claim
    worst = max(claim.findings, key=lambda finding: SEVERITY.index(finding.level), default=None)
    verdict = verdict_of(claim)
    chunks, pins = standing.chunks, standing.pins
    if verdict is Verdict.REVERSED:
        chunks, pins = _contradicted(chat.state.passages, claim, standing.cited)
    elif verdict is Verdict.UNSUPPORTED:
        chunks, pins = standing.cited, _pinned(chat.state.passages, claim, standing.cited)
    start, end = offsets.span(claim.start, claim.end)
    level = None if verdict is Verdict.UNCHECKED else worst.level if worst else RiskLevel.PASS
    return ClaimMark(
        start,
        end,
        claim.text,
        verdict,
        severity=level,
        failure_type=worst.failure if worst else None,
        refs=claim.refs,
        chunk_ids=chunks,
        pins=pins,
        warnings=tuple(warning_of(finding, chat.state.language) for finding in claim.findings),
    )


def verdict_of(claim: Claim) -> Verdict:
    """In the words of readers."""
    if any(finding.failure is FailureType.SEMANTIC_MISMATCH for finding in claim.findings):
        return Verdict.REVERSED
    if claim.findings:
        return Verdict.UNSUPPORTED
    return Verdict.SUPPORTED if claim.verdict == "supported" else Verdict.UNCHECKED


def _contradicted(
    passages: Sequence[Passage], claim: Claim, cited: Sequence[str]
) -> tuple[tuple[str, ...], tuple[Pin, ...]]:
    """The sentence that says the opposite, first among the passages that the claim cites."""
    for passage in sorted(passages, key=lambda one: one.chunk.id not in cited):
        place = pin(passage, claim.text)
        if place.text and compare_polarity(place.text, claim.text) == "reversed":
            return (passage.chunk.id,), (place,)
    return tuple(cited), _pinned(passages, claim, cited)


def _pinned(passages: Sequence[Passage], claim: Claim, chunks: Sequence[str]) -> tuple[Pin, ...]:
    return tuple(pin(passage, claim.text) for passage in passages if passage.chunk.id in chunks)
