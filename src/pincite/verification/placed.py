"""What was found in an answer, by its place, so that each claim looks at its own alone."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Generic, TypeVar

from pincite.text.quantities import Quantity
from pincite.text.references import Reference
from pincite.verification.claims import RawClaim

_T = TypeVar("_T", Reference, Quantity)


class Placed(Generic[_T]):
    """References or quantities, in order of their beginnings."""

    def __init__(self, found: Sequence[_T]) -> None:
        self._found: list[_T] = sorted(found, key=lambda one: one.start)
        self._starts: list[int] = [one.start for one in self._found]

    def within(self, raw: RawClaim) -> list[_T]:
        if not self._starts:
            return []
        low = bisect_left(self._starts, raw.start)
        return self._found[low : bisect_left(self._starts, raw.end, low)]
