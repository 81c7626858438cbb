"""Propositions of English sentences."""

import re
from collections.abc import Iterator

from pincite.text.sentences import split_sentences
from pincite.verification.propositions import (
    ACCEPT,
    ALLOW,
    ANY,
    COVER,
    DUTY,
    HAVE,
    VALID,
    Condition,
    Predicate,
    Proposition,
)
from pincite.verification.terms import terms

_LEAD = re.compile(
    r"^(?:(?:under|according to|pursuant to|as per|per|in)\s+(?:the\s+)?(?:article|section"
    r"|clause|rule|§|paragraph)[^,]*,\s*|(?:yes|no|indeed|however|therefore|thus|accordingly|in\s+short)[,:]\s*"
    r"|(?:[^,]{1,60}?\s)?(?:says?|states?|provides?|stipulates?|specif(?:y|ies)|confirms?|makes?\s+clear|means?)\s+that\s+)",
    re.I,
)
_ONLY_WHO = re.compile(
    r"^(?:only\s+(?P<who>(?:[\w'-]+\s+){0,4}?[\w'-]+)|(?P<who2>(?:[\w'-]+\s+){0,4}?[\w'-]+)\s+alone)"
    r"\s+(?=(?:may|can|must|shall|will|is|are|has|have)\b)",
    re.I,
)
_BUT_NOT = re.compile(r"(?:,|\s+but|,\s*but)\s+not\s+(?P<what>(?:[\w'-]+\s+){0,5}?[\w'-]+)(?=,|\s*$)", re.I)
_COORDINATE = re.compile(
    r"\s*(?:;|,\s*(?:but|and|yet|while|whereas|however)\s+|\s+but\s+|\s+whereas\s+"
    r"|\s+and\s+(?=(?:is|are|may|must|shall|will|can|cannot|does|do|has|have|begins?|ends?|starts?|expires?|covers?|pays?)\b))\s*(?!not\b)",
    re.I,
)
_UNLESS = re.compile(r"(?=[eu])\b(?:unless|except\s+(?:if|when|where))\b", re.I)
_ONLY_IF = re.compile(
    r"(?=[aops])\b(?:only\s+(?:if|when|where|with|after|upon|by|at|in|on|during|between|for)|solely\s+(?:if|with)"
    r"|provided\s+that|as\s+long\s+as|on\s+condition\s+that)\b",
    re.I,
)
_EVEN_IF = re.compile(
    r"(?=[adenrw])\b(?:even\s+(?:if|when|without)|regardless\s+of|despite|notwithstanding|although"
    r"|even\s+though|whether\s+or\s+not)\b",
    re.I,
)
_WITHOUT = re.compile(r"(?=[aiw])\b(?:without|in\s+the\s+absence\s+of|absent)\b", re.I)
_IF = re.compile(
    r"(?=[iow])\b(?:if|when|where|once|in\s+case|in\s+the\s+event\s+(?:that|of)"
    r"|with(?=\s+(?:[\w'’-]+\s+){0,4}(?:consent|approval|permission|notice|authori[sz]ation)\b))\b",
    re.I,
)
_EXCEPT = re.compile(
    r"(?=[aeosw])\b(?:except(?:\s+for)?|other\s+than|excluding|apart\s+from"
    r"|with\s+the\s+exception\s+of"
    r"|save\s+for)\s+(?P<what>(?:[\w'-]+\s+){0,6}?[\w'-]+)(?=\s+(?:may|can|must|shall|will"
    r"|is|are|do|does|has|have|need)\b|[,.;]|$)",
    re.I,
)
_NEGATIVE = re.compile(
    r"(?=[bcdflnprw])(?:\b(?:not|no(?!\.\s*\d)|never|neither|nor|none|nobody|nothing|cannot|without|lacks?|lacking"
    r"|fails?\s+to|refus\w+|prohibit\w*|forbid\w*|forbidden|bars?|barred|den(?:y|ies"
    r"|ied))\b|n['’]t\b|(?<=is )non-|(?<=are )non-|(?<=be )non-|(?<=remain )non-|(?<=remains )non-)",
    re.I,
)
_DOUBLE = re.compile(
    r"(?=[nw])(?:\bnot\s+(?:un(?:common|usual|likely)|in(?:frequent))\b|\bno\s+(?:more|less|later"
    r"|fewer|longer)\s+than\b|\bnot\s+(?:more|less|later|only)\b|\bwhether\s+or\s+not\b)",
    re.I,
)
_POINTS_BACK = re.compile(r"(?:here\s+)?(?:it|they|this|these)\b", re.I)
_NOT = re.compile(r"\bnot\b")
_NOT_ALL = re.compile(r"\bnot\s+(?:all|every|each)\b", re.I)
_LEXICON: tuple[tuple[tuple[str, ...], re.Pattern[str], str, int], ...] = tuple(
    (tuple(words.split()), re.compile(rf"\b(?:{pattern})\b", re.I), cls, sign)
    for words, pattern, cls, sign in (
        ("exclu omit exempt", r"exclu(?:ded?|des|ding|sions?)|omit(?:s|ted)?|exempts?", ANY, -1),
        (
            "uncovered uninsured unpaid outside",
            r"uncovered|uninsured|unpaid|(?:falls?|is|are|lies?|remains?)\s+outside",
            COVER,
            -1,
        ),
        (
            "void invalid null expire terminat end cease lapse unenforceable",
            r"void(?:s|ed)?|invalid(?:ates?|ated)?|null|expire[sd]?|terminat\w+|ends?|ended"
            r"|ceases?|lapse[sd]?|unenforceable",
            VALID,
            -1,
        ),
        (
            "reject declin withh turn",
            r"reject(?:s|ed)?|declin(?:es?|ed)|withh(?:old|olds|eld)|turn(?:s|ed)?\s+down",
            ACCEPT,
            -1,
        ),
        (
            "waive exempt optional unnecessary free tax",
            r"waive[sd]?|exempt(?:ed)?|optional|unnecessary|free\s+of\s+charge"
            r"|tax[- ](?:free|exempt)|untaxed",
            DUTY,
            -1,
        ),
        (
            "unable impossible unauthori ineligible prevented disallow unlawful illegal off",
            r"unable|impossible|unauthori[sz]ed|ineligible|prevented|disallow\w*"
            r"|unlawful|illegal|off[- ]limits",
            ALLOW,
            -1,
        ),
        ("lawful legal", r"lawful|(?:is|are)\s+(?:not\s+)?legal", ALLOW, 1),
        (
            "effect force",
            r"(?:has|have|had|takes?|of)\s+(?:no\s+)?(?:legal\s+|binding\s+)?(?:effect|force)",
            VALID,
            1,
        ),
        (
            "pay paid due",
            r"(?:must|has\s+to|have\s+to|needs?\s+to|required\s+to)\s+(?:be\s+paid|pay)|(?:is"
            r"|are)\s+(?:due|payable)",
            "must_pay",
            1,
        ),
        (
            "cover pay paid compensat reimburs indemnif refund insured",
            r"cover(?:s|ed|age|ing)?|pays?|paid|paying|compensat\w+|reimburs\w+|indemnif\w+"
            r"|refund(?:s|ed|able)?|insured\s+against",
            COVER,
            1,
        ),
        (
            "valid force effective remain stay continue start begin commence enforce",
            r"valid|in\s+force|effective|remains?|stays?|continues?|starts?|begins?|commences?|enforce(?:able|d)",
            VALID,
            1,
        ),
        (
            "accept approv grant allow",
            r"accept(?:s|ed)?|approv\w+|grant(?:s|ed)?|allow(?:s|ed)?\s+the\s+claim",
            ACCEPT,
            1,
        ),
        (
            "must shall require oblig need has have mandatory compulsory owe due necessary tax",
            r"must|shall|required?|requires|obliged|obligat\w+|needs?|needed|has\s+to|have\s+to|mandatory"
            r"|compulsory|owes?|due|necessary|taxed|taxable",
            DUTY,
            1,
        ),
        ("prohibit forbid ban barred", r"prohibit\w*|forbid\w*|bann?(?:s|ed)?|barred", ALLOW, 1),
        (
            "may can allowed permitted entitled able eligible authori free right",
            r"may|can|allowed|permitted|entitled|able|eligible|authori[sz]ed|free\s+to|right\s+to",
            ALLOW,
            1,
        ),
        ("includ", r"includ(?:es?|ed|ing)", ANY, 1),
        ("liab responsible", r"liable|liability|responsible", "liable", 1),
        ("has have enjoy receive get", r"has|have|enjoys?|receives?|gets?", HAVE, 1),
    )
)
_AUX = re.compile(
    r"(?=[abcdhimnsw])(?:\b(?:is|are|was|were|be|may|can|cannot|must|shall|will|does|do|did|has|have|need"
    r"|needs|should|would|might|could)\b|n['’]t\b)",
    re.I,
)
_SUBORDINATE = re.compile(r"\s(?:after|before|until|till|because|so\s+that|as\s+soon\s+as)\s", re.I)
_REFUSED = re.compile(r"(?=[dr])\b(?:refus\w+|den(?:y|ies|ied))\b", re.I)
_PASSIVE = re.compile(
    r"(?=[abi])\b(?:is|are|be)\s+(?:not\s+)?(?:strictly\s+|always\s+|only\s+)?(?:allowed|permitted"
    r"|prohibited|forbidden|possible|banned|(?:un)?lawful|(?:il)?legal)\b",
    re.I,
)
_LEXICAL_STEMS = terms(
    "allowed permitted entitled able eligible authorised required obliged mandatory prohibited forbidden"
    " lawful unlawful legal illegal"
)
_RANK = {COVER: 3, VALID: 3, ACCEPT: 3, DUTY: 1, ANY: 3, ALLOW: 1, HAVE: 0, "liable": 3, "must_pay": 4}


