"""What kind of thing a question asks for, and whether a passage holds one.

Near misses are about the right subject without the thing asked: a question of how much over a passage
without a number is not answered by it.
"""

import re
from collections.abc import Collection
from enum import StrEnum

from pincite.text.analyzers import fold


class AnswerType(StrEnum):
    NUMBER = "number"
    DATE = "date"
    NONE = "none"


_DATE_QUESTION = re.compile(
    r"언제|몇\s?(?:년|월|일(?!\s?수)|시)|며칟날|날짜|시점|何時|何时|哪(?:一)?(?:年|天|月|日)|几(?:年|月|号)|幾(?:年|月)|"
    r"什[么麼]时候|什[么麼]時候|甚麼時候|年份|日期|\bwhen\b|"
    r"\b(?:what|which) (?:year|date|day|month|century|decade)\b"
)
_NUMBER_QUESTION = re.compile(
    r"얼마|몇|며칠|금액|비율|퍼센트|다수|多少|几|幾|多大|多高|多长|多長|多久|比例|百分|人口|面积|面積|"
    r"\bhow (?:many|much|long|old|far|large|big|tall|often|high|fast|deep)\b|"
    r"\bwhat (?:percent|percentage|number|amount)\b"
)
_NUMERAL = re.compile(
    r"\d|[一二三四五六七八九十百千万萬亿億两兩〇零半]|(?:[일이삼사오육칠팔구십백천]|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?"
    r"(?:년|월|일|개월|주|시간|분|명|인|회|배|원|개|건|차례)|"
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|"
    r"eighty|ninety|hundred|thousand|million|billion|half|third|quarter|once|twice|dozens?)\b"
)
_DATE = re.compile(
    r"\d{3,4}|\d+\s?(?:년|월|일|세기|年|月|日|世纪|世紀|号|th|st|nd|rd)|世纪|世紀|세기|朝|年|"
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|century|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|yesterday|after|before|until|during)\b|"
    r"때|날|부터|경우|以后|以後|之后|之後|时|時"
)


def asked_type(question: str) -> AnswerType:
    """The kind of value that ``question`` asks for."""
    text = fold(question)
    if _DATE_QUESTION.search(text):
        return AnswerType.DATE
    if _NUMBER_QUESTION.search(text):
        return AnswerType.NUMBER
    return AnswerType.NONE


def holds_type(kind: AnswerType, text: str, given: Collection[str]) -> bool | None:
    """Whether ``text`` (folded) holds a value of ``kind`` besides those ``given`` in the question.

    None when the question asks for no value.
    """
    if kind is AnswerType.NONE:
        return None
    for number in sorted(given, key=len, reverse=True):
        text = text.replace(number, " ")
    pattern = _DATE if kind is AnswerType.DATE else _NUMERAL
    return bool(pattern.search(text))
