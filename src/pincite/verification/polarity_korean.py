"""Propositions of Korean sentences: clause chain, conditions, exceptions, and the sign of the predicate."""

import re

from pincite.text.sentences import split_sentences
from pincite.verification.propositions import (
    ACCEPT,
    ALLOW,
    ANY,
    COVER,
    DUTY,
    HAVE,
    OPEN,
    RETURN,
    VALID,
    Condition,
    Predicate,
    Proposition,
)
from pincite.verification.terms import terms, terms_in_order
from pincite.verification.words import GENERIC

_PROVISO = re.compile(r"^\s*(?:[\d.)①-⑳\s]*)(?:다만|단|그러나|하지만|그렇지만)[,\s]\s*")
_SAME_NOT = re.compile(
    r"그러하지\s*(?:아니|않)[가-힣]*|그렇지\s*(?:아니|않)[가-힣]*|예외로\s*(?:한|하|합)[가-힣]*"
)
_COORDINATE = re.compile(
    r"(?:(?<=않)고|(?<=아니하)고|(?<=없)고|(?<=있)고|(?<=[가-힣]하)(?<!제외하)고|(?<=되)고|(?<=이)고|(?<=[하되으])며"
    r"|(?<=이)며|(?<=[없있하되않])으?나|(?<=[가-힣])지만|(?<=[하되])되|(?<=[있없하되])는데"
    r"|(?<=[가-힣])는 반면"
    r"|(?<=[가-힣])거나)(?=[,\s])[,\s]*"
)
_ONLY_IF = re.compile(
    r"(?:경우|때|자|사람|계약|것)?(?:에게|에|으로|로)?\s*(?:한하여|한해서?|한정하여|한정해서?|국한하여)\s*(?:만\s*)?"
    r"|(?:경우|때)(?:에만|에 한해)\s*"
)
_EXCEPT = re.compile(
    r"(?:을|를)?\s*(?:제외하(?:고는|고|면)|제외한\s*나머지는?|빼고는?|외에는|이외에는|말고는)\s*"
)
_IF = re.compile(
    r"(?<=[가-힣])(?:으면|면)(?=[,\s])[,\s]*|(?:[을를ㄹ할될]|[가-힣])\s*때(?:에는|에도|에|는"
    r"|도)?(?=[,\s])[,\s]*|\s*경우(?:에는|에도|에|라도|는)?(?=[,\s])[,\s]*|(?<=는) 한(?=[,\s])[,\s]*"
    r"|(?<=[가-힣])(?:인데도|는데도)(?=[,\s])[,\s]*"
)
_EVEN_IF = re.compile(
    r"(?<=[가-힣])(?:어도|아도|해도|여도|되어도|더라도|라도|지언정)(?=[,\s])[,\s]*|(?:에도|음에도)?\s*불구하고[,\s]*|이유만으로도?[,\s]*"
)
_WITHOUT = re.compile(
    r"(?<!지체)(?<!예외)(?<!제한)(?<!차별)(?<!관계)(?<!상관)(?<!빠짐)(?<!틀림)(?<!조건)(?<!어김)(?<!의심)(?<!이의)"
    r"\s*없이(?:는|도|라도)?(?=[,\s])[,\s]*"
)
"""``동의 없이는``: a condition, which adverbs of manner (지체 없이, 예외 없이) are not."""
_LACKING = re.compile(
    r"(?P<cond>[^,]{2,30}?)(?:지\s*(?:아니한|않은|못한|아니하는|않는)|(?:이|가)\s*아닌)\s+(?!것)"
    r"(?=\S*[가-힣](?:은|는|이|가|도|의|을|를|에는|에게는)\s)"
)
"""``등기하지 아니한 임대차는``: what the subject lacks is a condition too."""
_MUST_IF = re.compile(
    r"(?<=[가-힣])(?:어야|아야|해야|여야|되어야)(?:만)?\s+(?!한다|합니다|하며|하고|할|하는|된다|됩니다|했)"
)
_PERMISSION = re.compile(r"\s*(?:된|됩|되|좋|무방|괜찮|안\s*된|아니\s*된)")
_NEGATIVE_END = re.compile(
    r"(?:없|지\s*(?:않|아니|못)|아니(?!라)|아닌|불가능?|미비|미제출|미납)[가-힣]{0,3}\s*$|(?:없|않|아니하|아닌)[가-힣]{0,2}\s*(?:경우|때|한)?\s*$"
)
_TOPIC_HEAD = re.compile(
    r"^\s*((?:\S+\s){0,3}?\S*[가-힣](?:은|는|에서는|에는|에게는|라도|의 경우))\s+"
    r"(?!(?:경우|때|사람|것|후|뒤|날|채|상태|이후|이상)|자[는은가를의에])(?=\S)"
)

