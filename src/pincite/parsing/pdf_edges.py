"""What stands near the edges of a page, where headers and footers run, and forms of page numbers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pincite.parsing.pdf_lines import Row, Run, rows_of

ZONE = 0.13
"""Part of the page's height at each edge in which running lines stand (margins of 25 mm on A4 have 0.085)."""
MOST_ROWS = 3
"""Running lines at one edge; more are a form that is printed on every page."""
SAME_PLACE = 4.0
"""Points by which places differ that are the same."""
BLANK = 1.5
"""Letter heights of blank that part a line from the text."""
_MARGIN = 0.055
"""Part of the page's height (46 points on A4) in which no text stands, only what runs."""
_MORE = 1.2
"""Blank next to a running line, in the usual blank between lines."""
_TAB = 3.0
"""Letter heights between the parts of a line, as title and page number; letters spaced out stand nearer."""
_FAR = 100.0
"""Letter heights to a table, which has no lines of its own here."""
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_WORD = r"(?:pages?|pg|p|seite|쪽|페이지|면|页|頁|제|第|no)"
_PAGE = re.compile(
    rf"^[\s\-–—~·|\[(<]*(?:{_WORD}\.?\s*)*(?P<at>\d{{1,4}}|[ivxlc]{{1,6}})\s*(?:{_WORD}\.?\s*)*"
    rf"(?:(?:/|of|중|共|全|총|\|)\s*(?:{_WORD}\.?\s*)*\d{{1,4}}\s*(?:{_WORD}\.?\s*)*)?[\s\-–—~·|\])>]*$",
    re.I,
)
"""``3``, ``- 3 -``, ``3 / 12``, ``Page 3 of 12``, ``제3쪽``, ``第3页 共12页``, ``iv``."""
_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """A printed line near the edge of a page. ``distance`` is that of its middle from the edge in points,
    ``share`` the same as part of the page's height, ``blank`` what is free between it and the next line
    inwards, in letter heights, infinite where the page has no more; ``apart`` where that is more than between
    the lines of the text; ``in_table`` where it stands over or under cells."""

    texts: tuple[str, ...]
    distance: float
    share: float
    blank: float
    apart: bool = True
    in_table: bool = False


@dataclass(frozen=True, slots=True)
class Edges:
    """Lines at the top and at the foot of a page, from the edge inwards."""

    top: tuple[EdgeRow, ...] = ()
    foot: tuple[EdgeRow, ...] = ()


def edges(runs: Sequence[Run], height: float, *, tables: bool = False) -> Edges:
    """``runs`` outside ``tables``, on a page of ``height`` points."""
    rows = rows_of(runs)
    last = _FAR if tables else float("inf")
    return Edges(
        tuple(_edge(rows, height, last, foot=False)), tuple(_edge(rows[::-1], height, last, foot=True))
    )


def _edge(rows: Sequence[Row], height: float, last: float, *, foot: bool) -> Iterator[EdgeRow]:
    blanks = [
        (other[0].bottom - one[0].top if foot else one[0].bottom - other[0].top) / one[0].height
        for one, other in pairwise(rows)
    ]
    usual = median(blanks) if blanks else 0.0
    for at, (row, blank) in enumerate(zip(rows[: MOST_ROWS + 1], [*blanks, last], strict=False)):
        middle = row[0].middle
        distance = middle if foot else height - middle
        share = distance / height
        inner = rows[at + 1] if at + 1 < len(rows) else ()
        apart = share <= _MARGIN or blank >= _MORE * usual
        yield EdgeRow(_parts(row), distance, share, blank, apart, _is_cells(row, inner, blank))
        if share > ZONE:
            return


def _parts(row: Row) -> tuple[str, ...]:
    """The texts of a line, those set apart each by itself."""
    parts = [row[0].text]
    for one, other in pairwise(row):
        if other.left - one.right > _TAB * one.height:
            parts.append(other.text)
        else:
            parts[-1] += f" {other.text}"
    return tuple(" ".join(part.split()) for part in parts)


def _is_cells(row: Row, inner: Row, blank: float) -> bool:
    """Whether the runs of a line stand over those of the next: left edges, middles or right edges agree."""
    if len(row) < 2 or len(inner) < len(row) or blank > BLANK:
        return False
    return all(
        any(
            min(
                abs(run.left - other.left),
                abs(run.right - other.right),
                abs(run.left + run.right - other.left - other.right) / 2,
            )
            <= SAME_PLACE
            for other in inner
        )
        for run in row
    )


def fold(text: str) -> str:
    """What two lines are compared by; a line of signs only by its signs."""
    return _LETTERS.sub("", text).casefold() or "".join(text.split())


def page_number(text: str) -> int | None:
    """The number of a line that says nothing but the page's number."""
    match = _PAGE.match(text)
    return _number(match["at"]) if match else None


def _number(text: str) -> int | None:
    if text.isdigit():
        return int(text)
    values = [_ROMAN[char] for char in text.lower()]
    return sum(-one if one < other else one for one, other in zip(values, [*values[1:], 0], strict=True))
