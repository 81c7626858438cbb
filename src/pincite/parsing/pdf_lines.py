"""Printed lines: the letters of a page made runs on one baseline, with where they stand.

pdfium gives letters in the order in which the file draws them. A run ends where the next letter stands on
another line or beyond a gap that no word space has, so a run never reaches over the blank between columns.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

_GAP = 1.0
"""Blank inside a line, in letter heights, from which a new run begins: word spaces have 0.3, spaces of
justified lines up to 0.8, the blank between columns of books and terms 1.2 and more."""
_BLANK = 32
"""The last code of blanks and control characters."""
_SAME_LINE = 0.5
"""Part of the lower height that two runs of one line share."""


@dataclass(frozen=True, slots=True)
class Run:
    """``start`` and ``end`` are places among the page's letters, ``end`` exclusive; points, y upward, as the
    page is shown."""

    text: str
    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def width(self) -> float:
        return self.right - self.left


Row = tuple[Run, ...]
"""Runs beside each other, from left to right."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a page is shown: its visible box, and quarter turns clockwise."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as shown."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turns % 2 else (width, height)

    def shown(
        self, left: float, bottom: float, right: float, top: float
    ) -> tuple[float, float, float, float]:
        """A box of the page's own coordinates from the lower left corner of what is shown."""
        x0, x1, y0, y1 = left - self.left, right - self.left, bottom - self.bottom, top - self.bottom
        width, height = self.right - self.left, self.top - self.bottom
        if self.turns == 1:
            return y0, width - x1, y1, width - x0
        if self.turns == 2:
            return width - x1, height - y1, width - x0, height - y0
        if self.turns == 3:
            return height - y1, x0, height - y0, x1
        return x0, y0, x1, y1


def sheet(page: Any) -> Sheet:
    left, bottom, right, top = page.get_cropbox()
    return Sheet(left, bottom, right, top, page.get_rotation() // 90 % 4)


def read_runs(textpage: Any, seen: Sheet) -> tuple[str, list[Run]]:
    """The page's letters, one a place (NUL where pdfium knows no letter), and its runs in that order."""
    letters: list[str] = []
    runs: list[Run] = []
    rect = pdfium.FS_RECTF()
    pointer = ctypes.byref(rect)
    raw, letter_of, box_of = textpage.raw, pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
    turned = seen != Sheet(0.0, 0.0, seen.right, seen.top)
    start, end = -1, 0
    left = bottom = right = top = 0.0
    # A page has thousands of letters, and most of its time goes here: no call that can be spared.
    for at in range(textpage.count_chars()):
        code = letter_of(raw, at)
        char = chr(code) if 0 < code < 0x110000 else "\0"
        letters.append(char)
        if code <= _BLANK or char.isspace() or not (char.isprintable() or _is_private(code)):
            continue
        box_of(raw, at, pointer)
        x0, y0, x1, y1 = rect.left, rect.bottom, rect.right, rect.top
        if turned:
            x0, y0, x1, y1 = seen.shown(x0, y0, x1, y1)
        if x1 <= x0 or y1 <= y0:
            continue
        high, low = top - bottom, y1 - y0
        if high > low:
            high, low = low, high
        shared = (top if top < y1 else y1) - (bottom if bottom > y0 else y0)
        if start >= 0 and shared >= _SAME_LINE * high and -high <= x0 - right <= _GAP * low:
            left = x0 if x0 < left else left
            bottom = y0 if y0 < bottom else bottom
            right = x1 if x1 > right else right
            top = y1 if y1 > top else top
        else:
            if start >= 0:
                runs.append(Run("".join(letters[start:end]), start, end, left, bottom, right, top))
            start, left, bottom, right, top = at, x0, y0, x1, y1
        end = at + 1
    if start >= 0:
        runs.append(Run("".join(letters[start:end]), start, end, left, bottom, right, top))
    return "".join(letters), runs


def _is_private(code: int) -> bool:
    """Letters of a font's own, as old Hangul and bullets of word processors are."""
    return 0xE000 <= code <= 0xF8FF


def rows_of(runs: Sequence[Run]) -> list[Row]:
    """Runs that stand beside each other, from top to bottom."""
    rows: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: (-run.middle, run.left)):
        row = rows[-1] if rows else []
        if row and min(row[0].top, run.top) - max(row[0].bottom, run.bottom) >= _SAME_LINE * min(
            row[0].height, run.height
        ):
            row.append(run)
        else:
            rows.append([run])
    return [tuple(sorted(row, key=lambda run: run.left)) for row in rows]
