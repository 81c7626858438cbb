"""The passages, read once: clauses held and mentioned, statements with their quantities and propositions."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count

from pincite.text.quantities import Quantity, same_value
from pincite.text.quantities_model import DateParts, same_unit
from pincite.text.references import Reference
from pincite.verification.holding import WordIndex, remembered
from pincite.verification.outline import ClauseOutline, merge
from pincite.verification.polarity import MINIMUM_TOPIC
from pincite.verification.propositions import Proposition
from pincite.verification.reading import read
from pincite.verification.report import Finding, Passage
from pincite.verification.stated import Stated
from pincite.verification.statements import Statement
from pincite.verification.wording import Quotable

Asked = tuple[str, str, tuple[str, ...], str | None, str]
"""Text, kind, numbers, law and noun of a reference."""
Checked = tuple[Finding | None, tuple[str, ...]]
Valued = tuple[str, int, int, str, DateParts | None]
"""Kind, numerator and denominator of the value, unit and date of a figure: what equal ones have in common."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """The passages as verification reads them."""

    passages: tuple[Passage, ...]
    statements: tuple[Statement, ...]
    outlines: dict[str, ClauseOutline]
    held_laws: dict[str, frozenset[str]]
    mentions: tuple[Reference, ...]
    nouns: dict[str, frozenset[str]] = field(default_factory=dict)
    """The nouns under which each key is held (부록 and 별표 are two annexes)."""
    holders: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def checked(self) -> dict[Asked, Checked]:
        """What was found out about clauses: answers name the same ones again."""
        return {}

    @cached_property
    def words(self) -> WordIndex:
        """Of the statements with all that they hang from, by their place."""
        return WordIndex([statement.context for statement in self.statements])

    @cached_property
    def quotable(self) -> Quotable:
        """What may be quoted, by the place of a passage."""
        return Quotable([(passage.text, passage.heading) for passage in self.passages])

    @cached_property
    def frames(self) -> dict[tuple[str, int], tuple[tuple[Quantity, ...], ...]]:
        """The figures of the statements, by their wording without them and by how many they are."""
        found: dict[tuple[str, int], list[tuple[Quantity, ...]]] = {}
        for statement in self.statements:
            found.setdefault((statement.frame, len(statement.figures)), []).append(statement.figures)
        return {frame: tuple(figures) for frame, figures in found.items()}

    @cached_property
    def figures(self) -> tuple[Stated, ...]:
        """Every quantity of the statements, in order."""
        number = count()
        return tuple(
            Stated(statement, quantity, next(number), place)
            for place, statement in enumerate(self.statements)
            for quantity in statement.quantities
        )

    @cached_property
    def figure_words(self) -> WordIndex:
        """Of the figures with what each hangs from, by `Stated.number`."""
        return WordIndex([figure.full for figure in self.figures])

    @cached_property
    def _of_kind(self) -> dict[str, tuple[Stated, ...]]:
        kinds = {figure.quantity.kind for figure in self.figures}
        return {kind: tuple(f for f in self.figures if f.quantity.kind in (kind, "number")) for kind in kinds}

    @cached_property
    def _by_value(self) -> dict[tuple[int, int], list[Stated]]:
        found: dict[tuple[int, int], list[Stated]] = {}
        for figure in self.figures:
            found.setdefault(_key(figure.quantity.value), []).append(figure)
        return found

    @cached_property
    def _by_value_and_kind(self) -> dict[tuple[int, int, str], list[Stated]]:
        found: dict[tuple[int, int, str], list[Stated]] = {}
        for figure in self.figures:
            found.setdefault((*_key(figure.quantity.value), figure.quantity.kind), []).append(figure)
        return found

    @cached_property
    def _named(self) -> dict[str, list[Reference]]:
        found: dict[str, list[Reference]] = {}
        for mention in self.mentions:
            found.setdefault(mention.key, []).append(mention)
        return found

    def mentions_of(self, key: str) -> Sequence[Reference]:
        """The mentions of a clause by its key, in order."""
        return self._named.get(key, ())

    def of_kind(self, kind: str) -> tuple[Stated, ...]:
        """Figures of ``kind`` and bare numbers, in order."""
        return self._of_kind.get(kind) or self._of_kind.get("number", ())

    def of_value(self, value: Fraction) -> Sequence[Stated]:
        """Figures of ``value`` in whatever unit, in order. A date has the value 0."""
        return self._by_value.get(_key(value), ())

    @cached_property
    def equals(self) -> dict[Valued, tuple[list[Stated], tuple[str, ...]]]:
        """What `equal_to` and `stating` found: most figures of an answer are of its passages."""
        return {}

    @cached_property
    def quoting(self) -> dict[str, tuple[str, ...]]:
        """Which passages a text is quoted from: most sentences of an answer are of its passages."""
        return {}

    def equal_to(self, figure: Quantity) -> list[Stated]:
        """Figures of the kind, or bare numbers, that have the value of ``figure``, in order."""
        return self._stated(figure)[0]

    def stating(self, figure: Quantity) -> tuple[str, ...]:
        """The ids of the passages with figures that are `equal_to` ``figure``, in their order."""
        return self._stated(figure)[1]

    def _stated(self, figure: Quantity) -> tuple[list[Stated], tuple[str, ...]]:
        value = figure.value
        valued = figure.kind, value.numerator, value.denominator, figure.unit, figure.date
        known = self.equals.get(valued)
        return known or remembered(self.equals, valued, lambda _: self._equal_to(figure))

    def _equal_to(self, figure: Quantity) -> tuple[list[Stated], tuple[str, ...]]:
        found = self._found_equal(figure)
        return found, tuple(dict.fromkeys([one.statement.passage_id for one in found]))

    def _found_equal(self, figure: Quantity) -> list[Stated]:
        if figure.kind == "date":
            return [one for one in self.of_kind("date") if same_value(figure, one.quantity)]
        value, known = _key(figure.value), self._by_value_and_kind
        near = known.get((*value, figure.kind), [])
        bare = known.get((*value, "number"), []) if figure.kind != "number" else []
        found = [one for one in near if same_unit(figure, one.quantity)]
        if found and bare:
            return sorted((*found, *bare), key=lambda one: one.number)
        return found or bare

    def prepare(self) -> None:
        """Read what is otherwise read when the first claim asks for it."""
        _ = (
            self.words,
            self.figure_words,
            self.quotable,
            self.frames,
            self.pairs,
            self.digits,
            self._of_kind,
            self._by_value,
            self._by_value_and_kind,
            self._named,
            self.proposition_words,
            self._by_place,
            self._of_some_alone,
        )
        for figure in self.figures:
            _ = figure.close, figure.before, self.stating(figure.quantity)

    @cached_property
    def propositions(self) -> tuple[tuple[int, Proposition], ...]:
        """What the statements assert, each with the statement's place; what is said again under the same
        heading is left out."""
        first: dict[tuple[str, str, str], int] = {}
        for place, said in enumerate(self.statements):
            first.setdefault((said.heading, said.lead, said.text), place)
        return tuple(
            (place, proposition)
            for place in first.values()
            for proposition in self.statements[place].propositions
        )

    @cached_property
    def proposition_words(self) -> WordIndex:
        """Of the wordings of `propositions`."""
        return WordIndex([proposition.text for _, proposition in self.propositions])

    @cached_property
    def _by_place(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, (place, _) in enumerate(self.propositions):
            found.setdefault(place, []).append(number)
        return found

    @cached_property
    def _of_some_alone(self) -> tuple[int, ...]:
        """The propositions that say who alone may do something."""
        return tuple(number for number, (_, known) in enumerate(self.propositions) if known.only)

    def propositions_about(
        self, words: frozenset[str], places: Collection[int]
    ) -> Iterable[tuple[int, Proposition]]:
        """Those of the statements at ``places`` that hold enough of ``words`` to speak of the same, in order,
        and those that say who alone may do something."""
        if words:
            counts = self.proposition_words.shared(words)
            numbers = {number for number, count in counts if count / len(words) >= MINIMUM_TOPIC}
            numbers.update(self._of_some_alone)
        else:
            numbers = {number for place in places for number in self._by_place.get(place, ())}
        near = (self.propositions[number] for number in sorted(numbers))
        return [known for known in near if known[0] in places]

    @cached_property
    def pairs(self) -> frozenset[str]:
        """The qualified words of all statements."""
        return frozenset().union(*(statement.pairs for statement in self.statements))

    @cached_property
    def digits(self) -> frozenset[str]:
        """Of each figure, without anything between them."""
        return frozenset(_NO_DIGITS.sub("", figure.quantity.text) for figure in self.figures)

    def has_value(self, kind: str, value: Fraction) -> bool:
        """Whether a figure of ``kind`` has ``value``."""
        return (*_key(value), kind) in self._by_value_and_kind


_NO_DIGITS = re.compile(r"\D")


def _key(value: Fraction) -> tuple[int, int]:
    """Hashing a fraction takes a modular inverse."""
    return value.numerator, value.denominator


def read_passages(passages: Sequence[Passage]) -> Evidence:
    """Everything in ``passages`` that an answer can be checked against."""
    return _evidence(tuple(passages))


@lru_cache(maxsize=32)
def _evidence(passages: tuple[Passage, ...]) -> Evidence:
    statements: list[Statement] = []
    outlines: dict[str, list[ClauseOutline]] = {}
    laws: dict[str, set[str]] = {}
    nouns: dict[str, set[str]] = {}
    holders: dict[str, list[str]] = {}
    mentions: list[Reference] = []
    for passage in passages:
        clauses, mentioned, stated = read(passage)
        for reference, outline in clauses:
            outlines.setdefault(reference.key, []).append(outline)
            laws.setdefault(reference.key, set())
            nouns.setdefault(reference.key, set()).add(reference.noun)
            if reference.law:
                laws[reference.key].add(reference.law)
            holders.setdefault(reference.key, []).append(passage.id)
        mentions.extend(mentioned)
        statements.extend(stated)
    return Evidence(
        passages,
        tuple(statements),
        {key: merge(found) for key, found in outlines.items()},
        {key: frozenset(found) for key, found in laws.items()},
        tuple(mentions),
        {key: frozenset(found) for key, found in nouns.items()},
        {key: tuple(dict.fromkeys(ids)) for key, ids in holders.items()},
    )
