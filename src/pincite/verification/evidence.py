"""The passages, read once: clauses held and mentioned, statements with their quantities and propositions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

from pincite.text.quantities import Quantity, find_quantities
from pincite.text.quantities_masks import mask
from pincite.text.references import Reference, find_references
from pincite.text.sentences import split_sentences
from pincite.verification.outline import ClauseOutline, merge, outline_clauses
from pincite.verification.report import Passage

_INNER = re.compile(
    r"(?=[①-⑳])|(?<=\s)(?=\((?:\d{1,2}|[a-z])\)\s)|(?<=\s)(?=第[一二三四五六七八九十\d]{1,3}款\s)|(?<=[;；])"
)
_ITEM = re.compile(
    r"^\s*(?:[-*•·]\s|\d{1,2}[.)]\s|[가-하][.)]\s|[(（](?:[a-z\d]{1,2}|[一二三四五六七八九十]{1,3})[)）]|[ⅰ-ⅹ][.)])"
)
_LEADS_LIST = re.compile(r"(?:다음|아래)|(?:following|:\s*$)|下列|以下|如下|之一|：\s*$", re.I)
_CELL = re.compile(r"\s*\|\s*")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, list item or table row of a passage; ``lead`` is what it hangs from."""

    passage_id: str
    text: str
    lead: str
    heading: str
    quantities: tuple[Quantity, ...] = ()
    clause: str = ""

    @property
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
    def quantities(self) -> tuple[tuple[Statement, Quantity], ...]:
        return tuple((s, q) for s in self.statements for q in s.quantities)


def read_passages(passages: Sequence[Passage]) -> Evidence:
    """Everything in ``passages`` that an answer can be checked against."""
    statements: list[Statement] = []
    outlines: dict[str, list[ClauseOutline]] = {}
    laws: dict[str, set[str]] = {}
    holders: dict[str, list[str]] = {}
    mentions: list[Reference] = []
    for passage in passages:
        clauses, mentioned, stated = _read(passage)
        for reference, outline in clauses:
            outlines.setdefault(reference.key, []).append(outline)
            laws.setdefault(reference.key, set())
            if reference.law:
                laws[reference.key].add(reference.law)
            holders.setdefault(reference.key, []).append(passage.id)
        mentions.extend(mentioned)
        statements.extend(stated)
    return Evidence(
        tuple(passages),
        tuple(statements),
        {key: merge(found) for key, found in outlines.items()},
        {key: frozenset(found) for key, found in laws.items()},
        tuple(mentions),
        {key: tuple(dict.fromkeys(ids)) for key, ids in holders.items()},
    )


@lru_cache(maxsize=512)
def _read(
    passage: Passage,
) -> tuple[tuple[tuple[Reference, ClauseOutline], ...], tuple[Reference, ...], tuple[Statement, ...]]:
    """Clauses held, clauses mentioned and statements of one passage; the same passages come back often."""
    mentions = (*find_references(passage.heading), *find_references(passage.text))
    return tuple(outline_clauses(passage.heading, passage.text)), mentions, tuple(_statements(passage))


def _statements(passage: Passage) -> list[Statement]:
    found: list[Statement] = []
    lead = header = before = ""
    if passage.heading and (quantities := find_quantities(passage.heading)):
        found.append(Statement(passage.id, passage.heading, "", "", tuple(quantities)))
    for sentence in split_sentences(passage.text):
        if sentence.kind == "row":
            if not header:
                header = sentence.text
            found.append(_statement(passage, sentence.text, header if header != sentence.text else ""))
            continue
        header = ""
        for piece in pieces_of(sentence.text):
            item = is_item(piece) and bool(lead or before)
            if item and not lead and _LEADS_LIST.search(before):
                lead = before
            if not item:
                lead = piece if _LEADS_LIST.search(piece) else ""
            found.append(_statement(passage, piece, lead if item else _proviso_lead(piece, before)))
            before = piece if not item else before
    return found


def _proviso_lead(piece: str, before: str) -> str:
    return before if re.match(r"\s*(?:다만|단|그러나|但|However|Provided)[,，\s]", piece) else ""


def is_item(piece: str) -> bool:
    """Whether a piece opens with the mark of a list item."""
    return bool(_ITEM.match(piece))


def pieces_of(text: str) -> list[str]:
    """A sentence cut before each paragraph mark and after each semicolon."""
    return [piece.strip() for piece in _INNER.split(text) if piece and piece.strip()]


def _statement(passage: Passage, text: str, lead: str) -> Statement:
    quantities = tuple(find_quantities(mask(text)))
    plain = _CELL.sub(" ", text)
    return Statement(passage.id, plain, _CELL.sub(" ", lead), passage.heading, quantities)
