"""How quantities are written in Korean, Chinese and English: number expressions, units, dates."""

import re
from fractions import Fraction
from functools import lru_cache

from pincite.text.numerals import (
    EN_WORD_RUN,
    KO_NATIVE,
    KO_NATIVE_TENS,
    KO_NATIVE_UNITS,
    cjk_value,
    english_value,
)
from pincite.text.quantities_units import MEASURE_UNITS

DIGITS = r"\d(?:[\d,]{0,22}\d)?(?:\.\d{1,8})?"
"""Every repeat of these patterns is bounded: a hostile run of digits or numerals must cost linear time."""
_KO_UNIT_CHARS = "일이삼사오육륙칠팔구십백천만억조"
_ZH_UNIT_CHARS = "〇零一二三四五六七八九十百千万萬亿億两兩壹贰叁肆伍陆柒捌玖拾佰仟"
KO_EXPR = (
    rf"(?:{DIGITS}(?:\s?(?:여\s?)?[십백천만억조](?:\s?{DIGITS}|[{_KO_UNIT_CHARS}]){{0,8}}){{0,6}}"
    rf"|(?<![가-힣])[{_KO_UNIT_CHARS}](?:\s?[{_KO_UNIT_CHARS}]){{0,16}})"
)
ZH_EXPR = rf"(?:{DIGITS}\s?[百千万萬亿億]{{0,3}}|[{_ZH_UNIT_CHARS}]{{1,16}})"
EN_EXPR = rf"(?:{DIGITS}|{EN_WORD_RUN}(?:[\s-]+(?:and\s+)?{EN_WORD_RUN}){{0,8}})(?:\s+and\s+a\s+half)?"
_KO_NATIVE_OPENS = "".join(sorted({word[0] for word in KO_NATIVE}))
_KO_UNIT = "|".join(KO_NATIVE_UNITS)
NATIVE = rf"(?=[{_KO_NATIVE_OPENS}])(?:(?:{'|'.join(KO_NATIVE_TENS)})(?:{_KO_UNIT})?|{_KO_UNIT})"
"""The longest word first: 서른셋 before 서른 before 서."""
_EN_OPENS = (
    "[oO][nN][eE]|[tT](?:[wW][oOeE]|[hH][iIırRoO]|[eE][nN])|[fF](?:[oO][uUrR]|[iIı][fFvV])|[sSſ](?:[iIı][xX]|[eE][vVcC])"
    "|[eE](?:[iIı][gG]|[lL][eE])|[nN][iIı][nN]|[hH](?:[uU][nN]|[aA][lL])|[mM][iIı][lLnN]|[bB][iIı][lL]"
)
"""How the number words of `EN_WORD_RUN` and *half* begin; classes of both cases cost less than folding."""


def _opens(letters: str, others: str = "", *how: str) -> str:
    """A look at the next letter, then at the next few, before a large pattern: else every place of a text is
    tried against each of its alternatives, ten times as long. ``letters`` open it by themselves, ``others``
    only as ``how`` says."""
    first = rf"[\d{letters}{others}oOtTfFsSſeEnNhHmMbB]"
    return rf"(?-i:(?={first})(?=[\d{letters}]|{'|'.join((*how, _EN_OPENS))}))"


_WORD = r"(?<![가-힣])"
_AN = r"[aA][\s-]"
_KO_WORDS = _KO_UNIT_CHARS + _KO_NATIVE_OPENS
_KO_SHARE = r"[가-힣]{1,6}\s*(?:할|분)"
_KO_OF_TIME = r"[가-힣]{1,4}\s*[달주시해]"
_KO_OLD = r"(?:만\s*\d|[가-힣]{1,5}\s*살|만\s*[가-힣]{1,4}\s*살)"
EN_SCALE = {
    "k": 10**3, "thousand": 10**3, "m": 10**6, "mn": 10**6, "million": 10**6, "b": 10**9, "bn": 10**9,
    "billion": 10**9, "trillion": 10**12,
}  # fmt: skip

