"""Which numbered lines open a section: not a date, a time, a quantity, a version, nor an item of a list.

One line alone seldom tells. Sections count on: their neighbours are the number before and after, the
section above, the parts below. Dates and quantities leap; versions go down; items of a list have little
below them, and that is indented.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from pincite.chunking.fences import covers

Number = tuple[int, ...]

_BY_ITSELF: Final = 12
"""A section number above it that no neighbour bears out is rather a day or a minute."""
_REACH: Final = 400
"""Characters looked at on both sides of a line for its neighbours."""
_ITEM_LIMIT: Final = 600
"""Characters below an item; a longer one is as good as a section."""
_ITEM_REACH: Final = 8000
"""Characters below an item, code included."""
_WRAPPED: Final = 40
"""Characters of a line that does not end a sentence, from which the next goes on with it."""

_MONTH: Final = (
    r"(?:Jan|Feb|Mar|M[äa]r|Apr|Ma[iy]|Jun|Jul|Aug|Sept?|O[ck]t|Nov|De[cz])(?:[a-zä]*|\.)(?=[\s,.;]|\Z)"
)
_DATE: Final = re.compile(
    rf"[0-9]{{1,4}}[.,]?(?:[ \t]|\Z)|[0-9]{{1,2}}\.[ \t]*[0-9]|{_MONTH}"
    r"|(?:Quartal|Halbjahr|Jahrhundert|Auflage|Advent|Weihnachts(?:feier)?tag)\b"
)
"""After one number: the rest of a date, or what a German ordinal counts."""
_SYLLABLE_END: Final = r"(?=[\s,.)\]/~∼-]|[은는이가을를의에로도과와](?:\s|\Z)|\Z)"
_HAN_END: Final = r"(?=[\s,，。.、；;:：()（）/~-]|以[上下内]|左右|[的是至到]|\Z)"
_QUANTITY: Final = re.compile(
    r"[(（]?v?[0-9]{4}[-./][0-9]|[a-zß-ÿ%℃℉°′″㎜㎝㎞㎡㎏×±]|[-~–∼][ \t]*[0-9]"
    r"|[(（][월화수목금토일一二三四五六日][)）]"
    r"|(?:[KMGTP]i?(?:B|b|bit|bps|Hz|Pa|Wh?|J|eV|V|Ω)|Hz|Pa|Wh|Ah|VA|[AP]\.?M\.?|Uhr|UTC|GMT|KST|CES?T|[EP]ST"
    r"|USD|EUR|KRW|CNY|RMB|JPY|GBP|CHF|Euros?|Dollars?|Cents?|Prozent(?:punkte)?|Percent|Zoll|Inch(?:es)?"
    r"|Mio|Mrd|Milli(?:on(?:en|s)?|arden?)|Billion(?:en|s)?|Stunden?|Hours?|Minuten?|Minutes?|Sekunden?"
    r"|Tagen?|Wochen?|Monaten?|Jahren?|(?:Kilo|Zenti|Milli)?[Mm]eter|Liter|(?:Kilo)?[Gg]ramm|Tonnen?|Grad|Punkten?)"
    r"(?![A-Za-zäöüß])|[VWAKLNJCFΩ](?=[ \t]*(?:[,.;/)(]|\Z))"
    r"|(?:퍼센트(?:포인트)?|프로|인치|피트|야드|마일|파운드|온스|(?:제곱|세제곱|센티|밀리|킬로)?미터|센티|밀리|킬로"
    r"|(?:킬로|밀리)?그램|(?:밀리)?리터|기가(?:바이트|헤르츠)?|(?:메가|테라)?바이트|메가|테라|헤르츠|볼트|와트|암페어"
    r"|달러|유로|위안|포인트|채널|배속|버전|판|배|점|[백천]?만|억|천|(?:[조억만천])?원|세|개|명|건|회|톤|도|평"
    r"|초|분|시간?|일|주|개월|년)"
    + _SYLLABLE_END
    + r"|(?:英[寸尺里]|厘米|毫米|公里|千米|公斤|千克|毫克|毫升|小时|分钟|[美欧日]元"
    r"|人民币|百分点|[平立]方米|兆|千瓦)"
    r"|(?:倍|[万亿]?元|[万亿]|年|月|日|版本?|寸|米|克|吨|升|度|分|秒|时|天|周|个|人|次|点|级|星)" + _HAN_END
)
_DAY: Final = re.compile(
    r"휴무|휴일|연휴|기념일|성탄절|어린이날|근로자의[ ]?날|개천절|한글날|삼일절|현충일|제헌절|광복절"
    r"|신정(?:\s|\Z)|요일"
    r"|\A(?:(?:시행|개정|공포|제정|신설)[.)〉>\]]*\Z|(?:현재|기준|까지|부터)(?=[\s,.)]|\Z))"
    r"|放假|(?:劳动|国庆|春|端午|中秋|妇女|儿童|圣诞)节|元旦|星期|Feiertag|Weihnacht|Neujahr|Silvester|Heiligabend"
    r"|\ATag de[rs]\b|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag\b|Mittwoch"
    r"|Holiday|Christmas|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
)
"""What tells that two numbers are a day."""
_RELEASE: Final = re.compile(
    r"버그|릴리[스즈]|배포|패치|핫픽스|업데이트|버전|변경[ ]?(?:이력|내역|사항)|修复|发布|更新|补丁|版本|"
    r"\b(?i:hot-?fix|bug-?fix(?:es)?|bugs?|fix(?:es|ed)|releas(?:e|es|ed)|patch|changelog|updates?|versions?)\b"
    r"|Fehlerbehebung|Veröffentlich|Änderungs|Versions|Aktualisierung"
)
"""What tells that three numbers are a version."""
_SENTENCE: Final = frozenset(".。;；,，:：")
_CLOSED: Final = frozenset(".。!！?？:：;；」』”’\"')）】]>〉|*-=_")
_NEIGHBOUR: Final = re.compile(r"[ \t]*([0-9]{1,3}|[IVX]{1,5})[.)][ \t]")
_SUB_ITEM: Final = re.compile(
    r"[ \t\u3000]*(?:[①-⑳]|[가-하][.)][ \t]|[-*+•·○●■□ㅇ][ \t]|[(（][0-9a-z一-十가-하]{1,3}[)）])"
)
_LAST_WORD: Final = re.compile(r" [a-zäöüß]+[ \t]*\Z")
_IMAGE: Final = re.compile(r"!\[[^\]\n]*\]\([^\n]*\)\s*\Z")
_MARKDOWN: Final = re.compile(r"\n#{1,6}[ \t]+(?:제|第)?([0-9]{1,3}(?:\.[0-9]{1,3}){0,2})\b")
_ROMAN: Final = {"I": 1, "V": 5, "X": 10}


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """One line that begins with a number. ``end`` is after its last letter."""

    start: int
    end: int
    label: str
    """The number as written, ``2.3.``"""
    number: Number
    indent: int
    title: str


def numbered_line(start: int, end: int, label: str, title: str) -> NumberedLine:
    """A line from the blanks and the number that it begins with, and what follows."""
    bare = label.strip()
    parts = bare.rstrip(".").split(".")
    number = tuple(map(int, parts)) if bare[0].isdigit() else (_roman(parts[0]),)
    return NumberedLine(start, end, bare, number, len(label) - len(label.lstrip()), title)


def _roman(label: str) -> int:
    values = [_ROMAN[letter] for letter in label]
    return sum(-a if a < b else a for a, b in pairwise([*values, 0]))


def find_sections(text: str, lines: Sequence[NumberedLine], fences: Sequence[tuple[int, int]]) -> set[int]:
    """Starts of those of the numbered lines of a text, in order, that open a section."""
    single = [line for line in lines if len(line.number) == 1 and not _DATE.match(line.title)]
    items = _list_items(text, single, fences)
    sections = [line for line in single if line.start not in items and _stands_alone(text, line)]
    dotted = [line for line in lines if len(line.number) > 1]
    above = {line.number for line in sections}
    if dotted:
        above |= {tuple(map(int, match[1].split("."))) for match in _MARKDOWN.finditer("\n" + text)}
    return {line.start for line in sections} | _dotted_sections(text, dotted, above)


# --- one number -----------------------------------------------------------------------------------


def _list_items(text: str, lines: Sequence[NumberedLine], fences: Sequence[tuple[int, int]]) -> set[int]:
    """Lines that count on over nothing but what belongs to an item of a list."""
    items: set[int] = set()
    above: dict[int, NumberedLine] = {}
    for line in lines:
        before = above.get(line.indent)
        if before is not None:
            step = line.number[0] - before.number[0]
            if (step == 1 or step == 0 == line.number[0] - 1) and _is_item(text, before, line.start, fences):
                items |= {before.start, line.start}
        above = {indent: known for indent, known in above.items() if indent < line.indent}
        above[line.indent] = line
    return items


def _is_item(text: str, line: NumberedLine, end: int, fences: Sequence[tuple[int, int]]) -> bool:
    """True when nothing between a line and the number at ``end`` could be the text of a section: code,
    pictures, little that is indented, or lines that go on with the title, without a blank one."""
    size, place, goes_on = 0, line.end + 1, False
    for below in text[place : min(end, place + _ITEM_REACH)].splitlines(keepends=True):
        start, place = place, place + len(below)
        if fences and covers(fences, start):
            continue
        size += len(below)
        content = below.lstrip(" \t")
        if goes_on and not content.strip():
            return False
        belongs = not content.strip() or len(below) - len(content) > line.indent + 1 or below[0] == "\t"
        belongs = belongs or _IMAGE.match(content) is not None
        if not belongs:
            goes_on = goes_on or (start == line.end + 1 and _LAST_WORD.search(line.title) is not None)
            belongs = goes_on and content[0].islower()
        if not belongs or size > _ITEM_LIMIT:
            return False
    return place >= end


def _stands_alone(text: str, line: NumberedLine) -> bool:
    """False for an item of a list: its text is a sentence, goes on in the line below, or the line before or
    after is an item too."""
    if line.title.rstrip()[-1] in _SENTENCE:
        return False
    before, after = text[max(0, line.start - _REACH) : line.start], text[line.end : line.end + _REACH]
    above = before.rstrip().rpartition("\n")[2]
    below = after.lstrip("\n\r \t").partition("\n")[0]
    if _NEIGHBOUR.match(above) or _NEIGHBOUR.match(below):
        return False
    if before.count("\n", len(before.rstrip())) == 1 and _SUB_ITEM.match(above):
        return False
    if after.count("\n", 0, len(after) - len(after.lstrip())) != 1:
        return True
    return not (_SUB_ITEM.match(below) or (below[:1].islower() and after.startswith(("\n  ", "\n\t"))))


# --- two numbers and more -------------------------------------------------------------------------


def _dotted_sections(text: str, lines: Sequence[NumberedLine], above: set[Number]) -> set[int]:
    clean = [line for line in lines if not _is_quantity(line)]
    counted, falling = _count(clean, above)
    kept = [
        line
        for before, line, after in zip([None, *clean], clean, [*clean[1:], None], strict=False)
        if line.start in counted
        or (line.start not in falling and _is_likely(text, before, line, after, counted))
    ]
    starts = [line.start for line in kept]
    missing = [
        line for line in lines if _is_quantity(line) and _is_missing(kept, bisect(starts, line.start), line)
    ]
    return {line.start for line in (*kept, *missing)}


def _is_quantity(line: NumberedLine) -> bool:
    parts = line.label.rstrip(".").split(".")
    zeros = [part for part in parts if len(part) > 1 and part[0] == "0"]
    padded = parts[0] in zeros or "00" in zeros or (bool(zeros) and len(parts) > 2)
    return padded or _QUANTITY.match(line.title) is not None


def _count(lines: Sequence[NumberedLine], above: set[Number]) -> tuple[set[int], set[int]]:
    """Starts of the lines that count on as sections do, most of the numbers from the first on, and of those
    that count down as versions do. Three numbers need the section above them too."""
    siblings: dict[Number, list[NumberedLine]] = {}
    for line in lines:
        siblings.setdefault(line.number[:-1], []).append(line)
    known = above | {line.number for line in lines}
    counted: set[int] = set()
    falling: set[int] = set()
    for parent, members in siblings.items():
        runs = _rising(members)
        if len(runs) > 1 and all(a.number > b.number for a, b in pairwise(members)):
            falling |= {line.start for line in members}
            continue
        for run in runs:
            rooted = parent in known or (run[0].number[-1] <= 1 < len(run) and len(parent) == 1)
            if rooted and 2 * len(run) > run[-1].number[-1]:
                counted |= {line.start for line in run}
    return counted, falling


def _rising(lines: Sequence[NumberedLine]) -> list[list[NumberedLine]]:
    """Runs in which every number is above the one before; a table of contents is a run of its own."""
    runs = [[lines[0]]]
    for before, line in pairwise(lines):
        if line.number > before.number:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _is_likely(
    text: str, before: NumberedLine | None, line: NumberedLine, after: NumberedLine | None, counted: set[int]
) -> bool:
    """Weighs a line that no sequence bears out: its numbers, its words, the lines around."""
    led = before is not None and _follows(before.number, line.number)
    leads = after is not None and _follows(line.number, after.number)
    if before and not led and (before.start in counted or line.start - before.end < _REACH):
        return False
    if after and not leads and (after.start in counted or after.start - line.end < _REACH):
        return False
    number = line.number
    if number[-1] > _BY_ITSELF or (max(number) > _BY_ITSELF and not (led or leads)):
        return False
    if number[0] == 0 or re.search(r"\.0[0-9]", line.label) or _DAY.search(line.title):
        return False
    context = text[max(0, line.start - _REACH // 2) : line.start]
    if len(number) > 2 and (0 in number or _RELEASE.search(line.title) or _RELEASE.search(context)):
        return False
    above = context.rstrip()
    wraps = context.count("\n", len(above)) == 1 and len(above.rpartition("\n")[2]) >= _WRAPPED
    return not wraps or above[-1] in _CLOSED


def _follows(before: Number, number: Number) -> bool:
    """True when ``number`` is what comes next, or after one that is lost: part, sibling, next section."""
    for place, (a, b) in enumerate(zip(before, number, strict=False)):
        if a != b:
            return 1 <= b - a <= 2 and all(part <= 1 for part in number[place + 1 :])
    return len(number) > len(before) and all(part <= 1 for part in number[len(before) :])


def _is_missing(sections: Sequence[NumberedLine], index: int, line: NumberedLine) -> bool:
    """True of what looks like a quantity but is just the section that is missing between two others."""
    if not 0 < index < len(sections):
        return False
    before, after = sections[index - 1].number, sections[index].number
    return before < line.number < after and _follows(before, line.number) and _follows(line.number, after)
