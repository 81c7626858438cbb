"""Are the clauses that an answer cites in its passages?"""

import re

from pincite.core.types import RiskLevel
from pincite.text.references import Reference
from pincite.verification.evidence import Checked, Evidence
from pincite.verification.holding import remembered
from pincite.verification.reading import mentions_of
from pincite.verification.report import FailureType, Finding

ARTICLE_LIKE = frozenset({"article", "section", "clause", "rule"})
_OWN_DOCUMENT = re.compile(
    r"(?:약관|규정|규칙|정관|지침|내규|조례|Policy|Terms|Agreement|Contract|Rulebook|章程|办法|规定|规则)$"
)
_GENERIC_NAME = frozenset({"약관", "규정", "규칙", "정관", "지침", "내규", "조례", "법", "법률", "고시"})


def check_reference(reference: Reference, evidence: Evidence) -> tuple[Finding | None, tuple[str, ...]]:
    """A finding when no passage holds or mentions the clause, and the ids of passages that hold it."""
    asked = reference.text, reference.kind, reference.numbers, reference.law, reference.noun
    known = evidence.checked.get(asked)
    return known or remembered(evidence.checked, asked, lambda _: _checked(reference, evidence))


def _checked(reference: Reference, evidence: Evidence) -> Checked:
    keys = _keys(reference)
    inner = reference.numbers[1:]
    held = [
        key
        for key in keys
        if key in evidence.outlines
        and _law_fits(reference, key, evidence)
        and _noun_fits(reference, evidence.nouns[key])
    ]
    holders = tuple(dict.fromkeys(i for key in held for i in evidence.holders.get(key, ())))
    if reference.kind == "paragraph":
        return _check_bare(reference, evidence)
    if any(not inner or evidence.outlines[key].holds(inner) for key in held):
        return None, holders
    named = {reference.key, *keys}
    if any(_mentions(mention, reference) for key in named for mention in evidence.mentions_of(key)):
        return None, holders or _pages(reference, keys, evidence)
    if pages := _pages(reference, keys, evidence):
        return None, pages
    failure = FailureType.GENERATION_ERROR if held else FailureType.RETRIEVAL_GAP
    message = "paragraph_missing" if held else "clause_missing"
    return Finding(reference.text, RiskLevel.HARD_FAIL, failure, message), ()


def _pages(reference: Reference, keys: tuple[str, ...], evidence: Evidence) -> tuple[str, ...]:
    """Ids of the loose passages that name the clause, whatever part of it they name."""
    law = reference.law
    return tuple(
        passage.id
        for passage in evidence.passages
        if passage.loose
        and any(mention.key in keys for mention in mentions_of(passage))
        and (law is None or law in _GENERIC_NAME or _flat(law) in _flat(f"{passage.heading} {passage.text}"))
    )


def _check_bare(reference: Reference, evidence: Evidence) -> tuple[Finding | None, tuple[str, ...]]:
    """A paragraph without its clause: any held clause may have it; with no clause at hand it says nothing."""
    if not evidence.outlines or any(o.holds(reference.numbers) for o in evidence.outlines.values()):
        return None, ()
    if any(m.numbers[-len(reference.numbers) :] == reference.numbers for m in evidence.mentions):
        return None, ()
    if any(passage.loose for passage in evidence.passages):  # the clause may be one of theirs
        return None, ()
    return Finding(reference.text, RiskLevel.HARD_FAIL, FailureType.RETRIEVAL_GAP, "clause_missing"), ()


def _keys(reference: Reference) -> tuple[str, ...]:
    """Keys under which a passage may hold the clause: an English section may be a Korean 조."""
    if reference.kind not in ARTICLE_LIKE or not reference.numbers:
        return (reference.key,)
    foreign = [f"{kind}:{reference.numbers[0]}" for kind in sorted(ARTICLE_LIKE - {reference.kind})]
    if reference.kind == "article" or not reference.noun:
        return (reference.key, *foreign) if reference.noun in ("조", "条", "") else (reference.key,)
    return (reference.key,)


def _law_fits(reference: Reference, key: str, evidence: Evidence) -> bool:
    law = reference.law
    if law is None or law in _GENERIC_NAME:
        return True
    names = evidence.held_laws.get(key, frozenset())
    if names:
        return any(_same_law(law, name) for name in names)
    if _flat(law) in _flat(" ".join(p.heading for p in evidence.passages)):
        return True
    if any(m.law and _same_law(law, m.law) for m in evidence.mentions):
        return False
    return bool(_OWN_DOCUMENT.search(law))


def _mentions(mention: Reference, reference: Reference) -> bool:
    """Whether what a passage names by one of the keys of ``reference`` is the clause itself."""
    if not _noun_fits(reference, frozenset({mention.noun})):
        return False
    if (mention.law is None) != (reference.law is None):
        return False
    if mention.law and reference.law and not _same_law(mention.law, reference.law):
        return False
    return mention.numbers[: len(reference.numbers)] == reference.numbers or not reference.numbers


def _noun_fits(reference: Reference, nouns: frozenset[str]) -> bool:
    """An annex is found under its own noun (별표, Schedule), or under one of another script."""
    if reference.kind != "appendix" or not reference.noun:
        return True
    return any(
        _singular(noun) == _singular(reference.noun) or noun[:1].isascii() != reference.noun[0].isascii()
        for noun in nouns
    )


def _singular(noun: str) -> str:
    return {"appendices": "appendix", "appendice": "appendix", "annexe": "annex", "annexes": "annex"}.get(
        noun, noun.removesuffix("s") if noun.isascii() else noun
    )


def _same_law(one: str, two: str) -> bool:
    a, b = _flat(one), _flat(two)
    return a.endswith(b) or b.endswith(a)


def _flat(text: str) -> str:
    return re.sub(r"[\s「」『』《》<>]+", "", text).lower()
