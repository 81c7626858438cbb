"""Printed lines to paragraphs."""

import re
import unicodedata

_FULL = 0.8
"""Part of the page's usual line width from which a line was broken by the margin, not by its writer."""
_USUAL = 0.85
"""Quantile of line widths that counts as usual."""
_ITEM = re.compile(
    r"^\s*(?:제\s*\d+\s*조(?:의\s*\d+)?(?:\s*[(【〔][^)】〕]*[)】〕](?=\s|$|[①-⑳])|\s+(?!제\s*\d|및\s|또는\s|내지\s)|$)"
    r"|제\s*\d+\s*(?:장|절|편|관)(?=\s|$)|第\s*[\d一二三四五六七八九十百千〇零]+\s*[条條章节節编編](?=\s|$|【)|부\s*칙|\[?별표|【|\["
    r"|[①-⑳㉠-㉻]|\d{1,3}\s*[.)](?!\d)|[가-하]\s*[.)]|\(\s*[\d가-하a-zA-Z]{1,3}\s*\)|（[一二三四五六七八九十\d]+）|[一二三四五六七八九十]+、"
    r"|[-–—•·▪■□○●◎※*▶☞ㆍ]\s|[A-Za-z][.)]\s|#{1,6}\s|\||(?:ARTICLE|Article|SECTION|Section|CHAPTER|Chapter|RULE|PART)\s+[\dIVX])"
)
"""A line that opens something. ``제3조(의료기관)에 따른`` does not: it goes on with a reference."""
_LEADER = re.compile(r"(?:\.{4,}|…{2,}|‥{2,}|·{4,}|(?:\. ){4,})[ .]*[^.…]{1,40}$")
"""A line of a table of contents or an index."""
_HEADING = re.compile(r"#{1,6}\s")
_CLOSED = re.compile(r"[.!?。！？:：;；]['\"”’)\]」』】）]*\s*$")


def width(line: str) -> int:
    """Columns: wide characters count two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


def reflow(text: str) -> str:
    """Join lines that the margin broke; a line that begins an item, a table or a clause stays.

    Only line breaks change. Between two Han characters the break goes, elsewhere it becomes a blank: a
    Korean line does not say whether it was broken inside a word.
    """
    lines = [line.rstrip() for line in text.splitlines()]
    widths = sorted(width(line) for line in lines if line.strip() and not line.startswith("|"))
    usual = widths[min(len(widths) - 1, int(len(widths) * _USUAL))] if widths else 0
    out: list[str] = []
    last_width = 0
    for line in lines:
        joins = (
            bool(out)
            and bool(out[-1].strip())
            and bool(line.strip())
            and last_width >= _FULL * usual
            and not _ITEM.match(line)
            and not _CLOSED.search(out[-1])
            and not out[-1].lstrip().startswith("|")
            and not _HEADING.match(out[-1])
            and not _LEADER.search(out[-1])
        )
        if joins:
            out[-1] = _glue(out[-1], line.lstrip())
        else:
            if line.strip() and not _ITEM.match(line) and _ends_paragraph(out, last_width, usual):
                out.append("")
            out.append(line)
        last_width = width(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n")


def _ends_paragraph(out: list[str], last_width: int, usual: int) -> bool:
    """Whether the last line ends a sentence before the margin: the next is a new paragraph."""
    return bool(out) and bool(_CLOSED.search(out[-1])) and last_width < _FULL * usual


def begins_item(line: str) -> bool:
    """Whether a line opens a clause, an item, a heading or a table."""
    return bool(_ITEM.match(line))


def is_closed(line: str) -> bool:
    """Whether a line ends a sentence."""
    return bool(_CLOSED.search(line))


def _glue(one: str, other: str) -> str:
    han = "\u3400" <= one[-1] <= "\u9fff" or one[-1] in "，、；：。（「"
    return f"{one}{other}" if han and "\u3400" <= other[0] <= "\u9fff" else f"{one} {other}"
