"""GFM tables: writing, finding, joining."""

import re
from collections.abc import Sequence

_SEPARATOR = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")


def gfm_table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is the header. Empty where there is no row; line breaks become blanks."""
    if not rows or not rows[0]:
        return ""
    lines = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def is_separator(line: str) -> bool:
    return "-" in line and "|" in line and bool(_SEPARATOR.match(line))


def cells(line: str) -> list[str]:
    """The cell texts of a row."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def table_blocks(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Line ranges ``[start, end)`` of tables: a row, a separator, more rows."""
    found: list[tuple[int, int]] = []
    at = 0
    while at + 1 < len(lines):
        if is_row(lines[at]) and is_separator(lines[at + 1]):
            end = at + 2
            while end < len(lines) and is_row(lines[end]):
                end += 1
            found.append((at, end))
            at = end
        else:
            at += 1
    return found


def same_header(one: str, other: str) -> bool:
    """Whether two header rows say the same, white space aside."""
    key = ["".join(cell.split()) for cell in cells(one)]
    return any(key) and key == ["".join(cell.split()) for cell in cells(other)]
