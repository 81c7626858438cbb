"""Propositions of Chinese sentences."""

import re
from dataclasses import replace

from pincite.text.sentences import split_sentences
from pincite.verification.propositions import (
    ACCEPT,
    ALLOW,
    ANY,
    COVER,
    DUTY,
    HAVE,
    RETURN,
    VALID,
    Condition,
    Predicate,
    Proposition,
)
from pincite.verification.terms import terms

_PROVISO = re.compile(r"^(?:但是?|不过|然而)[，,]?")
_EXCEPTED = re.compile(r"(?P<what>[^，,。；]+?)(?:的)?除外|(?:的)?情形除外")
_UNLESS = re.compile(r"除非(?P<cond>[^，,。]+)[，,]\s*(?:否则)?(?P<main>.+)$")
_CONSENT = re.compile(
    r"^(?P<neg>未)?经(?!理|济|营|纪|常|费|办|销|验|历|手)(?:过)?(?P<cond>[^，,。]{1,15}?)(?:后|的)?[，,]?(?:也|方|才)?(?P<main>(?:不|(?<![许认])可|应|必|禁|方|能).+)$"
)
_EXCEPT = re.compile(r"除(?P<what>[^，,。]{1,30}?)(?:以外|之外|外)[，,]?(?P<main>.+)$")
_ONLY_IF = re.compile(
    r"(?:只有|仅在|仅当|只在)(?P<cond>[^，,。]+?)(?:的?情况下|时|后)?[，,]?(?:才|方)(?P<main>.+)$"
)
_ONLY = re.compile(
    r"^(?P<before>.*?)(?:仅限于?|只限于?|仅供|只供|仅由)(?P<who>[^，,。]{1,12}?)(?P<main>使用|享有|参加|进入|申请"
    r"|办理|适用|购买|领取|[\u4e00-\u9fff]{2}(?=[。，]|$))"
)
_IF = re.compile(
    r"(?:^|(?<=[，,]))(?:如果|如|若|凡|倘若|一旦|经|当)?(?P<cond>[^，,。]+?)(?:的话|的情况下|的情形下|的时候|时"
    r"|的)[，,](?P<main>.+)$|(?:如果|若|倘若)(?P<cond2>[^，,。]+)[，,](?P<main2>.+)$"
)
_EVEN = re.compile(
    r"(?:^|(?<=[，,]))(?P<even>即使|即便|虽然|尽管|哪怕|无论)?(?P<cond>(?:没有|未|无|不)?[^，,。]+?)(?:，|,)?(?:也|仍然?|都)(?P<main>.+)$"
)
_NEGATIVE_COND = re.compile(r"(?:没有|未|无(?!证|照|偿)|不(?!得不))")
_NO_LACK = re.compile(r"不可抗力|不动产|未成年|无证|无偿|无论|不仅|未来|不同|不良")
"""Words that open like a negation and deny no condition; 未满 and 不满 do deny theirs."""
_ACTOR = re.compile(
    r"^(?:[本该])?(?P<who>[^由被向对与和给经的，,]{0,4}?(?:被保险人|保险人|投保人|受益人|出租人|承租人|用人单位|劳动者|雇主|雇员|买方|卖方|甲方|乙方"
    r"|买受人|出卖人|用户|商家|商户|经营者|消费者|承运人|托运人|旅客|乘客|债务人|债权人|保证人|纳税人|业主|物业|会员|客户|银行|平台|公司|员工))"
    r"(?=[不可应须必有没无负承得享未也仍能对将在以依按予])"
)
"""The party that acts, where a sentence opens with one."""
_OTHERS = re.compile(r"他人|别人|其他人|第三人|非本人|外人|任何人")
_ALL_NOT = re.compile(
    r"(?=[不全并所])(?:(?:并非|不是|并不是|不)(?:所有|全部|每|任何)|(?:所有|全部)[^，。]{0,10}(?:并非都|不都|不全))"
)
_SOME = re.compile(r"^(?:有的|有些|部分|一些)")

_NEGATION = re.compile(
    r"不得不|并非不|不是不|不予|不得|不能|不可以|不可|不应|不准|不允许|不再|不会|不承担|不属于|不是|并非|不必|不需要?|不用|无需|无须|毋须|没有|未曾"
    r"|尚未|禁止|严禁|拒绝|不|未|非(?!会员|本人|工|营|急)|无(?!效|证|照|偿|限|论|故|关)"
)
_LEXICON: tuple[tuple[re.Pattern[str], str, int], ...] = tuple(
    (re.compile(pattern), cls, sign)
    for pattern, cls, sign in (
        (r"免责|免除责任|免除保险人|不保", COVER, -1),
        (r"免除|豁免|免交|免缴|免收|免费|减免|免征|免税", DUTY, -1),
        (r"无效|失效|终止|作废|丧失|消灭|到期|结束", VALID, -1),
        (r"驳回|拒收|退回申请", ACCEPT, -1),
        (r"除外|排除|不包括|不含", ANY, -1),
        (r"赔偿|给付|赔付|理赔|支付|报销|保障|承保|赔|承担(?!费用)", COVER, 1),
        (r"退还|退款|退回|返还|退费|退(?![休出租役步伍])", RETURN, 1),
        (r"有效|生效|存续|开始|维持|继续|效力", VALID, 1),
        (r"接受|受理|同意|批准|准予", ACCEPT, 1),
        (r"必须|应当|应(?!急|用|付)|须|需要?|有义务|缴纳|交纳|支付费用|征收|承担费用", DUTY, 1),
        (r"可以|允许|准许|能够|能|可(?!能)|有权", ALLOW, 1),
        (r"享有|享受|拥有|具有|有(?!的|关|些)", HAVE, 1),
        (r"包括|包含|属于", ANY, 1),
    )
)


