"""Are the quantities of a claim those of its passages, for the same matter, with the same bound?"""

import re
from dataclasses import dataclass

from pincite.core.types import RiskLevel
from pincite.text.quantities import Quantity, bounds_conflict, same_value
from pincite.verification.evidence import Evidence, Statement
from pincite.verification.report import FailureType, Finding
from pincite.verification.terms import contains, terms

_CRITICAL = frozenset({"amount", "period", "percent", "date"})
_BREAK = re.compile(
    r"[,，;；、]|(?<=[가-힣])(?:이고|이며|하고|하며|되고|되며|지만|으나)\s|\s(?:and|but|while|및|그리고)\s|而|但"
)
_RANGE = re.compile(r"\s*(?:[~∼〜\-–—至到]|에서|부터|to|and|내지|이상)\s*(?:약\s*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Origin:
    """One quantity of the passages: the words right around it, and all that it hangs from."""

    statement: Statement
    quantity: Quantity
    near: str
    full: str


def check_quantity(
    text: str, quantity: Quantity, siblings: tuple[Quantity, ...], evidence: Evidence
) -> tuple[Finding | None, tuple[str, ...]]:
    """A finding when the passages do not state the quantity for this matter, and ids of those that do.

    ``text`` is the claim, ``siblings`` are all its quantities (offsets in the claim).
    """
    origins = [
        _Origin(
            s, q, _near(s.text, q, s.quantities), f"{s.heading} {s.lead} {_rest(s.text, q, s.quantities)}"
        )
        for s, q in evidence.quantities
    ]
    equal = [o for o in origins if same_value(quantity, o.quantity)]
    if not equal:
        return _wrong(quantity, evidence), ()
    fitting = [o for o in equal if _bound_fits(quantity, o.quantity)]
    near = terms(_near(text, quantity, siblings))
    whole = terms(_blank(text, siblings))
    rivals = [o for o in origins if _is_rival(quantity, o.quantity)]
    if not fitting:
        others = [
            r for r in rivals if not same_value(quantity, r.quantity) and _bound_fits(quantity, r.quantity)
        ]
        if all(any(_beats(near, whole, origin, r) for r in others) for origin in equal):
            return Finding(quantity.text, _level(quantity), _failure(quantity), "figure_of_another"), ()
        return _swapped(text, quantity), ()
    beaten_by: Quantity | None = None
    for origin in fitting:
        rival = next(
            (r for r in rivals if not _one_range(origin, r) and _beats(near, whole, origin, r)), None
        )
        if rival is None:
            return None, tuple(dict.fromkeys(o.statement.passage_id for o in fitting))
        beaten_by = rival.quantity
    if beaten_by is not None and same_value(quantity, beaten_by):
        return _swapped(text, quantity), ()
    return Finding(quantity.text, _level(quantity), _failure(quantity), "figure_of_another"), ()


def _one_range(one: _Origin, two: _Origin) -> bool:
    """The two ends of ``10~50만원`` are no rivals."""
    return one.statement is two.statement and _joined(one.statement.text, one.quantity, two.quantity)


def _joined(text: str, one: Quantity, two: Quantity) -> bool:
    first, second = sorted((one, two), key=lambda q: q.start)
    return bool(_RANGE.fullmatch(text[first.end : second.start]))


def _is_rival(stated: Quantity, other: Quantity) -> bool:
    if stated.kind != other.kind or (stated.kind == "count" and stated.unit != other.unit):
        return False
    return not same_value(stated, other) or not _bound_fits(stated, other)


def _beats(near: frozenset[str], whole: frozenset[str], holder: _Origin, rival: _Origin) -> bool:
    """Whether the claim's words point to the rival's matter and nowhere to the holder's.

    Tried on the words nearest to the figure first, then on the whole claim.
    """
    for wanted, mine, theirs in (
        (near, holder.near, rival.near),
        (near, holder.full, rival.full),
        (whole, holder.full, rival.full),
    ):
        for_rival = {t for t in wanted if contains(theirs, t)}
        for_holder = {t for t in wanted if contains(mine, t)}
        only_rival, only_holder = for_rival - for_holder, for_holder - for_rival
        if only_rival and not only_holder:
            return True
        if only_holder and not only_rival:
            return False
        if len(only_rival) >= 2 * len(only_holder) + 2:
            return True
        if only_holder:
            return False
    return False


def _blank(text: str, quantities: tuple[Quantity, ...]) -> str:
    for quantity in quantities:
        width = quantity.end - quantity.start
        text = text[: quantity.start] + " " * width + text[quantity.end :]
    return text


def _near(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> str:
    """The part of a statement around one figure: up to the breaks, or to the next figure of its kind."""
    same = [
        q for q in quantities if q.kind == quantity.kind and q is not quantity and q.start != quantity.start
    ]
    low = max((q.end for q in same if q.end <= quantity.start), default=0)
    high = min((q.start for q in same if q.start >= quantity.end), default=len(text))
    if not same:
        return _blank(text, quantities)
    blank = _blank(text, quantities)
    breaks = [m.end() for m in _BREAK.finditer(blank, low, quantity.start)]
    if breaks and low:
        low = breaks[0]
    after = _BREAK.search(blank, quantity.end, high)
    if after:
        high = after.start()
    return blank[low:high]


def _rest(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> str:
    near = _near(text, quantity, quantities)
    same = [q for q in quantities if q.kind == quantity.kind and q.start != quantity.start]
    return near if same else _blank(text, quantities)


def _bound_fits(stated: Quantity, source: Quantity) -> bool:
    if stated.per and source.per and stated.per != source.per:
        return False
    return not bounds_conflict(stated, source)


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
