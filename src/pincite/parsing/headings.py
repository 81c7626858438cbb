"""Headings of text that becomes part of a larger document."""

import re

_MARK = re.compile(r"^(#{1,6})(?=[ \t])", re.M)
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.M | re.S)
_DEEPEST = 6


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
