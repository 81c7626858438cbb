"""Items with their list's lead and provisos after their main sentence, read as one text."""

import re
from functools import lru_cache

from pincite.verification.polarity import propositions
from pincite.verification.propositions import Proposition
from pincite.verification.wording import without_references

_PROVISO = re.compile(r"\s*(?:다만|단|그러나|但|However|Provided)")


@lru_cache(maxsize=4096)
def source_propositions(text: str, lead: str) -> tuple[Proposition, ...]:
    """Propositions of one statement of a passage, together with what it hangs from."""
    own = without_references(text)
    return tuple(propositions(_hung(lead, own) if lead else own))


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
