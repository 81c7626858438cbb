"""Does a claim reverse what its passage says?"""

import re
from functools import lru_cache

from pincite.text.quantities import Quantity, same_value
from pincite.verification.evidence import Evidence, Statement
from pincite.verification.figures import complementary
from pincite.verification.polarity import Match, match_polarity, propositions
from pincite.verification.propositions import Proposition
from pincite.verification.quotes import without_references
from pincite.verification.terms import contains, terms


def reversed_by(claim: str, figures: tuple[Quantity, ...], evidence: Evidence) -> Statement | None:
    """The statement that the claim turns into its opposite, None when nothing does or another agrees."""
    stated = propositions(without_references(claim))
    if not stated:
        return None
    best: dict[str, tuple[float, Statement]] = {}
    words = terms(claim)
    for statement in evidence.statements:
        if not words or not any(contains(statement.context, word) for word in words):
            continue
        match = match_polarity(source_propositions(statement.text, statement.lead), stated)
        if match.relation == "reversed" and _says_by_bound(figures, statement):
            match = Match("same", match.weight)
        if match.relation == "unrelated":
            continue
        weight = match.weight + _closeness(words, statement)
        if match.relation not in best or weight > best[match.relation][0]:
            best[match.relation] = (weight, statement)
    if "reversed" not in best:
        return None
    if "same" in best and best["same"][0] >= best["reversed"][0]:
        return None
    return best["reversed"][1]


@lru_cache(maxsize=4096)
def source_propositions(text: str, lead: str) -> tuple[Proposition, ...]:
    """Propositions of one statement of a passage, together with what it hangs from."""
    own = without_references(text)
    return tuple(propositions(_hung(lead, own) if lead else own))


def _says_by_bound(figures: tuple[Quantity, ...], statement: Statement) -> bool:
    """ "may not charge above 12%" and "may charge up to 12%": the bound carries the negation."""
    return any(
        same_value(figure, q) and complementary(figure, q) for figure in figures for q in statement.quantities
    )


def _hung(lead: str, item: str) -> str:
    """An item with its list's lead, or a proviso after its main sentence, as one text."""
    item = re.sub(r"^\s*(?:[-*•·]\s|\d{1,2}[.)]\s|[가-하][.)]\s|[(（][^)）]{1,3}[)）])\s*", "", item)
    if re.match(r"(?:다만|단|그러나|但|However|Provided)", item):
        return f"{lead}\n{item}"
    for pattern, shape in (
        (
            r"다음\s*(?:각\s*호)?(?:의)?(?:\s*어느\s*하나에\s*해당하(?:는|면|하면))?(?:\s*(?:경우|사유|손해|사람|자))?",
            "{item} ",
        ),
        (r"(?:有)?(?:下列|以下)(?:各项|情形|情况|损失|费用|事项)?(?:之一)?(?:的)?", "{item}"),
        (r"the\s+following(?:\s+\w+)?(?:\s+of\s+the\s+following)?", "{item} "),
    ):
        match = re.search(pattern, lead, re.I)
        if match:
            middle = shape.format(item=item.rstrip(" .;；。"))
            return lead[: match.start()] + middle + lead[match.end() :].strip(" :：")
    return f"{lead.rstrip(' :：')} {item}"


def _closeness(words: frozenset[str], statement: Statement) -> float:
    """Share of the claim's words in the statement with all that it hangs from (tells two editions apart)."""
    return sum(contains(statement.context, w) for w in words) / len(words) if words else 0.0
