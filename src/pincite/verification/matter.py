"""What a figure of a claim is about: the words and figures around it."""

from collections.abc import Collection
from dataclasses import dataclass

from pincite.text.quantities import Quantity
from pincite.verification.pairs import is_qualified, pairs_of
from pincite.verification.parts import blank, joined, part, plain
from pincite.verification.statements import Statement
from pincite.verification.terms import holds, terms, terms_in_order


@dataclass(frozen=True, eq=False)
class Matter:
    """The matter of one figure of a claim. Told apart by identity, as statements are.

    ``lead`` are the terms before the figure in its part of the claim, ``near`` those of the whole part,
    ``whole`` those of the claim; ``beside`` are the figures that stand before it in its part and
    ``figures`` all figures of the claim in order.
    """

    lead: frozenset[str]
    near: frozenset[str]
    whole: frozenset[str]
    beside: tuple[Quantity, ...]
    figures: tuple[Quantity, ...]
    nearest: str = ""
    """The last word before the figure."""
    one_range: bool = False
    """The claim's two figures are the ends of one range, whose order says nothing."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Words of the claim that qualify the next one: ``("신규", "요금제")``."""
    before: tuple[Quantity, ...] = ()
    """The figures of the claim that stand before this one: what it is conditioned on."""


def matter_of(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> Matter:
    """The matter of ``quantity`` in the claim ``text`` with all its ``quantities``."""
    masked, low, high = part(plain(text), quantity, quantities)
    lead = terms_in_order(masked[low : quantity.start])
    return Matter(
        frozenset(lead),
        terms(masked[low:high]),
        terms(blank(plain(text), quantities)),
        tuple(q for q in quantities if low <= q.start < quantity.start),
        quantities,
        lead[-1] if lead else "",
        len(quantities) == 2 and joined(text, *quantities),
        tuple(
            (one, two)
            for one, two in (pair.split(" ") for pair in sorted(pairs_of(masked[low : quantity.start])))
            if one != "."
        ),
        tuple(q for q in quantities if q.start < quantity.start),
    )


def names_another(matter: Matter, holder: Statement, known: Collection[str]) -> bool:
    """Whether the claim speaks of one thing and the holder of its sister: 신규 요금제 and 구 요금제.

    The claim qualifies a noun with a word that the holder does not know; the holder qualifies the same noun
    with another word, and another statement knows the claim's pair: it is among ``known``. A figure that the
    passages state for
    the sister alone has no rival that would give it away.
    """
    return any(
        f"{modifier} {noun}" in known
        and not holds(holder.context, modifier)
        and is_qualified(noun, holder.pairs)
        for modifier, noun in matter.pairs
    )
