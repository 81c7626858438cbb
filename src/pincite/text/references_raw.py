"""What the scanners of the languages share: a reference as matched, its numbers, the law before it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.text import references_grammar as g
from pincite.text.numerals import ordinal_number

EXPANSION_LIMIT = 100
"""Members that one range (제1조부터 제300조까지) expands to at most; a longer range keeps its two ends."""
_DASHED = re.compile(r"\d{1,4}\s*[-－]\s*\d{1,2}")
_LAW_ENDS = frozenset("법률령칙정약례협관침시규法典例定则程释宪办的」』》>)）")
"""How the name of a law before a clause can end; most clauses have none, and it is looked for no further."""
_CIRCLED = {chr(0x2460 + i): str(i + 1) for i in range(20)}


@dataclass(frozen=True, slots=True)
class RawReference:
    start: int
    end: int
    kind: str
    numbers: tuple[str, ...]
    law: str | None = None
    noun: str = ""
    relative: str = ""
    """What to borrow from the reference before: "" nothing, "clause", "paragraph", "previous"."""
    law_back: bool = False
    weight: int = 0


def tail_numbers(match: re.Match[str], *names: str) -> tuple[str, ...]:
    groups = match.groupdict()
    values: list[str] = []
    for name in names or ("para", "item", "subitem"):
        value = groups.get(name)
        if name == "para" and not value and groups.get("circled"):
            values.append(_CIRCLED[groups["circled"]])
            continue
        if name == "item" and not value:
            value = groups.get("itemp")
        number = (
            (ordinal_number(value) or value)
            if value and value not in "가나다라마바사아자차카타파하"
            else value
        )
        if number and name.startswith("item") and groups.get(f"{name.replace('item', 'itemsub')}"):
            number = f"{number}-{groups[name.replace('item', 'itemsub')]}"
        values.append(number or "")
    while values and not values[-1]:
        values.pop()
    return tuple(values)


def clause_number(no: str | None, sub: str | None = None) -> str:
    base = ordinal_number(no) if no else None
    if base is None:
        return ""
    extra = ordinal_number(sub) if sub else None
    return f"{base}-{extra}" if extra else base


def branch_of(match: re.Match[str]) -> str | None:
    """The number of a branch, as written with 之 or 의 or a dash (第 10-1 條); ``""`` where the dash is that
    of a range. 第 10-1 條 is one article and 第3-5条 are three: only the order of the numbers tells."""
    dashed = match["dash"]
    if dashed and int(dashed) > int(clause_number(match["no"]) or 0):
        return ""
    return match["sub"] or dashed


def several(text: str, lead: str) -> Iterator[RawReference]:
    """``제3·5조``, ``第三至五条``: one noun, several numbers; the span of each is the whole."""
    if lead not in text:
        return
    for match in g.MULTI.finditer(text):
        if match["lead"] != lead:
            continue
        parts = re.split(r"\s*(?:[·,ㆍ、~∼〜\-–至到和]|및|내지)\s*", match["list"])
        numbers = [n for n in (ordinal_number(part) for part in parts) if n]
        ends = [int(n) for n in numbers if n.isdecimal()]
        if (
            g.MULTI_RANGE.search(match["list"])
            and len(ends) == 2
            and 0 < ends[1] - ends[0] <= EXPANSION_LIMIT
        ):
            numbers = [str(n) for n in range(ends[0], ends[1] + 1)]
        kind = g.MULTI_KIND.get(match["noun"])
        if kind == "article" and _DASHED.fullmatch(match["list"]) and ends[1] <= ends[0]:
            continue
        for number in numbers:
            if kind:
                yield RawReference(match.start(), match.end(), kind, (number,), noun=match["noun"], weight=5)
            elif match["noun"] in "항款":
                yield RawReference(
                    match.start(),
                    match.end(),
                    "paragraph",
                    ("", number),
                    noun=match["noun"],
                    relative="clause",
                    weight=5,
                )
            else:
                yield RawReference(
                    match.start(),
                    match.end(),
                    "paragraph",
                    ("", "", number),
                    noun=match["noun"],
                    relative="item",
                    weight=5,
                )


def with_law(
    text: str, raw: RawReference, pattern: re.Pattern[str], own: re.Pattern[str], back: re.Pattern[str]
) -> RawReference:
    """The law written before a clause, unless those words mean the document itself."""
    window = text[max(0, raw.start - 64) : raw.start]
    if window.rstrip()[-1:] not in _LAW_ENDS:
        return raw
    match = pattern.search(window)
    if match is None:
        return raw
    name = match["quoted"] or match["plain"]
    group = "quoted" if match["quoted"] else "plain"
    start = raw.start - len(window) + (match.start() if group == "quoted" else match.start("plain"))
    if group == "plain":
        if back.search(name):
            return replace(raw, start=start, law_back=True)
        if pattern is g.ZH_LAW and (lead := g.ZH_LEAD.match(name)) and lead.end() < len(name):
            start += lead.end()
            name = name[lead.end() :]
        if own.search(name):
            return raw
    return replace(raw, start=start, law=name.strip())
