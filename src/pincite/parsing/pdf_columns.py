"""The order in which the columns of a page are read.

A page is bands from top to bottom: rows that reach over the whole width (headings, wide tables, the text of
one column), and rows that a blank strip parts from top to bottom. Such a band is read column by column, if
its columns hold prose. Columns of a table look the same but for their text, and stay as the file has them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean, median

from pincite.parsing.letters import share
from pincite.parsing.pdf_lines import Row, Run, rows_of
from pincite.parsing.pdf_reflow import is_closed, width

_STRIP = 0.7
"""Least width of the strip between columns, in letter heights."""
_NARROW = 0.12
"""Part of the text's width below which a column is the numbers or bullets of the one beside it."""
_MIN_LINES = 4
"""Lines of the longest column of a band: fewer are a letterhead or a pair of signatures."""
_APART = 1.5
"""Distance of lines, in usual distances, from which what stands alone belongs to neither side."""
_MOST_RUNS = 4000
"""Runs of a page above which it is a drawing: the rows of each band are gone through again for the next."""
_CHANGES = 0.5
"""Changes from column to column, in lines that stand beside each other: a file that draws its columns line by
line changes twice a line, one that draws them whole hardly ever."""
_FULL = 0.7
"""Part of a column's width from which a line is broken by the margin."""
_PITCH = 2.0
"""Distance of lines, in letter heights, above which they are rows of a table or a form."""
_PROSE_WIDTH = 20
"""Mean columns (a Korean letter has two) of a line of prose in the narrowest columns that are printed."""
_WORDY_WIDTH = 28
"""The same from which lines are prose even if none ends a sentence."""
_SENTENCES = 0.2
"""Part of the lines that end a sentence, in prose of short lines."""
_FIGURES = re.compile(r"^[\d\s.,:/%()₩$€£¥원년월일개명세+~–-]+$")


Column = Sequence[Run]
Place = dict[int, int]
"""When a run is drawn, by its start."""
Strip = tuple[float, float]
"""A blank from left to right, in points."""


def reading_order(runs: Sequence[Run]) -> list[Run] | None:
    """The runs as they are read, or None where the page has no columns of prose.

    ``runs`` come as the file draws them, those of a table as wide as the table (`widened`), so that a wide
    one parts the columns above it from those below.
    """
    if len(runs) > _MOST_RUNS:
        return None
    rows = rows_of(runs)
    if len(rows) < _MIN_LINES or max(map(len, rows)) < 2:
        return None
    bands = list(_bands(rows))
    if all(len(columns) == 1 for columns in bands):
        return None
    place = {run.start: at for at, run in enumerate(runs)}
    if _drawn_so(bands, place):
        return list(runs)
    return [run for columns in bands for column in columns for run in _down(column, place)]


def _drawn_so(bands: Sequence[Sequence[Column]], place: Place) -> bool:
    """Whether the file draws its columns one after the other, figures and their labels aside."""
    middles = [mean(place[run.start] for run in column) for columns in bands for column in columns]
    if middles != sorted(middles):
        return False
    for columns in bands:
        drawn = sorted((place[run.start], at) for at, column in enumerate(columns) for run in column)
        changes = sum(one[1] != other[1] for one, other in pairwise(drawn))
        beside = sum(len(row) > 1 for row in rows_of(_flat(columns)))
        if len(columns) > 1 and changes > max(len(columns) - 1, beside * _CHANGES):
            return False
    return True


def widened(run: Run, box: tuple[float, float, float, float]) -> Run:
    """A run of a table as wide as the table."""
    return replace(run, left=box[0], right=box[2])


def _down(column: Column, place: Place) -> list[Run]:
    """As the file draws them, if that leads down the page; else from top to bottom."""
    drawn = sorted(column, key=lambda run: place[run.start])
    climbs = any(run.bottom > last.top for last, run in pairwise(drawn))
    return [run for row in rows_of(column) for run in row] if climbs else drawn