_STRIPS: tuple[tuple[tuple[str, ...], re.Pattern[str], int, str], ...] = tuple(
    (tuple(words.split("|")), re.compile(pattern), sign, cls)
    for words, pattern, sign, cls in (
        (
            "안|아니",
            r"(?:[하되]?[여해]|어|아)서는\s*(?:아니|안)\s*[되된됩될돼][가-힣]*$|면\s*(?:아니|안)\s*[되된됩][가-힣]*$",
            -1,
            ALLOW,
        ),
        ("도", r"(?:지\s*않아도|[가-힣]?지\s*아니하여도)\s*[되된됩][가-힣]*$", -1, DUTY),
        ("없", r"(?:[할을될낼]|[가-힣])\s*(?:필요|의무)(?:가|는|도)?\s*없[가-힣]*$", -1, DUTY),
        ("아", r"(?:는|은|한|된|인|던|을|할)?\s*(?:것|게|건)(?:은|이|는|도)?\s*아[니닙닌][가-힣]*$", -1, ""),
        (
            "지",
            r"(?:하|되)?지\s*(?:는|도|를|가)?\s*(?:않|아니|못)[가-힣]{0,5}(?:\s*(?:한다|합니다|함))?$",
            -1,
            "",
        ),
        (
            "지",
            r"(?:하|되)?지\s*(?:는|를)?\s*(?:마(?=[십세시라])|말)[가-힣]*(?:\s*(?:것|한다|합니다|함|바랍니다))?$",
            -1,
            ALLOW,
        ),
        ("없", r"[할을될낼]?\s*(?:권한|권리|자유|자격)(?:이|가|은|는|도)?\s*없[가-힣]*$", -1, ALLOW),
        (
            "권|자",
            r"[할을될낼]?\s*(?:권한|권리|자유|자격)(?:이|가|을|를|은|도)?\s*(?:있|가진|가지|갖)[가-힣]*$",
            1,
            ALLOW,
        ),
        ("없", r"(?<=[가-힣])\s*수(?:는|가|도)?\s*없[가-힣]*$", -1, ALLOW),
        ("있", r"(?<=[가-힣])\s*수(?:는|가|도)?\s*있[가-힣]*$", 1, ALLOW),
        ("야", r"(?:하여|해|어|아|여|내|져|려)야(?:만)?\s*(?:한|합|하|할|된|됩)[가-힣]*$", 1, DUTY),
        ("도", r"(?:어|아|해|여|져)도\s*(?:된|됩|되|좋|무방|괜찮)[가-힣]*$", 1, ALLOW),
        (
            "대상|범위|사유",
            r"\s*(?:대상|범위|사유)(?:이|에|에는|은|으로)?\s*(?:아[니닙닌][가-힣]*|(?:포함|해당)[가-힣]*\s*(?:않|아니)[가-힣]*)$",
            -1,
            "",
        ),
        (
            "에",
            r"(?:의\s*)?\s*(?:사유|대상|범위|경우)?에(?:는|도)?\s*(?:해당|포함|속)(?:한다|합니다|하|됩니다|된다|되|한|됨|함)?$",
            1,
            "",
        ),
        ("대상", r"\s*대상(?:이다|입니다|이\s*된다|이\s*됩니다|이며|임|이\s*됨)$", 1, ""),
        ("아", r"(?:이|가|은|는)\s*아[니닙닌][가-힣]*$", -1, ""),
        ("안|못", r"(?:^|(?<=\s))(?:안|못)\s(?=[가-힣]+$)", -1, ""),
    )
)
_LEXICON: tuple[tuple[re.Pattern[str], str, int], ...] = tuple(
    (re.compile(pattern), cls, sign)
    for pattern, cls, sign in (
        (r"부지급|부담보|미지급|면책|무보험", COVER, -1),
        (r"비과세|면제|감면|생략|면세", DUTY, -1),
        (
            r"무효|소멸|종료|실효|상실|끝나|끝난|만료|효력[을이]?\s*(?:잃|없)|중단|없어[지진집]|사라[지진집]",
            VALID,
            -1,
        ),
        (r"거절|거부|반려|기각|각하|물리", ACCEPT, -1),
        (r"휴무|휴업|휴관|휴점|쉬[며는고]|쉽니다|쉰다", OPEN, -1),
        (
            r"금지|불허|불가능?|(?<![삭면공억해통결규배견자복전경])제한|(?<![가-힣])금(?=한다|합니|하[며고여]|함)",
            ALLOW,
            -1,
        ),
        (r"제외|빠지|빠진|배제|미포함", ANY, -1),
        (
            r"유효|존속|유지|계속|개시|시작|효력을?\s*(?:가|갖|유지|발)|효력이?\s*(?:있|발생|생)|발효|지속",
            VALID,
            1,
        ),
        (r"받아들|승낙|수락|승인|인용|수리(?:한|하|합)", ACCEPT, 1),
        (r"영업(?!일|비|소|사|자|직|권|장)|개장|개관|문을\s*[여연엽]", OPEN, 1),
        (r"과세|부과|납부|납입|의무|내야", DUTY, 1),
        (r"반환|환불|환급|돌려", RETURN, 1),
        (r"보장|보상|지급|배상|담보|변상|급부|책임", COVER, 1),
        (r"허용|허가|가능|허락", ALLOW, 1),
        (r"포함", ANY, 1),
    )
)
_LEXEME = re.compile("|".join(pattern.pattern for pattern, _, _ in _LEXICON))
_LIGHT = re.compile(
    r"(?:으로|로|을|를|이|가|은|는|도)?\s*(?:한다|합니다|하다|된다|됩니다|하며|하고|이다|입니다|임|함|됨|하|되|한|할|될|지|진다|집니다"
    r"|질|갖는다|가진다|가집니다|본다|봅니다|처리\S*|따른다)?$"
)


