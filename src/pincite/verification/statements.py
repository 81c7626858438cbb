"""What a passage states: its sentences, list items and table rows, each with what it hangs from."""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from pincite.text.quantities import Quantity, find_quantities
from pincite.text.quantities_masks import mask
from pincite.text.sentences import Sentence, split_sentences
from pincite.verification.cells import Cell, head_texts, read_cells
from pincite.verification.hanging import source_propositions
from pincite.verification.pairs import pairs_of
from pincite.verification.pieces import is_item, mark_kind, pieces_of
from pincite.verification.propositions import Proposition
from pincite.verification.report import Passage
from pincite.verification.wording import frame_of

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

    @cached_property
    def propositions(self) -> tuple[Proposition, ...]:
        """What it asserts, with what it hangs from."""
        return source_propositions(self.text, self.lead)

    @cached_property
    def pairs(self) -> frozenset[str]:
        """Its qualified words, and those of what it hangs from."""
        return pairs_of(self.context)

    @cached_property
    def figures(self) -> tuple[Quantity, ...]:
        """The quantities of the text as it stands, by which a quotation of it is known."""
        return tuple(find_quantities(self.text))

    @cached_property
    def frame(self) -> str:
        """Its wording without its figures."""
        return frame_of(self.text, self.figures)


def statements_of(passage: Passage) -> list[Statement]:
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
            if not item:
                lead = piece if _LEADS_LIST.search(piece) else ""
            mark = mark_kind(piece) if item else ""
            nested = nested[: next((n for n, (kind, _) in enumerate(nested) if kind == mark), len(nested))]
            nested = nested if item else []
            above = " ".join((lead, *(text for _, text in nested))).strip()
            found.append(_statement(passage, piece, above if item else _proviso_lead(piece, previous)))
            previous = piece
            if mark and _OPENS_LIST.search(piece):
                nested = [*nested, (mark, piece)]
            elif is_item(piece) and not item and _OPENS_LIST.search(piece):
                nested = [(mark_kind(piece), piece)]
                lead = ""
            before = piece if not item else before
    return found


def _proviso_lead(piece: str, before: str) -> str:
    return before if re.match(r"\s*(?:다만|단|그러나|但|However|Provided)[,，\s]", piece) else ""


def _statement(passage: Passage, text: str, lead: str) -> Statement:
    return Statement(passage.id, text, lead, passage.heading, tuple(find_quantities(mask(text))))


def _row(passage: Passage, row: Sentence, header: Sentence | None) -> Statement:
    """A row under the table's header; the bars are blanked in place, so that offsets hold."""
    cells = read_cells(replace(row, start=0, end=len(row.text)), head_texts(header) if header else ())
    lead = header.text.replace("|", " ").strip() if header else ""
    quantities = tuple(find_quantities(mask(row.text)))
    return Statement(passage.id, row.text.replace("|", " "), lead, passage.heading, quantities, cells)