def _bands(rows: Sequence[Row]) -> Iterator[Sequence[Column]]:
    """Columns that are read together, from the top of the page; one where there are none."""
    low, high = min(row[0].left for row in rows), max(row[-1].right for row in rows)
    drops = [one[0].middle - other[0].middle for one, other in pairwise(rows)]
    usual = median(drops)
    # A line on its own at the edge of the page is a header or a footer, whatever it leaves blank.
    at = 1 if drops[0] >= _APART * usual else 0
    last = len(rows) - (1 if drops[-1] >= _APART * usual else 0)
    loose = list(rows[:at])
    while at < last:
        end, strips = _reach(rows, at, last, usual)
        columns = _columns(rows[at:end], strips, high - low)
        if len(columns) == 1 or not _is_prose(columns):
            # What begins within a part that is no columns is tried anew only where a paragraph does.
            after = next((row for row in range(at + 1, end) if drops[row - 1] >= _APART * usual), end)
            loose += rows[at:after]
            at = after
            continue
        above = _fitting(loose, strips)
        if above:
            columns = _columns((*loose[-above:], *rows[at:end]), strips, high - low)
            del loose[-above:]
        if loose:
            yield (_flat(loose),)
        yield columns
        loose, at = [], end
    loose += rows[last:]
    if loose:
        yield (_flat(loose),)


def _flat(rows: Sequence[Sequence[Run]]) -> list[Run]:
    return [run for row in rows for run in row]


def _fitting(rows: Sequence[Row], strips: Sequence[Strip]) -> int:
    """How many of the last rows stand in a column other than the first: beside a figure, say."""
    count = 0
    for back, row in enumerate(reversed(rows), 1):
        if any(run.left < right and run.right > left for run in row for left, right in strips):
            break
        if row[0].left >= strips[0][1]:
            count = back
    return count


def _reach(rows: Sequence[Row], at: int, last: int, usual: float) -> tuple[int, list[Strip]]:
    """The end of the longest part of ``rows`` from ``at`` that a strip parts, and its strips."""
    strips: list[Strip] = [(float("-inf"), float("inf"))]
    end, both = at, at
    while end < last:
        less = strips
        for run in rows[end]:
            least = _STRIP * run.height
            less = [
                part
                for left, right in less
                for part in ((left, min(right, run.left)), (max(left, run.right), right))
                if part[1] - part[0] >= least
            ]
        # The first and the last are the margins of the page.
        if end > at and len(less) <= 2:
            break
        strips = less
        end += 1
        if len(rows[end - 1]) > 1:
            both = end
    if end < last:
        # A short heading of the wide text below stands in no column.
        for back in (1, 2):
            above = end - back
            if (
                above > at
                and above >= both
                and rows[above - 1][0].middle - rows[above][0].middle >= _APART * usual
            ):
                end = above
                break
    return end, strips[1:-1]


def _columns(rows: Sequence[Row], strips: Sequence[Strip], whole: float) -> tuple[Column, ...]:
    parts: list[list[Run]] = [[] for _ in range(len(strips) + 1)]
    for row in rows:
        for run in row:
            parts[sum(run.left >= right for _, right in strips)].append(run)
    columns: list[list[Run]] = []
    for part in parts:
        # A narrow one belongs to the text on its right: the numbers of a list, hanging.
        if columns and _breadth(columns[-1]) < _NARROW * whole:
            columns[-1] = columns[-1] + part
        else:
            columns.append(part)
    if len(columns) > 1 and _breadth(columns[-1]) < _NARROW * whole:
        columns[-2:] = [columns[-2] + columns[-1]]
    return tuple(column for column in columns if column)


def _breadth(column: Column) -> float:
    return max(run.right for run in column) - min(run.left for run in column) if column else 0.0


def _is_prose(columns: Sequence[Column]) -> bool:
    lines = [rows_of(column) for column in columns]
    if max(map(len, lines)) < _MIN_LINES:
        return False
    longest = max(lines, key=len)
    pitches = [one[0].middle - other[0].middle for one, other in pairwise(longest)]
    height = median(run.height for row in longest for run in row)
    return median(pitches) <= _PITCH * height and all(map(_reads_on, lines))


def _reads_on(rows: Sequence[Row]) -> bool:
    """Whether the lines of a column are sentences rather than cells."""
    texts = [" ".join(run.text for run in row) for row in rows]
    widths = [row[-1].right - row[0].left for row in rows]
    broad = max(widths)
    columns = mean(map(width, texts))
    full = [wide >= _FULL * broad for wide in widths[:-1]] or [True]
    figures = sum(bool(_FIGURES.match(text)) for text in texts)
    closed = sum(map(is_closed, texts))
    return (
        columns >= _PROSE_WIDTH
        and 2 * figures < len(texts)
        and 2 * sum(full) >= len(full)
        and (columns >= _WORDY_WIDTH or share(closed, len(texts)) >= _SENTENCES)
    )
