"""Headings that are underlined, with ``=`` for the first level and ``-`` for the second."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_UNDERLINED: Final = re.compile(
    r"\n([ ]{0,3}(?![-+*#>|=_~`\[:]|[0-9]{1,3}[.)][ \t])[^\s|][^\n|]{0,99})\n(={2,}|-{3,})[ \t\r]*(?=\n|\Z)"
    r"(?!\n[\w.-]+:(?:[ \t\n]|\Z))"
)
"""Not a rule that opens a metadata block."""
_SENTENCE: Final = frozenset(".。!！;；,，:：")
"""What a title does not end with. A rule under a paragraph looks the same otherwise."""


@dataclass(frozen=True, slots=True)
class Underlined:
    start: int
    """Of the title's line."""
    end: int
    """After the underline."""
    level: int
    title: str


def find_setext(text: str) -> Iterator[Underlined]:
    """Titles of one line with nothing right above them, in order (CommonMark 4.3, narrowed: converters draw
    rules under sentences, and metadata blocks end in ``---``)."""
    if "\n==" not in text and "\n--" not in text:
        return
    for match in _UNDERLINED.finditer("\n" + text):
        start = match.start()
        if start > 1 and text[start - 2] != "\n":
            continue
        title = match[1].strip()
        if title[-1] not in _SENTENCE:
            yield Underlined(start, match.end() - 1, 1 if match[2][0] == "=" else 2, title)
