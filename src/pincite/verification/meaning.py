"""Does a claim reverse what its passage says?"""

import re
from functools import lru_cache

from pincite.text.quantities import Quantity, same_value
from pincite.verification.evidence import Evidence, Statement
from pincite.verification.figures import complementary
from pincite.verification.polarity import Match, match_polarity, propositions
from pincite.verification.propositions import Proposition
from pincite.verification.quotes import without_references
from pincite.verification.terms import covered, terms

_PROVISO = re.compile(r"\s*(?:다만|단|그러나|但|However|Provided)")
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
    if all(_ABOUT_A_CLAUSE.search(part) for part in _PARTS.split(own) if part.strip()):
        return None
    stated = [p for p in propositions(own) if not _bare(p)]
    if not stated:
        return None
    best: dict[str, tuple[float, Statement]] = {}
    words = terms(claim)
    for statement in evidence.statements:
        shared = covered(words, statement.context)
        if not shared:
            continue
        match = match_polarity(source_propositions(statement.text, statement.lead), stated)
        if match.relation == "reversed" and _says_by_bound(figures, statement):
            match = Match("same", match.weight)
        if match.relation == "unrelated":
            continue
        # The share of the claim's words in all that the statement hangs from tells two editions apart.
        weight = match.weight + len(shared) / len(words)
        if match.relation not in best or weight > best[match.relation][0]:
            best[match.relation] = (weight, statement)
    if "reversed" not in best:
        return None
    if "same" in best and best["same"][0] >= best["reversed"][0]:
        main, proviso = best["same"][1], best["reversed"][1]
        if len(stated) > 1 or not (
            proviso.lead and proviso.lead == main.text and _PROVISO.match(proviso.text)
        ):
            return None
    return best["reversed"][1]


def _bare(stated: Proposition) -> bool:
    """A value or a name alone (试用期最长二个月) has no predicate to reverse."""
    return not stated.predicate.cls and stated.predicate.sign > 0 and stated.predicate.action == stated.topic


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
    if _PROVISO.match(item):
        return f"{lead}\n{item}"
    if re.search(r"[가-힣]다[.。]?\s*$", item):  # a whole sentence hangs from nothing
        return item
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