def korean_propositions(text: str) -> list[Proposition]:
    """What ``text`` asserts, in order; an exception carved out of a sentence follows it."""
    found: list[Proposition] = []
    for sentence in split_sentences(text):
        body = sentence.text.strip(" \t#*|-•")
        proviso = _PROVISO.match(body)
        if proviso:
            body = body[proviso.end() :]
        previous = found[-1] if found else None
        same_not = _SAME_NOT.search(body)
        if same_not and previous is None:
            continue
        if same_not and previous is not None:
            flipped = Predicate(previous.predicate.cls, -previous.predicate.sign, previous.predicate.action)
            found.append(Proposition(body, terms(body[: same_not.start()]), flipped, exception=True))
            continue
        found.extend(_clauses(body, proviso is not None, found[:]))
    return found


def _clauses(body: str, proviso: bool, before: list[Proposition]) -> list[Proposition]:
    found: list[Proposition] = []
    carried = ""
    for part in _COORDINATE.split(body):
        if not part or not part.strip():
            continue
        piece = f"{carried} {part}" if carried else part
        made = _one(piece.strip(" .,。"), proviso)
        if not made:
            carried = piece
            continue
        carried = ""
        if found and not made[0].topic and not made[0].condition:
            made[0] = _with_topic(made[0], found[-1])
        found.extend(made)
    return found


def _with_topic(made: Proposition, before: Proposition) -> Proposition:
    return Proposition(
        f"{before.text} {made.text}",
        before.topic,
        made.predicate,
        made.condition,
        made.exclusive,
        made.exception,
    )


def _actor(main: str) -> frozenset[str]:
    """The party that acts, when the clause opens with one (``회사는 …``)."""
    match = _ACTOR.match(main)
    return frozenset({match["who"]}) if match else frozenset()


