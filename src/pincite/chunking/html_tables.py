"""Tables that stayed HTML because Markdown cannot say them (joined cells)."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from pincite.chunking.config import MAX_PROTECTED
from pincite.chunking.fences import covers
from pincite.chunking.tables import Table

_TAG: Final = re.compile(r"<(/?)table(?=[\s>])[^<>]{0,2000}>", re.IGNORECASE)
_ROW: Final = re.compile(r"<tr(?=[\s>])", re.IGNORECASE)
_NAMES: Final = re.compile(r"<th(?=[\s>])|<thead(?=[\s>])", re.IGNORECASE)


def find_html_tables(text: str, fences: list[tuple[int, int]]) -> tuple[list[Table], list[tuple[int, int]]]:
    """All HTML tables outside of code, and the spans that no cut may enter.

    A table is one span. One that no embedding service would take is protected row by row instead, and its
    header (up to the first row without a column name) is repeated as that of a Markdown table.
    """
    tables: list[Table] = []
    spans: list[tuple[int, int]] = []
    for start, end in _outermost(text, fences):
        if end - start <= MAX_PROTECTED:
            spans.append((start, end))
            continue
        rows = [match.start() for match in _ROW.finditer(text, start, end)]
        bounds = [*rows, end]
        body = next(
            (i for i, row in enumerate(rows) if not _NAMES.search(text, row, bounds[i + 1])), len(rows)
        )
        if body == len(rows):
            spans.append((start, end))
            continue
        spans += pairwise([start, *rows[body:], end])
        if body:
            tables.append(Table(start, rows[body], end, text[start : rows[body]].rstrip() + "\n"))
    return tables, spans


def _outermost(text: str, fences: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Tables from the first opening to the tag that closes it; an unclosed one is no table."""
    depth, start = 0, 0
    for tag in _TAG.finditer(text):
        if fences and covers(fences, tag.start()):
            continue
        if not tag[1]:
            start = start if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield start, tag.end()
