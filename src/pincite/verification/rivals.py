"""Do the words of a claim point to another figure of the passages than the one that has its value?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.text.quantities import Quantity, bounds_conflict, same_value
from pincite.verification.evidence import Evidence
from pincite.verification.holding import WordIndex
from pincite.verification.matter import Matter
from pincite.verification.parts import joined
from pincite.verification.stated import Stated
from pincite.verification.statements import Statement
from pincite.verification.terms import held, terms


def beaten_by(
    matter: Matter, holder: Stated, rivals: Iterable[Stated], evidence: Evidence
) -> Quantity | None:
    """The first rival that the claim's words point to, and nowhere to the holder's matter."""
    contest = _Contest(matter, holder, evidence)
    figures, places = contest.candidates()
    for rival in rivals:
        possible = rival.number in figures or rival.place in places
        if (possible or contest.conditions) and contest.won_by(rival):
            return rival.quantity
    return None


@dataclass(frozen=True, slots=True)
class _Pointed:
    """The texts that some words point to, and not to one text: ``surely`` those that hold all that it holds
    and another word; ``perhaps`` those that hold the same, of which some may be words of their own there.
    """

    surely: frozenset[int]
    perhaps: frozenset[int]


class _Contest:
    """What the holder of a figure's value has to say against its rivals, asked once for all of them."""

    def __init__(self, matter: Matter, holder: Stated, evidence: Evidence) -> None:
        self._matter = matter
        self._holder = holder
        self._eligible: dict[Statement, bool] = {}
        self._with_before: dict[Statement, bool] = {}
        self._wording = (matter.lead, matter.near) if matter.lead else (matter.near,)
        figures, statements = evidence.figure_words, evidence.words
        self._figures = [
            (words, _pointed(words, figures, holder.number, holder.full)) for words in self._wording
        ]
        mine = holder.statement.context
        self._statements = _pointed(matter.whole, statements, holder.place, mine)

    def candidates(self) -> tuple[frozenset[int], frozenset[int]]:
        """The figures and the places of statements that words of the claim may point to. The figures of the
        holder's statement are told apart by more than words."""
        figures = frozenset().union(*(on.surely | on.perhaps for _, on in self._figures))
        places = self._statements.surely | self._statements.perhaps | {self._holder.place}
        return figures, places

    def won_by(self, rival: Stated) -> bool:
        matter, holder = self._matter, self._holder
        mine, theirs = holder.statement, rival.statement
        if mine is theirs:
            return _won_inside(matter, holder, rival)
        if self._others_fit(rival):
            return True
        here, there = holder.full, rival.full
        pointed = any(_is(on, rival.number, words, here, there) for words, on in self._figures)
        if not pointed and not _is(self._statements, rival.place, matter.whole, mine.context, theirs.context):
            return False
        eligible = self._eligible.get(theirs)
        if eligible is None:
            eligible = self._eligible[theirs] = holds_all(theirs.quantities, self._needed, bounds=True)
        if not eligible:
            return False
        if pointed:
            return not _points_back(matter.whole, here, there)
        return not any(_points(words, theirs.text, mine.text) for words in self._wording)

    @cached_property
    def _needed(self) -> Sequence[Quantity]:
        """The figures of the claim that a rival's statement must have with their bounds: all others where the
        holder's statement has all of them in order, else those beside the figure."""
        matter = self._matter
        if in_order(matter.figures, self._holder.statement.quantities):
            return tuple(f for f in matter.figures if not same_value(f, self._holder.quantity))
        return matter.beside

    @cached_property
    def conditions(self) -> Sequence[Quantity]:
        """The figures before this one, where they stand nowhere with the holder; else none."""
        matter, holder = self._matter, self._holder
        if not matter.near:
            return ()
        found = [f for f in matter.before if not same_value(f, holder.quantity) and f.kind != "number"]
        mine = holder.statement.quantities
        return () if any(holds_all(mine, [other], bounds=True) for other in found) else found

    def _others_fit(self, rival: Stated) -> bool:
        """The figures before this one in the claim, with their bounds, stand with the rival, not with the
        holder; and the words of the figure's own part do not point to the holder.
        """
        if not self.conditions:
            return False
        theirs = rival.statement
        fit = self._with_before.get(theirs)
        if fit is None:
            before = [f for f in self._matter.before if f.kind != "number"]
            fit = self._with_before[theirs] = holds_all(theirs.quantities, before, bounds=True) and not any(
                same_value(self._holder.quantity, q) for q in theirs.quantities
            )
        return fit and not _sides(self._matter.near, self._holder.full, theirs.context)[0]


def _won_inside(matter: Matter, holder: Stated, rival: Stated) -> bool:
    """Two figures of one statement: a claim that keeps their order keeps their matters."""
    kept, other = holder.quantity, rival.quantity
    statement = holder.statement
    if joined(statement.text, kept, other) or _keeps_order(matter, statement, kept, other):
        return False
    here, there = holder.around, rival.around
    if here == there:
        return False
    beside = matter.beside if not matter.one_range else ()
    if beside and _bounds_tell(beside, holder, rival):
        return True
    if _points(matter.near, there, here):
        return False
    if beside:
        if holds_all(holder.before, beside, bounds=True):
            return False
        if holds_all(rival.before, beside, bounds=True):
            return True
        if holds_all(holder.before, beside):
            return False
    wording = matter.lead if same_value(kept, other) and matter.lead else matter.near
    if _points(wording, here, there):
        return True
    if any(same_value(f, other) for f in matter.figures):
        return False
    return bool(matter.nearest) and _points(frozenset({matter.nearest}), holder.close, rival.close)


def _bounds_tell(beside: Sequence[Quantity], holder: Stated, rival: Stated) -> bool:
    """Both parts have the values beside the figure; only the rival's part bounds them as the claim does."""
    return (
        holds_all(holder.before, beside)
        and not holds_all(holder.before, beside, bounds=True)
        and holds_all(rival.before, beside, bounds=True)
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


def _pointed(words: frozenset[str], index: WordIndex, number: int, text: str) -> _Pointed:
    """What ``words`` point to in place of the text ``number``."""
    holders = {word: index.holding(word) for word in words}
    mine = [word for word, texts in holders.items() if number in texts]
    others = frozenset().union(*(texts for texts in holders.values() if number not in texts))
    if not mine:
        return _Pointed(others, frozenset())
    alike = frozenset.intersection(*(holders[word] for word in mine))
    whole = terms(text).issuperset(mine)
    return _Pointed(alike & others, frozenset() if whole else alike - others)


def _is(pointed: _Pointed, number: int, words: frozenset[str], here: str, there: str) -> bool:
    return number in pointed.surely or (number in pointed.perhaps and _points(words, here, there))


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


def holds_all(known: Sequence[Quantity], figures: Sequence[Quantity], *, bounds: bool = False) -> bool:
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