def _one(clause: str, proviso: bool) -> list[Proposition]:
    condition, exclusive, carved, main = _condition(clause)
    predicate, rest = predicate_of(main)
    if predicate is None:
        return []
    only = _ONLY.match(main) if condition is None else None
    made = [
        Proposition(
            main.strip() if carved else clause,
            terms(rest) - frozenset(_FORCE),
            predicate,
            condition,
            exclusive,
            exception=proviso and condition is None,
            only=terms(only["who"]) if only else frozenset(),
            subject=frozenset() if only else _actor(main),
        )
    ]
    if carved:
        opposite = Predicate(predicate.cls, -predicate.sign, predicate.action)
        made.append(Proposition(clause, terms(carved), opposite, exception=True, derived=True))
    return made


def _condition(clause: str) -> tuple[Condition | None, bool, str, str]:
    """``(condition, exclusive, carved-out words, main clause)`` of one clause."""
    if match := _EXCEPT.search(clause):
        head = clause[: match.start()]
        topic = _TOPIC_HEAD.match(head + " x")
        carved = head[topic.end(1) :] if topic and topic.end(1) < len(head.rstrip()) else head
        lead = head[: len(head) - len(carved)]
        return None, False, carved, f"{lead} {clause[match.end() :]}"
    for pattern, exclusive, words in (
        (_ONLY_IF, True, ("한", "에만")),
        (_MUST_IF, True, ("야",)),
        (_WITHOUT, False, ("없이",)),
        (_EVEN_IF, False, ("도", "지언정", "불구")),
        (_IF, False, ("면", "때", "경우", "한", "데도")),
    ):
        if not [word for word in words if word in clause]:
            continue
        matches = list(pattern.finditer(clause))
        matches = [m for m in matches if not _PERMISSION.match(clause[m.end() :])]
        if not matches or not clause[matches[-1].end() :].strip():
            continue
        match = matches[-1]
        head = clause[: match.start()]
        if not head.strip():
            continue
        lead = ""
        topic = _TOPIC_HEAD.match(head)
        if topic and len(head) - topic.end() >= 2:
            lead, head = topic.group(1), head[topic.end() :]
        absent = pattern is _WITHOUT or _NEGATIVE_END.search(head)
        condition = Condition(terms(head), -1 if absent else 1, head)
        if not condition.terms:
            continue
        return condition, exclusive, "", f"{lead} {clause[match.end() :]}".strip()
    if (match := _LACKING.match(clause)) and (lacking := terms(match["cond"])):
        return Condition(lacking, -1, match["cond"]), False, "", clause[match.end() :]
    return None, False, "", clause


_ACTOR = re.compile(
    r"\s*(?:\S+\s){0,2}?(?P<who>[가-힣]*(?:계약자|피보험자|보험자|수익자|사용자|근로자|이용자|관리자|사업자|소비자|판매자|구매자"
    r"|공급자|신청자|담당자|제조자|소유자|운전자|가입자|배우자|세대주|세입자|입주자|외국인|내국인|장애인|관리인|조합원|주주|이사|감사|임원|환자|승객|졸업생|재학생|휴학생"
    r"|[가-힣](?:권자|무자|업자|로자|급자|격자|직자|탁자|혜자|행자|득자|세자)|회사|회원|고객|직원|은행|기관|위원회|임대인|임차인|매수인|매도인|대리인|보증인|신청인|도급인"
    r"|수급인|발주자|당사자|학생|교사|의사|갑|을))(?:은|는|이|가|도|만)\s"
)
_FIGURE = re.compile(
    r"^[\d억만천백].*(?:원|일|월|년|%|세|명|회|개|시간|주)[가-힣]{0,4}$|(?:초과|이상|이하|이내|미만)[가-힣]{0,3}$|^넘[기을지]?$"
)
"""A sentence that ends in a figure or its bound is checked by value, not by sign."""
_LIMITED = re.compile(
    r"(?:이내|이하|까지|\d[\d,.]*[가-힣%]{1,3})(?:만)?\s*(?:으?로)?\s*(?:제한|한정|국한)[가-힣]*$"
)
_NEGATED_NOUN = re.compile(r"[비미불](?P<noun>[가-힣]{2,})")
_ONLY = re.compile(r"\s*(?P<who>(?:\S+\s)?\S*[가-힣])(?:만이|만은|만)\s")
_FORCE = ("효력", "효과")
_LAST_ASIDE = re.compile(r"\([^)]*\)?$")
_EXISTS = re.compile(r"(?:이|가|은|는|도)?\s*(없|있)(?:다|습니다|음|으며|고|었\S*)?$")


