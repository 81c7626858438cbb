"""What a figure is about: the words around it, and whether they point to another figure of the passages."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.text.quantities import Quantity, bounds_conflict, same_value
from pincite.text.references import find_references
from pincite.verification.cells import Cell
from pincite.verification.statements import Statement
from pincite.verification.terms import held, holds, terms, terms_in_order

_BREAK = re.compile(
    r"[,，;；、]|(?:이고|이며|하고|하며|되고|되며|지만|으나)\s|\s(?:and|but|while|or|및|그리고|또는)\s|而|但"
)
_RANGE = re.compile(r"\s*(?:[~∼〜\-–—至到]|에서|부터|to|and|or|내지|이상)\s*(?:약\s*)?", re.IGNORECASE)
_WORD = re.compile(r"(?P<word>[가-힣]+|[A-Za-z][A-Za-z'’-]*)(?P<stop>[,.;:!?)]?)")
_PARENTHESIS = re.compile(r"[(（][^()（）]*[)）]")


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


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """``text`` with its clause references blanked: their numerals are no words."""
    for reference in find_references(text):
        text = text[: reference.start] + " " * (reference.end - reference.start) + text[reference.end :]
    return text


def matter_of(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> Matter:
    """The matter of ``quantity`` in the claim ``text`` with all its ``quantities``."""
    masked, low, high = _part(_plain(text), quantity, quantities)
    lead = terms_in_order(masked[low : quantity.start])
    return Matter(
        frozenset(lead),
        terms(masked[low:high]),
        terms(_blank(_plain(text), quantities)),
        tuple(q for q in quantities if low <= q.start < quantity.start),
        quantities,
        lead[-1] if lead else "",
        len(quantities) == 2 and _joined(text, *quantities),
        tuple(
            (one, two)
            for one, two in (pair.split(" ") for pair in sorted(_pairs(masked[low : quantity.start])))
            if one != "."
        ),
        tuple(q for q in quantities if q.start < quantity.start),
    )


def beats(matter: Matter, holder: tuple[Statement, Quantity], rival: tuple[Statement, Quantity]) -> bool:
    """Whether the claim's words point to the rival's matter and nowhere to the holder's."""
    (mine, held), (theirs, other) = holder, rival
    if mine is theirs:
        return _beats_inside(matter, mine, held, other)
    if _others_fit(matter, mine, held, theirs):
        return True
    if _in_order(matter, mine):
        needed = tuple(f for f in matter.figures if not same_value(f, held))
        if not _holds(theirs.quantities, needed, bounds=True):
            return False
    elif not _has_beside(matter, theirs):
        return False
    here, there = _full(mine, held), _full(theirs, other)
    wording = (matter.lead, matter.near) if matter.lead else (matter.near,)
    if any(_points(words, here, there) for words in wording):
        return not _points_back(matter.whole, here, there)
    if any(_points(words, theirs.text, mine.text) for words in wording):
        return False
    return _points(matter.whole, mine.context, theirs.context)


def _others_fit(matter: Matter, mine: Statement, held: Quantity, theirs: Statement) -> bool:
    """The figures before this one in the claim, with their bounds, stand with the rival, not with the holder.

    The words must not say otherwise: those of the figure's own part may not point to the holder.
    """
    if not matter.before or not matter.near:
        return False
    if not _has_before(matter, theirs) or any(same_value(held, q) for q in theirs.quantities):
        return False
    others = [f for f in matter.before if not same_value(f, held) and f.kind != "number"]
    if not others:
        return False
    if any(_holds(mine.quantities, [other], bounds=True) for other in others):
        return False
    here, there = _full(mine, held), theirs.context
    only_here, _ = _sides(matter.near, here, there)
    return not only_here


@lru_cache(maxsize=8192)
def _in_order(matter: Matter, statement: Statement) -> bool:
    return in_order(matter.figures, statement.quantities)


@lru_cache(maxsize=8192)
def _has_beside(matter: Matter, statement: Statement) -> bool:
    return _holds(statement.quantities, matter.beside, bounds=True)