def chinese_propositions(text: str) -> list[Proposition]:
    """What ``text`` asserts, in order."""
    found: list[Proposition] = []
    for sentence in split_sentences(text):
        for part in re.split(r"[；;]", sentence.text):
            body = part.strip(" 。.!！*#|-").replace(" ", "")
            if body and not body.endswith(("的", "情形", "之一")):
                found.extend(_sentence(body, found))
    return found


def _sentence(body: str, before: list[Proposition]) -> list[Proposition]:
    found: list[Proposition] = []
    pieces: list[str] = []
    for piece in re.split(r"(?:[，,](?=但)|(?<=[，,])(?:但是?|不过)[，,]?)", body):
        pieces.append(piece)
    for piece in pieces:
        proviso = _PROVISO.match(piece)
        clause = piece[proviso.end() :] if proviso else piece
        excepted = _EXCEPTED.search(clause) if "除外" in clause else None
        previous = (found or before)[-1] if found or before else None
        if excepted and previous is not None and (proviso or len(pieces) > 1):
            flipped = Predicate(previous.predicate.cls, -previous.predicate.sign, previous.predicate.action)
            what = terms(excepted["what"] or clause[: excepted.start()])
            found.append(Proposition(f"{previous.text}，{clause}", what, flipped, exception=True))
            continue
        made = _clause(clause.strip("，, "))
        if actor := _ACTOR.match(clause):
            made = [replace(one, subject=frozenset({actor["who"]})) for one in made]
        if (
            (proviso or found)
            and previous is not None
            and made
            and not made[0].topic
            and made[0].condition is None
        ):
            made[0] = replace(made[0], text=f"{previous.text}，{clause}", topic=previous.topic)
        found.extend(made)
    return found


def _clause(clause: str) -> list[Proposition]:
    clause = _SOME.sub("", clause)
    if _ALL_NOT.search(clause):
        return _coordinated(clause)
    if match := _UNLESS.search(clause):
        lead = clause[: match.start()]
        return _with(
            lead + match["main"],
            clause,
            Condition(terms(match["cond"]), -1 * _cond_sign(match["cond"]), match["cond"]),
            exclusive=True,
        )
    if match := _CONSENT.search(clause):
        sign = -1 if match["neg"] else 1
        return _with(
            match["main"], clause, Condition(terms(match["cond"]), sign, match["cond"]), exclusive=True
        )
    if match := _EXCEPT.search(clause):
        rest = clause[: match.start()] + match["main"]
        main = _with(rest, rest)  # what is carved out is no word of the rest
        if main:
            p = main[0].predicate
            main.append(
                Proposition(
                    clause,
                    terms(match["what"]),
                    Predicate(p.cls, -p.sign, p.action),
                    exception=True,
                    derived=True,
                )
            )
        return main
    if match := _ONLY_IF.search(clause):
        return _with(
            clause[: match.start()] + match["main"],
            clause,
            Condition(terms(match["cond"]), _cond_sign(match["cond"]), match["cond"]),
            exclusive=True,
        )
    if match := _ONLY.search(clause):
        action = terms(match["main"])
        return [
            Proposition(
                clause,
                terms(match["before"]) | terms(match["who"]),
                Predicate(ALLOW, 1, action),
                only=terms(match["who"]),
            )
        ]
    if (match := _EVEN.search(clause)) and len(match["cond"]) > 2:
        given, absent = match["cond"], _NEGATIVE_COND.match(_NO_LACK.sub("", match["cond"]))
        if absent or match["even"]:
            return _with(match["main"], clause, Condition(terms(given), -1 if absent else 1, given))
    if match := _IF.search(clause):
        given = match["cond"] or match["cond2"]
        rest = match["main"] or match["main2"]
        found = _with(
            clause[: match.start()] + rest, clause, Condition(terms(given), _cond_sign(given), given)
        )
        if found:
            return found
    return _coordinated(clause)


def _cond_sign(cond: str) -> int:
    return -1 if _NEGATIVE_COND.search(_NO_LACK.sub("", cond)) else 1


