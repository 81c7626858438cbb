"""Which version of the documents a question is about: that of a named day, or the change between two.

Both are read conservatively. A day counts only where the words around it ask for what held on that day; the
day of a fact (when a contract was made, an accident happened, a rule was passed) must not send the question
to old documents. A change counts only where the question asks what is different, not how to change something.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.core.validity import Span
from pincite.routing.changes import asks_for_change, topic_of
from pincite.text.days import NamedDays, find_days


@dataclass(frozen=True, slots=True)
class VersionAsk:
    """What a question says about versions."""

    on: Span | None = None
    """The days whose version is asked for; None where the question names none, or several."""
    change: bool = False
    """It asks what differs between versions."""
    named: tuple[Span, ...] = ()
    """Every day, month and year in it, once each, in order."""
    topic: str = ""
    """The question without the words that ask for the version or the change, which no document holds: they
    would count as unmet. Empty for a question about nothing else."""


def read_versions(question: str) -> VersionAsk:
    """
    >>> str(read_versions("2023년 5월 당시 입원일당은 얼마인가요?").on)
    '2023-05-01/2023-05-31'
    >>> read_versions("2023년 5월에 가입한 계약의 입원일당은 얼마인가요?").on is None
    True
    >>> read_versions("입원일당이 어떻게 바뀌었나요?").change
    True
    """
    found = list(find_days(question))
    asking = [named for named in found if _asks_for(question, named)]
    asked = {named.span for named in asking}
    on = asked.pop() if len(asked) == 1 else None
    change = asks_for_change(question) or bool(len(found) > 1 and _COMPARES.search(question))
    topic = _without(question, found if change else asking if on else ())
    return VersionAsk(
        on=on,
        change=change,
        named=tuple(dict.fromkeys(named.span for named in found)),
        topic=topic_of(topic) if change else topic,
    )


def _without(question: str, days: Sequence[NamedDays]) -> str:
    """``question`` without those days and the words that tie them to it."""
    for named in reversed(days):
        before, after = question[: named.start], question[named.end :]
        tie = _TIE_BEFORE.search(before)
        before = before[: tie.start()] if tie else before
        tie = _TIE_AFTER.match(after)
        question = f"{before} {after[tie.end() :] if tie else after}"
    return re.sub(r"\s+(?=[?？!.,])", "", " ".join(question.split()).lstrip(",，、. "))


def _asks_for(question: str, named: NamedDays) -> bool:
    before, after = question[: named.start], question[named.end :]
    if _FACT_AFTER.match(after):
        return False
    return (
        _marked(before, after)
        or bool(_EDITION_AFTER.match(after))
        or (bool(_AT_KOREAN.match(after)) and bool(_VALUE_KOREAN.search(after)))
        or (bool(_AT_ENGLISH.search(before)) and bool(_VALUE_ENGLISH.search(question)))
    )


def _marked(before: str, after: str) -> bool:
    if _AS_OF_BEFORE.search(before):
        return not _AGE_BEFORE.search(before)
    return bool(_MARK_AFTER.match(after) or (_FROM_BEFORE.search(before) and _RULE_AFTER.match(after)))


def _any(*alternatives: str) -> str:
    return f"(?:{'|'.join(alternatives)})"


# --- words of an act that happened on the day: the day is its date, not the version's ---------------------

_ACT_KO = _any(
    "가입", "체결", "발생", "입사", "퇴사", "입주", "시행", "개정", "제정", "공포", "발표", "발행",
    "작성", "신청", "접수", "청구", "구매", "구입", "매입", "설립", "출생", "출시", "도입",
    "변경", "폐지", "만료", "시작", "종료", "계약", "진단", "수술", "입원", "퇴원", "사고", "납입",
    "해지", "취득", "등록", "채용", "승인", "결정", "통지", "제출", "판매", "생산", "설치", "인도",
    "지급", "사망",
)  # fmt: skip
_ACT_ZH = _any(
    "入职", "离职", "发生", "签订", "签署", "签约", "购买", "投保", "参保", "出生", "成立", "生效",
    "施行", "实施", "发布", "颁布", "公布", "修订", "修改", "开始", "结束", "申请", "受伤", "住院",
    "加入", "缴纳", "退休", "死亡", "去世", "出险", "报案", "交付", "提交", "通过",
)  # fmt: skip
_DONE_KO = (
    r"(?:을|를|이|가)?\s?"
    r"(?:한|된|할|될|하던|되던|하는|되는|하신|되신|했던|됐던|하였던|되었던|받은|난|낸|맺은)"
)
_FACT_AFTER = re.compile(
    # 2023년 5월에 가입한, 2023년 5월 당시 입사한
    r"\s*(?:\S*?(?:에는?|당시|시점에|기준으로?|현재)\s+)?(?:\S+\s+)?"
    rf"(?:{_ACT_KO}{_DONE_KO}|태어난|열린)(?=\s|$)"
    # 2021年3月时入职的
    rf"|[^，,。？?]{{0,10}}{_ACT_ZH}的"
    # the 2022 amendment
    r"|\s+(?:amendment|revision|changes?|update|accident|claim|contract|loss)\b",
    re.IGNORECASE,
)

# --- words that ask for the version ---------------------------------------------------------------------

_AS_OF_BEFORE = re.compile(
    _any(
        r"\bas\s+(?:of|at|on|in)\s+(?:the\s+)?",
        r"(?<!came )(?<!come )(?<!comes )(?<!went )(?<!entered )(?<!put )(?<!into )(?<!enter )"
        r"\bin\s+(?:force|effect)\s+(?:on|in|as\s+of|at)\s+",
        r"\b(?:valid|applicable)\s+(?:on|in|as\s+of|at)\s+",
        r"截至\s?",
        r"截止到?\s?",
    )
    + r"$",
    re.IGNORECASE,
)
_AGE_BEFORE = re.compile(
    r"(?:\bage[ds]?\b|years?\s+old|\bolder\b|\byounger\b|年龄|周?岁)[^.?!。？！]{0,40}$", re.IGNORECASE
)
_MARK_AFTER = re.compile(
    _any(
        r"\s*당시(?:의|에|에는|에도|와)?(?![가-힣])",
        r"\s*시점(?:의|에|에는|에서|으로|과)?(?![가-힣])",
        # Not the basis for an age (기준 만 65세), and not 기준금리, 기준일.
        r"\s*(?:을\s*|를\s*|자\s*)?기준(?:의|에서|으로|으로는|과)?(?![가-힣])(?!\s*(?:만\s*)?\d+\s*(?:세|살))",
        r"\s*현재(?:의|로|로는)?(?![가-힣])",
        r"\s*에\s*(?:시행\s?중|시행(?:되|하)(?:던|고)|적용(?:되|하)(?:던|고|었던)|유효(?:한|했던|하던)|효력이\s*있)",
        r"\s*(?:当时|當時|时点|時點|[时時](?![间間候])|的[时時]候)",
        r"\s*(?:为准|為準)",
        r"\s*(?:有效|适用|適用|现行|現行)的",
    )
)
_FROM_BEFORE = re.compile(r"(?:以|按照?|根据|依据|依照|依)\s?$")
_RULE_AFTER = re.compile(r"\s*(?:为准|為準|的(?:规定|条款|版本|标准|制度|政策|合同|手册|办法|規定|條款))")
_EDITION_AFTER = re.compile(
    _any(
        r"\s*(?:의\s+)?(?:[가-힣]{1,8}\s+)?(?:약관|규정|규칙|내규|지침|정책|버전|요율표)"
        r"(?:에서는?|에는|에선|에\s*따르면|에\s*의하면|상(?=\s)|의|은|는|\s*기준)(?=\s|$|,)",
        r"판(?:에서는?|에는|의|은|는|\s*기준)(?=\s|,)",
        r"\s*版(?!权)",
        r"\s*(?:的)?版本",
        r"(?:['’]s)?\s+(?:edition|version|terms|policy|policies|rules|handbook|manual|regulations|guidelines)\b"
        r"(?!\s+(?:amend|revis|chang))",
    ),
    re.IGNORECASE,
)
_AT_KOREAN = re.compile(r"\s*(?:에는?|에도)\s")
_VALUE_KOREAN = re.compile(
    r"(?:얼마|며칠|몇\s?[가-힣%]{1,3}|어떻게|무엇)(?:까지|씩|나)?\s*(?:이었|였|이였|되어\s*있었|돼\s*있었|정해져\s*있었)"
    r"|(?:보장|적용|인정|허용|면책|공제|부과|제공|보상|요구)(?:되었|됐|했|하였|받았|받을\s*수\s*있었)"
    r"|수\s*있었(?:나|습|어|는|을)"
)
_AT_ENGLISH = re.compile(
    # not: signed on, born in, made on
    r"(?:^|[^a-z](?!\w*(?:ed|en|wn|ught|orn|eld|aid|ade|ook|ave)\s)\w+\s+)(?:on|in|during)\s+$",
    re.IGNORECASE,
)
_VALUE_ENGLISH = re.compile(
    r"\b(?:what\s+(?:was|were)\s+(?:the|our|my|its|their)"
    r"|how\s+(?:much|long|many\s+[\w ]{1,40}?|high|often)\s+(?:was|were|did))\b",
    re.IGNORECASE,
)

_TIE_BEFORE = re.compile(
    r"(?:\bas\s+(?:of|at|on|in)\s+(?:the\s+)?"
    r"|\b(?:in\s+(?:force|effect)|valid|applicable)?\s*(?:on|in|as\s+of|at|during|since|from|between|and|to)\s+"
    r"|\b(?:under|according\s+to)\s+the\s+|截至|截止到?|以|按照?|根据|依据|依照|自|从)\s*$",
    re.IGNORECASE,
)
_TIE_AFTER = re.compile(
    r"\s*(?:자\s*)?(?:당시|시점|기준|현재)(?:의|에|에는|에도|에서|으로|으로는|로|로는)?(?![가-힣])"
    r"|\s*에\s*시행\s?중(?:이던|이었던|인)?|에는?(?=\s)|에도(?=\s)|[의과와](?=\s)|판(?=[\s에의은는])(?:에서는?|에는|의|은|는)?|부터|까지"
    r"|\s*(?:当时|當時|时点|時點|的[时時]候|[时時]|为准|為準|版本?)的?|\s*(?:有效|适用|適用|现行|現行)的"
    r"|['’]s\b|\s*(?:edition|version)\b"
)

_COMPARES = re.compile(
    r"차이|비교|다른|다르|달라|\b(?:differ\w*|compar\w+)\b|区别|不同|差异|比较|对比", re.IGNORECASE
)
"""With two times in the question: what differs between them."""
