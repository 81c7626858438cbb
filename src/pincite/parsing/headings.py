"""Headings of text that becomes part of a larger document, and headings that a parser only guessed."""

import re
from collections.abc import Callable

from pincite.parsing.titles import goes_on, is_sentence, plain

_MARK = re.compile(r"^(#{1,6})(?=[ \t])", re.M)
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.M | re.S)
_DEEPEST = 6
_LINE = 5
"""Words of a line that a margin may have broken."""


def escape_headings(text: str) -> str:
    """Plain text in which no line that begins with ``#`` is read as a heading."""
    return _MARK.sub(r"\\\1", text)


def lower_headings(markdown: str, levels: int) -> str:
    """Headings ``levels`` deeper, at most six; fenced code stays."""
    out, at = [], 0
    for fence in _FENCE.finditer(markdown):
        out += [_lowered(markdown[at : fence.start()], levels), fence.group()]
        at = fence.end()
    return "".join((*out, _lowered(markdown[at:], levels)))


def _lowered(text: str, levels: int) -> str:
    return _MARK.sub(lambda mark: "#" * min(_DEEPEST, len(mark.group(1)) + levels), text)


def without_sentences(markdown: str, is_large: Callable[[str], bool]) -> str:
    """Headings that are sentences made paragraphs again, and those that the next line goes on with.

    ``is_large`` says whether a line is printed larger than the text: such a one is a heading even if it ends
    in a predicate, as those of the press do, but not with a full stop.
    """
    lines = markdown.split("\n")
    out: list[str] = []
    at = 0
    while at < len(lines):
        mark = _MARK.match(lines[at])
        text = lines[at][mark.end() :].strip().rstrip("#").rstrip() if mark else ""
        after = next((number for number in range(at + 1, len(lines)) if lines[number].strip()), None)
        below = lines[after].strip() if mark and after is not None else ""
        if mark and after is not None and _continues(plain(text), below, is_large(text)):
            lines[after] = f"{text} {below}"
            at = after
            continue
        out.append(text if mark and _is_said(plain(text), is_large(text)) else lines[at])
        at += 1
    return "\n".join(out)


def _is_said(heading: str, large: bool) -> bool:
    return is_sentence(heading) and (not large or heading.endswith((".", "。")))


def _continues(heading: str, below: str, large: bool) -> bool:
    if not below or below.startswith(("#", "|", "!")) or is_sentence(heading):
        return False
    broken = not large and below[0].islower() and len(heading.split()) >= _LINE
    return broken or goes_on(heading)