def _with(
    main: str, clause: str, condition: Condition | None = None, *, exclusive: bool = False
) -> list[Proposition]:
    found = _coordinated(main, clause)
    return (
        [
            Proposition(p.text, p.topic, p.predicate, condition, exclusive, p.exception, p.only)
            for p in found[-1:]
        ]
        if found
        else []
    )


def _coordinated(clause: str, whole: str = "") -> list[Proposition]:
    """Comma parts; a part without a predicate is the topic of the next."""
    found: list[Proposition] = []
    carried = ""
    for part in re.split(r"[，,]", clause):
        piece = f"{carried}，{part}" if carried else part
        predicate, rest = predicate_of(part)
        if predicate is None or not part:
            carried = piece
            continue
        topic = terms(f"{carried} {rest}")
        if not topic and found:
            topic = found[-1].topic
        found.append(Proposition(whole or piece, topic, predicate))
        carried = ""
    if not found and carried and terms(carried):
        found.append(Proposition(whole or carried, terms(carried), Predicate("", 1, terms(carried))))
    return found


def predicate_of(clause: str) -> tuple[Predicate | None, str]:
    """The predicate of a clause, and the words before it, which are its topic."""
    partial = _ALL_NOT.search(clause)
    rest = clause[: partial.start()] + clause[partial.end() :] if partial else clause
    hidden = _NO_NEGATION.sub(lambda m: "\x00" * len(m.group()), rest)
    negations = list(_NEGATION.finditer(hidden))
    sign, cls = (-1 if partial else 1), ""
    for match in _telling(negations, hidden):
        word = match.group()
        if word in _DOUBLE:
            cls = DUTY if word == "不得不" else cls
            continue
        sign = -sign
        cls = next((kind for kind, words in _NEGATION_CLASS.items() if word in words), cls)
    cleaned = _NEGATION.sub(
        lambda m: (
            " " * (len(m.group()) - 2) + m.group()[-2:]
            if m.group() in ("不承担", "不属于")
            else " " * len(m.group())
        ),
        hidden,
    )
    best: tuple[int, int, int, str, int] | None = None
    taken: list[tuple[int, int]] = []
    first = min((m.start() for m in negations), default=len(rest))
    for pattern, kind, value in _LEXICON:
        for match in pattern.finditer(cleaned):
            if any(low < match.end() and match.start() < high for low, high in taken):
                continue
            taken.append(match.span())
            candidate = (_RANK.get(kind, 1), match.end(), match.start(), kind, value)
            if best is None or candidate[:2] > best[:2]:
                best = candidate
            first = min(first, match.start()) if kind in (ALLOW, DUTY) else first
    if best is None and not negations and not partial:
        return None, clause
    if best is not None:
        sign *= best[4]
        first = min(first, best[2])
        if best[3] not in (ALLOW, HAVE) or not cls:
            cls = best[3]
    said = re.sub(r"\s+", "", _NEGATION.sub("", hidden[first:])).replace("\x00", "")
    said = re.sub(r"^(?:允许|准许|有权)", "", said)
    tail = rest[first:]
    return Predicate(cls, sign, terms(said or tail)), rest[:first]


def _telling(negations: list[re.Match[str]], clause: str) -> list[re.Match[str]]:
    """Negations of the main predicate: not those of a modifier (…的), nor of what something belongs to."""
    start = max(clause.rfind("的", 0, len(clause) - 1), 0)
    belongs = _BELONGS.search(clause, start)
    end = belongs.start() if belongs else len(clause)
    inside = [m for m in negations if m.start() >= start and m.start() <= end]
    return inside if inside or belongs or _LEXEME.search(clause, start) else negations


_BELONGS = re.compile(r"属于|包括|包含")
_LEXEME = re.compile("|".join(pattern.pattern for pattern, _, _ in _LEXICON))
_NO_NEGATION = re.compile(
    r"不可抗力|未成年|不动产|不当|不足|不满|不良|未满|不得?(?:少于|低于|超过|多于|高于|晚于|迟于|小于|大于|早于)|不合格|无证|无照|无偿|无论|无故|无关|无人|无形"
    r"|非机动|非营利|非工作|非会员|非本人|不正当|不明|不同|不仅|不但|未来|未经|无障碍|不受?影响"
)
_DOUBLE = frozenset({"不得不", "并非不", "不是不"})
_NEGATION_CLASS = {
    DUTY: frozenset({"不必", "不需", "不需要", "不用", "无需", "无须", "毋须"}),
    ALLOW: frozenset({"禁止", "严禁", "不得", "不能", "不可", "不可以", "不准", "不允许"}),
    ACCEPT: frozenset({"拒绝"}),
    HAVE: frozenset({"没有", "无", "未"}),
}
_RANK = {COVER: 3, RETURN: 3, VALID: 3, DUTY: 2, ACCEPT: 3, ANY: 2, HAVE: 0, ALLOW: 1}