def english_propositions(text: str) -> list[Proposition]:
    """What ``text`` asserts, in order."""
    found: list[Proposition] = []
    for sentence in split_sentences(text):
        body = _LEAD.sub("", sentence.text.strip(" \t#*|-").rstrip("."))
        for part in _COORDINATE.split(body):
            if part and part.strip():
                found.extend(_one(part.strip(" ,."), found[-1] if found else None))
    return found


def _one(clause: str, before: Proposition | None) -> list[Proposition]:
    if match := _ONLY_WHO.match(clause):
        main = _plain(clause[match.end() :], clause, before)
        who = terms(match["who"] or match["who2"])
        return [Proposition(clause, main.topic | who, main.predicate, only=who)]
    if (match := _BUT_NOT.search(clause)) and match.start() > 0:
        rest = clause[: match.start()] + clause[match.end() :].lstrip(",")
        main = _plain(rest, rest, before)  # what is carved out is no word of the rest
        p = main.predicate
        opposite = Predicate(p.cls, -p.sign, p.action)
        return [main, Proposition(clause, terms(match["what"]), opposite, exception=True, derived=True)]
    if match := _EXCEPT.search(clause):
        rest = clause[: match.start()] + clause[match.end() :]
        main = _plain(rest, rest, before)
        p = main.predicate
        return [
            main,
            Proposition(
                clause,
                terms(match["what"]),
                Predicate(p.cls, -p.sign, p.action),
                exception=True,
                derived=True,
            ),
        ]
    for pattern, sign, exclusive in (
        (_UNLESS, -1, True),
        (_ONLY_IF, 1, True),
        (_EVEN_IF, 1, False),
        (_WITHOUT, -1, False),
        (_IF, 1, False),
    ):
        match = pattern.search(clause)
        if match is None:
            continue
        if match.start() == 0 and "," in clause:
            cond, main_text = clause[match.end() :].split(",", 1)
        else:
            cond, main_text = clause[match.end() :], clause[: match.start()]
        if not cond.strip() or not main_text.strip():
            continue
        if "without" in match.group().lower():
            sign = -1
        if _NEGATIVE.search(cond):
            sign = -sign
        main = _plain(main_text.strip(" ,"), clause, before)
        condition = Condition(terms(cond), sign, cond)
        return [Proposition(clause, main.topic, main.predicate, condition, exclusive, subject=main.subject)]
    return [_plain(clause, clause, before)]


