"""The value `Quantity`: one number of a text with what it measures."""

from dataclasses import dataclass
from fractions import Fraction

DateParts = tuple[int | None, int | None, int | None]
"""Year, month, day; None where the text leaves it out."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One amount, period, percentage, date, age, count or measure as written.

    ``value`` is exact and in the base unit of ``unit``: ``KRW`` won, ``day`` days (hours and weeks too),
    ``month`` months (years too), ``business_day``, ``%``, ``pp`` percentage points, ``bp`` basis points
    (which may be either); `date` holds a calendar date instead. ``bound`` is ``min`` (>=), ``max`` (<=),
    ``over`` (>), ``under`` (<), ``from`` or empty; ``[bound_start, bound_end)`` is the span with the bound
    words. ``per`` is what an amount is paid for (``day``, ``month``, ``year``, ``time``, ``person`` …), empty
    when not written.
    """

    start: int
    end: int
    text: str
    kind: str
    value: Fraction
    unit: str
    date: DateParts | None = None
    bound: str = ""
    bound_start: int = -1
    bound_end: int = -1
    per: str = ""

    def __hash__(self) -> int:
        """Cheap: hashing a fraction takes a modular inverse."""
        return hash((self.start, self.end, self.text))


_CONFLICTS = frozenset(
    frozenset(pair)
    for pair in (
        ("min", "max"), ("min", "over"), ("min", "under"), ("max", "over"), ("max", "under"),
        ("over", "under"),
        ("from", "max"), ("from", "under"), ("before", "over"), ("before", "from"), ("before", "min"),
    )
)  # fmt: skip
_DATE_FRIENDS = frozenset(
    frozenset(pair) for pair in (("min", "over"), ("from", "over"), ("from", "min"), ("max", "under"))
)
_LOOSE_UNITS = frozenset({"item", ""})


def same_value(stated: Quantity, source: Quantity) -> bool:
    """Whether ``source`` supports the value of ``stated``; a date may say less than its source, not more.

    A count in general words (``개``, ``item``) equals any count of that value.
    """
    if stated.kind == "date" or source.kind == "date":
        if stated.date is None or source.date is None:
            return False
        return all(a is None or a == b for a, b in zip(stated.date, source.date, strict=True))
    if stated.kind != source.kind and stated.kind != "number" and source.kind != "number":
        return False
    one, two = stated.value, source.value  # in lowest terms; comparing fractions costs ten times as much
    if one.numerator != two.numerator or one.denominator != two.denominator:
        return False
    return stated.kind != source.kind or same_unit(stated, source)


def same_unit(stated: Quantity, source: Quantity) -> bool:
    """Whether two quantities of one kind and value, and no dates, are of one unit."""
    if stated.kind == "count":
        return stated.unit == source.unit or bool({stated.unit, source.unit} & _LOOSE_UNITS)
    if "bp" in (stated.unit, source.unit):
        return True
    return stated.unit == source.unit or stated.value == 0


def bounds_conflict(stated: Quantity, source: Quantity) -> bool:
    """Whether the two bounds exclude each other (이상 against 초과, within against after)."""
    pair = frozenset({stated.bound, source.bound})
    if len(pair) == 1 or "" in pair:
        return False
    if stated.kind == "date" and pair in _DATE_FRIENDS:
        return False
    return pair in _CONFLICTS
