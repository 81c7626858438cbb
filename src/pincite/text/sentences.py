"""Sentences of Korean, Chinese and English prose, with list lines and table rows as units of their own."""

import re
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Sentence:
    """``text == source[start:end]``, trimmed; ``kind`` is ``prose``, ``heading`` or ``row`` (of a table)."""

    start: int
    end: int
    text: str
    kind: str = "prose"


_CLOSERS = "\"'”’」』》）)]】*_"
_STOP = re.compile(r"[.!?。！？…]+")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|viz|approx|No|Nos|Art|Arts|Sec|Secs|Ch|Fig|Vol"
    r"|para|Mr|Mrs|Ms|Dr|Prof|St|Inc|Ltd|Co"
    r"|Corp|Jr|Sr|U\.S|U\.K|a\.m|p\.m|ver|[A-Z])\.$"
)
_CLAUSE_NUMBER = re.compile(
    r"(?:(?i:article|section|clause|rule|art|sec|chapter|part|step"
    r"|appendix)\.?\s+[\dIVXLC.]+|[조條条항호款项]|^\s*[\d.]+|^\s*[(（]?[\d가-하a-z]{1,2}"
    r"|\d{4}\.\s?\d{1,2}(?:\.\s?\d{1,2})?|\d{1,2}\.\s\d{1,2})\.$"
)
_LONGEST_MARK = 4
"""Characters of the longest of its marks that open a line and end in Hangul: ``(가나.``."""
_QUOTED_SPEECH = re.compile(r"\s*(?:라고|라는|이라고|라며|고\s)")
_STATED = re.compile(r"[가-힣]다\.$")
_OPENS_NEXT = re.compile(r"[가-힣(①-⑳]")
_DIGIT_NEXT = re.compile(r"\s+\d")
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{2,}[\s|:-]*$")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s")
_BARE_MARK = re.compile(r"^[\s>#*+\-•·|]*$")


def split_sentences(text: str) -> list[Sentence]:
    """Sentences of ``text`` in order.

    A line end always ends a sentence, since answers and clauses put one statement on a line. Decimals,
    dates, abbreviations and clause numbers (``제1조.``, ``Article 5.``) end none.

    >>> [s.text for s in split_sentences("버전은 v1.2이다. 제1조. 목적은 이렇다.\\n- e.g. 3.14 is. Next.")]
    ['버전은 v1.2이다.', '제1조. 목적은 이렇다.', '- e.g. 3.14 is.', 'Next.']
    """
    found: list[Sentence] = []
    position = 0
    for line in text.splitlines(keepends=True):
        start, position = position, position + len(line)
        stripped = line.strip()
        if not stripped:
            continue
        if stripped[0].isalnum():  # no mark, no row, no heading
            found.extend(_prose(text, start, start + len(line.rstrip())))
            continue
        if _BARE_MARK.match(stripped) or _TABLE_RULE.match(line):
            continue
        if _TABLE_ROW.match(line):
            found.append(_trimmed(text, start, position, "row"))
        elif _HEADING.match(line):
            found.append(_trimmed(text, start, position, "heading"))
        else:
            found.extend(_prose(text, start, start + len(line.rstrip())))
    return found


def _prose(text: str, start: int, end: int) -> list[Sentence]:
    cuts: list[int] = []
    for stop in _STOP.finditer(text, start, end):
        cut = stop.end()
        while cut < end and text[cut] in _CLOSERS:
            cut += 1
        if cut < end and _ends(text, start, stop, cut):
            cuts.append(cut)
    if not cuts:
        pieces = [_trimmed(text, start, end)]
    else:
        pieces = [_trimmed(text, low, high) for low, high in pairwise((start, *cuts, end))]
    return [
        piece
        for piece in pieces
        if piece.text and (piece.text[0].isalnum() or not _BARE_MARK.match(piece.text))
    ]


def _ends(text: str, line_start: int, stop: re.Match[str], cut: int) -> bool:
    mark = stop.group()
    if mark[0] in "。！？!?":
        return True
    following = text[cut]
    if mark == "…":
        return following.isspace()
    before = text[max(line_start, stop.start() - 24) : stop.end()]
    if not following.isspace():
        return bool(_STATED.search(before)) and bool(_OPENS_NEXT.match(following))
    if _QUOTED_SPEECH.match(text, cut):
        return False
    if mark != ".":
        return True
    if text[stop.start() - 1 : stop.start()].isdecimal() and _DIGIT_NEXT.match(text, cut):
        return False
    if "가" <= before[-2:-1] <= "힣" and before[-2] not in "조항호" and len(before.lstrip()) > _LONGEST_MARK:
        return True  # most Korean sentences; an abbreviation ends in a Latin letter
    return not (_ABBREVIATION.search(before) or _CLAUSE_NUMBER.search(before))


def _trimmed(text: str, start: int, end: int, kind: str = "prose") -> Sentence:
    piece = text[start:end].lstrip()
    start = end - len(piece)
    piece = piece.rstrip()
    return Sentence(start, start + len(piece), piece, kind)