def predicate_of(main: str) -> tuple[Predicate | None, str]:
    """The predicate that ends a clause and the words before it; None when the clause ends in no predicate."""
    left = re.sub(r"[\s.!?,)」』\"']+$", "", main)
    left = _LAST_ASIDE.sub("", left).rstrip() if "(" in left else left.rstrip()
    sign, wrapper, stripped = 1, "", False
    while (outer := _outermost(left)) is not None:
        left, factor, cls = outer
        sign *= factor
        wrapper = wrapper or cls
        stripped = True
    words = left.split()
    if words and (_FIGURE.search(words[-1]) or _LIMITED.search(left)):
        return None, main
    if not words:
        return (Predicate(wrapper or HAVE, sign), "") if stripped else (None, main)
    if (
        (match := ("없" in left or "있" in left) and _EXISTS.search(left))
        and (not stripped or match.group().endswith(("없", "있")))
        and match.start() > 0
    ):
        rest = left[: match.start()]
        tail = terms_in_order(rest)[-1:]
        have = sign if match.group(1) == "있" else -sign
        noun = rest.split()[-1] if rest.split() else ""
        if (lexical := _lexical(noun)) is not None:
            return Predicate(lexical[0], lexical[1] * have, frozenset(tail)), rest
        if noun.startswith(_FORCE):
            return Predicate(VALID, have, frozenset(tail)), rest.removesuffix(noun)
        return Predicate(HAVE, have, frozenset(tail)), rest
    for width in (1, 2):
        tail_text = " ".join(words[-width:])
        lexical = _lexical(tail_text)
        if lexical:
            cls, value, span = lexical
            rest = " ".join([*words[:-width], tail_text[: span[0]]])
            action = frozenset(terms_in_order(tail_text)) | (
                frozenset(terms_in_order(rest)[-1:]) if cls in (ALLOW, ANY, DUTY) else frozenset()
            )
            if cls == ALLOW and wrapper == ALLOW:
                return Predicate(ALLOW, sign * value, action), rest
            return Predicate(cls, sign * value, action), rest
        if width == 1 and not (_LIGHT.fullmatch(words[-1]) or " ".join(words[-2:]).startswith(_FORCE)):
            break
    if (
        not stripped
        and not re.search(r"(?:다|요|까|임|함|됨|음)$", left)
        and not re.search(r"[하되있없]$", left)
    ):
        return None, main
    tail = terms_in_order(words[-1]) or terms_in_order(" ".join(words[-2:]))[-1:]
    action = frozenset(tail)
    rest = " ".join(words[:-1])
    if len(action) == 1 and (negated := _NEGATED_NOUN.fullmatch(next(iter(action)))):
        sign, action = -sign, frozenset({negated["noun"]})
    if not action - GENERIC and rest:
        action |= frozenset(terms_in_order(rest)[-1:])
    return Predicate(wrapper, sign, action), rest


def _outermost(left: str) -> tuple[str, int, str] | None:
    """``left`` without the first ending of `_STRIPS` it has, with that ending's sign and class."""
    for words, pattern, factor, cls in _STRIPS:
        if not [word for word in words if word in left]:
            continue
        match = pattern.search(left)
        if match and match.start() > 0:
            keep = match.group()[0] if cls == DUTY and match.group()[0] == "내" else ""
            return (left[: match.start()] + keep + left[match.end() :]).rstrip(), factor, cls
    return None


def _lexical(tail: str) -> tuple[str, int, tuple[int, int]] | None:
    """The last predicate word of ``tail``; of two that overlap the one that starts first (면제 over 제한)."""
    if not _LEXEME.search(tail):
        return None
    matches = sorted(
        (match.start(), -match.end(), cls, sign)
        for pattern, cls, sign in _LEXICON
        for match in pattern.finditer(tail)
    )
    best: tuple[str, int, tuple[int, int]] | None = None
    for start, negative_end, cls, sign in matches:
        if best is None or start >= best[2][1]:
            best = (cls, sign, (start, -negative_end))
    return best
