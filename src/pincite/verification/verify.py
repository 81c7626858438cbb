"""`verify_answer`: every clause, figure and meaning of an answer against the passages it was made from."""

import re
from collections.abc import Sequence

from pincite.core.catalogue import say
from pincite.core.types import RiskLevel
from pincite.text.quantities import Quantity, find_quantities
from pincite.text.references import Reference, find_references
from pincite.verification.claims import RawClaim, split_claims
from pincite.verification.clauses import check_reference
from pincite.verification.evidence import Evidence, read_passages
from pincite.verification.figures import check_quantity
from pincite.verification.meaning import quotes, reversed_by
from pincite.verification.report import Claim, FailureType, Finding, Passage, VerificationReport

_SEVERITY = (RiskLevel.PASS, RiskLevel.WARN, RiskLevel.SOFT_FAIL, RiskLevel.HARD_FAIL)
_ESCALATED = frozenset({FailureType.RETRIEVAL_GAP, FailureType.SEMANTIC_MISMATCH})


def verify_answer(
    answer: str,
    passages: Sequence[Passage],
    *,
    language: str | None = None,
    surroundings: Sequence[Passage] = (),
) -> VerificationReport:
    """Check ``answer`` against exactly the ``passages`` that its writer saw.

    ``surroundings`` are further parts of the same documents: a clause found there was missed by retrieval
    (`retrieval_gap`), one that is nowhere was invented (`generation_error`). Without them a missing clause
    counts as a retrieval gap. Pure and deterministic; no model is called.
    """
    evidence = read_passages(passages)
    around = read_passages(surroundings) if surroundings else None
    references = find_references(answer)
    quantities = find_quantities(answer)
    claims = tuple(_check(raw, references, quantities, evidence, around) for raw in split_claims(answer))
    findings = [finding for claim in claims for finding in claim.findings]
    verifiable = [claim for claim in claims if claim.verdict != "unverifiable"]
    supported = sum(claim.verdict == "supported" for claim in verifiable)
    worst = max(findings, key=lambda f: _SEVERITY.index(f.level), default=None)
    spoken = language or _language(answer)
    failure = worst.failure if worst else None
    return VerificationReport(
        risk_level=worst.level if worst else RiskLevel.PASS,
        groundedness=supported / len(verifiable) if verifiable else None,
        claims=claims,
        unsupported=tuple(dict.fromkeys(f.text for f in findings if f.listed)),
        warnings=tuple(
            dict.fromkeys(say(f"verification.{f.message}", spoken, text=f.text) for f in findings)
        ),
        escalation_required=failure in _ESCALATED,
        failure_type=failure,
    )


def _check(
    raw: RawClaim,
    references: list[Reference],
    quantities: list[Quantity],
    evidence: Evidence,
    around: Evidence | None,
) -> Claim:
    if not raw.asserts:
        return Claim(raw.text, raw.start, raw.end)
    mine = [r for r in references if raw.start <= r.start < raw.end]
    figures = tuple(_shifted(q, raw.start) for q in quantities if raw.start <= q.start < raw.end)
    findings: list[Finding] = []
    holders: list[tuple[str, ...]] = []
    quoted = quotes(raw.text, evidence)
    for reference in _ends_of_ranges(mine):
        finding, ids = check_reference(reference, evidence)
        if finding is not None:
            findings.append(_traced(finding, reference, around))
        holders.append(ids)
    for figure in figures:
        finding, ids = check_quantity(raw.text, figure, figures, evidence, quoted=quoted)
        if finding is not None:
            findings.append(finding)
        holders.append(ids)
    unsound = any(f.level is RiskLevel.HARD_FAIL for f in findings)
    if not quoted and not unsound and reversed_by(raw.text, figures, evidence):
        findings.append(
            Finding(
                raw.text, RiskLevel.SOFT_FAIL, FailureType.SEMANTIC_MISMATCH, "meaning_reversed", listed=False
            )
        )
    factual = bool(mine or figures)
    verdict = "unverifiable" if not factual else "unsupported" if findings else "supported"
    if not factual and findings:
        verdict = "unsupported"
    return Claim(
        raw.text,
        raw.start,
        raw.end,
        tuple(r.text for r in mine),
        _common(holders) if not findings else (),
        verdict,
        tuple(findings),
    )


def _ends_of_ranges(references: list[Reference]) -> list[Reference]:
    """A range is checked by its two ends; what lies between is only as good as they are."""
    return [
        r
        for r in references
        if not any(
            o is not r and r.start <= o.start and o.end <= r.end and o.text != r.text for o in references
        )
    ]


def _traced(finding: Finding, reference: Reference, around: Evidence | None) -> Finding:
    if around is None or finding.failure is not FailureType.RETRIEVAL_GAP:
        return finding
    missing, _ = check_reference(reference, around)
    if missing is None:
        return finding
    return Finding(finding.text, finding.level, FailureType.GENERATION_ERROR, finding.message)


def _common(holders: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Passages that hold every fact of a claim, else all that hold one, in order of first use."""
    told = [set(ids) for ids in holders if ids]
    everyone = list(dict.fromkeys(i for ids in holders for i in ids))
    if not told:
        return ()
    shared = set.intersection(*told)
    return tuple(i for i in everyone if i in shared) if shared else tuple(everyone)


def _shifted(quantity: Quantity, offset: int) -> Quantity:
    return Quantity(
        quantity.start - offset,
        quantity.end - offset,
        quantity.text,
        quantity.kind,
        quantity.value,
        quantity.unit,
        quantity.date,
        quantity.bound,
        quantity.bound_start - offset,
        quantity.bound_end - offset,
        quantity.per,
    )


def _language(text: str) -> str:
    if re.search(r"[가-힣]", text):
        return "ko"
    return "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"
