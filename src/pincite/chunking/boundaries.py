"""Where a text may be cut, from the best place to the worst."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

_CLOSERS: Final = "[\"'”’」』）)\\]]*"
_SENTENCE: Final = re.compile(
    rf"[。！？.!?…](?:(?<=[。！？])[。！？]*+{_CLOSERS}\s*"
    rf"|(?<=[.!?…])(?<![.!?…][.!?…])[.!?…]*+{_CLOSERS}(?:\s+|\Z))"
)
"""Begins with one set of letters, which the engine finds far faster than it tries two branches everywhere."""
_NO_SENTENCE: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|No|Nos|Art|Sec|Dr|Mr|Mrs|Ms|Prof|St|Fig|pp?|vol|Inc|Co|Ltd)|\b[A-Z]"
    r"|제\d+[조항호]|^\s*\d+|\d+(?=\.\s*\d)|^\s*[가-하])\Z",
    re.MULTILINE,
)
"""What a full stop follows without ending a sentence: abbreviations, initials, list numbers, dates."""
_LOOK_BACK: Final = 12

_WHITE: Final = {"\n\n": r"\r?\n(?:[ \t]*\r?\n)+", "\n": r"\r?\n(?:[ \t]*\r?\n)*"}
_PLAIN: Final = {"\n\n": re.compile(r"\n(?:[ \t]*\n)+"), "\n": re.compile(r"\n(?:[ \t]*\n)*")}
"""The same for texts without ``\\r``: a pattern that begins with one letter is found far faster."""

_CLOSED_LINE: Final = frozenset(".。!！?？;；:：")
_ITEM: Final = re.compile(
    r"[ \t\u3000]*(?:[①-⑳]|(?:[0-9]{1,2}|[가-하])[.)]\s|[-*+•·○●■□ㅇ]\s"
    r"|[(（][0-9a-z一二三四五六七八九十가-하]{1,3}[)）])"
)


@dataclass(frozen=True, slots=True)
class CutFinder:
    """Places where a cut may be: the ends of the matches of ``pattern`` that ``accepts`` says yes to. Asking
    is dear, so it is put off until a place is looked at."""

    pattern: re.Pattern[str]
    accepts: Callable[[str, int, int], bool] | None = None
    """Asked with the text and the match."""


def cut_finders(separators: tuple[str, ...], text: str) -> list[CutFinder]:
    """One finder a separator, in order, and the ends of sentences last."""
    plain = "\r" not in text
    finders: list[CutFinder] = []
    for separator in separators:
        pattern = _PLAIN[separator] if plain and separator in _PLAIN else separator_pattern(separator)
        if separator == "\n":
            finders.append(CutFinder(pattern, _ends_paragraph))
        finders.append(CutFinder(pattern))
    return [*finders, CutFinder(_SENTENCE, _ends_sentence)]


def _ends_paragraph(text: str, at: int, end: int) -> bool:
    """Line ends that close a sentence or come before a numbered paragraph or list item. Tried just before
    all line ends, because in text taken from pages most lines end in the middle of a sentence."""
    return text[at - 1] in _CLOSED_LINE or bool(_ITEM.match(text, end))


@cache
def separator_pattern(separator: str) -> re.Pattern[str]:
    """A pattern whose matches end where a separator allows a cut: after it, after what closes a quotation,
    and after the blanks that follow, so that pieces begin with text."""
    if separator in _WHITE:
        return re.compile(_WHITE[separator])
    if separator.isspace():
        return re.compile(f"(?:{re.escape(separator)})+")
    closers = _CLOSERS if separator[-1] in "。！？.!?" else ""
    return re.compile(rf"(?:{re.escape(separator)})+{closers}\s*")


def _ends_sentence(text: str, at: int, end: int) -> bool:
    if text[at] != "." or text.startswith("..", at, end):
        return True
    before = text[max(0, at - _LOOK_BACK) : at]
    if before[-1:].isdigit() and text[end : end + 1].isdigit():
        return False
    return _NO_SENTENCE.search(before) is None


# --- overlap --------------------------------------------------------------------------------------

OVERLAP_LOOK_BACK: Final = 4
"""Characters before the window, the longest separator ``\\r\\n\\r\\n`` (reference 002, computeOverlap)."""

_OVERLAP_RANKS: Final = (
    re.compile(r"\r?\n(?:[ \t]*\r?\n)+"),
    re.compile(r"\r?\n"),
    re.compile(rf"[。！？]+{_CLOSERS}|[.!?]+{_CLOSERS}[ \t]+"),
)


def overlap_candidates(text: str, start: int, end: int) -> Iterator[int]:
    """Ends of paragraphs in ``text[start:end]``, then of lines, then of sentences."""
    ranks = _OVERLAP_RANKS if text.find("\n", start, end) >= 0 else _OVERLAP_RANKS[2:]
    for pattern in ranks:
        for match in pattern.finditer(text, start, end):
            yield match.end()
