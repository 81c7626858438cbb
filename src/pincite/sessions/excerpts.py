"""The piece of a message around what was searched for."""

import unicodedata
from dataclasses import dataclass

from pincite.text.analyzers import fold

AROUND = 80
"""Characters on each side: a line or two of a result list."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    """With ellipses where it is cut."""
    start: int
    """Of what was searched for, in ``text``; -1 where it is not in there."""
    end: int


def excerpt(content: str, sought: str) -> Excerpt:
    """The piece of ``content`` (NFKC, on one line) around the first place that holds ``sought``.

    >>> excerpt("The Ｖａｌｖｅ opens.", "valve")
    Excerpt(text='The Valve opens.', start=4, end=9)
    """
    text = _one_line(unicodedata.normalize("NFKC", content))
    wanted = _one_line(fold(sought))
    # A few letters become two in lower case; places then hold for that form alone.
    lower = text.lower()
    if len(lower) != len(text):
        text = lower
    at = lower.find(wanted)
    if at < 0:
        end = min(len(text), 2 * AROUND)
        return Excerpt(text[:end] + ("…" if end < len(text) else ""), -1, -1)
    start, end = max(0, at - AROUND), min(len(text), at + len(wanted) + AROUND)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    begin = at - start + len(before)
    return Excerpt(f"{before}{text[start:end]}{after}", begin, begin + len(wanted))


def _one_line(text: str) -> str:
    return "".join(" " if letter.isspace() else letter for letter in text)
