"""The words of one clause, and of one of its paragraphs, cut out of a text that holds more.

A chunk of a short document holds several clauses, and who asks for one must not be shown its neighbour.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.text.references_held import heading_reference
from pincite.text.references_model import Reference

_HASHES = re.compile(r"\s*(#{1,6})\s")
_DIVISIONS = {"part": 1, "title": 1, "chapter": 2, "rule": 2, "division": 4}
_OUTERMOST = ("appendix", "form", "supplement")
_PARAGRAPH_RANK = 5
_MARKS = (
    re.compile(r"(?m)(?:^|(?<=\s)|(?<=\)))([①-⑳])"),
    re.compile(r"(?m)(?:^[ \t]*(?:[-*][ \t]+)?|(?<=\s))[(（](\d{1,2}|[a-z])[)）](?=\s|\S)"),
    re.compile(r"(?m)^[ \t]*(?:#{1,6}[ \t]+)?(\d{1,2}|[a-z])[.)](?=\s)"),
    re.compile(r"(?m)^[ \t]*(?:#{1,6}[ \t]+)?제\s?(\d{1,2})\s?항"),
)
"""Marks of paragraphs, the surest first: the first kind that a clause uses is that of its paragraphs."""
_DOTTED = re.compile(r"(?m)^[ \t]*(?:#{1,6}[ \t]+)?\d{1,3}(?:\.\d{1,3})*\.(\d{1,2})\.?(?=\s)")
_HAN_ITEM = re.compile(r"^\s*(?:[(（][一二三四五六七八九十\d]{1,3}[)）]|\d{1,2}[.、．])")
_HAN_END = re.compile(r"[。！？!?][”」』》)）]*\s*$")
_CLAUSE_LEAD = re.compile(
    r"^\s*(?:#{1,6}\s+)?(?:\*\*)?第[^条條\s]{1,8}[条條](?:之[一二三四五六七八九十\d]+)?(?:\*\*)?[ 　]*"
)

_ITEM_MARK = (
    r"(?m)(?:^|(?<=\s))[ \t]*(?:[-*][ \t]+)?"
    r"(?:[(（](?:{spelled})[)）]|(?:{spelled})[.．、)]|제\s?(?:{spelled})\s?호)"
)


@dataclass(frozen=True, slots=True)
class _Mark:
    """A line that opens a clause or another heading."""

    at: int
    key: str
    rank: int
    hashes: int


def clause_text(text: str, key: str, opening: Iterable[str] = ()) -> str | None:
    """The clause ``key`` of ``text`` from its own heading to where the next clause begins, all its pieces in
    order; None where no line opens it and it is not among ``opening``, the clauses that the text begins in.

    Where a text names it twice (a table of contents, then the clause itself), the longest is meant.

    >>> clause_text("제3조(청구) 3년 안에 한다.\\n제4조(지급) 7일 안에 한다.", "article:3")
    '제3조(청구) 3년 안에 한다.'
    """
    opening = frozenset(opening)
    marks = _marks(text, supplement=any(above.partition(":")[0] == "supplement" for above in opening))
    parts = [
        text[mark.at : _end(mark, marks[number + 1 :], len(text))].strip()
        for number, mark in enumerate(marks)
        if mark.key == key
    ]
    if parts:
        return max(parts, key=len)
    if key not in opening:
        return None
    outer = _Mark(0, key, _rank_of_key(key), 0)
    return text[: _end(outer, [mark for mark in marks if mark.key], len(text))].strip() or None


def paragraph_text(text: str, numbers: Sequence[str], language: str = "") -> str | None:
    """The paragraph ``numbers[0]`` (② or (2), 第二款) of a clause with all its items.

    Where no paragraph is named (제8조 제2호) it is the whole clause; None where the clause has no such
    paragraph or item.

    Chinese clauses do not number their paragraphs: each ends with its sentence at a line's end. A clause
    without marks is its own first paragraph.
    """
    number = numbers[0] if numbers else ""
    part: str | None = text
    if number:
        part = _numbered(text, number)
        if part is None and language == "zh" and number.isdecimal():
            part = _natural(text, int(number))
        if part is None and number == "1" and not _numbers(text):
            part = text
    if part is None or len(numbers) < 2 or not numbers[1]:
        return part
    return part if _has_item(part, numbers[1]) else None


def _marks(text: str, *, supplement: bool) -> list[_Mark]:
    marks: list[_Mark] = []
    at = 0
    for line in text.splitlines(keepends=True):
        hashes = len(found[1]) if (found := _HASHES.match(line)) else 0
        reference = heading_reference(line) if line.strip() else None
        if reference is not None:
            key = reference.key
            if reference.kind in ("supplement", "appendix", "form"):
                supplement = reference.kind == "supplement"
            elif supplement and reference.kind == "article":
                key = f"supplement:{reference.numbers[0]}"
            if not marks or marks[-1].key != key:  # a piece of a long clause may repeat its heading
                marks.append(_Mark(at, key, _rank(reference), hashes))
        elif hashes:
            marks.append(_Mark(at, "", 0, hashes))
        at += len(line)
    return marks


def _end(own: _Mark, later: Sequence[_Mark], length: int) -> int:
    for mark in later:
        if not mark.key:
            if not own.hashes or mark.hashes <= own.hashes:
                return mark.at
        elif not _inside(own, mark):
            return mark.at
    return length


def _inside(own: _Mark, mark: _Mark) -> bool:
    if mark.key.startswith(f"{own.key}.") or (own.key == "supplement" and mark.key.startswith("supplement:")):
        return True
    if mark.key.startswith("section:") and "." in mark.key and own.key.startswith(("article:", "appendix:")):
        return True  # 3.1 below Article 3
    return mark.rank > own.rank and mark.key.partition(":")[0] not in _OUTERMOST


def _rank(reference: Reference) -> int:
    if reference.kind == "supplement":
        return _PARAGRAPH_RANK if reference.numbers else 0
    if reference.noun in ("절", "节", "節"):
        return 3
    return _rank_of_key(reference.key)


def _rank_of_key(key: str) -> int:
    kind, _, number = key.partition(":")
    if kind == "supplement":
        return _PARAGRAPH_RANK if number else 0
    if kind in _OUTERMOST:
        return 0
    return _DIVISIONS.get(kind, _PARAGRAPH_RANK) + number.count(".")


def _numbers(text: str) -> list[tuple[int, str]]:
    """Marks of paragraphs with their places, of the first kind that the clause uses."""
    for pattern in (*_MARKS, _DOTTED):
        found = [(match.start(), _value(match[1])) for match in pattern.finditer(text)]
        if found:
            return found
    return []


def _value(mark: str) -> str:
    return str(ord(mark) - 0x245F) if "①" <= mark <= "⑳" else mark


def _numbered(text: str, number: str) -> str | None:
    for pattern in (*_MARKS, _DOTTED):
        marks = [(match.start(), _value(match[1])) for match in pattern.finditer(text)]
        if not marks:
            continue
        if pattern is _MARKS[0] and number.isdecimal() and not any(value == number for _, value in marks):
            return None  # its paragraphs are ① ②, so 1. and 2. are items
        for index, (start, value) in enumerate(marks):
            if value == number:
                after = _next(number)
                later = [begin for begin, other in marks[index + 1 :] if other == after]
                return text[start : later[0] if later else len(text)].strip()
    return None


def _next(number: str) -> str:
    return str(int(number) + 1) if number.isdecimal() else chr(ord(number[0]) + 1)


def _natural(text: str, number: int) -> str | None:
    """The ``number``-th paragraph of a Chinese clause; items are of the paragraph above them."""
    paragraphs: list[list[str]] = []
    open_ = False
    for line in _CLAUSE_LEAD.sub("", text, count=1).splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if paragraphs and (open_ or _HAN_ITEM.match(line)):
            paragraphs[-1].append(line.strip())
        else:
            paragraphs.append([line.strip()])
        open_ = not _HAN_END.search(line)
    return "\n".join(paragraphs[number - 1]) if 0 < number <= len(paragraphs) else None


def _has_item(text: str, item: str) -> bool:
    marks = {item}
    if item.isdecimal():
        han = "零一二三四五六七八九十"
        value = int(item)
        if value <= 10:
            marks.add(han[value])
        elif value < 20:
            marks.add(f"十{han[value - 10]}")
    spelled = "|".join(re.escape(mark.replace("-", "의")) for mark in sorted(marks))
    return bool(re.search(_ITEM_MARK.format(spelled=spelled), text))
