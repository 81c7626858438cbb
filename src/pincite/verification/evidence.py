"""The passages, read once: clauses held and mentioned, statements with their quantities and propositions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

from pincite.text.quantities import Quantity, same_value
from pincite.text.references import Reference, find_references
from pincite.verification.holding import WordIndex
from pincite.verification.outline import ClauseOutline, merge, outline_clauses
from pincite.verification.report import Passage
from pincite.verification.statements import Statement, statements_of
from pincite.verification.wording import Wording, flat_text, wording_of


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
    def words(self) -> WordIndex:
        """Of the statements with all that they hang from."""
        return WordIndex([statement.context for statement in self.statements])

    @cached_property
    def wordings(self) -> tuple[tuple[Passage, Wording, str], ...]:
        """Each passage with what may be quoted from it, and its heading as a quotation."""
        return tuple((p, wording_of(p.text), flat_text(p.heading)) for p in self.passages)

    @cached_property
    def frames(self) -> dict[tuple[str, int], tuple[tuple[Quantity, ...], ...]]:
        """The figures of the statements, by their wording without them and by how many they are."""
        found: dict[tuple[str, int], list[tuple[Quantity, ...]]] = {}
        for statement in self.statements:
            found.setdefault((statement.frame, len(statement.figures)), []).append(statement.figures)
        return {frame: tuple(figures) for frame, figures in found.items()}

    @cached_property
    def values(self) -> dict[Fraction, tuple[str, ...]]:
        """Ids of the passages that state each value, in whatever unit."""
        found: dict[Fraction, dict[str, None]] = {}
        for statement, quantity in self.quantities:
            found.setdefault(quantity.value, {})[statement.passage_id] = None
        return {value: tuple(ids) for value, ids in found.items()}

    @cached_property
    def _of_kind(self) -> dict[str, tuple[tuple[Statement, Quantity], ...]]:
        kinds = {quantity.kind for _, quantity in self.quantities}
        return {
            kind: tuple((s, q) for s, q in self.quantities if q.kind in (kind, "number")) for kind in kinds
        }

    @cached_property
    def _by_value(self) -> dict[tuple[int, int], list[tuple[Statement, Quantity]]]:
        found: dict[tuple[int, int], list[tuple[Statement, Quantity]]] = {}
        for statement, quantity in self.quantities:
            if quantity.kind != "date":
                key = quantity.value.numerator, quantity.value.denominator
                found.setdefault(key, []).append((statement, quantity))
        return found

    def of_kind(self, kind: str) -> tuple[tuple[Statement, Quantity], ...]:
        """Figures of ``kind`` and bare numbers, in order."""
        return self._of_kind.get(kind) or self._of_kind.get("number", ())

    def equal_to(self, figure: Quantity) -> list[tuple[Statement, Quantity]]:
        """Figures of the kind, or bare numbers, that have the value of ``figure``, in order."""
        value = figure.value
        near: Sequence[tuple[Statement, Quantity]] = (
            self.of_kind("date")
            if figure.kind == "date"
            else self._by_value.get((value.numerator, value.denominator), ())
        )
        return [(s, q) for s, q in near if q.kind in (figure.kind, "number") and same_value(figure, q)]

    @cached_property
    def quantities(self) -> tuple[tuple[Statement, Quantity], ...]:
        return tuple((s, q) for s in self.statements for q in s.quantities)


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
        clauses, mentioned, stated = _read(passage)
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


@lru_cache(maxsize=512)
def _read(
    passage: Passage,
) -> tuple[tuple[tuple[Reference, ClauseOutline], ...], tuple[Reference, ...], tuple[Statement, ...]]:
    """Clauses held, clauses mentioned and statements of one passage; the same passages come back often."""
    mentions = (*find_references(passage.heading), *find_references(passage.text))
    held = () if passage.loose else tuple(outline_clauses(passage.heading, passage.text))
    return held, mentions, tuple(statements_of(passage))


def mentions_of(passage: Passage) -> tuple[Reference, ...]:
    """The clauses that a passage names, in its heading too."""
    return _read(passage)[1]


@lru_cache(maxsize=512)
def written_in(passage: Passage) -> frozenset[str]:
    """The references of a passage as it writes them (제12조의2, not its 제12조; 부칙 제3조, not 제3조)."""
    return frozenset(reference.text for reference in find_references(passage.text))
