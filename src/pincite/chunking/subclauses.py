"""Paragraphs, items and sub-items of an article: ① 항, 1. 호, 가. 목; 款 and （一） 项.

They never begin a chunk by themselves, but a piece of a long article says in its trail which of them it
continues, so that a citation can be as exact as the law is.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

PARAGRAPH: Final = 1
ITEM: Final = 2
SUBITEM: Final = 3
"""Ranks: a mark closes every open mark of its own or a lower rank."""

_MARK: Final = re.compile(
    r"(?:(?<=\n)|\A)(?P<indent>[ \t\u3000]*)(?:"
    r"(?P<circled>[①-⑳])"
    r"|제(?P<para>[0-9]{1,2})항(?=[ \t(（])"
    r"|제(?P<clause>[0-9]{1,2})호(?=[ \t(（])"
    r"|(?P<item>[0-9]{1,2}(?:[의-][0-9]{1,2})?)\.(?=[ \t]+\D)"
    r"|(?P<subitem>[가나다라마바사아자차카타파하])(?:\.[ \t]|목[ \t])"
    r"|(?P<kuan>第[一二三四五六七八九十]{1,3}款)(?=[ \t\u3000])"
    r"|(?P<xiang>[(（][一二三四五六七八九十]{1,3}[)）])"
    r")"
)
_DIRECT: Final = re.compile(r"[ \t]*([①-⑳])")
"""The first paragraph often follows the article's title on its line."""
_INDENTED: Final = re.compile(r"\n(?:[ \t]*\n[ \t\u3000]*|\u3000\u3000)(?=[\u4e00-\u9fff])")
"""Where a paragraph of a Chinese article begins for sure: below a blank line, or indented in full width."""
_HAN: Final = "一二三四五六七八九十"
_FORMS: Final = {
    "circled": (PARAGRAPH, "{}"),
    "para": (PARAGRAPH, "제{}항"),
    "clause": (ITEM, "제{}호"),
    "item": (ITEM, "제{}호"),
    "subitem": (SUBITEM, "{}목"),
    "kuan": (PARAGRAPH, "{}"),
    "xiang": (ITEM, "{}"),
}
_KOREAN: Final = frozenset(("item", "subitem"))
"""Forms that mean a 호 or 목 in Korean law and a plain list elsewhere."""


@dataclass(frozen=True, slots=True)
class Submarks:
    """The marks of one article in order, each with the labels in force after it, the outermost first."""

    places: list[int]
    labels: list[tuple[str, ...]]

    def at(self, position: int) -> tuple[str, ...]:
        index = bisect_right(self.places, position) - 1
        return self.labels[index] if index >= 0 else ()


def read_submarks(
    text: str, start: int, end: int, language: str, protected: Callable[[int], object]
) -> Submarks:
    """The marks in ``text[start:end]``, the body of one article. What ``protected`` knows is no mark.

    Plain numbers are items (호), for those follow a sentence that leads them; where the first of them opens
    the article, paragraphs (항) are written so, and only numbers indented further are items.
    """
    found: list[tuple[int, int, str]] = []
    if direct := _DIRECT.match(text, start, end):
        found.append((start, PARAGRAPH, direct[1]))
    indent = -1
    for match in _MARK.finditer(text, start, end):
        place, kind = match.start(), match.lastgroup or ""
        if place <= start or protected(place) or (language != "ko" and kind in _KOREAN):
            continue
        if kind == "item" and not found and not text[start:place].strip(" .:\t\r\n"):
            indent = len(match["indent"])
        numbered = kind == "item" and len(match["indent"]) <= indent
        found.append((place, *_label("para" if numbered else kind, match[kind])))
    if language == "zh" and not any(rank == PARAGRAPH for _, rank, _ in found):
        found = sorted(found + _chinese_paragraphs(text, start, end, protected))
    return _nested(found)


def _nested(found: list[tuple[int, int, str]]) -> Submarks:
    labels: list[tuple[str, ...]] = []
    open_marks: list[tuple[int, str]] = []
    for _, rank, label in found:
        while open_marks and open_marks[-1][0] >= rank:
            open_marks.pop()
        open_marks.append((rank, label))
        labels.append(tuple(label for _, label in open_marks))
    return Submarks([place for place, _, _ in found], labels)


def _label(kind: str, value: str) -> tuple[int, str]:
    rank, form = _FORMS[kind]
    number, _, branch = value.replace("-", "의").partition("의")
    return rank, form.format(number) + (f"의{branch}" if branch else "")


def _chinese_paragraphs(
    text: str, start: int, end: int, protected: Callable[[int], object]
) -> list[tuple[int, int, str]]:
    """第二款 and on: Chinese statutes count paragraphs without numbering them."""
    first = len(text[start:end]) - len(text[start:end].lstrip()) + start
    places = [match.end() for match in _INDENTED.finditer(text, first, end)]
    places = [place for place in places if not protected(place)]
    return [
        (place, PARAGRAPH, f"第{_HAN[number]}款")
        for number, place in enumerate(places, 1)
        if number < len(_HAN)
    ]
