"""Does a claim reverse what its passage says?"""

import re
from collections.abc import Sequence

from pincite.text.quantities import Quantity, same_value
from pincite.verification.evidence import Evidence
from pincite.verification.figures import complementary
from pincite.verification.polarity import Match, best_match, decided, propositions, wanted
from pincite.verification.propositions import Proposition
from pincite.verification.statements import Statement
from pincite.verification.terms import terms
from pincite.verification.wording import without_references

_PARTS = re.compile(r",\s+(?:and|while|but)\s+|[;；，]|,\s")
_ABOUT_A_CLAUSE = re.compile(
    r"^\s*(?:governs?|regulates?|sets?(?!\s+off)|sets?\s+out|deals?\s+with|concerns?|lists?|defines?|contains?|address(?:es)?"
    r"|lays?\s+down|describes?|specif(?:y|ies)|fix(?:es)?|appl(?:y|ies)\s+to)\b(?!.*(?:\bnot?\b|n['’]t\b))"
    r"|^\s*(?:分别)?(?:了|规定|列明|载明|约定|明确|列出|涉及)了?(?![^。]*[不无未])"
    r"|^(?!.*(?:않|아니|없|못)).{1,40}(?:을|를|에\s*관하여|에\s*대하여|에\s*대해|에\s*관해|의\s*사유를)\s*(?:각각\s*)?(?:규정|정|다루|규율)"
    r"(?:하|한|합|고|었|되|는|룹)[가-힣]*\.?$",
    re.IGNORECASE,
)
"""Says what a clause is about (제12조는 휴가를 정한다, Clause 3 governs rent), and nothing of its matter."""


def reversed_by(claim: str, figures: tuple[Quantity, ...], evidence: Evidence) -> Statement | None:
    """The statement that the claim turns into its opposite, None when nothing does or another agrees."""
    own = without_references(claim)
    if all(_ABOUT_A_CLAUSE.match(part) for part in _PARTS.split(own) if part.strip()):
        return None
    stated = [p for p in propositions(own) if not _bare(p)]
    if not stated:
        return None
    best: dict[str, tuple[float, Statement]] = {}
    words = terms(claim)
    known: dict[tuple[int, ...], Match | None] = {}
    holders = [evidence.words.containing(word) for word in words]
    for place, comparable in sorted(_comparable(stated, evidence, frozenset().union(*holders)).items()):
        statement = evidence.statements[place]
        match = decided(_matched(one, origins, known) for one, origins in comparable)
        if match.relation == "reversed" and _says_by_bound(figures, statement):
            match = Match("same", match.weight)
        if match.relation == "unrelated":
            continue
        shared = len([places for places in holders if place in places])
        # The share of the claim's words in all that the statement hangs from tells two editions apart.
        weight = match.weight + shared / len(words)
        if match.relation not in best or weight > best[match.relation][0]:
            best[match.relation] = (weight, statement)
    if "reversed" not in best:
        return None
    if "same" in best and best["same"][0] >= best["reversed"][0]:
        return None
    return best["reversed"][1]


def _comparable(
    stated: Sequence[Proposition], evidence: Evidence, places: frozenset[int]
) -> dict[int, list[tuple[Proposition, list[Proposition]]]]:
    """By the place of a statement: what is asserted, with the source propositions that may speak of it. Only
    statements at ``places`` share a word with the claim."""
    found: dict[int, list[tuple[Proposition, list[Proposition]]]] = {}
    for one in stated:
        if one.derived:
            continue
        near: dict[int, list[Proposition]] = {}
        for place, origin in evidence.propositions_about(wanted(one), places):
            near.setdefault(place, []).append(origin)
        for place, origins in near.items():
            found.setdefault(place, []).append((one, origins))
    return found


def _matched(
    one: Proposition, origins: list[Proposition], known: dict[tuple[int, ...], Match | None]
) -> Match | None:
    """`best_match`, once for all statements that say the same: passages overlap."""
    key = (id(one), *map(id, origins))
    if key not in known:
        known[key] = best_match(origins, one)
    return known[key]


def _bare(stated: Proposition) -> bool:
    """A value or a name alone (试用期最长二个月) has no predicate to reverse."""
    return not stated.predicate.cls and stated.predicate.sign > 0 and stated.predicate.action == stated.topic


def _says_by_bound(figures: tuple[Quantity, ...], statement: Statement) -> bool:
    """ "may not charge above 12%" and "may charge up to 12%": the bound carries the negation."""
    return any(
        same_value(figure, q) and complementary(figure, q) for figure in figures for q in statement.quantities
    )