CURRENCY = {
    "원": "KRW", "₩": "KRW", "￦": "KRW", "krw": "KRW", "won": "KRW", "元": "CNY", "圆": "CNY", "块": "CNY",
    "人民币": "CNY", "rmb": "CNY", "cny": "CNY", "yuan": "CNY", "위안": "CNY", "¥": "CNY", "￥": "CNY",
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "달러": "USD", "美元": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "유로": "EUR", "欧元": "EUR", "£": "GBP",
    "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "파운드": "GBP", "英镑": "GBP", "jpy": "JPY", "yen": "JPY",
    "엔": "JPY", "日元": "JPY", "港元": "HKD", "hkd": "HKD", "hk$": "HKD",
}  # fmt: skip
PREFIX_CURRENCY = r"(?:US\$|HK\$|USD|KRW|RMB|CNY|EUR|GBP|JPY|HKD|人民币|[$€£¥￥₩￦])"
AMOUNT = re.compile(
    rf"{_opens('$€£¥￥₩￦人UKRCEGJH' + _ZH_UNIT_CHARS, _KO_UNIT_CHARS, _WORD + '[가-힣]')}"
    rf"(?:(?P<pre>{PREFIX_CURRENCY})\s*(?P<pn>{DIGITS}\s?[백천만억조百千万亿]*)(?:\s?(?P<pscale>(?i:k"
    rf"|mn|m|bn|b|thousand|million|billion|trillion))(?![A-Za-z]))?(?:\s*[원元])?"
    rf"|(?P<kn>{KO_EXPR})\s*(?P<kcur>원|달러|유로|엔|위안|파운드)(?!칙|인|고|래|본|리|격|금|장|동|무|서)(?:정)?"
    rf"|(?P<zn>{ZH_EXPR})\s*(?P<zcur>美元|欧元|港元|日元|英镑|元|圆|块(?=钱))(?!旦|素|件)(?:整)?"
    rf"|(?P<en>{EN_EXPR})\s*(?P<escale>(?i:thousand|million|billion"
    rf"|trillion|k|mn|m|bn|b(?=\s?[A-Z]{{3}})))?\s*(?P<ecur>(?i:dollars?|euros?|pounds|won|yuan|yen|USD|EUR|GBP|KRW|RMB"
    rf"|CNY|JPY))(?![A-Za-z]))"
)
LOW_OF_RANGE = re.compile(
    rf"(?P<low>{DIGITS}\s?[백천만억百千万亿]*|[一二三四五六七八九十百两]{{1,5}})\s*(?:[~∼〜\-–—至到]|에서|부터|to)\s*$"
)
RANGE_ENDS = frozenset("~∼〜-–—至到서터o")
"""The last letters of what joins the two ends of a range."""

PERCENT = re.compile(
    rf"{_opens(_ZH_UNIT_CHARS, '절aA' + _KO_UNIT_CHARS, _WORD + '[가-힣]', _AN, _KO_SHARE)}"
    rf"(?:(?P<pp>{DIGITS})\s*(?:%\s?p(?![a-z])|%\s?포인트|퍼센트\s?포인트|(?:个)?百分点|percentage\s+points?)"
    rf"|(?P<bp>{DIGITS})\s*(?:basis\s+points?|bps?(?![a-z])|베이시스\s?포인트|(?:个)?基点)"
    rf"|(?P<pct>{DIGITS})\s*(?:%|퍼센트|프로(?![가-힣]{{2}})|(?i:percent|per\s+cent|pct)(?![a-z]))"
    rf"|(?P<word>{EN_WORD_RUN}(?:[\s-]{EN_WORD_RUN}){{0,4}})\s+(?i:percent|per\s+cent)"
    rf"|(?P<kword>(?<![가-힣])[일이삼사오육칠팔구십백]{{1,6}})\s*퍼센트"
    rf"|百分之(?P<zpct>{ZH_EXPR}(?:点[一二三四五六七八九])?)"
    rf"|(?P<hal>\d(?:\.\d)?|[일이삼사오육칠팔구])\s*할(?!\s*수|인|증|부|당)(?:\s*(?P<pun>\d"
    rf"|[일이삼사오육칠팔구])\s*푼)?(?:\s*(?P<ri>\d)\s*리)?"
    rf"|(?<![\d.])(?P<punonly>\d)\s*푼(?![가-힣]돈)(?:\s*(?P<ri2>\d)\s*리)?"
    rf"|(?P<kden>{DIGITS}\s?[십백천만]?|[이삼사오육칠팔구십백천만]{{1,6}})\s*분의\s*(?P<knum>{DIGITS}|[일이삼사오육칠팔구십]+)"
    rf"|(?P<zden>[二三四五六七八九十百千万\d]{{1,6}})分之(?P<znum>[一二三四五六七八九十\d]+)"
    rf"|(?P<cheng>[一二两三四五六七八九\d])成(?P<chengban>半)?(?!立|为|员|本|功|果|年|人|交(?![纳付款])|都|长)"
    rf"|(?<![\d/.])(?P<snum>[1-9])/(?P<sden>[2-9]|10)(?![\d/])"
    rf"|(?P<enum>(?i:one|two|three|a))[\s-](?P<eden>(?i:half|thirds?|quarters?"
    rf"|fifths?))(?![a-z])(?=\s+of|\s*[.,;]|$|\s+the|\s+(?:is|are|was|will|shall|may|applies|apply))"
    rf"|(?P<half>(?<![가-힣])절반|一半|(?i:\bhalf\b(?=\s+(?:of|the)))))"
)
EN_DENOMINATOR = {"half": 2, "third": 3, "quarter": 4, "fifth": 5}

