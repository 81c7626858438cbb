r"""Formulas within a line, between ``$`` and ``$`` or ``\(`` and ``\)``.

A dollar is money as often, and ``\(`` a bracket that a converter kept from being Markdown. So both marks
stand on one line, close together, and what they hold must show that it is mathematics.
"""

import re
from collections.abc import Iterator
from typing import Final

_LIMIT: Final = 300
"""Characters between the marks."""
_DOLLARS: Final = re.compile(
    rf"(?<![A-Za-z0-9\\$])\$(?![)\]}},;:!?$])((?:[^$\\\n`]|\\[^\n]){{1,{_LIMIT}}}+)(?=\$(?![A-Za-z0-9${{]))"
)
"""No name of a currency or variable touches a mark: US$ 5, $HOME. The last mark is only looked at, for where
this is no formula the next may begin with it."""
_PARENTHESES: Final = re.compile(rf"(?<!\\)\\\(((?:[^\\\n]|\\[^()\n]){{1,{_LIMIT}}}+)\\\)")
_COMMAND: Final = re.compile(r"\\[A-Za-z]")
_SCRIPT: Final = re.compile(r"(?<!\\)[_^]")
_RELATION: Final = re.compile(r"(?<!\\)[_^=+<>≤≥≠≈±×÷∈∑∏∫√→]")
_OPERATOR: Final = re.compile(r"(?<!\\)[-_^=+<>≤≥≠≈±×÷∈∑∏∫√→*/|·−]")
"""A backslash before one says that it is a letter of Markdown."""
_WORD: Final = re.compile(r"[A-Za-z]{3}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_AMOUNT: Final = re.compile(r"[0-9][^\^]*\Z")
"""It begins as a sum of money does, and has no power."""


def find_inline_formulas(text: str) -> Iterator[tuple[int, int]]:
    """Spans of formulas that have both marks on one line; first those in dollars, then the others."""
    if "$" in text:
        end = 0
        for match in _DOLLARS.finditer(text):
            if match.start() >= end and _in_dollars(match[1]):
                end = match.end() + 1
                yield match.start(), end
    if "\\(" in text:
        for match in _PARENTHESES.finditer(text):
            if _COMMAND.search(match[1]) or (_OPERATOR.search(match[1]) and not _WORD.search(match[1])):
                yield match.span()


def _in_dollars(inner: str) -> bool:
    """Blanks stand beside both marks or beside none. Words are part of a formula only where its first
    character is none of an amount, and something is set in relation."""
    before, after = inner[0].isspace(), inner[-1].isspace()
    if before != after or inner[-1] in "([":
        return False
    if _COMMAND.search(inner):
        return True
    if before:
        return bool(_SCRIPT.search(inner)) and not _WORD.search(inner)
    if _RELATION.search(inner) and not _AMOUNT.match(inner):
        return True
    return bool(_OPERATOR.search(inner)) and not _WORD.search(inner)
