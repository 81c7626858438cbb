"""Which text of a page is taken: LIBRARIES.md, Documents.

pdfium's text is the truth. A parser's Markdown is worth more, because it has headings and tables, but
only where it says the same in the same order.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from pincite.parsing.headings import without_sentences
from pincite.parsing.letters import share
from pincite.parsing.pdf_edges import fold
from pincite.parsing.pdf_reflow import reflow
from pincite.parsing.pdf_ruled import RuledTable
from pincite.parsing.pdf_source import PageSource
from pincite.parsing.tables import cells, table_blocks

COVERAGE = 0.95
"""Characters of the truth that the Markdown must hold (LIBRARIES.md)."""
SHINGLE = 8
ORDER = 0.9
"""8-character shingles of the truth that must occur in the Markdown.

Measured on the 11 text pages of ``shared/documents``: pages in order 0.91 to 1.0, a page made into a
jumbled table 0.60 to 0.84.
"""
MISPLACED = 0.01
"""Lines of the truth that may stand elsewhere in the Markdown of a page in columns."""
FIGURES = 0.98
"""Numbers of the truth that must stand in the Markdown as whole numbers."""
_SAME_TABLE = 0.6
"""Words that two readings of one table share."""

_SEPARATOR_ROW = re.compile(r"^[ \t]*\|[-:| \t]+\|[ \t]*$", re.M)
_HEADING = re.compile(r"#{1,6} +\S")
_TAG = re.compile(r"</?(?:u|sup|sub|b|i|em|strong|br|mark|del|s|span)\b[^>]*>", re.I)
_BLANKS = re.compile(r"(?<=\S)[ \t]{2,}")
_SYNTAX = re.compile(r"[\s|*#\\`_]")
_NUMBER = re.compile(r"\d+(?:[.,/⁄:~-]\d+)*")
_PAGE_NUMBER = re.compile(r"^[ \t]*[-–—]?[ \t]*\d{1,4}[ \t]*[-–—]?[ \t]*$", re.M)
"""A line of its own; parsers may drop it."""


def key(text: str) -> str:
    """What two readings of a page are compared by: characters without white space and Markdown."""
    return _SYNTAX.sub("", _SEPARATOR_ROW.sub("", _TAG.sub("", text)))


def agrees(markdown: str, truth: str) -> bool:
    """Whether the Markdown holds the characters, the order and the numbers of the truth."""
    said, true = key(markdown), key(truth)
    if not true:
        return False
    have = Counter(said)
    covered = sum(min(count, have[char]) for char, count in Counter(true).items())
    if covered < COVERAGE * len(true):
        return False
    wanted, there = _shingles(true), _shingles(said)
    if wanted and share(len(wanted & there), len(wanted)) < ORDER:
        return False
    numbers, written = (
        Counter(_NUMBER.findall(_PAGE_NUMBER.sub("", truth))),
        Counter(_NUMBER.findall(markdown)),
    )
    kept = sum(min(count, written[number]) for number, count in numbers.items())
    return kept >= FIGURES * sum(numbers.values())


def in_order(markdown: str, truth: str) -> bool:
    """Whether the lines of the truth follow each other in the Markdown. Shingles do not see a column of three
    lines that is read between the lines of a long one; only lines that occur once say something."""
    said, true = key(markdown), key(truth)
    lines = [line for line in map(key, truth.splitlines()) if len(line) >= SHINGLE]
    places = [said.find(line) for line in lines if said.count(line) == 1 and true.count(line) == 1]
    tails: list[int] = []
    for place in places:
        at = bisect_left(tails, place)
        tails[at : at + 1] = [place]
    return len(places) - len(tails) <= MISPLACED * len(places)


def _shingles(text: str) -> set[str]:
    return {text[at : at + SHINGLE] for at in range(len(text) - SHINGLE + 1)}


def page_markdown(page: PageSource, candidates: Iterable[str]) -> str:
    """The first candidate that agrees with the page, with its ruled tables; else the page's own text.

    A page in columns takes the headings of the first candidate if it cannot take its order.
    """
    headings: dict[str, str] = {}
    for candidate in candidates:
        cleaned = without_sentences(tidy(candidate, page.text), lambda line: fold(line) in page.large)
        headings = headings or _headings(cleaned, page.large)
        if not agrees(cleaned, page.text) or (page.columns and not in_order(cleaned, page.text)):
            continue
        with_tables = put_tables(cleaned, page.tables)
        if with_tables is not None:
            return with_tables
    text = page.spliced or page.text
    if not page.columns:
        return reflow(text)
    return reflow("\n".join(_headed(line, headings) for line in text.split("\n")))


def _headings(markdown: str, large: Collection[str]) -> dict[str, str]:
    """Marks of headings in large type by their letters; others may be the labels of a figure."""
    lines = [line.split(" ", 1) for line in markdown.splitlines() if _HEADING.match(line)]
    return {key(text): mark for mark, text in lines if fold(text) in large}


def _headed(line: str, headings: dict[str, str]) -> str:
    mark = headings.get(key(line))
    return f"\n{mark} {line.strip()}\n" if mark else line


def tidy(markdown: str, truth: str) -> str:
    """Without emphasis and inline tags, which split words and numbers that people quote.

    Stars stay where the page itself has them.
    """
    text = re.sub(r"(?<=[A-Za-z])<sup>(?=\d)", " ", markdown)
    text = _TAG.sub("", text)
    if "**" not in truth:
        text = text.replace("**", "")
    if "*" not in truth:
        text = re.sub(r"(?<![\\\w])\*(?=\S)([^*\n]+?)(?<=\S)\*(?!\w)", r"\1", text)
    if "\\" not in truth:
        text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!<>~$&])", r"\1", text)
    return re.sub(
        r"\n{3,}", "\n\n", "\n".join(_BLANKS.sub(" ", line.rstrip()) for line in text.splitlines())
    ).strip("\n")


def put_tables(markdown: str, tables: Sequence[RuledTable]) -> str | None:
    """The Markdown with its guess of every ruled table replaced; None where it has no guess of one."""
    lines = markdown.splitlines()
    for table in tables:
        words = Counter(word for row in set(table.rows) for cell in row for word in cell.split())
        block = next((block for block in table_blocks(lines) if _matches(lines, block, words)), None)
        if block is None:
            return None
        start, end = block
        end = _with_leftovers(lines, end, words)
        lines[start:end] = table.markdown().splitlines()
    return "\n".join(lines)


def _matches(lines: Sequence[str], block: tuple[int, int], words: Counter[str]) -> bool:
    start, end = block
    said = {word for line in lines[start:end] for cell in cells(line) for word in cell.split()} - {"---"}
    return share(len(said & words.keys()), len(said)) >= _SAME_TABLE


def _with_leftovers(lines: Sequence[str], end: int, words: Counter[str]) -> int:
    """The end of a table, moved over a paragraph after it that holds only words of the table."""
    at = end
    while at < len(lines) and not lines[at].strip():
        at += 1
    stop = at
    while stop < len(lines) and lines[stop].strip():
        stop += 1
    left = [word for line in lines[at:stop] for word in line.split()]
    return stop if left and all(word in words for word in left) else end
