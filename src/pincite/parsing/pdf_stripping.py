"""A page's text without its running lines."""

from collections.abc import Sequence

from pincite.parsing.pdf_edges import fold
from pincite.parsing.pdf_running import Running, rest
from pincite.parsing.tables import is_row, is_separator


def without(text: str, lines: Running) -> str:
    """The text or Markdown of a page without its running lines; one that is not found stays."""
    found = text.split("\n")
    for whole, out in lines.top:
        found = _without_row(found, whole, out)
    found.reverse()
    for whole, out in lines.foot:
        found = _without_row(found, whole, out)
    found.reverse()
    return "\n".join(found)


def _without_row(lines: list[str], whole: Sequence[str], out: Sequence[str]) -> list[str]:
    """``lines`` from the edge inwards, last first at the foot."""
    at = _find(lines, "".join(whole))
    if at is not None:
        return _cut(lines, at, " ".join(rest(whole, out)))
    for text in out:
        at = _find(lines, text)
        if at is not None:
            lines = _cut(lines, at, "")
    return lines


def _cut(lines: list[str], at: int, left: str) -> list[str]:
    """``lines`` with ``left`` for the one at ``at``. A parser may have taken it for the header of the table
    below, which then is the row after the separator."""
    below = lines[at + 1 : at + 3]
    if len(below) == 2 and is_row(lines[at]) and is_separator(below[0]) and is_row(below[1]):
        return [*lines[:at], *([left, ""] if left else []), below[1], below[0], *lines[at + 3 :]]
    return [*lines[:at], *([left] if left else []), *lines[at + 1 :]]


def _find(lines: Sequence[str], text: str) -> int | None:
    """The line nearest to the edge that says this and nothing else, no row of a table if there is another."""
    name = fold(text)
    places = [at for at, line in enumerate(lines) if fold(line) == name]
    return min(places, key=lambda at: (is_row(lines[at]), at), default=None)


def settled(markdown: str, lines: Running) -> str:
    """The Markdown of a page with the running lines that stay at its edges, each part by itself: a file may
    draw them last."""
    found = markdown.strip("\n").split("\n")
    for parts in reversed(lines.first):
        found = _to_edge(found, parts)
    found.reverse()
    for parts in reversed(lines.last):
        found = _to_edge(found, parts[::-1])
    found.reverse()
    return "\n".join(found)


def _to_edge(lines: list[str], parts: Sequence[str]) -> list[str]:
    at = _find(lines, "".join(parts))
    if at is None:
        at = _find(lines, "".join(reversed(parts)))
    if at is None or is_row(lines[at]) or (at == 0 and len(parts) == 1):
        return lines
    moved = [lines[at]] if len(parts) == 1 else list(parts)
    left = "\n".join(lines[:at] + lines[at + 1 :]).strip("\n")
    return [line for part in moved for line in (part, "")] + left.split("\n")
