"""What the marks of all languages share: ranks, numbers, brackets, and how a count goes on."""

import re
from dataclasses import dataclass
from typing import Final

ANNEX: Final = 10
PART: Final = 10
SUBPART: Final = 15
CHAPTER: Final = 20
DIVISION: Final = 30
SUBDIVISION: Final = 40
ARTICLE: Final = 50
"""Ranks: a mark closes every open mark of its own or a higher rank. Annexes stand beside parts."""

SURE: Final = 0
ODD: Final = 1
MENTION: Final = 2
"""Doubts. An odd one opens if it goes on with the count; one that reads like a mention only if the count
also goes on after it."""

BLANKS: Final = r"[^\S\n]*+"
"""Between the letters of a title that is printed wide: ``부    칙``, ``第　一　章``. Nothing is given back,
so that a line of nothing but blanks is read once."""

HAN: Final = "〇零一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾"
_HAN_VALUE: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {
    "零": 0, "两": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_HAN_UNIT: Final = {"十": 10, "拾": 10, "百": 100, "千": 1000}
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ENGLISH: Final = {
    w: i
    for i, w in enumerate(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1)
}
_LEADING_DIGITS: Final = re.compile(r"[0-9０-９]+")

TITLE_LIMIT: Final = 60
"""Characters of a heading without brackets; longer lines are sentences."""
CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩"
OPENERS: Final = {
    "(": ")", "（": "）", "[": "]", "【": "】", "〔": "〕", "<": ">", "〈": "〉", "「": "」", "‹": "›",
}  # fmt: skip
_BRACKET_LIMIT: Final = 120
_WRAP_REACH: Final = 30
"""How far the count may jump when the line before did not end its sentence."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The opening of a part. ``label_start`` and ``label_end`` count from the start of the line; after the
    label the body begins."""

    family: str
    """What is counted together: ``조``, ``条``, ``article``, ``부칙`` …"""
    rank: int
    number: tuple[int, ...]
    """``(43, 2)`` for 제43조의2, ``(3, 0)`` for Rule 3, ``(3, 2, 1)`` for Rule 3.2.1. It grows."""
    label_end: int
    certain: bool
    """The form alone shows that it opens; otherwise the lines before decide."""
    language: str
    doubt: int = SURE
    """How much it reads like a mention: `SURE`, `ODD` or `MENTION`."""
    label_start: int = 0


def bracket_end(line: str, start: int) -> int:
    """Index after a bracketed title that begins at ``start`` (blanks allowed), or 0. Brackets may nest."""
    while start < len(line) and line[start].isspace():
        start += 1
    if start >= len(line) or line[start] not in OPENERS:
        return 0
    opener, closer = line[start], OPENERS[line[start]]
    depth = 0
    for index in range(start, min(len(line), start + _BRACKET_LIMIT)):
        depth += (line[index] == opener) - (line[index] == closer)
        if depth == 0:
            return index + 1
    return 0


def value_of(digits: str | None) -> int:
    """A number written in digits, Han numerals, Roman numerals, letters or English words; 0 if absent."""
    if not digits:
        return 0
    if digits.isascii() and digits.isalpha():
        return _letters(digits)
    if counted := _LEADING_DIGITS.match(digits):
        return int(counted.group())
    total = unit = 0
    for char in digits:
        if char in _HAN_UNIT:
            total += (unit or 1) * _HAN_UNIT[char]
            unit = 0
        else:
            unit = unit * 10 + _HAN_VALUE[char]
    return total + unit


def _letters(letters: str) -> int:
    if letters.lower() in _ENGLISH:
        return _ENGLISH[letters.lower()]
    values = [_ROMAN.get(char, 0) for char in letters]
    if not all(values):
        return ord(letters[0].upper()) - ord("A") + 1
    return sum(-v if v < max(values[i + 1 :], default=0) else v for i, v in enumerate(values))


def is_next(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """True when ``number`` is the one after ``last``: 44 or 43-2 after 43, 43-3 or 44 after 43-2; 3.2.1 or
    3.3 after 3.2, 3.1 after 3, and 4.1 after 3.7."""
    place = len(number) - 1
    if number == (last[0] + 1, 0) or (number == (last[0] + 1, 1) and last[1]):
        return True
    if number[:place] != last[:place]:
        return False
    counted = last[place] if place < len(last) else 0
    return number[place] == counted + 1 or (number[1:] == (2,) and not counted)


def follows_loosely(number: tuple[int, ...], last: tuple[int, ...] | None) -> bool:
    """True when ``number`` lies a little further in the count (articles repealed, pages left out)."""
    return last is None or last < number <= (last[0] + _WRAP_REACH, 0) or number[0] <= 1
