"""Finds the marks in a model's answer that are not for readers, however the text is cut into pieces.

Marks are tags of sources (``<ref …>``, ``<kb …>``, ``<web …>``, closing ones too), handles of resources
(``res://0001``) and the citations of another product (``[ID:0]``), which name nothing here. A tag that ``<``
interrupts ends there, and one that never ends loses its name: nothing that a browser could complete to a tag
goes out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pincite.citations.resources import MOST_DIGITS

LONGEST_TAG: Final = 600
"""Characters behind the name of a tag. The longest of ours is a title of 255 and two ids; what goes on longer
is text."""
_NAME = r"</?(?:ref|kb|web)(?:(?!\w)|(?=res:))"
"""``<kbx>`` is no tag; but ``<kb`` must not be left alone where a handle after it goes."""
_BEGUN_TAG = rf"</?(?:r|re|k|w|we|(?:ref|kb|web)(?:r(?:es?)?)?)?\Z|{_NAME}[^<>]{{0,{LONGEST_TAG}}}\Z"
_BEGUN: Final = re.compile(
    rf"{_BEGUN_TAG}|r(?:es?|es:/?|es://[0-9]{{0,{MOST_DIGITS - 1}}})?\Z|\[(?:I|ID|ID:[ ]?[0-9]{{0,4}})?\Z",
    re.IGNORECASE,
)
"""What the next piece may complete to a mark."""
_MARK: Final = re.compile(
    rf"(?P<tag>{_NAME}[^<>]{{0,{LONGEST_TAG}}}(?:>|(?=<)))"
    rf"|(?P<endless>{_NAME}(?=[^<>]{{{LONGEST_TAG + 1}}}))"
    rf"|(?P<resource>res://(?:[0-9]{{{MOST_DIGITS}}}|[0-9]{{1,{MOST_DIGITS - 1}}}(?=[^0-9])))"
    rf"|(?P<number>\[ID:[ ]?[0-9]{{1,4}}\])|(?P<begun>{_BEGUN.pattern})",
    re.IGNORECASE,
)
"""The first one, whole or begun: in a tag that was begun no other mark counts."""
_ANYTHING: Final = re.compile(r"r(?:es?)?|\[(?:ID?)?", re.IGNORECASE)
"""Beginnings that are kept at the end of an answer: words end so."""
_TAIL: Final = 24
"""Characters of what went out that may begin a mark: ``res://`` and its digits."""


@dataclass(frozen=True, slots=True)
class Mark:
    """As it was written; ``kind`` is ``tag``, ``endless``, ``resource``, ``number`` or ``unfinished``."""

    kind: str
    text: str


class MarkScanner:
    """Text and marks in order. ``feed`` tells all that no piece can change; at most one mark waits."""

    def __init__(self) -> None:
        self._held = ""
        self._out = 0
        """How much of ``_held`` went out before: text on both sides of a mark (``<k<ref/>b …>``) must not
        become one when the mark between goes."""
        self._tail = ""

    @property
    def held(self) -> int:
        """Characters that wait."""
        return len(self._held) - self._out

    def feed(self, piece: str) -> Iterator[str | Mark]:
        self._held += piece
        while mark := _MARK.search(self._held):
            yield from self._text(mark.start())
            if mark.lastgroup == "begun":
                return
            yield from self._mark(mark)
        yield from self._text(len(self._held))

    def flush(self) -> Iterator[str | Mark]:
        """The rest. A mark that was begun goes, save the ends of common words."""
        kept = _ANYTHING.fullmatch(self._held)
        rest, out = self._held, self._out
        self._held, self._out, self._tail = "", 0, ""
        if kept:
            yield from filter(None, (rest[out:],))
        elif rest and not out:
            yield Mark("unfinished", rest)

    def _text(self, end: int) -> Iterator[str]:
        """Let ``_held`` go up to ``end``."""
        text = self._held[self._out : end]
        self._held = self._held[end:]
        self._out = max(self._out - end, 0)
        if text:
            self._tail = (self._tail + text)[-_TAIL:]
            yield text

    def _mark(self, found: re.Match[str]) -> Iterator[Mark]:
        """Take the mark at the beginning of ``_held``; one that began before a mark that went is no mark."""
        text = found.group()
        if not self._out:
            yield Mark(str(found.lastgroup), text)
        self._held = self._held[len(text) :]
        begun = _BEGUN.search(self._tail)
        ghost = begun.group() if begun else ""
        self._held = ghost + self._held
        self._out = len(ghost)


def without_tags(text: str) -> str:
    """What a person or a document says, without tags of sources: a model that copies one, or an answer that
    quotes it, would cite what it does not stand on.

    >>> without_tags('as it says <ref id="c2"/> here [ID:0]')
    'as it says  here [ID:0]'
    """
    if "<" not in text:
        return text
    scanner = MarkScanner()
    parts = [*scanner.feed(text), *scanner.flush()]
    return "".join(
        part if isinstance(part, str) else part.text
        for part in parts
        if isinstance(part, str) or part.kind in ("number", "resource")
    )
