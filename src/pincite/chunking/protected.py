"""Spans that no cut may enter: formulas, images, links, HTML tables, table rows, code."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from pincite.chunking.graphemes import breaks_at, floor
from pincite.chunking.inline_formulas import find_inline_formulas

_FORMULA: Final = re.compile(r"\$\$[^$]*+(?:\$(?!\$)[^$]*+)*+\$\$")
_BRACKET: Final = re.compile(r"\\[\[\]()\\]|[\[\]()]")
"""Brackets, and those that a backslash makes letters."""
_LABEL_LIMIT: Final = 1000
_TARGET_LIMIT: Final = 8000
"""Characters. Only embedded pictures are longer, and those are cut anyway."""
_LOOSE_FENCE: Final = re.compile(r"```\w*\r?\n[^`]*+(?:`(?!``)[^`]*+)*+```")
"""A fence that opens within a line, as converters write them."""
_INLINE_CODE: Final = re.compile(r"(?<!`)(?:``(?!`)[^\n]*?[^`\n]``(?!`)|`[^`\n]++`)")


def find_protected(
    text: str, fences: list[tuple[int, int]], rows: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Disjoint spans in order, each with the whole graphemes at its ends. Where two overlap the earlier
    wins, then the longer (reference 002)."""
    found = [*fences, *rows]
    if "$$" in text:
        found += (match.span() for match in _FORMULA.finditer(text))
    if "](" in text:
        found += _links(text)
    if "`" in text:
        found += (match.span() for match in _INLINE_CODE.finditer(text))
        if "```" in text:
            found += (match.span() for match in _LOOSE_FENCE.finditer(text) if _within_line(text, match))
    spans = _disjoint(text, found)
    starts = [start for start, _ in spans]
    inline = [span for span in find_inline_formulas(text) if not _entered(spans, starts, span[1])]
    return _disjoint(text, [*spans, *inline]) if inline else spans


def _entered(spans: list[tuple[int, int]], starts: list[int], end: int) -> bool:
    """Whether a formula would end within a span. What is marked so weakly takes nothing from others."""
    index = bisect_left(starts, end) - 1
    return index >= 0 and spans[index][1] > end


def _disjoint(text: str, found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    end = 0
    for first, last in sorted(found, key=lambda span: (span[0], -span[1])):
        if first >= end:
            while not breaks_at(text, last):
                last += 1
            spans.append((floor(text, first, end), last))
            end = last
    return spans


def _within_line(text: str, fence: re.Match[str]) -> bool:
    line = text.rfind("\n", 0, fence.start()) + 1
    return bool(text[line : fence.start()].strip())


# --- links ----------------------------------------------------------------------------------------


def _links(text: str) -> Iterator[tuple[int, int]]:
    """Links and images. Brackets in labels and parentheses in addresses count in pairs, however deep, and
    both stay on one line."""
    place = text.find("](")
    while place >= 0:
        start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
        end = len(text) if end < 0 else end
        yield from _links_of_line(text, start, end)
        place = text.find("](", end)


def _links_of_line(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    labels: list[int] = []
    open_parentheses: list[int] = []
    targets: dict[int, int] = {}
    """Starts of addresses to where their links begin."""
    for bracket in _BRACKET.finditer(text, start, end):
        place = bracket.start()
        match bracket[0]:
            case "[":
                labels.append(place)
            case "]" if labels:
                label = labels.pop()
                if text.startswith("(", place + 1) and place - label <= _LABEL_LIMIT:
                    targets[place + 1] = label - (text[label - 1 : label] == "!")
            case "(":
                open_parentheses.append(place)
            case ")" if open_parentheses:
                target = open_parentheses.pop()
                if target in targets and 1 < place - target <= _TARGET_LIMIT:
                    yield targets[target], place + 1