DAY_WORDS = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9,
    "열흘": 10, "보름": 15, "일주일": 7,
}  # fmt: skip
PERIOD_UNIT: dict[str, tuple[str, Fraction]] = {
    "영업일": ("business_day", Fraction(1)), "거래일": ("business_day", Fraction(1)),
    "근무일": ("business_day", Fraction(1)), "平日": ("business_day", Fraction(1)),
    "工作日": ("business_day", Fraction(1)), "营业日": ("business_day", Fraction(1)),
    "交易日": ("business_day", Fraction(1)), "일": ("day", Fraction(1)), "日": ("day", Fraction(1)),
    "天": ("day", Fraction(1)), "주일": ("day", Fraction(7)), "주": ("day", Fraction(7)),
    "주간": ("day", Fraction(7)), "周": ("day", Fraction(7)), "星期": ("day", Fraction(7)),
    "개월": ("month", Fraction(1)), "달": ("month", Fraction(1)), "월": ("month", Fraction(1)),
    "个月": ("month", Fraction(1)), "년": ("month", Fraction(12)), "年": ("month", Fraction(12)),
    "분기": ("month", Fraction(3)), "季度": ("month", Fraction(3)), "시간": ("day", Fraction(1, 24)),
    "小时": ("day", Fraction(1, 24)), "분": ("day", Fraction(1, 1440)), "分钟": ("day", Fraction(1, 1440)),
    "초": ("day", Fraction(1, 86400)), "秒": ("day", Fraction(1, 86400)),
}  # fmt: skip
EN_PERIOD: dict[str, tuple[str, Fraction]] = {
    "day": ("day", Fraction(1)), "week": ("day", Fraction(7)), "fortnight": ("day", Fraction(14)),
    "month": ("month", Fraction(1)), "quarter": ("month", Fraction(3)), "year": ("month", Fraction(12)),
    "hour": ("day", Fraction(1, 24)), "minute": ("day", Fraction(1, 1440)),
    "second": ("day", Fraction(1, 86400)),
}  # fmt: skip
PERIOD = re.compile(
    rf"{_opens('半' + _ZH_UNIT_CHARS, '나닷반보엿' + _KO_WORDS, _WORD + '[가-힣]', _KO_OF_TIME)}"
    rf"(?:(?P<kn>{DIGITS}|{NATIVE}(?=\s*(?:달|주|시간|해))|(?<![가-힣])[일이삼사오육칠팔구십백]+(?=\s*(?:개월|년"
    rf"|영업일)))\s*(?P<kunit>영업일|거래일|근무일|개월|주일|주간|주(?!식|주|차|택|민|소|유|문|행|점|요|장|인)|달|분기|시간"
    rf"|년(?!도|생|산)|일(?!부터가|반|정|시|자리|괄|등|련)|분(?![가-힣]의|의|류|납|할|담|야|량)|초(?!과|기|반|래"
    rf"|안))(?!\s*분의)"
    rf"|(?<![가-힣])(?P<kword>{'|'.join(DAY_WORDS)})(?![가-힣]*빨리)"
    r"|(?<![가-힣])(?P<khalf>반년|반\s?달|반나절)"
    rf"|(?P<zn>{ZH_EXPR}|半)\s*(?P<zunit>个工作日|个营业日|个交易日|工作日|营业日|交易日|个自然日|个日历日|自然日|日历日|个月|个星期"
    rf"|星期|个小时|小时|分钟|个季度|季度|周(?!岁|年|期|转)|天|日|年(?!度|龄|级|末|初|底)|秒)"
    rf"|(?P<en>{EN_EXPR})[\s-]*(?:\(\d+\)\s*)?(?P<ekind>(?i:business|working|banking"
    rf"|calendar|consecutive|full|sick|unused|paid|unpaid|vacation|annual|extra|additional|further|more|complete"
    rf"|whole|clear|holiday))?[\s-]*(?P<eunit>(?i:day|week|fortnight|month|quarter"
    rf"|year|hour|minute|second))s?(?![a-z])"
    r"|\bhalf[\s-]+(?:an?[\s-]+)?(?P<ehunit>day|month|year|hour)(?![a-z]))",
    re.IGNORECASE,
)
AGE = re.compile(
    rf"{_opens(_ZH_UNIT_CHARS, 'aA만' + _KO_NATIVE_OPENS, _KO_OLD, '[aA][gG]')}"
    rf"(?:(?P<kn>(?:만\s*)?(?:{DIGITS}|{NATIVE}(?=\s*살)))\s*(?:세(?!대|트|기|금|부|목|입(?!니))|살(?!이|리))"
    rf"|(?P<zn>{ZH_EXPR})\s*(?:周岁|岁)"
    rf"|(?P<en>{EN_EXPR})[\s-]*years?(?:[\s-]old|\s+of\s+age)|(?i:\bage[ds]?)\s+(?:of\s+"
    rf"|over\s+|under\s+)?(?P<en2>{DIGITS}))",
    re.IGNORECASE,
)
_KO_AFTER = (
    r"(?=$|[^가-힣]|은|는|이|가|을|를|의|에|로|와|과|도|만|까|부터|씩|당|초과|미만|입|으로|뿐|마다|짜리|정도|인|중"
    r"|하|한|동)"
)
COUNT = re.compile(
    rf"(?=[\d{_KO_NATIVE_OPENS}一二三四五六七八九十百两])(?:(?P<kn>{DIGITS}[백천만억]?|(?<![가-힣]){NATIVE})\s*(?P<kunit>명|인|사람|회|번|차례|개소|개|부|건|매|대|곳"
    rf"|권|통|배|층|학점|점|마리|그루|벌|쌍|잔|병|장|세트|과목|문항|팀|군데|채|석|가구|박|계좌|구좌|회선|세대(?=[^가-힣]|$|[가이를])|척|필지|켤레){_KO_AFTER}"
    rf"|(?P<zn>{DIGITS}\s?[百千万亿]{{0,3}}|[二三四五六七八九十百两][一二三四五六七八九十百千万亿]{{0,15}}|一(?=次|名|人"
    rf"|倍))\s*(?P<zunit>次|名|人|位|份|件|台|辆|张|家|倍|处|册|层|轮|套|只|个(?!月|工|自|星|小|季|百|基|营|交|日)))"
)
COUNT_UNIT = {
    "명": "person", "인": "person", "사람": "person", "名": "person", "人": "person", "位": "person",
    "회": "time", "번": "time", "차례": "time", "次": "time", "배": "fold", "倍": "fold",
}  # fmt: skip
EN_COUNT = re.compile(
    rf"{_opens('')}(?<![\w.$€£,/-])(?P<n>{EN_EXPR})\s+(?:(?:free|full|other|more|new|different|extra"
    rf"|additional|separate|independent)\s+)?(?P<noun>[a-z]{{3,}})(?![\w])",
    re.IGNORECASE,
)
MEASURE_UNIT_WORDS = "|".join(sorted(map(re.escape, MEASURE_UNITS), key=len, reverse=True))
MEASURE = re.compile(
    rf"(?=[-\d])(?<![A-Za-z\d.,_])(?P<n>-?{DIGITS})\s*(?P<unit>{MEASURE_UNIT_WORDS})"
    rf"(?:(?<=[가-힣]){_KO_AFTER}|(?<![가-힣])(?![A-Za-z0-9²/]))",
    re.IGNORECASE,
)
NUMBER = re.compile(rf"(?=\d)(?<![\w.,/:%$€£₩¥-]){DIGITS}(?![\w%]|[.,/:-]\d)")

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
MONTH_NUMBER = {name: i + 1 for i, name in enumerate(_MONTHS)} | {
    name[:3]: i + 1 for i, name in enumerate(_MONTHS)
}
_MONTH = (
    r"(?P<{0}>(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?"
    r"|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?))\.?"
)
_ZH_YEAR = r"(?:\d{4}|[〇零○一二三四五六七八九]{4})"
_ZH_SMALL = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
DATE = re.compile(
    r"(?=[\d'’매每〇零○一二三四五六七八九十JFMASONDisyobuISYOBU])"
    r"(?=[\d'’매每〇零○一二三四五六七八九十]|\b(?:[JFMASOND][aepuco]|(?i:in|since|year|of|by|until)\s))(?:"
    r"(?<![\d'’])['’]?(?P<ky2>\d{2})\s*년\s*(?P<km2>\d{1,2})\s*월(?:\s*(?P<kd2>\d{1,2})\s*일)?"
    r"|(?<!\d)(?P<ky>\d{4})\s*년\s*(?P<km>\d{1,2})\s*월(?:\s*(?P<kd>\d{1,2})\s*일)?"
    r"|(?<![\d.])(?P<kmo>\d{1,2})\s*월\s*(?P<kdo>\d{1,2})\s*일|(?P<kev>매월|매달|每月)\s*(?P<kevd>\d{1,2})\s*[일日号]"
    r"|(?<![\d.])(?P<kmon>\d{1,2})월(?![가-힣]?간)(?=[\s에부까은의,말초중]|$)"
    r"|(?<!\d)(?P<kyo>(?:19|20)\d{2})\s*년(?:도)?(?!\s*간)"
    r"|(?<![\d.\-/])(?P<iy>(?:19|20)\d{2})(?P<isep>[-./])\s?(?P<im>0?[1-9]"
    r"|1[0-2])(?P=isep)\s?(?P<id>0?[1-9]|[12]\d|3[01])(?![\d-])"
    r"|(?<![\d.\-/'’])['’](?P<sy>\d{2})\.\s?(?P<sm>\d{1,2})\.\s?(?P<sd>\d{1,2})(?!\d)"
    r"|(?:(?<=부터 )|(?<=부터)|(?<=~ )|(?<=~)|(?<=∼ )|(?<=- )|(?<=– ))(?P<tm>0?[1-9]|1[0-2])\.\s?"
    r"(?P<td>0?[1-9]|[12]\d|3[01])\.(?=\s*(?:까지|[()~,]|$|\s[가-힣]))"
    r"|(?<!\d)(?P<cy>(?:19|20)\d{2})(?P<cm>0[1-9]|1[0-2])(?P<cd>0[1-9]|[12]\d|3[01])(?!\d)"
    rf"|(?P<zy>{_ZH_YEAR})\s*年\s*(?P<zm>{_ZH_SMALL})\s*月(?:\s*(?P<zd>{_ZH_SMALL})\s*[日号])?"
    rf"|(?P<zmo>{_ZH_SMALL})\s*月\s*(?P<zdo>{_ZH_SMALL})\s*[日号]|(?<!\d)(?P<zyo>(?:19"
    rf"|20)\d{{2}}|二〇[〇一二三四五六七八九]{{2}})\s*年(?:度)?"
    rf"|\b{_MONTH.format('em')}\s+(?P<ed>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<ey>\d{{4}}))?(?!\d)"
    rf"|\b(?P<ed2>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?\s+(?:of\s+)?{_MONTH.format('em2')},?(?:\s+(?P<ey2>\d{{4}}))?(?!\w)"
    rf"|\b{_MONTH.format('em3')}\s+(?P<ey3>(?:19|20)\d{{2}})(?!\d)"
    r"|(?<![\d/])(?P<um>0?[1-9]|1[0-2])/(?P<ud>0?[1-9]|[12]\d|3[01])/(?P<uy>(?:19|20)\d{2})(?!\d)"
    r"|(?<![\d/])(?P<dd>1[3-9]|2\d|3[01])/(?P<dm>0?[1-9]|1[0-2])/(?P<dy>(?:19|20)\d{2})(?!\d)"
    r"|(?i:\b(?:in|since|year|of|by|until)\s+)(?P<eyo>(?:19|20)\d{2})(?![\d\w-]))"
)


_SOME_MORE = re.compile(r"(?<=[\d십백천만억])\s?여")
_AND_A_HALF = re.compile(r"(?P<whole>.*\S)\s+and\s+a\s+half", re.IGNORECASE)


@lru_cache(maxsize=4096)
def number(text: str) -> Fraction | None:
    """Value of any number expression of these grammars; ``여`` (``10여만``) is ignored."""
    cleaned = _SOME_MORE.sub("", text).strip()
    if whole := _AND_A_HALF.fullmatch(cleaned):
        base = number(whole["whole"])
        return None if base is None else base + Fraction(1, 2)
    if cleaned in KO_NATIVE:
        return Fraction(KO_NATIVE[cleaned])
    if cleaned.isascii() and any(c.isalpha() for c in cleaned):
        value = english_value(cleaned)
        return None if value is None else Fraction(value)
    return cjk_value(cleaned)
