"""A figure of the passages with the words and figures around it."""

from dataclasses import dataclass
from functools import cached_property

from pincite.text.quantities import Quantity
from pincite.verification.cells import Cell
from pincite.verification.parts import between_breaks, blank, part, plain
from pincite.verification.statements import Statement


@dataclass(frozen=True, eq=False)
class Stated:
    """``quantity`` as ``statement`` has it. Told apart by identity, as statements are.

    ``number`` counts the figures of the passages, ``place`` their statements.
    """

    statement: Statement
    quantity: Quantity
    number: int
    place: int

    @cached_property
    def around(self) -> str:
        """The words of its part of the statement, or of its cell with what that stands under."""
        statement = self.statement
        if (cell := self._cell) is not None:
            return f"{cell.under} {blank(plain(statement.text), statement.quantities)[cell.start : cell.end]}"
        masked, low, high = part(plain(statement.text), self.quantity, statement.quantities)
        return masked[low:high]

    @cached_property
    def full(self) -> str:
        """All that it hangs from: headings, list lead, and its own part when there are several."""
        lead = "" if self.statement.cells else self.statement.lead
        return f"{self.statement.heading} {lead} {self.around}"

    @cached_property
    def close(self) -> str:
        """The words right around it, up to the next break that parts it from any other figure."""
        quantities = self.statement.quantities
        bare = blank(plain(self.statement.text), quantities)
        others = [q for q in quantities if q.start != self.quantity.start]
        low, high = between_breaks(bare, self.quantity, others, 0, len(bare))
        return bare[low:high]

    @cached_property
    def before(self) -> tuple[Quantity, ...]:
        """The figures that stand before it in its part or cell."""
        quantities = self.statement.quantities
        if (cell := self._cell) is not None:
            low = cell.start
        else:
            _, low, _ = part(self.statement.text, self.quantity, quantities)
        return tuple(q for q in quantities if low <= q.start < self.quantity.start)

    @property
    def _cell(self) -> Cell | None:
        start = self.quantity.start
        return next((cell for cell in self.statement.cells if cell.start <= start < cell.end), None)
