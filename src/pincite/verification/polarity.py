"""Does a statement say what its source says, or the opposite?

Rules, no model: both texts are reduced to propositions, the source proposition that shares most of the
statement's topic is chosen, and signs are compared under their conditions.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pincite.verification.letters import composed
from pincite.verification.polarity_chinese import chinese_propositions
from pincite.verification.polarity_english import english_propositions
from pincite.verification.polarity_korean import korean_propositions
from pincite.verification.propositions import ALLOW, ANY, COVER, LEXICAL, Condition, Proposition
from pincite.verification.terms import contains, covered, english_stem
from pincite.verification.wording import repeats
from pincite.verification.words import GENERIC

Relation = Literal["same", "reversed", "unrelated"]

MINIMUM_TOPIC = 0.5
"""Share of a statement's telling words that its source must hold to speak of the same thing. Chosen on the
80 labelled pairs of tests/cases/polarity_pairs.jsonl ("구두 합의" against "서면에 의하지 않은 합의")."""


SHARED_ACTION = 0.34
"""Share of a statement's predicate words that the source must hold, where no predicate class tells."""

LONGEST_STATEMENT = 1500
"""Characters. The longest of the 16,959 sentences of the five shared sets has 1,207."""

NUMBER_WEIGHT = 0.4
_ALWAYS = re.compile(
    r"(?=[aeinu一任始总所누모아어언절항])(?:언제나|항상|절대|어떤\s*경우에도|어떠한\s*경우에도|누구나|누구든지|아무나|모두가|\b(?:never|always|anyone|anybody"
    r"|everyone|anywhere|everywhere|in\s+all\s+cases|in\s+any\s+case|under\s+no\s+circumstances)\b|一律|任何情况下"
    r"|任何人|所有人|始终|总是)",
    re.IGNORECASE,
)
"""Words that leave no room for a condition or an exception."""
_OTHER_THAN = re.compile(
    r"[가-힣]+(?:이|가)?\s*(?:아닌|아니|외의|이외의|외에)|除[^，。]{1,12}(?:以外|之外|外)"
)
"""Everybody but those named: 변호사가 아닌 사람."""
_WITH_IT = re.compile(r"(?:받아|받고|얻어|거쳐)(?=[\s,])")
_PAYING = "cover", "pays", "paid", "compensates", "reimburses", "indemnifies", "refunds", "insured"
_PAYS = frozenset(map(english_stem, _PAYING))
"""English stems of covering: the rest of such a sentence is what it speaks of, subject or object."""
_PAYERS = frozenset(map(english_stem, ("insurer", "company", "insurers", "policy", "we", "plan")))
"""Who covers things: "the insurer pays for theft" is about the theft."""
_HANGUL, _HAN, _LATIN = re.compile(r"[가-힣]+"), re.compile(r"[\u4e00-\u9fff]+"), re.compile(r"[A-Za-z]+")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Match:
    relation: Relation
    weight: float
    """How much of the statement the source proposition covers, to rank several sources."""


def compare_polarity(source: str, statement: str) -> Relation:
    """``same`` when ``source`` says what ``statement`` says, ``reversed`` when it says the opposite.

    A statement quoted word for word is the same where its source has it as a whole sentence, item or row.

    >>> compare_polarity("무면허운전 손해는 보장하지 아니한다.", "무면허운전 손해는 보장된다.")
    'reversed'
    >>> compare_polarity("Flood is not covered unless it is insured.", "Flood is covered if it is insured.")
    'same'
    >>> compare_polarity("牙科费用不报销，眼科费用报销。", "眼科费用报销。")
    'same'
    """
    source, statement = composed(source), composed(statement)
    if repeats(statement, source):
        return "same"
    return match_polarity(propositions(source), propositions(statement)).relation


def propositions(text: str) -> list[Proposition]:
    """Propositions of ``text`` by its script; none where it is too long to be a sentence."""
    if len(text) > LONGEST_STATEMENT:
        return []
    if text.isascii():
        return english_propositions(text)
    hangul, latin = _letters(_HANGUL, text), _letters(_LATIN, text)
    if hangul and hangul * 3 >= latin:
        return korean_propositions(text)
    han = _letters(_HAN, text)
    if han and han * 2 >= latin:
        return chinese_propositions(text)
    return english_propositions(text)


def _letters(script: re.Pattern[str], text: str) -> int:
    return sum(map(len, script.findall(text)))


def match_polarity(source: Sequence[Proposition], statement: Sequence[Proposition]) -> Match:
    """The relation of the statement's propositions to the best source propositions; a reversed one wins."""
    return decided(best_match(source, stated) for stated in statement if not stated.derived)


def decided(matches: Iterable[Match | None]) -> Match:
    """What the ``matches`` of a statement's propositions come to."""
    found = [match for match in matches if match is not None]
    for relation in ("reversed", "same"):
        fitting = [match for match in found if match.relation == relation]
        if fitting:
            return max(fitting, key=lambda match: match.weight)
    return Match("unrelated", 0.0)


def best_match(source: Iterable[Proposition], stated: Proposition) -> Match | None:
    """The relation of one proposition to that of the source which speaks most of the same."""
    scored: list[tuple[float, int, Relation]] = []
    asked = wanted(stated)
    for position, origin in enumerate(source):
        weight = _relevance(origin, stated, asked)
        if weight <= 0 or not _comparable(origin, stated):
            continue
        scored.append((weight, position, _relation(origin, stated)))
    if not scored:
        return None
    weight, _, relation = max(scored)
    return Match(relation, weight)


