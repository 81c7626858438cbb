"""Running headers and footers: lines that belong to the paper, not to the text.

They are told by their place: the same line, or a page number that counts, as far from the edge of the page on
most pages. What only looks alike stays: a clause heading, the header of a table, a form of many equal lines.
One of each running title is kept, the first at the top of a page or the last at its foot, so that nothing is
lost that stands nowhere else and no sentence or table is parted by it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.parsing.pdf_edges import BLANK, MOST_ROWS, SAME_PLACE, ZONE, EdgeRow, Edges, fold, page_number

_MOST_PAGES = 0.6
"""Part of the pages with a line at the place on which it runs: where the text begins there, lines differ."""
_PAGES = 0.4
"""Part of all pages on which something runs at the place: left and right pages may differ."""
_OUTER = 0.09
"""Part of the page's height that belongs to the margin; further in, a blank must part a running line."""
_TITLE = 6
"""Letters of a title before or after the page's number; shorter ones number something (``별표 - 1``)."""
_TITLE_AND_NUMBER = re.compile(
    r"^(?:(?P<before>.*[^\W\d].*?)\s+[-–—|·]\s+(?P<last>\d{1,4})(?:\s+[-–—|·])?"
    r"|(?P<first>\d{1,4})\s+[-–—|·]\s+(?P<after>.*[^\W\d].*))$"
)
_NUMBERED = re.compile(
    r"별표|별지|서식|부록|부칙|붙임|첨부|그림|附[件录錄表]|[图圖表]|제\s*\d|第"
    r"|\b(?:exhibit|annex|appendix|schedule|table|figure|chapter|lesson|case|question|part|section|unit|item"
    r"|article|form|no)\b",
    re.I,
)
"""What is counted in its own right, page after page or not."""
_CLAUSE = re.compile(
    r"^\s*(?:제\s*\d+\s*조|第\s*[\d一二三四五六七八九十百千〇零]+\s*[条條]|§|(?:article|section|clause|rule)\s+\d)",
    re.I,
)


RowParts = tuple[tuple[str, ...], tuple[str, ...]]
"""What a line says, and what of it is taken out."""


@dataclass(frozen=True, slots=True)
class Running:
    """What is taken out of a page, line by line, from the edge inwards; and the lines that stay, first and
    last on the page."""

    top: tuple[RowParts, ...] = ()
    foot: tuple[RowParts, ...] = ()
    first: tuple[tuple[str, ...], ...] = ()
    last: tuple[tuple[str, ...], ...] = ()


def running(pages: Mapping[int, Edges], texts: Mapping[int, str]) -> dict[int, Running]:
    """What is taken out of each page that has something; ``texts`` are the pages' own."""
    top = _taken({number: page.top for number, page in pages.items()})
    foot = _taken({number: page.foot for number, page in pages.items()})
    elsewhere = _Elsewhere(texts, top, foot)
    above, first = _keep_one(top, sorted(top), elsewhere)
    below, last = _keep_one(foot, sorted(foot, reverse=True), elsewhere)
    return {
        number: Running(
            tuple(above.get(number, ())),
            tuple(below.get(number, ())),
            tuple(first.get(number, ())),
            tuple(last.get(number, ())),
        )
        for number in sorted({*top, *foot})
    }


_Lines = Mapping[int, Sequence[RowParts]]


def _taken(pages: Mapping[int, Sequence[EdgeRow]]) -> _Lines:
    """The running parts of the lines at one edge, by page."""
    marks = _marks(pages)
    taken: dict[int, Sequence[RowParts]] = {}
    for number, rows in pages.items():
        block: list[EdgeRow] = []
        lines: list[RowParts] = []
        for at, row in enumerate(rows):
            runs = tuple(text for text in row.texts if (number, at, text) in marks)
            apart = bool(block) and block[-1].blank >= BLANK
            if not runs or (apart and row.share > ZONE):
                break
            block.append(row)
            lines.append((row.texts, runs))
            if len(runs) < len(row.texts):
                break
        if (
            0 < len(block) <= MOST_ROWS
            and block[-1].share <= ZONE
            and ((block[-1].share <= _OUTER and block[-1].apart) or block[-1].blank >= BLANK)
            and block[-1].blank < float("inf")
        ):
            taken[number] = lines
    return taken


