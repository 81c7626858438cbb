"""`verify_answer`: every clause, figure and meaning of an answer against the passages it was made from."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from pincite.core.types import RiskLevel
from pincite.text.quantities import Quantity, find_quantities
from pincite.text.references import Reference, find_references
from pincite.verification.causes import with_causes
from pincite.verification.cells import Cell
from pincite.verification.claims import RawClaim, split_claims
from pincite.verification.clauses import ARTICLE_LIKE, check_reference
from pincite.verification.evidence import Evidence, read_passages
from pincite.verification.figures import check_quantity, of_another
from pincite.verification.letters import composed, places
from pincite.verification.meaning import reversed_by
from pincite.verification.placed import Placed
from pincite.verification.quotes import is_misquoted, quoted_from, read_quotations
from pincite.verification.reading import written_in
from pincite.verification.report import Claim, FailureType, Finding, Passage, VerificationReport
from pincite.verification.summary import summarised
from pincite.verification.terms import has_negation

_HANGUL = re.compile(r"[가-힣]")
_HAN = re.compile(r"[\u4e00-\u9fff]")


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
    counts as a retrieval gap. Pure and deterministic; no model is called. Texts are compared in composed
    letters (NFC), which is how the strings of the report are written; offsets are those of ``answer``.
    """
    moved = places(answer)
    answer = composed(answer)
    evidence = _read(passages)
    references = Placed(find_references(answer))
    quantities = Placed(find_quantities(answer))
    claims = tuple(
        _check(raw, references, quantities, evidence)
        for raw in split_claims(answer, lambda said: bool(quoted_from(said, evidence)))
    )
    if moved:
        claims = tuple(replace(claim, start=moved[claim.start], end=moved[claim.end]) for claim in claims)
    spoken = language or _language(answer)
    report = summarised(claims, spoken)
    if not surroundings:
        return report
    again = partial(verify_answer, language=spoken)
    return with_causes(report, (*passages, *surroundings), again, spoken)


def prepare_passages(passages: Sequence[Passage]) -> None:
    """Read ``passages`` ahead of the answer, so that checking it costs the reading of the answer alone.

    What they say does not depend on it: the last passages that were read are kept. Nothing else changes.
    """
    evidence = _read(passages)
    evidence.prepare()
    read_quotations(evidence)


def _read(passages: Sequence[Passage]) -> Evidence:
    return _read_composed(tuple(passages))


@lru_cache(maxsize=32)
def _read_composed(passages: tuple[Passage, ...]) -> Evidence:
    return read_passages([_composed(passage) for passage in passages])


def _composed(passage: Passage) -> Passage:
    text, heading = composed(passage.text), composed(passage.heading)
    same = text is passage.text and heading is passage.heading
    return passage if same else Passage(passage.id, text, heading)


def _check(
    raw: RawClaim,
    references: Placed[Reference],
    quantities: Placed[Quantity],
    evidence: Evidence,
) -> Claim:
    if not raw.asserts:
        return Claim(raw.text, raw.start, raw.end)
    mine = references.within(raw)
    written = quantities.within(raw)
    findings: list[Finding] = []
    holders: list[tuple[str, ...]] = []
    quoted = quoted_from(raw.text, evidence)
    for reference in _ends_of_ranges(mine) if len(mine) > 1 else mine:
        if repeated := _repeated(reference, quoted, evidence):
            holders.append(repeated)
            continue
        finding, ids = check_reference(reference, evidence)
        if finding is not None:
            findings.append(replace(finding, reference=reference))
        holders.append(ids)
    figures = () if quoted else tuple([_shifted(q, raw.start) for q in written])
    for figure in figures or written:
        if quoted:  # whatever stands around it
            finding, ids = check_quantity(raw.text, figure, (), evidence, quoted=True)
            ids = tuple([i for i in ids if i in quoted]) or ids
        else:
            finding, ids = _check_figure(raw, figure, figures, evidence)
        if finding is not None:
            findings.append(finding)
        holders.append(ids)
    unsound = [f for f in findings if f.level is RiskLevel.HARD_FAIL]
    if not quoted and not unsound and reversed_by(_own_words(raw, figures, evidence), figures, evidence):
        findings.append(
            Finding(
                raw.text, RiskLevel.SOFT_FAIL, FailureType.SEMANTIC_MISMATCH, "meaning_reversed", listed=False
            )
        )
    factual = bool(mine or written)
    verdict = "unverifiable" if not factual else "unsupported" if findings else "supported"
    if not factual and findings:
        verdict = "unsupported"
    return Claim(
        raw.text,
        raw.start,
        raw.end,
        tuple(r.text for r in mine),
        _common(holders) if holders and not findings else (),
        verdict,
        tuple(findings),
    )