def wanted(stated: Proposition) -> frozenset[str]:
    """The words of which a source proposition must hold `MINIMUM_TOPIC` to speak of the same thing."""
    said = _PAYS if stated.predicate.cls == COVER and stated.topic & _PAYS else stated.predicate.action
    topic = _telling(stated.topic - said or stated.topic)
    return topic | stated.condition.terms if stated.condition else topic


def _telling(topic: frozenset[str]) -> frozenset[str]:
    return (topic - GENERIC) or topic


def _relevance(origin: Proposition, stated: Proposition, asked: frozenset[str]) -> float:
    """0 when they speak of different things, else rising with the words they share. ``asked`` are those that
    are `wanted`."""
    paid = COVER in (origin.predicate.cls, stated.predicate.cls)
    acting, other = (one.subject - _PAYERS if paid else one.subject for one in (stated, origin))
    if acting and other and not (stated.subject & origin.subject or _overlap(origin, stated)):
        return 0.0
    if origin.only and stated.predicate.action & origin.predicate.action:
        return 1.0
    own = origin.topic | (origin.condition.terms if origin.condition else frozenset())
    if not asked:
        action = _telling(stated.predicate.action)
        held = len(covered(action, origin.text)) / len(action) if action else 1.0
        left = _telling(own - origin.predicate.action)
        spelled_out = len(action) >= 3 and held > MINIMUM_TOPIC
        if left and not spelled_out and not covered(left, stated.text):
            return 0.0
        return max(held, 0.25) if held >= MINIMUM_TOPIC or _one_class(origin, stated) else 0.0
    share = len(covered(asked, origin.text)) / len(asked)
    if share < MINIMUM_TOPIC:
        return 0.0
    own = _telling(own)
    own_share = len(covered(own, _spoken(origin, stated))) / len(own) if own else 0.5
    if origin.exception and own_share <= MINIMUM_TOPIC:
        return 0.0
    return share + own_share + (0.5 if origin.exception else 0.0) + _same_numbers(origin.text, stated.text)


def _spoken(origin: Proposition, stated: Proposition) -> str:
    """Where a source's words are looked up: for an exception only in what the statement is about itself."""
    if not origin.derived:
        return stated.text
    given = stated.condition.terms if stated.condition else frozenset()
    return " ".join(sorted(stated.topic | given | stated.predicate.action))


def _same_numbers(one: str, two: str) -> float:
    """Figures tell two clauses of one topic apart: half a word's worth for or against."""
    a, b = _digits(one), _digits(two)
    if not a or not b:
        return 0.0
    return NUMBER_WEIGHT if a & b else -NUMBER_WEIGHT


@lru_cache(maxsize=4096)
def _digits(text: str) -> frozenset[str]:
    return frozenset(_DIGITS.findall(text))


def _overlap(origin: Proposition, stated: Proposition) -> bool:
    """English subjects are noun phrases: half of the words in common is the same subject."""
    shared = covered(stated.subject, origin.text)
    return not any(_is_hangul(word) for word in stated.subject) and 2 * len(shared) >= len(stated.subject)


def _is_hangul(word: str) -> bool:
    return "가" <= word[0] <= "힣"


def _comparable(origin: Proposition, stated: Proposition) -> bool:
    one, two = origin.predicate, stated.predicate
    if ANY in (one.cls, two.cls):
        return True
    if _one_class(origin, stated):
        return True
    telling = two.action - GENERIC
    if telling and len(covered(telling, origin.text)) >= SHARED_ACTION * len(telling):
        return True
    shared = one.action & two.action
    if shared - GENERIC or (shared and not telling):
        return True
    if "" in (one.cls, two.cls) or (one.cls == two.cls == ALLOW and not telling):
        return any(contains(stated.text, term) for term in one.action)
    return False


def _one_class(origin: Proposition, stated: Proposition) -> bool:
    """Both predicates are of one class with a meaning of its own."""
    return origin.predicate.cls == stated.predicate.cls and stated.predicate.cls in LEXICAL


def _relation(origin: Proposition, stated: Proposition) -> Relation:
    expected = origin.predicate.sign
    if origin.only:
        return _only_relation(origin, stated)
    if origin.exception and stated.condition is not None and stated.condition.sign < 0:
        expected = -expected
    if origin.exclusive and stated.condition is None and _ALWAYS.search(stated.text):
        return "reversed"
    given, asked = origin.condition, stated.condition
    if _has_what_lacks(origin, stated) or _has_what_lacks(stated, origin):
        return "same" if stated.predicate.sign == -expected else "reversed"
    if (
        given is not None
        and given.sign < 0
        and asked is None
        and covered(given.terms, stated.text) == given.terms
    ):
        asked = Condition(given.terms, 1, given.text)  # a subject that has what the source's lacks
    if given is not None and asked is not None and covered(asked.terms, given.text):
        opposite = given.sign != asked.sign
        if opposite and (origin.exclusive or stated.predicate.sign != expected):
            expected = -expected
    return "same" if stated.predicate.sign == expected else "reversed"


def _has_what_lacks(one: Proposition, other: Proposition) -> bool:
    """``one`` happens with what ``other`` does without (동의를 받아, 동의 없이)."""
    lacking = other.condition
    return (
        one.condition is None
        and lacking is not None
        and lacking.sign < 0
        and bool(_WITH_IT.search(one.text))
        and covered(lacking.terms, one.text) == lacking.terms
    )


def _only_relation(origin: Proposition, stated: Proposition) -> Relation:
    inside = bool(covered(origin.only, _OTHER_THAN.sub(" ", stated.text))) and not _ALWAYS.search(stated.text)
    expected = origin.predicate.sign if inside else -origin.predicate.sign
    return "same" if stated.predicate.sign == expected else "reversed"
