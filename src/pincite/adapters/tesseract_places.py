"""Where on a picture the words stand that were read on it."""

from collections.abc import Sequence
from dataclasses import replace

from pincite.adapters.tesseract_layout import Box
from pincite.adapters.tesseract_turns import Reading
from pincite.adapters.tesseract_words import Line, Word

PlacedWord = tuple[str, float, float, float, float]
"""A word, and left, top, right and bottom in parts of the picture's width and height, from its upper left."""


def shifted(lines: Sequence[Line], region: Box) -> list[Line]:
    """The lines of a region where they stand on the page."""
    return [
        replace(
            line,
            words=tuple(
                replace(word, left=word.left + region.left, top=word.top + region.top) for word in line.words
            ),
        )
        for line in lines
    ]


def placed_words(read: Reading, size: tuple[int, int]) -> list[PlacedWord]:
    """The words of a reading on the picture as it lies, ``size`` being its width and height."""
    words = (word for block in read.blocks for line in block for word in line.words)
    return [(word.text, *_place(word, read.turn, size)) for word in words]


def _place(word: Word, turn: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    width, height = size if turn in (0, 180) else size[::-1]
    left, right = word.left / width, (word.left + word.width) / width
    top, bottom = word.top / height, (word.top + word.height) / height
    match turn:
        case 90:
            return top, 1 - right, bottom, 1 - left
        case 180:
            return 1 - right, 1 - bottom, 1 - left, 1 - top
        case 270:
            return 1 - bottom, left, 1 - top, right
        case _:
            return left, top, right, bottom