def _main_clause(text: str) -> str:
    """``text`` without the time clause at its end (… after the tenancy ends), if it states something."""
    subordinate = _SUBORDINATE.search(text)
    if subordinate is None:
        return text
    head = text[: subordinate.start()]
    stated = _AUX.search(head) or any(pattern.search(head) for pattern, _, _ in _fitting(head))
    return head if stated and len(head.split()) > 1 else text


def _fitting(text: str) -> Iterator[tuple[re.Pattern[str], str, int]]:
    """The patterns of `_LEXICON` of which ``text`` has any word."""
    folded = text.casefold()
    for words, pattern, cls, sign in _LEXICON:
        for word in words:
            if word in folded:
                yield pattern, cls, sign
                break


def _plain(main: str, whole: str, before: Proposition | None) -> Proposition:
    sign, text = 1, main
    if _NOT_ALL.search(text):
        sign, text = -1, _NOT_ALL.sub("", text)
    text = _main_clause(_DOUBLE.sub("", text))
    if len(_NEGATIVE.findall(text)) % 2:
        sign = -sign
    aux = _AUX.search(main)
    opening = main.split()[:3]
    subject = terms(main[: aux.start()]) if aux else terms(" ".join(opening[: max(1, len(main.split()) - 1)]))
    best: tuple[int, int, str, int] | None = None
    for pattern, cls, value in _fitting(text):
        for match in pattern.finditer(text):
            candidate = (_RANK[cls], match.end(), cls, value)
            if best is None or candidate[:2] > best[:2]:
                best = candidate
                subject = subject if aux else terms(text[: match.start()]) or subject
    topic = terms(text) - _LEXICAL_STEMS
    passive = _PASSIVE.search(main) is not None
    if before is not None and _POINTS_BACK.match(main):
        subject, topic, whole = before.subject, topic | before.topic, f"{before.text} {whole}"
    elliptic = aux is not None and not _NOT.sub("", main[aux.end() :]).strip(" .")
    if best is None and (refused := _REFUSED.search(text)):
        best = (_RANK[ACCEPT], refused.end(), ACCEPT, 1)  # its negation was counted
    if before is not None and elliptic and best is not None and best[2] in (ALLOW, DUTY):
        own = Predicate(before.predicate.cls, sign * best[3], before.predicate.action)
        return Proposition(whole, topic, own, subject=subject)
    if best is None:
        if before is not None and elliptic:
            inherited = abs(before.predicate.sign) * sign
            return Proposition(
                whole,
                topic,
                Predicate(before.predicate.cls, inherited, before.predicate.action),
                subject=subject,
            )
        return Proposition(whole, topic, Predicate("", sign, topic - subject), subject=subject)
    cls = DUTY if best[2] == "must_pay" else best[2]
    action = (topic - subject - _LEXICAL_STEMS) or subject
    if passive:
        return Proposition(whole, topic, Predicate(cls, sign * best[3], subject))
    return Proposition(whole, topic, Predicate(cls, sign * best[3], action), subject=subject)
