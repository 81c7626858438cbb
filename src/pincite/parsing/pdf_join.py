"""Pages to one text with a page map."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.core.types import PageSpan
from pincite.parsing.letters import share
from pincite.parsing.pdf_edges import fold, page_number
from pincite.parsing.pdf_reflow import begins_item, is_closed
from pincite.parsing.pdf_ruled import RuledTable, same_columns
from pincite.parsing.tables import cells, is_row, is_separator, same_header, table_blocks

_OFTEN = 0.6
"""Part of a column's cells with figures from which its heading would have none."""
_FIGURE = re.compile(r"\d")
_WORDS = (
    "구분 항목 내용 세부내용 비고 번호 순번 연번 담보 담보명 보장내용 금액 보험료 기간 성명 "
    "이름 날짜 일자 단위 수량 단가 규격 종류 명칭 조문 사유 기준 지급사유 지급금액 序号 项目 "
    "項目 内容 內容 备注 備註 名称 名稱 金额 金額 日期 类别 類別 单位 數量 数量 no item items "
    "name description remarks remark note notes amount date type category unit code quantity "
    "price"
)
_HEADER_WORDS = frozenset(_WORDS.split())
"""What heads columns and is hardly ever a value of theirs."""


@dataclass(frozen=True, slots=True)
class _Open:
    """The table that ends a page: its header row as printed, how many rows have figures in each column, and
    how many rows there are."""

    header: str
    figures: tuple[int, ...]
    rows: int

    def more(self, rows: Sequence[str]) -> "_Open":
        counts = list(self.figures)
        for row in rows:
            for column, cell in enumerate(cells(row)[: len(counts)]):
                counts[column] += bool(_FIGURE.search(cell))
        return _Open(self.header, tuple(counts), self.rows + len(rows))


def join_pages(
    pages: Sequence[tuple[int, str]], tables: Mapping[int, Sequence[RuledTable]] | None = None
) -> tuple[str, tuple[PageSpan, ...]]:
    """``(number, Markdown)`` a page to the whole text and its spans, in linear time.

    A table that goes on becomes one table: a repeated header and a page number between the two parts go, and
    a first row that a parser took for a header is a row. ``tables`` are the drawn ones by page. A sentence
    that goes on is not parted by an empty line.
    """
    drawn = tables or {}
    parts: list[str] = []
    spans: list[PageSpan] = []
    length = 0
    last: _Open | None = None
    for number, markdown in pages:
        text = markdown.strip("\n")
        separator = ""
        joined = None
        if parts:
            follows = spans[-1].number + 1 == number
            places = _edges(drawn.get(number - 1, ()), -1), _edges(drawn.get(number, ()), 0)
            joined = _continued_table(parts[-1], text, last, places) if last and follows else None
            if joined is not None:
                shortened, text = joined
                cut = len(parts[-1]) - len(shortened)
                parts[-1] = shortened
                length -= cut
                spans[-1] = PageSpan(spans[-1].number, spans[-1].start, spans[-1].end - cut)
                separator = "\n"
            else:
                separator = "\n" if _continues(parts[-1], text) else "\n\n"
        last = _open_table(text, last if joined is not None else None)
        parts.append(separator + text)
        start = length + len(separator)
        length = start + len(text)
        spans.append(PageSpan(number, start, length))
    return "".join(parts), tuple(spans)


def _edges(tables: Sequence[RuledTable], at: int) -> tuple[float, ...]:
    return tables[at].edges if tables else ()


def _is_blank(line: str) -> bool:
    return not line.strip() or (not is_row(line) and page_number(line) is not None)


def _open_table(text: str, inherited: _Open | None) -> _Open | None:
    """The table that ends a page; it is ``inherited`` where the page holds only its rows."""
    lines = text.rstrip("\n").splitlines()
    while lines and _is_blank(lines[-1]):
        lines.pop()
    blocks = table_blocks(lines)
    if blocks and blocks[-1][1] == len(lines):
        start = blocks[-1][0]
        return _Open(lines[start], (0,) * len(cells(lines[start])), 0).more(lines[start + 2 :])
    return inherited.more(lines) if inherited and lines and all(map(is_row, lines)) else None


def _continued_table(
    before: str, after: str, table: _Open, edges: tuple[Sequence[float], Sequence[float]]
) -> tuple[str, str] | None:
    """The two pages as parts of one text, or None where the table that ends ``before`` does not go on.

    ``edges`` are those of the columns of the last and the first drawn table of the pages, empty without.
    """
    first = before.rstrip("\n").splitlines()
    second = after.splitlines()
    while first and _is_blank(first[-1]):
        first.pop()
    while second and _is_blank(second[0]):
        second.pop(0)
    more = table_blocks(second)
    if not more or more[0][0] != 0:
        return None
    if same_header(table.header, second[0]):
        rows = second[2:]
    elif _goes_on(table, second[: more[0][1]], edges):
        rows = [second[0], *second[2:]]
    else:
        return None
    lead = before[: len(before) - len(before.lstrip("\n"))]
    return lead + "\n".join(first).lstrip("\n"), "\n".join(rows)


def _goes_on(table: _Open, block: Sequence[str], edges: tuple[Sequence[float], Sequence[float]]) -> bool:
    """Whether the first row of ``block`` is one more row of the table rather than the header of another."""
    top = cells(block[0])
    if len(top) != len(table.figures) or not table.rows:
        return False
    if any(edges) and not same_columns(*edges):
        return False
    said = [fold(cell) for cell in top if cell]
    if 2 * sum(cell in _HEADER_WORDS for cell in said) >= len(said) > 0:
        return False
    below = _Open("", (0,) * len(top), 0).more([row for row in block[1:] if not is_separator(row)])
    told = False
    for column, cell in enumerate(top):
        above = share(table.figures[column], table.rows)
        under = share(below.figures[column], below.rows)
        if bool(_FIGURE.search(cell)):
            if above >= _OFTEN:
                told = True
        elif cell and above >= _OFTEN and (under >= _OFTEN or not below.rows):
            return False
    return told or any(edges) or all(share(n, table.rows) < _OFTEN for n in table.figures)


def _continues(before: str, after: str) -> bool:
    """Whether a sentence runs over the page break."""
    last = before.rstrip().rsplit("\n", 1)[-1]
    first = after.lstrip().split("\n", 1)[0]
    if not last or not first or is_row(last) or last.startswith(("#", "![")) or is_closed(last):
        return False
    return (
        not begins_item(first)
        and page_number(last) is None
        and (first[0].islower() or not first[0].isascii())
    )