@lru_cache(maxsize=8192)
def _has_before(matter: Matter, statement: Statement) -> bool:
    """``statement`` has what the claim conditions its figure on; the figure's own value is no condition."""
    return _holds(statement.quantities, [f for f in matter.before if f.kind != "number"], bounds=True)


def _beats_inside(matter: Matter, statement: Statement, held: Quantity, other: Quantity) -> bool:
    """Two figures of one statement: a claim that keeps their order keeps their matters."""
    if _joined(statement.text, held, other) or _keeps_order(matter, statement, held, other):
        return False
    here, there = (_around(statement, q) for q in (held, other))
    if here == there:
        return False
    if matter.beside and not matter.one_range and _bounds_tell(matter, statement, held, other):
        return True
    if _points(matter.near, there, here):
        return False
    if matter.beside and not matter.one_range:
        beside_held, beside_other = (_before(statement, q) for q in (held, other))
        if _holds(beside_held, matter.beside, bounds=True):
            return False
        if _holds(beside_other, matter.beside, bounds=True):
            return True
        if _holds(beside_held, matter.beside):
            return False
    wording = matter.lead if same_value(held, other) and matter.lead else matter.near
    if _points(wording, here, there):
        return True
    if any(same_value(f, other) for f in matter.figures):
        return False
    close_here, close_there = (_close(statement, q) for q in (held, other))
    return bool(matter.nearest) and _points(frozenset({matter.nearest}), close_here, close_there)


def names_another(matter: Matter, holder: Statement, statements: Sequence[Statement]) -> bool:
    """Whether the claim speaks of one thing and the holder of its sister: 신규 요금제 and 구 요금제.

    The claim qualifies a noun with a word that the holder does not know; the holder qualifies the same noun
    with another word, and another statement knows the claim's pair. A figure that the passages state for
    the sister alone has no rival that would give it away.
    """
    return any(
        not holds(holder.context, modifier)
        and _qualified(holder.context, noun)
        and any(f"{modifier} {noun}" in _pairs(s.context) for s in statements)
        for modifier, noun in matter.pairs
    )


def _qualified(text: str, noun: str) -> bool:
    """Every time ``text`` names ``noun``, another word qualifies it."""
    named = [pair for pair in _pairs(text) if pair.endswith(f" {noun}")]
    return bool(named) and f". {noun}" not in named


@lru_cache(maxsize=4096)
def _pairs(text: str) -> frozenset[str]:
    """Adjacent words ``modifier noun`` of ``text``; ``. noun`` where nothing qualifies the noun.

    A word with a particle or an ending qualifies nothing (요금제는 위약금), nor does one before a comma.
    """
    found: set[str] = set()
    before = ""
    for match in _WORD.finditer(text):
        stems = terms_in_order(match["word"])
        noun = stems[0] if len(stems) == 1 else ""
        if noun:
            found.add(f"{before or '.'} {noun}")
        bare = noun and not match["stop"] and (noun == match["word"] or noun[0].isascii())
        before = noun if bare else ""
    return frozenset(found)


def _bounds_tell(matter: Matter, statement: Statement, held: Quantity, other: Quantity) -> bool:
    """Both parts have the values beside the figure; only the rival's part bounds them as the claim does."""
    beside_held, beside_other = (_before(statement, q) for q in (held, other))
    return (
        _holds(beside_held, matter.beside)
        and not _holds(beside_held, matter.beside, bounds=True)
        and _holds(beside_other, matter.beside, bounds=True)
    )


def _stands_before(matter: Matter, statement: Statement, held: Quantity, other: Quantity) -> bool:
    """``other`` is the first figure of its kind after what the claim conditions the figure on
    (within three years 2%, thereafter 1%)."""
    given = matter.before[-1] if matter.before else None
    if given is None or given.kind == held.kind:
        return False
    places = [q.start for q in statement.quantities if same_value(given, q) and q.start < other.start]
    return bool(places) and places[-1] < other.start < held.start


def _keeps_order(matter: Matter, statement: Statement, held: Quantity, other: Quantity) -> bool:
    """The claim names its figures in the statement's order; against one it names too, bounds may differ."""
    if matter.one_range:
        return False
    named = any(same_value(figure, other) for figure in matter.figures)
    if not named and _stands_before(matter, statement, held, other):
        return False
    return in_order(matter.figures, statement.quantities, bounds=not named)


