"""The second line behind the gate: what a question asks for must stand in what was found (ADR 14).

A near miss is about the right subject and lacks the one thing asked. No score of nearness tells it from an
answer, but often the thing asked has a form: an amount of money, a phone number, a temperature, a year. Pure
and without a model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.core.types import ChunkType, GateDecision, Hit
from pincite.grading.gate import Thresholds, grade
from pincite.grading.named import missing_name
from pincite.grading.value_kinds import KINDS
from pincite.grading.values import ValueKind
from pincite.text.asked import asked_kinds
from pincite.text.quantities import find_quantities
from pincite.text.references import find_references

READ = 8
"""Passages that an answer is written from (``retrieval.rerank_top_k``)."""
_RULED = frozenset(
    {"money", "percent", "phone", "temperature", "pressure", "torque", "electric", "clock", "period", "age"}
)
"""Kinds that rules, contracts and manuals state where they state them at all. Years, lengths, areas and
counts are left out: nearly every passage of an encyclopedia holds one, so it tells nothing (measured: near
misses passing + 1.7 points, far + 0.3)."""
_RULED_QUANTITIES = frozenset({"period", "amount", "age"})
"""The same for the wider reading of `pincite.text.asked`."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What was asked for and is in no passage."""

    kind: str
    """Key of the catalogue: ``answer.no_KIND`` for ``year`` and ``name``, else ``answer.value_KIND``."""
    name: str = ""
    """The year or name as the question writes it; empty for a kind of value."""


def absence(
    question: str, ranked: Sequence[Hit], pool: Sequence[Hit], line: float, *, years: bool = True
) -> Absence | None:
    """What ``question`` asks for that no passage about its subject holds; None when it is all there.

    About the subject are the best of ``ranked`` (best first, with reranker probabilities) and those that
    reach ``line`` (the abort line of the gate). A name may also stand anywhere in ``pool``. A clause that was
    named and found, and an FAQ entry, which a person wrote as an answer, hold whatever is asked. Without
    ``years`` the years in the question choose the version of a document and are not looked for.
    """
    about = _about(ranked, line)
    if not about or any(hit.exact_reference or hit.chunk.chunk_type is ChunkType.FAQ for hit in about):
        return None
    for kind in _asked(question):
        if not any(kind.held(hit.chunk.display_text, question) for hit in about):
            return Absence(kind.name)
    found = missing_name(question, [_read(hit) for hit in about], [_read(hit) for hit in pool], years=years)
    return None if found is None else Absence(*found)


def eases(question: str, ranked: Sequence[Hit]) -> bool:
    """Whether the best of ``ranked`` holds the kind of value that ``question`` asks for, so that less than
    the pass line is evidence.

    Never for a question that names a clause: the clause decides. Only kinds that few passages hold.
    """
    if not ranked or find_references(question):
        return False
    text = ranked[0].chunk.display_text
    asked = _asked(question)
    if not all(kind.held(text, question) for kind in asked):
        return False
    if any(kind.name in _RULED for kind in asked):
        return True
    wider = asked_kinds(question) & _RULED_QUANTITIES
    if not wider:
        return False
    given = {quantity.text for quantity in find_quantities(question)}
    held = {quantity.kind for quantity in find_quantities(text) if quantity.text not in given}
    return bool(wider & held)


def passed(
    question: str, score: float | None, ranked: Sequence[Hit], pool: Sequence[Hit], lines: Thresholds
) -> GateDecision:
    """What both lines say to a first retrieval, as `grade` says it for the score alone.

    What the eased line lets pass counts as passing: it will, whether or not another wording finds more.
    """
    if any(hit.exact_reference for hit in ranked):
        return grade(score, 0, lines)
    decision = grade(score, 0, lines)
    if decision is GateDecision.REWRITE and lines.is_enough(score) and eases(question, ranked):
        decision = GateDecision.PASS
    if decision is GateDecision.PASS and absence(question, ranked, pool, lines.abort_score) is not None:
        return GateDecision.REFUSE
    return decision


def _asked(question: str) -> list[ValueKind]:
    return [kind for kind in KINDS if kind.asked(question)]


def _about(ranked: Sequence[Hit], line: float) -> list[Hit]:
    return [hit for place, hit in enumerate(ranked[:READ]) if place == 0 or (hit.rerank_score or 0.0) >= line]


def _read(hit: Hit) -> str:
    chunk = hit.chunk
    return f"{chunk.document_title}\n{chunk.trail}\n{chunk.display_text}"
