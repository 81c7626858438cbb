"""Pages to one text with a page map."""

import re
from collections.abc import Sequence

from pincite.core.types import PageSpan
from pincite.parsing.pdf_reflow import begins_item, is_closed
from pincite.parsing.tables import is_row, same_header, table_blocks

_PAGE_NUMBER = re.compile(
    r"^\s*(?:[-–—]\s*)?(?:page\s*)?\d{1,4}(?:\s*/\s*\d{1,4})?(?:\s*[-–—])?(?:\s*쪽|\s*页)?\s*$", re.I
)


def join_pages(pages: Sequence[tuple[int, str]]) -> tuple[str, tuple[PageSpan, ...]]:
    """``(number, Markdown)`` a page to the whole text and its spans, in linear time.

    A table that goes on under a repeated header becomes one table: the repeated header and a page number
    between the two parts go. A sentence that goes on is not parted by an empty line.
    """
    parts: list[str] = []
    spans: list[PageSpan] = []
    length = 0
    header = ""
    for number, markdown in pages:
        text = markdown.strip("\n")
        separator = ""
        if parts:
            joined = _continued_table(parts[-1], text, header)
            if joined is not None:
                shortened, text = joined
                cut = len(parts[-1]) - len(shortened)
                parts[-1] = shortened
                length -= cut
                spans[-1] = PageSpan(spans[-1].number, spans[-1].start, spans[-1].end - cut)
                separator = "\n"
            else:
                separator = "\n" if _continues(parts[-1], text) else "\n\n"
        header = _open_header(text, header if separator == "\n" else "")
        parts.append(separator + text)
        start = length + len(separator)
        length = start + len(text)
        spans.append(PageSpan(number, start, length))
    return "".join(parts), tuple(spans)


def _open_header(text: str, inherited: str) -> str:
    """The header row of the table that ends a page; ``inherited`` where the page holds only its rows."""
    lines = text.rstrip("\n").splitlines()
    while lines and (not lines[-1].strip() or _PAGE_NUMBER.match(lines[-1])):
        lines.pop()
    blocks = table_blocks(lines)
    if blocks and blocks[-1][1] == len(lines):
        return lines[blocks[-1][0]]
    return inherited if lines and all(map(is_row, lines)) else ""


def _continued_table(before: str, after: str, header: str) -> tuple[str, str] | None:
    """The two pages with the second header taken out, or None where no table goes on.

    ``header`` is that of the table which ends ``before``, empty where none does.
    """
    first = before.rstrip("\n").splitlines()
    second = after.splitlines()
    while first and (not first[-1].strip() or _PAGE_NUMBER.match(first[-1])):
        first.pop()
    while second and (not second[0].strip() or _PAGE_NUMBER.match(second[0])):
        second.pop(0)
    more = table_blocks(second)
    if not header or not more or more[0][0] != 0 or not same_header(header, second[0]):
        return None
    lead = before[: len(before) - len(before.lstrip("\n"))]
    return lead + "\n".join(first).lstrip("\n"), "\n".join(second[2:])


def _continues(before: str, after: str) -> bool:
    """Whether a sentence runs over the page break."""
    last = before.rstrip().rsplit("\n", 1)[-1]
    first = after.lstrip().split("\n", 1)[0]
    if not last or not first or is_row(last) or last.startswith(("#", "![")) or is_closed(last):
        return False
    return (
        not begins_item(first)
        and not _PAGE_NUMBER.match(last)
        and (first[0].islower() or not first[0].isascii())
    )
