"""What a figure is about: the words around it, and whether they point to another figure of the passages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.text.quantities import Quantity, bounds_conflict, same_value
from pincite.verification.evidence import Statement
from pincite.verification.terms import contains, terms

_BREAK = re.compile(
    r"[,，;；、]|(?:이고|이며|하고|하며|되고|되며|지만|으나)\s|\s(?:and|but|while|or|및|그리고|또는)\s|而|但"
)
_RANGE = re.compile(r"\s*(?:[~∼〜\-–—至到]|에서|부터|to|and|or|내지|이상)\s*(?:약\s*)?", re.IGNORECASE)
_PARENTHESIS = re.compile(r"[(（][^()（）]*[)）]")


@dataclass(frozen=True, slots=True)
class Matter:
    """The matter of one figure of a claim.

    ``lead`` are the terms before the figure in its part of the claim, ``near`` those of the whole part,
    ``whole`` those of the claim; ``beside`` are the figures that stand before it in its part and
    ``figures`` all figures of the claim in order.
    """

    lead: frozenset[str]
    near: frozenset[str]
    whole: frozenset[str]
    beside: tuple[Quantity, ...]
    figures: tuple[Quantity, ...]


def matter_of(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> Matter:
    """The matter of ``quantity`` in the claim ``text`` with all its ``quantities``."""
    masked, low, high = _part(text, quantity, quantities)
    return Matter(
        terms(masked[low : quantity.start]),
        terms(masked[low:high]),
        terms(_blank(text, quantities)),
        tuple(q for q in quantities if low <= q.start < quantity.start),
        quantities,
    )


def beats(matter: Matter, holder: tuple[Statement, Quantity], rival: tuple[Statement, Quantity]) -> bool:
    """Whether the claim's words point to the rival's matter and nowhere to the holder's."""
    (mine, held), (theirs, other) = holder, rival
    if mine is theirs:
        return _beats_inside(matter, mine, held, other)
    needed = matter.beside
    if in_order(matter.figures, mine.quantities):
        needed = tuple(f for f in matter.figures if not same_value(f, held))
    if not _holds(theirs.quantities, needed):
        return False
    here, there = _full(mine, held), _full(theirs, other)
    wording = (matter.lead, matter.near) if matter.lead else (matter.near,)
    if any(_points(words, here, there) for words in wording):
        return not _points_back(matter.whole, here, there)
    return _points(matter.whole, mine.context, theirs.context)


def _beats_inside(matter: Matter, statement: Statement, held: Quantity, other: Quantity) -> bool:
    """Two figures of one statement: a claim that keeps their order keeps their matters."""
    if _joined(statement.text, held, other) or in_order(matter.figures, statement.quantities):
        return False
    here, there = (_around(statement, q) for q in (held, other))
    if here == there:
        return False
    if matter.beside:
        beside_held, beside_other = (_before(statement, q) for q in (held, other))
        if _holds(beside_held, matter.beside):
            return False
        if _holds(beside_other, matter.beside):
            return True
    return _points(matter.near, here, there)


def _points(words: frozenset[str], here: str, there: str) -> bool:
    only_here, only_there = _sides(words, here, there)
    return bool(only_there) and not only_here


def _points_back(words: frozenset[str], here: str, there: str) -> bool:
    """The claim as a whole shares clearly more with the holder."""
    only_here, only_there = _sides(words, here, there)
    return len(only_here) > 2 * len(only_there)


def _sides(words: frozenset[str], here: str, there: str) -> tuple[set[str], set[str]]:
    mine = {word for word in words if contains(here, word)}
    theirs = {word for word in words if contains(there, word)}
    return mine - theirs, theirs - mine


def _holds(known: Sequence[Quantity], figures: Sequence[Quantity]) -> bool:
    return all(any(same_value(figure, q) for q in known) for figure in figures)


def in_order(figures: Sequence[Quantity], known: Sequence[Quantity]) -> bool:
    """All figures of a claim stand in one statement, in the same order and with bounds that agree."""
    if len(figures) < 2:
        return False
    rest = iter(known)
    return all(any(same_value(f, q) and not bounds_conflict(f, q) for q in rest) for f in figures)


@lru_cache(maxsize=4096)
def _around(statement: Statement, quantity: Quantity) -> str:
    masked, low, high = _part(statement.text, quantity, statement.quantities)
    return masked[low:high]


def _before(statement: Statement, quantity: Quantity) -> tuple[Quantity, ...]:
    _, low, _ = _part(statement.text, quantity, statement.quantities)
    return tuple(q for q in statement.quantities if low <= q.start < quantity.start)


@lru_cache(maxsize=4096)
def _full(statement: Statement, quantity: Quantity) -> str:
    """All that a source figure hangs from: headings, list lead, and its own part when there are several."""
    return f"{statement.heading} {statement.lead} {_around(statement, quantity)}"


def _part(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> tuple[str, int, int]:
    """The part of a statement that one figure belongs to: the text without figures, and its two ends.

    A break counts where it parts two figures of the kind. A parenthesis with such a figure is a part of
    its own, and is no part of the text around it.
    """
    blank = _blank(text, quantities)
    same = [q for q in quantities if q.kind == quantity.kind and q.start != quantity.start]
    for match in _PARENTHESIS.finditer(text):
        if match.start() < quantity.start < match.end():
            if any(not match.start() < q.start < match.end() for q in same):
                low, high = match.span()
                return blank, *_between_breaks(blank, quantity, same, low, high)
            break
        if any(match.start() < q.start < match.end() for q in same):
            blank = blank[: match.start()] + " " * len(match.group()) + blank[match.end() :]
            same = [q for q in same if not match.start() < q.start < match.end()]
    return blank, *_between_breaks(blank, quantity, same, 0, len(text))


def _between_breaks(
    blank: str, quantity: Quantity, same: list[Quantity], low: int, high: int
) -> tuple[int, int]:
    inside = [q for q in same if low <= q.start < high]
    for match in _BREAK.finditer(blank, low, high):
        if match.end() <= quantity.start and any(q.end <= match.start() for q in inside):
            low = match.end()
        if match.start() >= quantity.end and any(q.start >= match.end() for q in inside):
            return low, match.start()
    return low, high


def _joined(text: str, one: Quantity, two: Quantity) -> bool:
    """The two ends of ``10~50만원`` are no rivals, nor are the figures of ``500 hours or 6 months``."""
    first, second = sorted((one, two), key=lambda q: q.start)
    return bool(_RANGE.fullmatch(text[first.end : second.start]))


def _blank(text: str, quantities: Sequence[Quantity]) -> str:
    for quantity in quantities:
        text = text[: quantity.start] + " " * (quantity.end - quantity.start) + text[quantity.end :]
    return text
