r"""Formulas between ``\[`` and ``\]`` and in the environments of LaTeX that say mathematics."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from pincite.chunking.config import MAX_PROTECTED

_DISPLAY: Final = re.compile(r"(?<!\\)\\([\[\]])")
"""Not the line break ``\\[2pt]``."""
_BLANK_LINE: Final = re.compile(r"\n[ \t>\r]*\n")
_MARKS: Final = " \t\r>"
"""What may stand beside a bracket that has its line for itself."""
_LINE_REACH: Final = 80
"""Characters looked at for such marks; a line of more than that many blanks is none of a formula."""
_ENVIRONMENT: Final = re.compile(
    r"(?<!\\)\\(begin|end)[ \t]*\{((?:[xf]?l?align(?:ed|at|edat)?|equation|eqnarray|gather(?:ed)?|multlined?"
    r"|subequations|split|math|displaymath|dmath|dgroup|[dr]?cases|numcases|subnumcases|d?array|IEEEeqnarray"
    r"|(?:small|[pbBvV]|[pbBvV]small)?matrix|CD|tikzcd)\*?)\}"
)
"""Of amsmath, mathtools and breqn. Environments of text (itemize, theorem, document) have places to cut."""


def find_formulas(text: str) -> list[tuple[int, int]]:
    r"""Spans of formulas in order of their ends, those within others too. What is never closed is none, as
    ``$$`` is not."""
    spans = list(_displays(text)) if "\\[" in text else []
    return [*spans, *_environments(text)] if "\\begin" in text else spans


def _displays(text: str) -> Iterator[tuple[int, int]]:
    r"""From ``\[`` to the next ``\]``. In Markdown they are brackets of the text as well, so only one that
    begins or ends its line reaches over blank lines."""
    opened = -1
    for bracket in _DISPLAY.finditer(text):
        start, end = bracket.span()
        if bracket[1] == "[":
            opened = start
        elif opened >= 0:
            short = end - opened <= MAX_PROTECTED
            if short and (_alone(text, opened) or not _BLANK_LINE.search(text, opened, end)):
                yield opened, end
            opened = -1


def _alone(text: str, place: int) -> bool:
    """Whether nothing else stands before a bracket on its line, or nothing after it."""
    lowest = max(0, place - _LINE_REACH)
    before = text[lowest:place].rpartition("\n")[2]
    after = text[place + 2 : place + _LINE_REACH].partition("\n")
    return not before.strip(_MARKS) or bool(after[1] and not after[0].strip(_MARKS))


def _environments(text: str) -> Iterator[tuple[int, int]]:
    opened: list[tuple[str, int]] = []
    names: Counter[str] = Counter()
    for tag in _ENVIRONMENT.finditer(text):
        name = tag[2]
        if tag[1] == "begin":
            opened.append((name, tag.start()))
            names[name] += 1
        elif names[name]:
            inner, start = "", 0
            while inner != name:
                inner, start = opened.pop()
                names[inner] -= 1
            yield start, tag.end()
