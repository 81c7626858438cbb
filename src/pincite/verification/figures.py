"""Are the quantities of a claim those of its passages, for the same matter, with the same bound?"""

import re
from collections.abc import Sequence
from fractions import Fraction

from pincite.core.types import RiskLevel
from pincite.text.quantities import Quantity, bounds_conflict, same_value
from pincite.verification.evidence import Evidence
from pincite.verification.matter import matter_of, names_another
from pincite.verification.report import FailureType, Finding
from pincite.verification.rivals import beaten_by
from pincite.verification.stated import Stated
from pincite.verification.terms import has_negation

MOST_FIGURES = 40
"""A statement with more figures than this is a table cast in one line; its values are looked up, no more."""

_PART_END = re.compile(r"[,，;；。]")
_CONDITION = re.compile(
    r"(?:인|일|이면|이라면|의\s*경우|한\s*경우|하는\s*경우|하면)(?![가-힣]*다)|(?:的|时|者)(?=[，,\s]|$)"
)
_SCALES = tuple(Fraction(10) ** power for power in (-4, -3, -2, -1, 1, 2, 3, 4))
_CRITICAL = frozenset({"amount", "period", "percent", "date"})


def check_quantity(
    text: str, quantity: Quantity, siblings: tuple[Quantity, ...], evidence: Evidence, *, quoted: bool = False
) -> tuple[Finding | None, tuple[str, ...]]:
    """A finding when the passages do not state the quantity for this matter, and ids of those that do.

    ``text`` is the claim, ``siblings`` are all its quantities (offsets in the claim). A ``quoted`` claim
    repeats its passage word for word, so only the value is looked up.
    """
    if quantity.kind == "number":
        if quoted:  # a year in parentheses, a mark: what it is shows only where it stands
            return None, ()
        return _check_number(text, quantity, siblings, evidence)
    equal = evidence.equal_to(quantity)
    if not equal:
        return _wrong(quantity, evidence), ()
    if quoted or len(siblings) > MOST_FIGURES:
        return None, evidence.stating(quantity)
    matter = matter_of(text, quantity, siblings)
    limited = quantity.bound or quantity.per  # what has neither fits any
    fitting = [one for one in equal if bound_fits(text, quantity, siblings, one)] if limited else equal
    others = _rivals(quantity, evidence, equal)
    if not fitting:
        if all(beaten_by(matter, one, others, evidence) for one in equal):
            return of_another(quantity), ()
        return _swapped(text, quantity), ()
    if all(names_another(matter, one.statement, evidence.pairs) for one in fitting):
        return of_another(quantity), ()
    rivals = others if len(fitting) == len(equal) else _rivals(quantity, evidence, fitting)
    winner: Quantity | None = None
    for origin in fitting:
        beaten = beaten_by(matter, origin, rivals, evidence)
        if beaten is None:
            return None, _holders(fitting)
        winner = winner or beaten
    if winner is not None and same_value(quantity, winner):
        return _swapped(text, quantity), ()
    return of_another(quantity), ()


def _check_number(
    text: str, quantity: Quantity, siblings: tuple[Quantity, ...], evidence: Evidence
) -> tuple[Finding | None, tuple[str, ...]]:
    """A number without a unit (``over 18``) may be any figure of that value, but keeps its bound."""
    equal = evidence.of_value(quantity.value)
    if not equal:
        return _wrong(quantity, evidence), ()
    if quantity.bound and not any(bound_fits(text, quantity, siblings, one) for one in equal):
        return _swapped(text, quantity), ()
    return None, _holders(equal)


def _holders(figures: Sequence[Stated]) -> tuple[str, ...]:
    """The ids of the passages that state ``figures``, in their order."""
    return tuple(dict.fromkeys([one.statement.passage_id for one in figures]))


def _rivals(quantity: Quantity, evidence: Evidence, fitting: Sequence[Stated]) -> list[Stated]:
    """The figures of the kind but those that fit; bare numbers in a table may be counts."""
    known = {one.number for one in fitting}
    kind, unit = quantity.kind, quantity.unit
    if kind != "count":
        return [o for o in evidence.of_kind(kind) if o.number not in known and o.quantity.kind == kind]
    return [
        one
        for one in evidence.of_kind(kind)
        if one.number not in known
        and (
            (one.quantity.kind == kind and one.quantity.unit == unit)
            or (one.quantity.kind == "number" and one.statement.cells)
        )
    ]


def bound_fits(text: str, stated: Quantity, siblings: tuple[Quantity, ...], known: Stated) -> bool:
    """Bounds and rates do not contradict. Under a negation on one side only, the bound says nothing:
    "may not charge above 12%" and "may charge up to 12%" agree, and polarity judges the rest.
    """
    source = known.quantity
    if stated.per and source.per and stated.per != source.per:
        return False
    if not bounds_conflict(stated, source):
        return True
    return complementary(stated, source) and _negated(text, stated, siblings) != _negated(
        known.statement.text, source, known.statement.quantities
    )


def _negated(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> bool:
    """A negation of what the figure bounds: in its part of the sentence, in Korean after it, and outside the
    words of a bound (不超过 is no negation). A figure of a condition (1년 미만이면) bounds no predicate.
    """
    for one in quantities:
        text = text[: one.bound_start] + " " * (one.bound_end - one.bound_start) + text[one.bound_end :]
    low = max((m.end() for m in _PART_END.finditer(text, 0, max(quantity.bound_start, 0))), default=0)
    end = _PART_END.search(text, quantity.bound_end)
    after = text[quantity.bound_end : end.start() if end else len(text)]
    if _CONDITION.match(after):
        return False
    hangul = "가" <= after.strip()[:1] <= "힣"
    return has_negation(after if hangul else f"{text[low : quantity.bound_start]} {after}")


def complementary(one: Quantity, two: Quantity) -> bool:
    """The bounds cut the line at the same place from the two sides (over and max, under and min)."""
    return {one.bound, two.bound} in ({"over", "max"}, {"under", "min"})


def of_another(quantity: Quantity) -> Finding:
    """The passages know the value, but for something else."""
    return Finding(quantity.text, _level(quantity), _failure(quantity), "figure_of_another")


def _wrong(quantity: Quantity, evidence: Evidence) -> Finding:
    digits = re.sub(r"\D", "", quantity.text)
    failure = _failure(quantity)
    critical = quantity.kind in _CRITICAL and quantity.kind != "date" and digits
    if critical and (digits in evidence.digits or _is_scaled(quantity, evidence)):
        failure = FailureType.UNIT_ERROR
    return Finding(quantity.text, _level(quantity), failure, "figure_missing")


def _is_scaled(quantity: Quantity, evidence: Evidence) -> bool:
    """A figure of the passages times a power of ten (千元 for 万元)."""
    return bool(quantity.value) and any(
        evidence.has_value(quantity.kind, quantity.value * scale) for scale in _SCALES
    )


def _swapped(text: str, quantity: Quantity) -> Finding:
    """The bound words belong to what is wrong: ``15일 이후``, ``after 30 days``."""
    written = text[quantity.bound_start : quantity.bound_end].strip()
    return Finding(written, RiskLevel.SOFT_FAIL, FailureType.GENERATION_ERROR, "bound_swapped")


def _level(quantity: Quantity) -> RiskLevel:
    return RiskLevel.SOFT_FAIL if quantity.kind in _CRITICAL else RiskLevel.WARN


def _failure(quantity: Quantity) -> FailureType:
    return FailureType.GENERATION_ERROR if quantity.kind in _CRITICAL else FailureType.MINOR