def _marks(pages: Mapping[int, Sequence[EdgeRow]]) -> set[tuple[int, int, str]]:
    """Page, line and text of what runs."""
    found: set[tuple[int, int, str]] = set()
    for place in _places(pages):
        same: Counter[str] = Counter()
        counted: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for (number, _), row in place.items():
            for text in set(row.texts):
                if parts := _counted(text):
                    counted[parts[0]].append((number, parts[1]))
            same.update({fold(text) for text in row.texts if not _CLAUSE.match(text)})
        runs: set[tuple[int, int, str]] = set()
        for (number, at), row in place.items():
            if row.in_table:
                continue
            for text in row.texts:
                parts = _counted(text)
                if (parts is not None and _counts(number, parts[1], counted[parts[0]])) or (
                    page_number(text) is None and same[fold(text)] >= 2
                ):
                    runs.add((number, at, text))
        on, there = {number for number, _, _ in runs}, {number for number, _ in place}
        if len(on) >= max(2, _PAGES * len(pages)) and len(on) >= _MOST_PAGES * len(there):
            found |= runs
    return found


def _counted(text: str) -> tuple[str, int] | None:
    """What a line says beside a number that may be the page's, and the number."""
    if (number := page_number(text)) is not None:
        return "", number
    match = _TITLE_AND_NUMBER.match(text)
    if match is None or _NUMBERED.search(text) or len(fold(match["before"] or match["after"])) < _TITLE:
        return None
    return fold(match["before"] or match["after"]), int(match["last"] or match["first"])


def _counts(number: int, value: int, seen: Sequence[tuple[int, int]]) -> bool:
    """Whether a number goes on as the pages do: from a page before, or to one after."""
    return any(other != number and value - number == said - other for other, said in seen)


def _places(pages: Mapping[int, Sequence[EdgeRow]]) -> Iterator[dict[tuple[int, int], EdgeRow]]:
    """Lines as far from the edge, by page and place on the page."""
    rows = sorted(
        ((row.distance, number, at, row) for number, page in pages.items() for at, row in enumerate(page)),
        key=lambda each: each[:3],
    )
    place: dict[tuple[int, int], EdgeRow] = {}
    last = 0.0
    for distance, number, at, row in rows:
        if place and distance - last > SAME_PLACE:
            yield place
            place = {}
        place[number, at] = row
        last = distance
    if place:
        yield place


class _Elsewhere:
    """Whether a title stands in the text, too."""

    def __init__(self, texts: Mapping[int, str], *taken: _Lines) -> None:
        self._texts = {number: fold(text) for number, text in texts.items()}
        self._taken: dict[int, list[str]] = defaultdict(list)
        for lines in taken:
            for number, rows in lines.items():
                self._taken[number] += [fold("".join(runs)) for _, runs in rows]

    def __call__(self, name: str) -> bool:
        return any(
            text.count(name) > sum(taken.count(name) for taken in self._taken[number])
            for number, text in self._texts.items()
        )


def _keep_one(
    lines: _Lines, order: Sequence[int], elsewhere: _Elsewhere
) -> tuple[dict[int, list[RowParts]], dict[int, list[tuple[str, ...]]]]:
    """Without the first of each running title in ``order``, if it stands nowhere else; and what is left of
    the lines with those."""
    known: set[str] = set()
    out: dict[int, list[RowParts]] = {}
    kept: dict[int, list[tuple[str, ...]]] = defaultdict(list)
    for number in order:
        out[number] = []
        for whole, runs in lines[number]:
            gone: list[str] = []
            for text in runs:
                counted = _counted(text)
                name = counted[0] if counted else fold(text)
                if not name or any(name in each for each in known) or elsewhere(name):
                    gone.append(text)
                known.add(name)
            if len(gone) < len(runs):
                kept[number].append(tuple(rest(whole, gone)))
            if gone:
                out[number].append((whole, tuple(gone)))
    return out, kept


def rest(whole: Sequence[str], out: Sequence[str]) -> list[str]:
    """The parts of a line that are not taken out."""
    left = list(whole)
    for text in out:
        left.remove(text)
    return left
