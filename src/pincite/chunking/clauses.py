"""Which lines open a part of a statute, of terms or of a rule book, and which only mention one.

A line that opens ("제43조(보험금의 지급) ① 회사는 …", "第十条 …", "ARTICLE 2. JURISDICTION. …") and a line
of running text that begins with a reference because it was wrapped there ("제43조에 따라 …", "Article 5
applies …") look alike. Three kinds of evidence tell them apart: what follows the number, whether the line
before ended its sentence, and whether the number continues the count.
"""

import re
from dataclasses import dataclass
from typing import Final

ANNEX: Final = 10
PART: Final = 10
CHAPTER: Final = 20
DIVISION: Final = 30
SUBDIVISION: Final = 40
ARTICLE: Final = 50
"""Ranks: a mark closes every open mark of its own or a higher rank. Annexes stand beside parts."""

_HAN: Final = "〇零一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾"
_HAN_VALUE: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "两": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_HAN_UNIT: Final = {"十": 10, "拾": 10, "百": 100, "千": 1000}
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}

_TITLE_LIMIT: Final = 60
"""Characters of a heading without brackets; longer lines are sentences."""
_WRAP_REACH: Final = 30
"""How far the count may jump when the line before did not end its sentence."""

_KO: Final = re.compile(
    rf"제\s{{0,2}}([0-9０-９]{{1,4}}|[{_HAN}]{{1,5}})\s{{0,2}}(편|장|절|관|조)(?:\s?의\s?([0-9]{{1,3}})(?![0-9]))?"
)
_KO_RANK: Final = {"편": PART, "장": CHAPTER, "절": DIVISION, "관": SUBDIVISION, "조": ARTICLE}
_KO_ANNEX: Final = re.compile(
    r"[\[【<〈(（]?\s*(부\s{0,3}칙|별\s?표|별\s?지|부\s?표|서식|붙임|별첨)"
    r"(?:\s*제?\s*([0-9]{1,3})(?:\s*[호조])?(?:\s?의\s?([0-9]{1,3}))?)?(?:\s*호?\s*서\s?식)?(?:\s*[\]】>〉)）])?"
)
_ZH: Final = re.compile(
    rf"第[ \u3000]{{0,2}}([0-9０-９]{{1,4}}|[{_HAN}]{{1,7}})[ \u3000]{{0,2}}"
    rf"(编|編|篇|部分|章|节|節|条|條)(?:之([0-9]{{1,3}}|[{_HAN}]{{1,3}}))?"
)
_ZH_RANK: Final = {
    "编": PART, "編": PART, "篇": PART, "部分": PART, "章": CHAPTER, "节": DIVISION, "節": DIVISION,
    "条": ARTICLE, "條": ARTICLE,
}  # fmt: skip
_ZH_ANNEX: Final = re.compile(
    rf"附[ \u3000]{{0,3}}(则|則|件|录|錄|表)[ \u3000]{{0,2}}"
    rf"([0-9０-９]{{1,3}}|[{_HAN}]{{1,4}}|[A-Z])?(?=[\s:：]|\Z)"
)
_EN: Final = re.compile(
    r"(Article|Section|Rule|Clause|Chapter|Part|Title|Appendix|Annex|Schedule|Exhibit"
    r"|Artikel|Abschnitt|Kapitel|Teil)"
    r"\s{1,3}([0-9]{1,4}(?:\.[0-9]{1,3}){0,3}[A-Za-z]?(?![\w(])"
    r"|(?:[IVXLC]{1,7}|[A-Z])(?:\.[0-9]{1,3}){0,3}(?!\w)"
    r"|(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)(?!\w))",
    re.IGNORECASE,
)
_EN_RANK: Final = {
    "title": PART, "part": PART, "teil": PART, "appendix": ANNEX, "annex": ANNEX, "schedule": ANNEX,
    "exhibit": ANNEX, "chapter": CHAPTER, "kapitel": CHAPTER, "abschnitt": DIVISION,
    "article": ARTICLE, "section": ARTICLE, "rule": ARTICLE, "clause": ARTICLE, "artikel": ARTICLE,
}  # fmt: skip
_EN_WORDS: Final = {
    w: i
    for i, w in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_GERMAN: Final = frozenset(("artikel", "abschnitt", "kapitel", "teil"))
CHAPTER_LANGUAGES: Final = frozenset(("ko", "zh", "en", "de"))
"""Languages of `Mark`."""

_KO_MENTION: Final = re.compile(
    r"제\s?\d+\s?(?:조|항|호|목)|(?:에|의|을|를|은|는|과|와|및|또는|내지|부터|까지|에서|에는|에도|으로|중|단서|본문"
    r"|전단|후단|소정|규정에|규정의|규정을|참조)(?:\s|\Z|[,.)」])"
)
_KO_SENTENCE_END: Final = re.compile(r"(?:[.。,]|다|경우|때에는|따라|의하여|관하여|대하여|및|또는)\Z")
_ZH_MENTION: Final = re.compile(
    r"[、，。；和及或至与的所中之款项]|规定|至第|第[\d一二三四五六七八九十]+[款项]"
)
_ZH_SENTENCE: Final = re.compile(r"[，。；！？]")
_DOT_LEADER: Final = re.compile(r"(?:[.·…]\s?){4,}\s*\d*\s*\Z|\t\s*\d{1,4}\s*\Z")
_LEADER_REACH: Final = 40
_LEADING_DIGITS: Final = re.compile(r"[0-9０-９]+")
_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩"
_OPENERS: Final = {"(": ")", "（": "）", "[": "]", "【": "】", "〔": "〕", "<": ">", "〈": "〉", "「": "」"}
_BRACKET_LIMIT: Final = 120
_CAPS_TITLE: Final = re.compile(r"[A-Z][A-Z0-9 ,;’'&/()\-–]{2,80}(?=[.:]|\Z)")
_SHORT_TITLE: Final = re.compile(r"[A-Z][^.:;]{2,60}(?=[.:](?:\s|\Z))")


@dataclass(frozen=True, slots=True)
class Mark:
    """The opening of a part. ``label_end`` counts from the start of the line; after it the body begins."""

    family: str
    """What is counted together: ``조``, ``条``, ``article``, ``부칙`` …"""
    rank: int
    number: tuple[int, ...]
    """``(43, 2)`` for 제43조의2, ``(3, 0)`` for Rule 3, ``(3, 2, 1)`` for Rule 3.2.1. It grows."""
    label_end: int
    certain: bool
    """The form alone shows that it opens; otherwise the lines before decide."""
    language: str


def match_clause(line: str, *, heading: bool = False) -> Mark | None:
    """The mark that a line opens with, or None. ``line`` has no blanks at its ends and no emphasis.

    ``heading`` says that the line is marked as a heading anyhow, so its form needs no further evidence.
    """
    if not heading and _DOT_LEADER.search(line[-_LEADER_REACH:]):
        return None
    first = line[0]
    if first == "제":
        return _korean(line, heading)
    if first == "第":
        return _chinese(line, heading)
    if first == "附":
        return _chinese_annex(line, heading)
    if first.isascii() and first.isalpha():
        return _english(line, heading)
    return _korean_annex(line, heading)


def _korean(line: str, heading: bool) -> Mark | None:
    match = _KO.match(line)
    if match is None:
        return None
    family = match.group(2)
    number = (_value(match.group(1)), int(match.group(3) or 0))
    rank = _KO_RANK[family]
    end, rest = match.end(), line[match.end() :]

    def mark(label_end: int, certain: bool) -> Mark:
        return Mark(family, rank, number, label_end, certain or heading, "ko")

    if not rest:
        return mark(end, False)
    bracket = _bracket_end(line, end)
    if bracket and rank == ARTICLE:
        after = line[bracket:]
        if after and not after[0].isspace() and after[0] not in _CIRCLED + ".:：":
            return None
        return None if _KO_MENTION.match(after.strip()) else mark(bracket, True)
    body = rest.lstrip(" \t\u3000.:：-–—")
    if not bracket and not (rest[0].isspace() or rest[0] in ".:：" + _CIRCLED):
        return None
    if not heading and _KO_MENTION.match(body):
        return None
    if rank == ARTICLE and (body[:1] in _CIRCLED or body.startswith("삭제")):
        return mark(end, True)
    if heading or (len(body) <= _TITLE_LIMIT and not _KO_SENTENCE_END.search(body)):
        return mark(len(line), False)
    return mark(end, False) if rank == ARTICLE else None


def _korean_annex(line: str, heading: bool) -> Mark | None:
    match = _KO_ANNEX.match(line)
    if match is None:
        return None
    family = "".join(match.group(1).split())
    rest = line[match.end() :]
    number = (int(match.group(2) or 0), int(match.group(3) or 0))
    bracketed = line[0] in _OPENERS
    title = rest.strip()
    if not heading:
        if rest and not rest[0].isspace() and rest[0] not in "<〈(（[【:：":
            return None
        if _KO_MENTION.match(title) or _KO_SENTENCE_END.search(title) or len(title) > _TITLE_LIMIT:
            return None
        if family == "부칙" and title and title[0] not in "<〈(（[【":
            return None
        if family != "부칙" and title and not number[0] and not bracketed:
            return None
    return Mark(family, ANNEX, number, len(line), heading or bracketed or family == "부칙", "ko")


def _chinese(line: str, heading: bool) -> Mark | None:
    match = _ZH.match(line)
    if match is None:
        return None
    family = match.group(2)
    number = (_value(match.group(1)), _value(match.group(3) or ""))
    rank = _ZH_RANK[family]
    end, rest = match.end(), line[match.end() :]
    body = rest.strip()
    spaced = not rest or rest[0].isspace() or rest[0] in ":："
    if rank == ARTICLE:
        bracket = _bracket_end(line, end)
        if bracket:
            mention = _ZH_MENTION.match(line[bracket:].strip())
            return None if mention else Mark(family, rank, number, bracket, True, "zh")
        if _ZH_MENTION.match(body):
            return None
        label_end = len(line) if heading else end
        return Mark(family, rank, number, label_end, heading or (spaced and bool(body)), "zh")
    if not heading and (len(body) > _TITLE_LIMIT or _ZH_SENTENCE.search(body) or _ZH_MENTION.match(body)):
        return None
    return Mark(family, rank, number, len(line), heading or spaced, "zh")


def _chinese_annex(line: str, heading: bool) -> Mark | None:
    match = _ZH_ANNEX.match(line)
    if match is None or (not heading and (len(line) > _TITLE_LIMIT or _ZH_SENTENCE.search(line))):
        return None
    number = match.group(2) or ""
    return Mark("附" + match.group(1), ANNEX, (_value(number), 0), len(line), heading, "zh")


def _english(line: str, heading: bool) -> Mark | None:
    match = _EN.match(line)
    if match is None:
        return None
    word = match.group(1)
    if not (word.isupper() or word.istitle()):
        return None
    family = word.lower()
    language = "de" if family in _GERMAN else "en"
    label_end = len(line) if heading else _english_label(line, match.end(), word.isupper())
    if label_end is None:
        return None
    number = tuple(map(_value, match.group(2).split(".")))
    number = number if len(number) > 1 else (number[0], 0)
    return Mark(family, _EN_RANK[family], number, label_end, heading, language)


def _english_label(line: str, end: int, upper: bool) -> int | None:
    """Where the label ends, or None when the words after the number continue a sentence."""
    rest = line[end:]
    if not rest:
        return end
    bracket = _bracket_end(line, end)
    if bracket and rest[0].isspace():
        inside = line[end:bracket].strip()[1:2]
        return bracket if inside.isupper() and bracket - end > 4 else None
    body = rest.lstrip(" \t.:—–-")
    offset = len(line) - len(body)
    if not body:
        return len(line)
    if body[0].islower() or body[0] in ",;)(":
        return None
    short = len(body) <= _TITLE_LIMIT and body[-1] not in ".,;"
    if rest[0] in ".:—–-" or rest.lstrip()[0] in "—–-:":
        title = _CAPS_TITLE.match(body) or _SHORT_TITLE.match(body)
        if title and title.end() < len(body):
            return offset + title.end()
        return len(line) if short else end
    if upper:
        title = _CAPS_TITLE.match(body)
        return offset + title.end() if title else None
    capitals = all(word[0].isupper() or not word[0].isalpha() for word in body.split() if len(word) > 4)
    return len(line) if short and capitals else None


def _bracket_end(line: str, start: int) -> int:
    """Index after a bracketed title that begins at ``start`` (blanks allowed), or 0. Brackets may nest."""
    while start < len(line) and line[start].isspace():
        start += 1
    if start >= len(line) or line[start] not in _OPENERS:
        return 0
    opener, closer = line[start], _OPENERS[line[start]]
    depth = 0
    for index in range(start, min(len(line), start + _BRACKET_LIMIT)):
        depth += (line[index] == opener) - (line[index] == closer)
        if depth == 0:
            return index + 1
    return 0


def _value(digits: str) -> int:
    """A number written in digits, Han numerals, Roman numerals, letters or English words; 0 if absent."""
    if digits.isascii() and digits.isalpha():
        return _letters(digits)
    counted = _LEADING_DIGITS.match(digits)
    if counted or not digits:
        return int(counted.group()) if counted else 0
    total = unit = 0
    for char in digits:
        if char in _HAN_UNIT:
            total += (unit or 1) * _HAN_UNIT[char]
            unit = 0
        else:
            unit = unit * 10 + _HAN_VALUE[char]
    return total + unit


def _letters(letters: str) -> int:
    if letters.lower() in _EN_WORDS:
        return _EN_WORDS[letters.lower()]
    values = [_ROMAN.get(char, 0) for char in letters]
    if not all(values):
        return ord(letters[0].upper()) - ord("A") + 1
    return sum(-v if v < max(values[i + 1 :], default=0) else v for i, v in enumerate(values))


def is_next(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """True when ``number`` is the one after ``last``: 44 or 43-2 after 43, 43-3 or 44 after 43-2; 3.2.1 or
    3.3 after 3.2, and 3.1 after 3."""
    place = len(number) - 1
    if number == (last[0] + 1, 0):
        return True
    if number[:place] != last[:place]:
        return False
    counted = last[place] if place < len(last) else 0
    return number[place] == counted + 1 or (number[1:] == (2,) and not counted)


def follows_loosely(number: tuple[int, ...], last: tuple[int, ...] | None) -> bool:
    """True when ``number`` lies a little further in the count (articles repealed, pages left out)."""
    return last is None or last < number <= (last[0] + _WRAP_REACH, 0) or number[0] <= 1
