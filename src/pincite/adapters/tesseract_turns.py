"""Which way up a page lies: what the readings of its turns are worth, and what the engine's own look says.

Sideways and upside down, tesseract reads letters all the same, of which it is sure by chance only. Measured
on pages of Korean, Chinese and English, clean and with noise, at 200 and 300 dots an inch, letters in words
that it is sure of, of all: upright 0.73 to 1.0 (under harsh noise 0.35), turned 0.04 to 0.28.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from PIL import Image

from pincite.adapters.tesseract_words import Line, Word, text_of

TURNS = (90, 180, 270)
"""Degrees clockwise, besides 0."""
POOR = 0.6
"""Share of sure letters below which a page may lie otherwise; a few lines of large English print have 0.48
upside down (``pue``, ``SAep`` are as good as words), the noisiest upright page but one 0.73."""
UNREADABLE = 0.28
"""Share below which, in the best turn, only lines count that are sure by themselves."""
_SURE = 60.0
_CERTAIN = 85.0
_SURE_LINE = 0.7
"""Share of sure letters in a line that stands among nonsense: the caption of a photograph."""
_SURE_WORDS = 2
"""Words of two letters or more that it holds, each certain; lines of nonsense hold one by chance."""
_ROTATE = re.compile(r"^Rotate:\s*(\d+)\s*$", re.M)
_METHODS = {
    90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90,
}  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """The lines of a page, a block a region, read in one turn."""

    blocks: tuple[tuple[Line, ...], ...]
    turn: int = 0
    """Degrees clockwise by which the page was turned."""

    @cached_property
    def letters(self) -> int:
        return sum(map(_letters, self._words))

    @cached_property
    def share(self) -> float:
        """Letters in words that the engine is sure of, of all; 0 without any."""
        return _share(self._words)

    @cached_property
    def firmness(self) -> float:
        """The share without lines of one letter, into which a line of print on its side falls."""
        lines = (line for block in self.blocks for line in block)
        firm = [word for line in lines if sum(map(_letters, line.words)) > 1 for word in line.words]
        return _share(firm) * sum(map(_letters, firm)) / self.letters if self.letters else 0.0

    @property
    def is_poor(self) -> bool:
        return self.firmness < POOR

    @property
    def _words(self) -> list[Word]:
        return [word for block in self.blocks for line in block for word in line.words]

    def text(self) -> str:
        """What is writing of it, blocks parted by a blank line; empty for nonsense."""
        unreadable = self.share < UNREADABLE
        blocks = (text_of(_sure(block) if unreadable else block) for block in self.blocks)
        return "\n\n".join(block for block in blocks if block)


def reading(blocks: Iterable[Sequence[Line]], turn: int = 0) -> Reading:
    return Reading(tuple(tuple(block) for block in blocks), turn)


def turned(image: Image.Image, degrees: int) -> Image.Image:
    """``image`` turned clockwise by 0, 90, 180 or 270 degrees, without a loss."""
    return image.transpose(_METHODS[degrees]) if degrees else image


def told_turn(said: str) -> int | None:
    """Degrees clockwise that make a page upright, from what ``--psm 0`` prints; None where it tells none."""
    found = _ROTATE.search(said)
    degrees = int(found[1]) if found else -1
    return degrees if degrees in (0, *TURNS) else None


def _sure(lines: Iterable[Line]) -> list[Line]:
    return [
        line
        for line in lines
        if not line.words
        or (
            _share(line.words) >= _SURE_LINE
            and sum(word.certainty >= _CERTAIN and _letters(word) > 1 for word in line.words) >= _SURE_WORDS
        )
    ]


def _share(words: Sequence[Word]) -> float:
    total = sum(map(_letters, words))
    return sum(_letters(word) for word in words if word.certainty >= _SURE) / total if total else 0.0


def _letters(word: Word) -> int:
    return sum(char.isalnum() for char in word.text)
