"""Bounds around a quantity (이상, within, 以内) and what an amount is paid for (per day)."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_AFTER: tuple[tuple[str, str], ...] = (
    (
        "max",
        r"\s*(?:을|를|이|가)?\s*(?:(?:초과할|넘을)\s*수\s*없|(?:초과하여서는|초과해서는|넘어서는)\s*(?:아니|안)|(?:초과하지|넘지"
        r"|넘기지)\s*(?:않|아니|못))[가-힣]*",
    ),
    ("min", r"\s*(?:을|를|이)?\s*(?:미만이|내려가지|밑돌지)\s*(?:않|아닌|아니)[가-힣]*"),
    ("min", r"\s*이상"),
    ("max", r"\s*이하"),
    ("max", r"\s*(?:의\s*기간\s*)?(?:이내|안에|안으로|안(?=\s)|내에|내(?=로|\s|,|\.|$))"),
    ("over", r"\s*(?:을|를|이|가)?\s*(?:초과|넘[는은기어을게으]|웃도|상회|지나|지난|경과)"),
    ("under", r"\s*(?:에|이|가)?\s*(?:미만|못\s*미치|미달|밑도|하회)"),
    ("over", r"\s*(?:이후|(?:후|뒤)(?=[에부의가까,\s.]|$))"),
    ("before", r"\s*(?:이전|전(?=[에까의부,\s.]|$))"),
    ("max", r"\s*까지"),
    ("from", r"\s*부터"),
    ("min", r"\s*(?:及)?以上"),
    ("max", r"\s*(?:及)?以下"),
    ("max", r"\s*(?:以内|之内|内(?!容|部|科|外))"),
    ("over", r"\s*(?:以后|之后|后(?!续|果|者))"),
    ("before", r"\s*(?:以前|之前|前(?!款|条|项|述))"),
    ("max", r"\s*(?:为止|止)"),
    ("from", r"\s*(?:起|开始)"),
    ("min", r"\s+(?:or|and)\s+(?:more|over|above|older|longer|greater|later)\b"),
    ("max", r"\s+(?:or|and)\s+(?:less|fewer|under|below|younger|shorter|earlier)\b"),
    ("max", r"\s+(?:at\s+(?:the\s+)?most|maximum|at\s+(?:the\s+)?latest)\b"),
    ("min", r"\s+(?:at\s+(?:the\s+)?least|minimum)\b"),
    ("over", r"\s+(?:have\s+passed|has\s+passed|have\s+elapsed)\b"),
)
_BEFORE: tuple[tuple[str, str], ...] = (
    ("max", r"(?:최대|최고|최장|많아야|늦어도|기껏해야|길어야)\s*"),
    ("min", r"(?:최소|최저|최단|적어도|적어도\s*만)\s*"),
    (
        "max",
        r"(?:不得?超过|未超过|不得?多于|不得?大于|不得?高于|不得?晚于|不得?迟于|不得?长于|至多"
        r"|(?:最多|最长|最高|最迟|上限)(?:为|是|不超过)?)\s*",
    ),
    (
        "min",
        r"(?:不得?少于|不得?低于|不得?小于|不得?短于|不得?早于|(?:至少|最少|最低|最短)(?:为|是)?|年满|已满|(?<![不未])满|(?<![不未])达到?|下限为?)\s*",
    ),
    ("over", r"(?:超过|超出|逾|高于|大于|多于|晚于)\s*"),
    ("under", r"(?:不足|不满|未满|低于|小于|少于|未达到?|早于)\s*"),
    (
        "max",
        r"\b(?:no\s+(?:more|later|longer|greater|higher|older)\s+than|not\s+(?:be\s+)?(?:more"
        r"|later|longer|greater)\s+than"
        r"|(?:not|never)\s+(?:to\s+)?exceed(?:ing)?|at\s+(?:the\s+)?most|up\s+to"
        r"|a\s+maximum\s+of|maximum(?:\s+of)?|within|until|by|under\s+or\s+equal\s+to"
        r"|through|not\s+over|not\s+above|during)\s+(?:the\s+(?:first\s+|initial\s+)?)?",
    ),
    (
        "min",
        r"\b(?:no\s+(?:less|fewer|earlier|shorter|younger)\s+than|not\s+(?:be\s+)?(?:less"
        r"|fewer)\s+than|at\s+(?:the\s+)?least|a\s+minimum\s+of|minimum(?:\s+of)?|not\s+under"
        r"|not\s+below)\s+",
    ),
    (
        "over",
        r"\b(?:more\s+than|greater\s+than|longer\s+than|later\s+than|older\s+than|over|above"
        r"|exceed(?:s|ing|ed)?|in\s+excess\s+of|beyond|after|past)\s+(?:the\s+(?:first\s+|initial\s+)?)?",
    ),
    ("under", r"\b(?:less\s+than|fewer\s+than|shorter\s+than|younger\s+than|under|below)\s+"),
    ("before", r"\b(?:before|prior\s+to|earlier\s+than)\s+"),
    ("from", r"\b(?:from|since|starting|as\s+of|effective)\s+(?:on\s+)?"),
    ("from", r"自\s*"),
)
_BEFORE_RE = tuple(
    (bound, re.compile(rf"(?:{pattern})(?:약\s*|about\s+|人民币\s*|约)?$", re.IGNORECASE))
    for bound, pattern in _BEFORE
)
_ANY_AFTER = re.compile(
    "|".join(f"(?P<n{number}>{pattern})" for number, (_, pattern) in enumerate(_AFTER)), re.IGNORECASE
)
_ANY_BEFORE = re.compile(
    r"(?=[A-Za-z上下不低多大小少已年早晚最未满自至超达逾高기길늦많적최])(?![A-Za-z](?<!\b.))"
    rf"(?:{'|'.join(pattern for _, pattern in _BEFORE)})(?:약\s*|about\s+|人民币\s*|约)?$",
    re.IGNORECASE,
)
"""Whether any pattern fits, in one search: most figures have no bound."""
_AFTER_OPENS = frozenset("为之以内前及后开止起가경까내넘뒤를못미밑부상안에웃을의이전지초하후oOaAmMhH")
"""How the words of a bound after a quantity begin."""
_LAST_WORD = re.compile(r"(?P<word>[A-Za-z]+)\s*$")
_LAST_OF_BOUNDS = _words("""
than exceed exceeds exceeding exceeded most to of maximum within until by through over above during the first
initial least minimum under below beyond after past before from since starting effective on about
""")
_WINDOW = 28
_ASIDE = re.compile(r"\s?[(（][^()（）\n]{1,40}[)）](?=\s*\S)")
"""``14일(단기계약은 7일) 이상``: the bound follows the parenthesis; the words of it are not one span."""

_PER_UNIT = {
    "일": "day", "하루": "day", "매일": "day", "日": "day", "天": "day", "day": "day", "daily": "day",
    "주": "week", "매주": "week", "周": "week", "week": "week", "weekly": "week",
    "월": "month", "매월": "month", "매달": "month", "달": "month", "月": "month",
    "month": "month", "monthly": "month",
    "년": "year", "연": "year", "매년": "year", "연간": "year", "年": "year",
    "year": "year", "annum": "year", "annually": "year",
    "annual": "year", "yearly": "year", "회": "time", "건": "time", "次": "time",
    "visit": "time", "claim": "time",
    "time": "time", "인": "person", "명": "person", "人": "person", "person": "person", "employee": "person",
    "시간": "hour", "小时": "hour", "hour": "hour",
}  # fmt: skip
_PER_BEFORE = re.compile(
    r"(?=[1admwyk㎏㎞㎡每가개건곡권년대매명박병분세시연월인일장좌주차통편평하학한회])"
    r"(?:(?:1\s*)?(?P<ko>일|주|월|년|회|건|인|명|시간|박|대|개|장|매|좌|가구|세대|차량|좌석|회선|학기|분기|㎞|km|㎡|평|병|편|곡|통|권|kg|㎏)당|(?:한\s*달|(?P<ko2>하루|매일|매주|매월|매달|매년|연간|연|월))(?:당|에|마다)?"
    r"|1(?P<ko3>일|회|인|년|월)(?:에|마다)?|每(?:一)?(?P<zh>日|天|周|月|年|次|人|小时)[^，。；、\d]{0,8}"
    r"|\b(?P<en>daily|weekly|monthly|annual|yearly)(?:\s+\w+){0,3})\s*(?:약|각각|최대|최고)?\s*$",
    re.IGNORECASE,
)
_PER_AFTER = re.compile(
    r"\s*(?:(?:per|a|an|each|every|for\s+each|/)\s*(?:\w+\s+)?(?P<en>day|week|month|year"
    r"|visit|claim|person|employee|hour|time)\b|per\s+(?!cent|calendar|business|working)(?P<any>[a-z]{3,})\b|(?P<en2>daily|weekly|monthly|annually"
    r"|yearly)"
    r"|(?:of\s+)?(?:[a-z]+\s+){1,3}?per\s+(?P<en3>day|week|month|year)\b"
    r"|/\s*(?P<ko>일|월|년|회|인|건)|/\s*(?P<zh>日|天|月|年|次|人))",
    re.IGNORECASE,
)
PER_PHRASE = re.compile(
    r"(?=[1하])(?:(?<![\d.,])1\s*(?:일|주|월|년|회|건|인|명|시간|박|대|개|장|매|좌|가구|세대|통|권|병)(?=당|마다)|(?<![가-힣])하루(?=당|에|\s+\d)"
    r"|(?<![\d.,])1일(?=에?\s*\d[\d,.]*\s*[백천만억]*\s*원))",
)
"""``1일당``: no period of one day but a rate; blanked before periods are read."""


def bound_around(text: str, start: int, end: int) -> tuple[str, int, int]:
    """Bound of the quantity at ``[start, end)`` and the span with the bound words; ``""`` when unbound."""
    after = text[end : end + _WINDOW]
    if after.lstrip()[:1] in _AFTER_OPENS and (match := _ANY_AFTER.match(after)):
        return _bound_of(match), start, end + len(match.group().rstrip())
    aside = _ASIDE.match(text, end)
    if aside:
        after = text[aside.end() : aside.end() + _WINDOW]
        if match := _ANY_AFTER.match(after):
            return _bound_of(match), start, end
    before = text[max(0, start - _WINDOW * 2) : start]
    first = _ANY_BEFORE.search(before) if _may_end(before) else None
    if first is None:
        return "", start, end
    for bound, pattern in _BEFORE_RE:
        match = pattern.search(before, first.start())
        if match:
            return bound, start - (len(before) - match.start()), end
    return "", start, end


def _bound_of(after: re.Match[str]) -> str:
    """Which of `_AFTER` fits: the first of them that does."""
    return _AFTER[int((after.lastgroup or "n0")[1:])][0]


def _may_end(before: str) -> bool:
    """Whether the last word before a quantity may be that of a bound: one look spares most searches."""
    last = before.rstrip()[-1:]
    if not last.isascii():
        return True
    word = _LAST_WORD.search(before)
    return word is not None and word["word"].lower() in _LAST_OF_BOUNDS


def paid_per(text: str, start: int, end: int) -> str:
    """What an amount at ``[start, end)`` is paid for: ``day``, ``month``, ``person`` …, empty if unsaid."""
    match = _PER_AFTER.match(text, end) or _PER_BEFORE.search(text[max(0, start - _WINDOW) : start])
    if match is None:
        return ""
    unit = next((value for value in match.groupdict().values() if value), "달")
    return _PER_UNIT.get(unit.lower(), unit.lower().removesuffix("s"))
