"""Makes true passages, ways to state them, and near misses, for the property tests.

Nothing here reads the code under test: every form is spelled out from the value.
"""

import unicodedata
from dataclasses import dataclass

_KO_DIGITS = "영일이삼사오육칠팔구"
_ZH_DIGITS = "零一二三四五六七八九"
_EN_SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_EN_TENS = ["", "x", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_KO_COUNTING = ["", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"]


def korean_number(value: int) -> str:
    """Sino-Korean: 12 -> 십이, 250000 -> 이십오만."""
    return _east_asian(value, _KO_DIGITS, ("십", "백", "천"), ("만", "억"), one_dropped=True)


def chinese_number(value: int) -> str:
    """12 -> 十二, 250000 -> 二十五万."""
    return _east_asian(value, _ZH_DIGITS, ("十", "百", "千"), ("万", "亿"), one_dropped=False)


def _east_asian(
    value: int, digits: str, small: tuple[str, ...], big: tuple[str, ...], *, one_dropped: bool
) -> str:
    groups: list[str] = []
    for place in range(len(big) + 1):
        value, group = divmod(value, 10_000)
        if group:
            groups.append(_group(group, digits, small, one_dropped) + ("", *big)[place])
    return "".join(reversed(groups))


def _group(group: int, digits: str, small: tuple[str, ...], one_dropped: bool) -> str:
    written = ""
    gap = False
    for place in (3, 2, 1, 0):
        digit = group // 10**place % 10
        if not digit:
            gap = bool(written)
            continue
        if gap and not one_dropped:
            written += digits[0]
        gap = False
        leads = place and digit == 1 and (one_dropped or (place == 1 and not written))
        written += ("" if leads else digits[digit]) + (small[place - 1] if place else "")
    return written


def english_number(value: int) -> str:
    """Up to 99: 21 -> twenty-one."""
    if value < 20:
        return _EN_SMALL[value]
    tens, one = divmod(value, 10)
    return _EN_TENS[tens] + (f"-{_EN_SMALL[one]}" if one else "")


def counting(value: int) -> str:
    """Korean counting word before a counter, up to 10: 3 -> 세."""
    return _KO_COUNTING[value]


def full_width(text: str) -> str:
    """Digits as full-width forms."""
    return "".join(chr(ord(c) + 0xFEE0) if c.isdecimal() and c.isascii() else c for c in text)


def decomposed(text: str) -> str:
    """Hangul as conjoining letters, as macOS and some PDF writers give it."""
    return unicodedata.normalize("NFD", text)


def won(value: int) -> list[str]:
    """``value`` won (a multiple of 10,000) as written in Korean."""
    tens = value // 10_000
    forms = [
        f"{value:,}원",
        f"{value}원",
        f"{tens:,}만원",
        f"{tens}만 원",
        f"₩{value:,}",
        full_width(f"{tens}만원"),
    ]
    forms.append(f"{korean_number(value)}원")
    if tens % 1000 == 0 and tens < 10_000:
        forms.append(f"{tens // 1000}천만원")
    if tens >= 10_000:
        whole, rest = divmod(tens, 10_000)
        forms.append(f"{whole}억원" if not rest else f"{whole}억 {rest:,}만원")
    return forms


def yuan(value: int) -> list[str]:
    """``value`` yuan (a multiple of 10,000) as written in Chinese."""
    tens = value // 10_000
    return [
        f"{value:,}元",
        f"{value}元",
        f"{tens}万元",
        f"¥{value:,}",
        f"人民币{value:,}元",
        f"{chinese_number(value)}元",
    ]


def dollars(value: int) -> list[str]:
    """``value`` dollars (a multiple of 1,000) as written in English."""
    thousands = value // 1000
    forms = [
        f"${value:,}",
        f"USD {value:,}",
        f"{value:,} dollars",
        f"${thousands}k",
        f"${thousands} thousand",
    ]
    if value % 1_000_000 == 0:
        forms += [f"${value // 1_000_000} million", f"${value // 1_000_000}m"]
    return forms


def percent(value: int, language: str) -> list[str]:
    """``value`` per cent (1 to 99) as written."""
    if language == "ko":
        forms = [f"{value}%", f"{value} %", f"{value}퍼센트", f"100분의 {value}", full_width(f"{value}%")]
        if value >= 10:
            tenth, rest = divmod(value, 10)
            forms.append(f"{tenth}할" if not rest else f"{tenth}할 {rest}푼")
        return forms
    if language == "zh":
        forms = [f"{value}%", f"百分之{chinese_number(value)}", f"百分之{value}"]
        if value % 10 == 0:
            forms.append(f"{_ZH_DIGITS[value // 10]}成")
        return forms
    return [
        f"{value}%",
        f"{value} percent",
        f"{value} per cent",
        f"{english_number(value)} percent",
        f"{value * 100} basis points",
    ]


def years(value: int, language: str) -> list[str]:
    """``value`` years as written, in months too."""
    months = 12 * value
    return {
        "ko": [f"{value}년", f"{value} 년", f"{months}개월", f"{months} 개월", full_width(f"{value}년")],
        "zh": [f"{value}年", f"{chinese_number(value)}年", f"{months}个月", f"{chinese_number(months)}个月"],
        "en": [f"{value} years", f"{english_number(value)} years", f"{months} months"],
    }[language]


def days(weeks: int, language: str) -> list[str]:
    """``weeks`` weeks as days and as weeks."""
    value = 7 * weeks
    return {
        "ko": [f"{value}일", f"{value} 일", f"{weeks}주", full_width(f"{value}일")],
        "zh": [f"{value}日", f"{value}天", f"{chinese_number(value)}日", f"{weeks}周"],
        "en": [f"{value} days", f"{english_number(value)} days", f"{weeks} weeks"],
    }[language]


_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def dates(year: int, month: int, day: int, language: str) -> list[str]:
    """One day as written."""
    plain = [f"{year}-{month:02}-{day:02}", f"{year}/{month:02}/{day:02}", f"{year}.{month:02}.{day:02}"]
    if language == "ko":
        return [
            f"{year}년 {month}월 {day}일",
            f"{year}년{month}월{day}일",
            f"{year}. {month}. {day}.",
            *plain,
        ]
    if language == "zh":
        spelled = "".join("〇一二三四五六七八九"[int(c)] for c in str(year))
        han = f"{spelled}年{chinese_number(month)}月{chinese_number(day)}日"
        return [f"{year}年{month}月{day}日", han, *plain]
    name = _MONTHS[month - 1]
    return [f"{name} {day}, {year}", f"{day} {name} {year}", f"{name[:3]} {day}, {year}", plain[0]]


BOUNDS = {
    "ko": {
        "min": ("{} 이상",),
        "max": ("{} 이하", "최대 {}"),
        "over": ("{} 초과", "{}을 넘는"),
        "under": ("{} 미만",),
    },
    "zh": {
        "min": ("{}以上", "不少于{}"),
        "max": ("{}以下", "不超过{}"),
        "over": ("超过{}",),
        "under": ("不足{}", "少于{}"),
    },
    "en": {
        "min": ("at least {}", "no less than {}", "{} or more"),
        "max": ("at most {}", "no more than {}", "up to {}"),
        "over": ("more than {}", "over {}"),
        "under": ("less than {}", "under {}"),
    },
}
"""Wordings of one bound say the same; those of two bounds do not."""


@dataclass(frozen=True)
class Clause:
    """A reference down to an item, as written in a language."""

    article: int
    paragraph: int = 0
    item: int = 0

    def written(self, language: str) -> list[str]:
        if language == "ko":
            return self._korean()
        if language == "zh":
            return self._chinese()
        tail = (f"({self.paragraph})" if self.paragraph else "") + (
            f"({'abcdefgh'[self.item - 1]})" if self.item else ""
        )
        return [
            f"Article {self.article}{tail}",
            f"article {self.article}{tail}",
            f"Art. {self.article}{tail}",
        ]

    def _korean(self) -> list[str]:
        numbers = [(self.article, "조"), (self.paragraph, "항"), (self.item, "호")]
        held = [(number, noun) for number, noun in numbers if number]
        spaced = " ".join(f"제{number}{noun}" for number, noun in held)
        return [
            spaced,
            spaced.replace(" ", ""),
            " ".join(f"제 {number} {noun}" for number, noun in held),
            " ".join(f"제{korean_number(number)}{noun}" for number, noun in held),
            full_width(spaced),
            " ".join(f"{number}{noun}" for number, noun in held),
        ]

    def _chinese(self) -> list[str]:
        numbers = [(self.article, "条"), (self.paragraph, "款"), (self.item, "项")]
        held = [(number, noun) for number, noun in numbers if number]
        return [
            "".join(f"第{chinese_number(number)}{noun}" for number, noun in held),
            "".join(f"第{number}{noun}" for number, noun in held),
            "".join(f"第 {number} {noun}" for number, noun in held),
        ]


def clause_text(article: int, paragraphs: int, items: int, language: str) -> str:
    """An article with ``paragraphs``, the last of which has ``items``; every line says something of its own."""
    if language == "ko":
        lines = [f"제{article}조(운영) ① 위원회는 안건 {_name(1, 'ko')}을 심의한다."]
        lines += [
            f"{chr(0x2460 + n)} 위원회는 안건 {_name(n + 1, 'ko')}을 심의한다." for n in range(1, paragraphs)
        ]
        lines[-1] = f"{lines[-1][:-1].split('위원회')[0]}위원회는 다음 각 호의 안건을 심의한다."
        lines += [f"{n}. {_name(n, 'ko')}의 변경" for n in range(1, items + 1)]
        return "\n".join(lines)
    if language == "zh":
        lines = [f"第{chinese_number(article)}条（审议）"]
        lines += [f"第{chinese_number(n)}款 委员会审议{_name(n, 'zh')}事项。" for n in range(1, paragraphs)]
        lines.append(f"第{chinese_number(paragraphs)}款 委员会审议下列事项：")
        lines += [f"（{chinese_number(n)}）{_name(n, 'zh')}的变更；" for n in range(1, items + 1)]
        return "\n".join(lines)
    lines = [f"Article {article} (Review)."]
    lines += [f"({n}) The board reviews {_name(n, 'en')} matters." for n in range(1, paragraphs)]
    lines.append(f"({paragraphs}) The board reviews the following:")
    lines += [f"({'abcdefgh'[n - 1]}) changes of {_name(n, 'en')};" for n in range(1, items + 1)]
    return "\n".join(lines)


_NAMES = {
    "ko": ["예산", "인사", "시설", "홍보", "교육", "안전", "물류", "전산"],
    "zh": ["预算", "人事", "设施", "宣传", "培训", "安全", "物流", "信息"],
    "en": ["budget", "staffing", "building", "marketing", "training", "safety", "transport", "software"],
}


def _name(number: int, language: str) -> str:
    return _NAMES[language][(number - 1) % 8]
