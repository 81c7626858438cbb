"""Sentences, list items and table rows of the passages, scored against the question."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

from pincite.core.types import Passage
from pincite.text.asked import asked_kinds
from pincite.text.images import plain_words
from pincite.text.quantities import find_quantities

Analyze = Callable[[str], list[str]]
Split = Callable[[str], Sequence[str]]

_HEADING = re.compile(r"^\s*#{1,6}\s")
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_SEPARATOR_ROW = re.compile(r"^\s*\|(?:\s*:?-+:?\s*\|)+\s*$")
_ITEM = re.compile(
    r"^\s*(?:[-*+•·]|\(?\d{1,2}[.)]|[①-⑳]|[가-하]\.|\(?[a-z][.)]|（[一二三四五六七八九十]+）|[一二三四五六七八九十]+、)\s*"
)
MEANING, PASSAGE, ASKED, EARLY = 0.55, 0.15, 0.2, 0.1
"""Shares of a unit's score: what it says, how good its passage is, whether it holds the value asked for, and
how early it stands (a clause states its rule before its refinements). Chosen by reading answers over the
sample library and the shared documents, not fitted."""

HEADING_SHARE = 0.7
"""A word of the question that stands in the unit's heading only: the heading speaks for the whole clause."""

OTHER_VALUE = 0.4


@dataclass(frozen=True, slots=True)
class Evidence:
    """One quotable unit of a passage, in the words of the document."""

    passage: Passage
    handle: str
    order: int
    """Place among the units of its passage."""
    text: str
    kind: str
    """``sentence``, ``item`` or ``row``."""
    header: str = ""
    """Header and separator rows, for a row."""
    score: float = 0.0


def collect_evidence(passages: Sequence[tuple[str, Passage]], split_sentences: Split) -> list[Evidence]:
    """Units of ``(handle, passage)`` pairs in order; headings and separator rows are none."""
    units: list[Evidence] = []
    for handle, passage in passages:
        trail = _bare(passage.chunk.trail)
        # A heading that parsing left without its hashes states nothing by itself.
        words = plain_words(passage.text)
        found = [unit for unit in _units(words, split_sentences) if _bare(unit[0]) not in trail]
        units.extend(
            Evidence(passage, handle, order, text, kind, header)
            for order, (text, kind, header) in enumerate(found)
        )
    return units


def _units(text: str, split_sentences: Split) -> list[tuple[str, str, str]]:
    units: list[tuple[str, str, str]] = []
    paragraph: list[str] = []
    header: list[str] = []

    def close() -> None:
        if paragraph:
            units.extend(
                (sentence.strip(), "sentence", "") for sentence in split_sentences("\n".join(paragraph))
            )
            paragraph.clear()

    lines = text.splitlines()
    for number, line in enumerate(lines):
        if _TABLE_ROW.match(line):
            close()
            follows = lines[number + 1] if number + 1 < len(lines) else ""
            if _SEPARATOR_ROW.match(follows):
                header = [line, follows]
            elif not _SEPARATOR_ROW.match(line):
                units.append((line.strip(), "row", "\n".join(header)))
            continue
        header = []
        if not line.strip() or _HEADING.match(line):
            close()
        elif _ITEM.match(line):
            close()
            units.append((line.strip(), "item", ""))
        else:
            paragraph.append(line)
    close()
    return [unit for unit in units if any(character.isalnum() for character in unit[0])]


def score_evidence(
    question: str, units: Sequence[Evidence], analyze: Analyze, nearness: Sequence[float] | None = None
) -> list[Evidence]:
    """Score each unit in [0, 1]: shared terms weighted by rarity, nearness of meaning, what is asked for.

    Rarity is measured among the units themselves, so words of the whole topic weigh little. ``nearness``
    is the encoder's, one a unit (`Hit.nearness`); without it the words decide alone.
    """
    terms = set(analyze(question))
    bags = [set(analyze(f"{unit.header} {unit.text}")) for unit in units]
    places = [set(analyze(unit.passage.chunk.label)) for unit in units]
    weights = rarity(terms, bags)
    total = sum(weights.values()) or 1.0
    kinds = asked_kinds(question)
    best = max((unit.passage.score for unit in units), default=0.0) or 1.0
    scored = []
    for index, unit in enumerate(units):
        covered = sum(weight * _shared(term, bags[index], places[index]) for term, weight in weights.items())
        meaning = covered / total
        if nearness is not None:
            near = min(max(nearness[index], 0.0), 1.0)
            meaning = 0.5 * meaning + 0.5 * near
        score = MEANING * meaning + PASSAGE * unit.passage.score / best + EARLY * _early(unit)
        score += ASKED * _holds(kinds, unit.text) if kinds else ASKED * meaning
        if unit.text.rstrip().endswith(("?", "？")):
            score *= 0.5
        scored.append(replace(unit, score=min(score, 1.0)))
    return scored


def likeliest_evidence(
    question: str, units: Sequence[Evidence], analyze: Analyze, count: int
) -> list[Evidence]:
    """The ``count`` units that the question's words speak for, in their order. Nearness of meaning is dear,
    so it is asked of these alone."""
    scored = score_evidence(question, units, analyze)
    best = sorted(range(len(units)), key=lambda index: (-scored[index].score, index))[:count]
    return [units[index] for index in sorted(best)]


def _bare(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def mark_kind(text: str) -> str:
    """What marks a list item: ``circled`` ①, ``number`` 1., ``bracket`` (1), ``letter`` a., ``han`` （一） or
    ``bullet``; ``""`` where there is no mark."""
    match = _ITEM.match(text)
    if match is None:
        return ""
    mark = match.group().strip()
    if "①" <= mark[0] <= "⑳":
        return "circled"
    if mark[0] in "-*+•·":
        return "bullet"
    if any(numeral in mark for numeral in "一二三四五六七八九十"):
        return "han"
    if any(letter.isdigit() for letter in mark):
        return "number" if mark.endswith(".") else "bracket"
    return "letter"


def _early(unit: Evidence) -> float:
    # The rows of a table are equals.
    return 0.5 if unit.kind == "row" else 1 / (1 + unit.order / 2)


def _shared(term: str, bag: set[str], place: set[str]) -> float:
    if term in bag:
        return 1.0
    return HEADING_SHARE if term in place else 0.0


def _holds(kinds: frozenset[str], text: str) -> float:
    """1 for a value of a kind that is asked for, less for another value, 0 for none."""
    found = {quantity.kind for quantity in find_quantities(without_mark(text))}
    if found & kinds:
        return 1.0
    return OTHER_VALUE if found else 0.0


def without_mark(text: str) -> str:
    """A list item without its bullet, number or letter."""
    return _ITEM.sub("", text, count=1)


def rarity(terms: set[str], bags: Sequence[set[str]]) -> Mapping[str, float]:
    """How much each of ``terms`` tells the texts apart whose words are ``bags``."""
    count = len(bags)
    return {term: log(1 + (count + 1) / (sum(term in bag for bag in bags) + 0.5)) for term in terms}
