"""What kind of value a question asks for, in the kinds of `pincite.text.quantities`."""

import re
from collections.abc import Mapping

_ASKED: Mapping[str, re.Pattern[str]] = {
    "period": re.compile(
        r"며칠|몇\s?일|몇일|몇\s?주|몇\s?(?:개월|달)|몇\s?년(?!도)|몇\s?시간|몇\s?분(?!이)"
        r"|얼마\s?동안|얼마나\s?(?:오래|걸|자주|길)|기간|기한|언제까지|주기"
        r"|how long|how often|how soon|how many (?:\w+ )?(?:days?|weeks?|months?|years?|hours?|minutes?)"
        r"|deadline|time limit"
        r"|多久|多少(?:天|日|个月|年|小时)|几(?:天|日|个月|年|周|小时|个工作日)|多长时间|期限|时限|什么时候之前",
        re.IGNORECASE,
    ),
    "amount": re.compile(
        r"얼마(?!나\s?(?:오래|걸|자주|길)|\s?동안)|금액|비용|요금|한도|how much|what amount|cost|fee\b|price"
        r"|多少(?:钱|元|万元)|金额|费用|标准是多少",
        re.IGNORECASE,
    ),
    "percent": re.compile(
        r"몇\s?(?:퍼센트|%|프로|할)|퍼센트|비율|지급률|요율|이율|얼마(?!나\s?(?:오래|걸|자주)|\s?동안)"
        r"|per ?cent|what (?:share|rate|ratio)|how much|百分之|比例|比率|多少(?!天|日|个月|年|小时|钱|元)",
        re.IGNORECASE,
    ),
    "date": re.compile(
        r"언제|날짜|시행일|며칟날|\bwhen\b|what (?:date|day|year)|何时|什么时候|哪(?:天|年|一天)|日期",
        re.IGNORECASE,
    ),
    "age": re.compile(
        r"몇\s?(?:살|세)|나이|연령|how old|what age|minimum age|几岁|多大年龄|年龄", re.IGNORECASE
    ),
    "count": re.compile(
        r"몇\s?(?:명|번|회|차례|개|건|가지|종|대|곳|점|통)|횟수|개수|인원|몇(?=\s*(?:이|인|까지))"
        r"|how many|what number|number of|几(?:个|次|人|名|种|份)|多少(?:个|次|人|名|种|份)|人数|次数",
        re.IGNORECASE,
    ),
    "measure": re.compile(
        r"몇\s?(?:도|미터|km|kg|바|와트|킬로|밀리|리터|뉴턴)|무게|온도|압력|토크|높이|길이|거리|유량|출력"
        r"|how (?:high|heavy|far|tall|hot|fast|deep|wide)"
        r"|temperature|pressure|torque|weight|mass|speed|clearance|flow|power"
        r"|多(?:重|高|远|大|深|快)|温度|压力|扭矩|重量|流量|功率",
        re.IGNORECASE,
    ),
}


def asked_kinds(question: str) -> frozenset[str]:
    """Kinds of quantity that would answer ``question``; empty when it asks for none.

    >>> sorted(asked_kinds("연차 유급휴가는 며칠인가요?"))
    ['period']
    >>> sorted(asked_kinds("How much is the deductible?"))
    ['amount', 'percent']
    """
    return frozenset(kind for kind, pattern in _ASKED.items() if pattern.search(question))
