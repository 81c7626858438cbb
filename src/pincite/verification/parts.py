"""The parts of a sentence that its figures belong to: between breaks, inside and outside parentheses."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pincite.text.quantities import Quantity
from pincite.text.references import find_references
from pincite.verification.terms import terms

_BREAK = re.compile(
    r"[,，;；、]|(?:이고|이며|하고|하며|되고|되며|지만|으나)\s|\s(?:and|but|while|or|및|그리고|또는)\s|而|但"
)
_RANGE = re.compile(r"\s*(?:[~∼〜\-–—至到]|에서|부터|to|and|or|내지|이상)\s*(?:약\s*)?", re.IGNORECASE)
_PARENTHESIS = re.compile(r"[(（][^()（）]*[)）]")


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """``text`` with its clause references blanked: their numerals are no words."""
    for reference in find_references(text):
        text = text[: reference.start] + " " * (reference.end - reference.start) + text[reference.end :]
    return text


def part(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> tuple[str, int, int]:
    """The part of a statement that one figure belongs to: the text without figures, and its two ends.

    A break counts where it parts two figures of the kind. A parenthesis with such a figure is a part of
    its own, and is no part of the text around it.
    """
    bare = blank(text, quantities)
    same = [q for q in quantities if q.kind == quantity.kind and q.start != quantity.start]
    for match in _PARENTHESIS.finditer(text):
        if match.start() < quantity.start < match.end():
            alone = not terms(bare[match.start() : match.end()])  # 고급형(55,000원)
            if not alone and any(not match.start() < q.start < match.end() for q in same):
                low, high = match.span()
                return bare, *between_breaks(bare, quantity, same, low, high)
            break
        if any(match.start() < q.start < match.end() for q in same):
            bare = bare[: match.start()] + " " * len(match.group()) + bare[match.end() :]
            same = [q for q in same if not match.start() < q.start < match.end()]
    return bare, *between_breaks(bare, quantity, same, 0, len(text))


def between_breaks(
    bare: str, quantity: Quantity, same: list[Quantity], low: int, high: int
) -> tuple[int, int]:
    inside = [q for q in same if low <= q.start < high]
    for match in _BREAK.finditer(bare, low, high):
        if match.end() <= quantity.start and any(q.end <= match.start() for q in inside):
            low = match.end()
        if match.start() >= quantity.end and any(q.start >= match.end() for q in inside):
            return low, match.start()
    return low, high


def joined(text: str, one: Quantity, two: Quantity) -> bool:
    """The two ends of ``10~50만원`` are no rivals, nor are the figures of ``500 hours or 6 months``."""
    first, second = sorted((one, two), key=lambda q: q.start)
    return bool(_RANGE.fullmatch(text[first.end : second.start]))


def blank(text: str, quantities: Sequence[Quantity]) -> str:
    for quantity in quantities:
        text = text[: quantity.start] + " " * (quantity.end - quantity.start) + text[quantity.end :]
    return text
