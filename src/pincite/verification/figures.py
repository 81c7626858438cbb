"""Are the quantities of a claim those of its passages, for the same matter, with the same bound?"""

import re

from pincite.core.types import RiskLevel
from pincite.text.quantities import Quantity, bounds_conflict, same_value
from pincite.verification.evidence import Evidence
from pincite.verification.matter import Matter, beats, matter_of, names_another
from pincite.verification.report import FailureType, Finding
from pincite.verification.statements import Statement
from pincite.verification.terms import has_negation

MOST_FIGURES = 40
"""A statement with more figures than this is a table cast in one line; its values are looked up, no more."""

_PART_END = re.compile(r"[,，;；。]")
_CONDITION = re.compile(
    r"(?:인|일|이면|이라면|의\s*경우|한\s*경우|하는\s*경우|하면)(?![가-힣]*다)|(?:的|时|者)(?=[，,\s]|$)"
)
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
    ids = tuple(dict.fromkeys(s.passage_id for s, _ in equal))
    if quoted or len(siblings) > MOST_FIGURES:
        return None, ids
    matter = matter_of(text, quantity, siblings)
    fitting = [(s, q) for s, q in equal if bound_fits(text, quantity, siblings, s, q)]
    if not fitting:
        others = [
            (s, q)
            for s, q in evidence.of_kind(quantity.kind)
            if _rivals(text, quantity, siblings, s, q) and not same_value(quantity, q)
        ]
        if all(_beaten(matter, origin, others) for origin in equal):
            return of_another(quantity), ()
        return _swapped(text, quantity), ()
    if all(names_another(matter, s, evidence.statements) for s, _ in fitting):
        return of_another(quantity), ()
    rivals = [(s, q) for s, q in evidence.of_kind(quantity.kind) if _rivals(text, quantity, siblings, s, q)]
    winner: Quantity | None = None
    for origin in fitting:
        beaten_by = _beaten(matter, origin, rivals)
        if beaten_by is None:
            return None, tuple(dict.fromkeys(s.passage_id for s, _ in fitting))
        winner = winner or beaten_by
    if winner is not None and same_value(quantity, winner):
        return _swapped(text, quantity), ()
    return of_another(quantity), ()


def _check_number(
    text: str, quantity: Quantity, siblings: tuple[Quantity, ...], evidence: Evidence
) -> tuple[Finding | None, tuple[str, ...]]:
    """A number without a unit (``over 18``) may be any figure of that value, but keeps its bound."""
    holders = evidence.values.get(quantity.value, ())
    if not holders:
        return _wrong(quantity, evidence), ()
    if quantity.bound:
        equal = ((s, q) for s, q in evidence.quantities if q.value == quantity.value)
        if not any(bound_fits(text, quantity, siblings, s, q) for s, q in equal):
            return _swapped(text, quantity), ()
    return None, holders


def _beaten(
    matter: Matter, origin: tuple[Statement, Quantity], rivals: list[tuple[Statement, Quantity]]
) -> Quantity | None:
    """The rival that the claim's words point to instead of ``origin``, if there is one."""
    return next((q for s, q in rivals if beats(matter, origin, (s, q))), None)


def _rivals(
    text: str, stated: Quantity, siblings: tuple[Quantity, ...], statement: Statement, other: Quantity
) -> bool:
    bare = stated.kind == "count" and other.kind == "number" and statement.cells
    if not bare and (stated.kind != other.kind or (stated.kind == "count" and stated.unit != other.unit)):
        return False
    return not same_value(stated, other) or not bound_fits(text, stated, siblings, statement, other)


def bound_fits(
    text: str, stated: Quantity, siblings: tuple[Quantity, ...], statement: Statement, source: Quantity
) -> bool:
    """Bounds and rates do not contradict. Under a negation on one side only, the bound says nothing:
    "may not charge above 12%" and "may charge up to 12%" agree, and polarity judges the rest.
    """
    if stated.per and source.per and stated.per != source.per:
        return False
    if not bounds_conflict(stated, source):
        return True
    return complementary(stated, source) and _negated(text, stated, siblings) != _negated(
        statement.text, source, statement.quantities
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
    if quantity.kind in _CRITICAL and quantity.kind != "date" and digits:
        for _, other in evidence.quantities:
            ratio = quantity.value / other.value if other.value and quantity.kind == other.kind else 0
            if re.sub(r"\D", "", other.text) == digits or (ratio and _power_of_ten(float(ratio))):
                failure = FailureType.UNIT_ERROR
                break
    return Finding(quantity.text, _level(quantity), failure, "figure_missing")


def _power_of_ten(ratio: float) -> bool:
    return any(abs(ratio - 10.0**n) < 1e-12 * 10.0**n for n in (-4, -3, -2, -1, 1, 2, 3, 4))


def _swapped(text: str, quantity: Quantity) -> Finding:
    """The bound words belong to what is wrong: ``15일 이후``, ``after 30 days``."""
    written = text[quantity.bound_start : quantity.bound_end].strip()
    return Finding(written, RiskLevel.SOFT_FAIL, FailureType.GENERATION_ERROR, "bound_swapped")


def _level(quantity: Quantity) -> RiskLevel:
    return RiskLevel.SOFT_FAIL if quantity.kind in _CRITICAL else RiskLevel.WARN


def _failure(quantity: Quantity) -> FailureType:
    return FailureType.GENERATION_ERROR if quantity.kind in _CRITICAL else FailureType.MINOR