def _repeated(reference: Reference, quoted: tuple[str, ...], evidence: Evidence) -> tuple[str, ...]:
    """The quoted passages that write the reference as the quotation does (``제1항 제2호`` of their own).

    An annex must be among the passages, since the fact asked for stands there.
    """
    if reference.kind != "paragraph" and reference.kind not in ARTICLE_LIKE:
        return ()
    return tuple(p.id for p in evidence.passages if p.id in quoted and reference.text in written_in(p))


def _check_figure(
    raw: RawClaim,
    figure: Quantity,
    figures: tuple[Quantity, ...],
    evidence: Evidence,
) -> tuple[Finding | None, tuple[str, ...]]:
    """A figure in its sentence, or in its cell with column head and row label."""
    cell = next((c for c in raw.cells if c.start <= raw.start + figure.start < c.end), None)
    if cell is None:
        return _read_under(raw.under, raw.text, figure, figures, evidence, ())
    offset = cell.start - raw.start
    inside = tuple(_shifted(q, offset) for q in figures if offset <= q.start < cell.end - raw.start)
    mine = _shifted(figure, offset)
    return _read_under(cell.under, cell.text, mine, inside, evidence, quoted_from(cell.text, evidence))


def _read_under(
    under: str,
    text: str,
    figure: Quantity,
    figures: tuple[Quantity, ...],
    evidence: Evidence,
    quoted: tuple[str, ...],
) -> tuple[Finding | None, tuple[str, ...]]:
    before = f"{under} " if under and not quoted else ""
    if before:
        siblings = (*find_quantities(before), *(_shifted(q, -len(before)) for q in figures))
        finding, ids = check_quantity(before + text, _shifted(figure, -len(before)), siblings, evidence)
    else:
        finding, ids = check_quantity(text, figure, figures, evidence, quoted=bool(quoted))
    if finding is None and not quoted and is_misquoted(text, figure, figures, evidence):
        return of_another(figure), ()
    return finding, tuple(i for i in ids if i in quoted) or ids


def _own_words(raw: RawClaim, figures: tuple[Quantity, ...], evidence: Evidence) -> str:
    """What a claim says beside its quotations and bare values, with what it stands under."""
    if not raw.cells:
        return f"{raw.under} {raw.text}" if raw.under else raw.text
    said = [
        cell
        for cell in raw.cells
        if not quoted_from(cell.text, evidence) and not _is_value(cell, raw.start, figures)
    ]
    return "" if len(raw.cells) > 1 and said == [raw.cells[0]] else " ".join(cell.text for cell in said)


def _is_value(cell: Cell, offset: int, figures: tuple[Quantity, ...]) -> bool:
    """A figure with a word or so (``30 days' notice``) and no negation has a value, no sign."""
    written = sum(len(q.text) for q in figures if cell.start <= q.start + offset < cell.end)
    return 3 * written >= len(cell.text) and not has_negation(cell.text)


def _ends_of_ranges(references: list[Reference]) -> list[Reference]:
    """A range is checked by its two ends; what lies between is only as good as they are."""
    starts = [reference.start for reference in references]
    return [
        r
        for r in references
        if not any(
            o.end <= r.end and o.text != r.text
            for o in references[bisect_left(starts, r.start) : bisect_right(starts, r.end)]
        )
    ]


def _common(holders: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Passages that hold every fact of a claim, else all that hold one, in order of first use."""
    told = list(dict.fromkeys(ids for ids in holders if ids))
    if len(told) < 2:
        return tuple(dict.fromkeys(told[0])) if told else ()
    everyone = dict.fromkeys(i for ids in told for i in ids)
    shared = set(told[0]).intersection(*told[1:])
    return tuple(i for i in everyone if i in shared) if shared else tuple(everyone)


def _shifted(quantity: Quantity, offset: int) -> Quantity:
    if not offset:
        return quantity
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
    if text.isascii():
        return "en"
    if _HANGUL.search(text):
        return "ko"
    return "zh" if _HAN.search(text) else "en"
