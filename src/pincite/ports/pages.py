"""Where the text of a document stands on the pages of its file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

Box = tuple[float, float, float, float]
"""Left, bottom, right, top of a line, in PDF points with y upward."""


@dataclass(frozen=True, slots=True)
class TextRange:
    """``[start, end)`` in code points of the stored text of one version."""

    version_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PagePlace:
    """A page that a range touches. No boxes where nobody knows them: no PDF, or a scan that was not read in
    time."""

    number: int
    boxes: tuple[Box, ...] = ()


class PageReader(Protocol):
    async def places(self, ranges: Sequence[TextRange]) -> Sequence[tuple[PagePlace, ...]]:
        """Pages of each range, in its order; none for a text without pages. Raises nothing for a document
        that is gone or cannot be read: an answer does not fail for it."""


class NoPages:
    """`PageReader` of texts that have no file."""

    async def places(self, ranges: Sequence[TextRange]) -> Sequence[tuple[PagePlace, ...]]:
        return [()] * len(ranges)
