"""The passages, read once: clauses held and mentioned, statements with their quantities and propositions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from pincite.text.quantities import Quantity, find_quantities, same_value
from pincite.text.quantities_masks import mask
from pincite.text.references import Reference, find_references
from pincite.text.sentences import Sentence, split_sentences
from pincite.verification.cells import Cell, head_texts, read_cells
from pincite.verification.outline import ClauseOutline, merge, outline_clauses
from pincite.verification.report import Passage

_INNER = re.compile(
    r"(?=[①-⑳])|(?<=\s)(?=\((?:\d{1,2}|[a-z])\)\s(?!(?i:business|calendar|working|days?|weeks?|months?|years?|hours?)\b))|(?<=\s)(?=第[一二三四五六七八九十\d]{1,3}款\s)|(?<=[;；])"
)
_ITEM = re.compile(
    r"^\s*(?:[-*•·]\s|\d{1,2}[.)]\s|[가-하][.)]\s|[(（](?:[a-z\d]{1,2}|[一二三四五六七八九十]{1,3})[)）]|[ⅰ-ⅹ][.)])"
)
_LEADS_LIST = re.compile(r"(?:다음|아래)|(?:following|:\s*$)|下列|以下|如下|之一|：\s*$", re.I)
_OPENS_LIST = re.compile(r"[:：]\s*$")


@dataclass(frozen=True, eq=False)
class Statement:
    """A sentence, list item or table row of a passage; ``lead`` is what it hangs from.

    Told apart by identity: what is remembered of one is looked up thousands of times an answer.
    """

    passage_id: str
    text: str
    lead: str
    heading: str
    quantities: tuple[Quantity, ...] = ()
    cells: tuple[Cell, ...] = ()
    """Of a row of a table: its cells, each under its column head and beside its row label."""

    @cached_property
    def context(self) -> str:
        """Everything that says what this statement is about."""
        return f"{self.heading} {self.lead} {self.text}"


@dataclass(frozen=True)
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
    def text(self) -> str:
        return "\n".join(f"{p.heading}\n{p.text}" for p in self.passages)

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
    return held, mentions, tuple(_statements(passage))


def mentions_of(passage: Passage) -> tuple[Reference, ...]:
    """The clauses that a passage names, in its heading too."""
    return _read(passage)[1]


@lru_cache(maxsize=512)
def written_in(passage: Passage) -> frozenset[str]:
    """The references of a passage as it writes them (제12조의2, not its 제12조; 부칙 제3조, not 제3조)."""
    return frozenset(reference.text for reference in find_references(passage.text))


def _statements(passage: Passage) -> list[Statement]:
    found: list[Statement] = []
    lead = before = previous = ""
    header: Sentence | None = None
    nested: list[tuple[str, str]] = []
    if passage.heading and (quantities := find_quantities(passage.heading)):
        found.append(Statement(passage.id, passage.heading, "", "", tuple(quantities)))
    for sentence in split_sentences(passage.text):
        if sentence.kind == "row":
            found.append(_row(passage, sentence, header))
            header = header or sentence
            continue
        header = None
        for piece in pieces_of(sentence.text):
            item = is_item(piece) and bool(lead or before or nested)
            if item and not lead and _LEADS_LIST.search(before):
                lead = before
            if not item:
                lead = piece if _LEADS_LIST.search(piece) else ""
            mark = _mark_kind(piece) if item else ""
            nested = nested[: next((n for n, (kind, _) in enumerate(nested) if kind == mark), len(nested))]
            nested = nested if item else []
            above = " ".join((lead, *(text for _, text in nested))).strip()
            found.append(_statement(passage, piece, above if item else _proviso_lead(piece, previous)))
            previous = piece
            if mark and _OPENS_LIST.search(piece):
                nested = [*nested, (mark, piece)]
            elif is_item(piece) and not item and _OPENS_LIST.search(piece):
                nested = [(_mark_kind(piece), piece)]
                lead = ""
            before = piece if not item else before
    return found


def _mark_kind(piece: str) -> str:
    """The shape of an item's mark: ``(1)`` and ``(2)`` are of one list, ``(a)`` hangs under them."""
    mark = re.match(r"\s*(?:[(（]?[\w]{1,3}[)）.]|[-*•·])", piece)
    shape = re.sub(r"\d+", "1", mark.group().strip()) if mark else ""
    return re.sub(r"[a-z]", "a", re.sub(r"[가-하]", "가", re.sub(r"[一二三四五六七八九十]+", "一", shape)))


def _proviso_lead(piece: str, before: str) -> str:
    return before if re.match(r"\s*(?:다만|단|그러나|但|However|Provided)[,，\s]", piece) else ""


def is_item(piece: str) -> bool:
    """Whether a piece opens with the mark of a list item."""
    return bool(_ITEM.match(piece))


def pieces_of(text: str) -> list[str]:
    """A sentence cut before each paragraph mark and after each semicolon."""
    return [piece.strip() for piece in _INNER.split(text) if piece and piece.strip()]


def _statement(passage: Passage, text: str, lead: str) -> Statement:
    return Statement(passage.id, text, lead, passage.heading, tuple(find_quantities(mask(text))))


def _row(passage: Passage, row: Sentence, header: Sentence | None) -> Statement:
    """A row under the table's header; the bars are blanked in place, so that offsets hold."""
    cells = read_cells(replace(row, start=0, end=len(row.text)), head_texts(header) if header else ())
    lead = header.text.replace("|", " ").strip() if header else ""
    quantities = tuple(find_quantities(mask(row.text)))
    return Statement(passage.id, row.text.replace("|", " "), lead, passage.heading, quantities, cells)
