"""Marks that Korean documents number their headings with, and lines that are none."""

import re
from typing import Final, NamedTuple

_BOXED_DIGITS: Final = {0xF02B1 + at: str(at + 1) for at in range(10)}
"""Hancom's private code points for 1 to 10 in a black square, which other programs cannot show."""


class Mark(NamedTuple):
    kind: str
    rank: int
    """Lower is higher up; the order that Korean public documents keep."""


_ROMAN: Final = re.compile(r"(?:[\u2160-\u216b]{1,3}\s*[.．)]?|(?:IX|IV|V?I{1,3}|V|X)\s*[.．])\s*(?=\S)")
_ANNEX: Final = re.compile(
    r"[\[【<〈(]?\s*(?:참고|붙임|별첨|별지|첨부|부록|서식)(?:\s*제?\s*\d{1,2}(?:-\d{1,2})?\s*호?)?\s*(?:[\]】>〉).:]|\s|$)"
)
_PATTERNS: Final = (
    ("decimal", 55, re.compile(r"\d{1,2}(?:[.-]\d{1,2}){1,3}[.)]?\s+(?=\S)")),
    ("digit", 50, re.compile(r"\d{1,2}\.\s*(?=[^\s\d])")),
    ("hangul", 60, re.compile(r"[가나다라마바사아자차카타파하]\.\s*(?=\S)")),
    ("square", 65, re.compile(r"[□■◆◇▣]\s*(?=\S)")),
    ("digit_bracket", 70, re.compile(r"\d{1,2}\)\s*(?=\S)")),
    ("hangul_bracket", 75, re.compile(r"[가나다라마바사아자차카타파하]\)\s*(?=\S)")),
    ("bracketed", 80, re.compile(r"\((?:\d{1,2}|[가나다라마바사아자차카타파하])\)\s*(?=\S)")),
)
_BOXED_NUMBER: Final = re.compile(r"\d{1,2}(?:-\d{1,2})?(?:[.)]\s*|\s+)(?=[^\s\d])")
CLAUSE: Final = re.compile(
    r"\s*(?:제\s{0,2}\d{1,4}\s{0,2}(?:편|장|절|관|조)(?:의\s?\d{1,3})?|부\s{0,3}칙(?:\s|$|[<(\[])|\[?별\s?[표지]\s*\d)"
)
"""Marks that the chunker reads in plain lines (`pincite.chunking.clauses`); they stay plain."""
ARTICLE: Final = re.compile(r"\s*제\s{0,2}\d{1,4}\s{0,2}조")
CONTENTS: Final = re.compile(r"[<\[【〈]?\s*(?:목\s*차|차\s*례|순\s*서|contents)\s*[>\]】〉]?", re.I)
_CONTENTS_LINE: Final = re.compile(r"(?:\t|\.{3,}|…|·{3,}|‥|_{3,})[\s.·…‥]*-?\s*\d{1,4}\s*-?\s*$")
_DATE: Final = re.compile(
    r"^[\[(<]?\s*['‘’]?\d{2,4}\s*[.년]\s*\d{1,2}\s*[.월](?:\s*\d{1,2}\s*[.일]?)?.{0,6}$"
)
_NO_TITLE: Final = re.compile(r"[※*•·○◦●ㅇ▶▷☞☎→⇒⇨◎◈‣\-–—☆★<〈【《①-⑳㉠-㉯]")
_VERBAL: Final = re.compile(r"(?:니다|[한된있없는이하]다|시오|세요|[다음함임됨]\.)$")
_STARS: Final = re.compile(r"(?<=[\w)\]」』])\*{1,3}(?=\s|$|[)\]」』·,가-힣])")
_NOTE_MARK: Final = re.compile(r"\[\^\w+\]")


def readable(text: str) -> str:
    """Private code points of the program as what they show."""
    return text.translate(_BOXED_DIGITS)


def mark_of(text: str, *, boxed: bool) -> Mark | None:
    """What a line begins with. In a frame a number may stand without a dot."""
    if CLAUSE.match(text):
        return Mark("clause", 0)
    if _ROMAN.match(text):
        return Mark("roman", 20)
    if _ANNEX.match(text):
        return Mark("annex", 20)
    if boxed and _BOXED_NUMBER.match(text):
        return Mark("boxed_number", 45)
    for kind, rank, pattern in _PATTERNS:
        if found := pattern.match(text):
            deeper = len(re.findall(r"\d+", found.group())) if kind == "decimal" else 0
            return Mark(kind, rank + deeper)
    return None


def may_title(text: str, longest: int, *, verbs: bool = False) -> bool:
    """Whether a line can be a heading at all, by its words. Titles of news end in ``verbs``."""
    flat = " ".join(text.split())
    return (
        2 <= len(flat) <= longest
        and sum(map(str.isalpha, flat)) >= 2
        and not _CONTENTS_LINE.search(text)
        and not _DATE.match(flat)
        and not _NO_TITLE.match(flat)
        and not flat.endswith((".", ",", ";", ":", "。", "，", "；", "：", "、"))
        and (verbs or not _VERBAL.search(flat))
        and "![" not in flat
    )


def label(text: str) -> str:
    """A heading as it is shown in trails: one line, without reference marks.

    >>> label("2 공공데이터* 개방\\n확대 (계속)    행안부")
    '2 공공데이터 개방 확대 (계속) 행안부'
    """
    return " ".join(_STARS.sub("", _NOTE_MARK.sub("", readable(text))).split())