def _points(words: frozenset[str], here: str, there: str) -> bool:
    only_here, only_there = _sides(words, here, there)
    return bool(only_there) and not only_here


def _points_back(words: frozenset[str], here: str, there: str) -> bool:
    """The claim as a whole shares clearly more with the holder."""
    only_here, only_there = _sides(words, here, there)
    return len(only_here) > 2 * len(only_there)


def _sides(words: frozenset[str], here: str, there: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words of one side alone. A word that both hold is of the side that has it as a word of its own where
    the other has it only inside a longer one (부모 in 조부모), unless other words tell the sides apart.
    """
    mine, theirs = held(words, here), held(words, there)
    only_here, only_there = mine - theirs, theirs - mine
    if only_here or only_there or not mine:
        return only_here, only_there
    own_here, own_there = mine & terms(here), mine & terms(there)
    return (
        frozenset(word for word in own_here - own_there if _inside(word, there)),
        frozenset(word for word in own_there - own_here if _inside(word, here)),
    )


def _inside(word: str, text: str) -> bool:
    return any(term.endswith(word) for term in terms(text)) and not word.isascii()


def _holds(known: Sequence[Quantity], figures: Sequence[Quantity], *, bounds: bool = False) -> bool:
    return all(
        any(same_value(f, q) and not (bounds and bounds_conflict(f, q)) for q in known) for f in figures
    )


def in_order(figures: Sequence[Quantity], known: Sequence[Quantity], *, bounds: bool = True) -> bool:
    """All figures of a claim stand in one statement, in the same order and with bounds that agree."""
    if len(figures) < 2:
        return False
    rest = iter(known)
    return all(
        any(same_value(f, q) and not (bounds and bounds_conflict(f, q)) for q in rest) for f in figures
    )


@lru_cache(maxsize=4096)
def _around(statement: Statement, quantity: Quantity) -> str:
    if (cell := _cell(statement, quantity)) is not None:
        return f"{cell.under} {_blank(_plain(statement.text), statement.quantities)[cell.start : cell.end]}"
    masked, low, high = _part(_plain(statement.text), quantity, statement.quantities)
    return masked[low:high]


def _cell(statement: Statement, quantity: Quantity) -> Cell | None:
    return next((cell for cell in statement.cells if cell.start <= quantity.start < cell.end), None)


@lru_cache(maxsize=4096)
def _close(statement: Statement, quantity: Quantity) -> str:
    """The words right around a source figure, up to the next break that parts it from any other figure."""
    blank = _blank(_plain(statement.text), statement.quantities)
    others = [q for q in statement.quantities if q.start != quantity.start]
    low, high = _between_breaks(blank, quantity, others, 0, len(blank))
    return blank[low:high]


def _before(statement: Statement, quantity: Quantity) -> tuple[Quantity, ...]:
    if (cell := _cell(statement, quantity)) is not None:
        low = cell.start
    else:
        _, low, _ = _part(statement.text, quantity, statement.quantities)
    return tuple(q for q in statement.quantities if low <= q.start < quantity.start)


@lru_cache(maxsize=4096)
def _full(statement: Statement, quantity: Quantity) -> str:
    """All that a source figure hangs from: headings, list lead, and its own part when there are several."""
    lead = "" if statement.cells else statement.lead
    return f"{statement.heading} {lead} {_around(statement, quantity)}"


def _part(text: str, quantity: Quantity, quantities: tuple[Quantity, ...]) -> tuple[str, int, int]:
    """The part of a statement that one figure belongs to: the text without figures, and its two ends.

    A break counts where it parts two figures of the kind. A parenthesis with such a figure is a part of
    its own, and is no part of the text around it.
    """
    blank = _blank(text, quantities)
    same = [q for q in quantities if q.kind == quantity.kind and q.start != quantity.start]
    for match in _PARENTHESIS.finditer(text):
        if match.start() < quantity.start < match.end():
            alone = not terms(blank[match.start() : match.end()])  # 고급형(55,000원)
            if not alone and any(not match.start() < q.start < match.end() for q in same):
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
