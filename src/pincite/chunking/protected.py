"""Spans that no cut may enter: formulas, images, links, HTML tables, table rows, code."""

import re
from typing import Final

_FORMULA: Final = re.compile(r"\$\$[^$]*+(?:\$(?!\$)[^$]*+)*+\$\$")
_TARGET: Final = r"\((?:[^()\n]|\([^()\n]{0,2000}\)){1,8000}+\)"
"""One pair of parentheses inside an address is part of it, as in Wikipedia's. The bounds keep the time
linear on hostile input; only embedded pictures are longer, and those are cut anyway."""
_LINK: Final = re.compile(
    rf"\[!\[[^\[\]\n]{{0,1000}}\]{_TARGET}\]{_TARGET}|!?\[[^\[\]\n]{{0,1000}}\]{_TARGET}"
)
_LOOSE_FENCE: Final = re.compile(r"```\w*\r?\n[^`]*+(?:`(?!``)[^`]*+)*+```")
"""A fence that opens within a line, as converters write them."""
_INLINE_CODE: Final = re.compile(r"(?<!`)(?:``(?!`)[^\n]*?[^`\n]``(?!`)|`[^`\n]++`)")


def find_protected(
    text: str, fences: list[tuple[int, int]], rows: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Disjoint spans in order. Where two overlap the earlier wins, then the longer (reference 002)."""
    found = [*fences, *rows]
    if "$$" in text:
        found += (match.span() for match in _FORMULA.finditer(text))
    if "](" in text:
        found += (match.span() for match in _LINK.finditer(text))
    if "`" in text:
        found += (match.span() for match in _INLINE_CODE.finditer(text))
        if "```" in text:
            found += (match.span() for match in _LOOSE_FENCE.finditer(text))
    found.sort(key=lambda span: (span[0], -span[1]))
    spans: list[tuple[int, int]] = []
    end = 0
    for span in found:
        if span[0] >= end:
            spans.append(span)
            end = span[1]
    return spans
