"""What the splitters need to know about a text, read once."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Final

from pincite.chunking.fences import find_fences
from pincite.chunking.formulas import find_formulas
from pincite.chunking.graphemes import breaks_at, floor
from pincite.chunking.html_tables import HtmlTable, find_html_tables
from pincite.chunking.marks import MarkKind, find_marks
from pincite.chunking.outline import Outline, go_on, read_outline
from pincite.chunking.protected import find_protected
from pincite.chunking.raw_html import find_raw_html, join_spans
from pincite.chunking.subclauses import Submarks, read_submarks
from pincite.chunking.tables import Table, caption_ends, find_tables

_BLANKS_AFTER: Final = re.compile(r"[.:：]?(?:[ \t\r]*\n)+|[.:：]?[ \t\u3000]+")


@dataclass(frozen=True, slots=True)
class Layout:
    """A text with its structure, protected spans and tables."""

    text: str
    outline: Outline
    fences: list[tuple[int, int]]
    tables: list[Table]
    spans: list[tuple[int, int]]
    glued: frozenset[int]
    """Places where no cut belongs though a separator ends there: after a heading or a clause title, and
    between a table header and its first row."""
    marks: dict[int, MarkKind]
    """Starts of numbered sections, titles in capitals, rules and footers; lines in code are none."""
    _starts: list[int] = field(repr=False)
    check: Callable[[], None] = field(default=go_on, repr=False)
    """Called once a chunk, so that a person who gives up is not worked for; it raises to stop."""
    _html: tuple[HtmlTable, ...] = field(default=(), repr=False)
    """The longest first."""
    _submarks: dict[int, Submarks] = field(default_factory=dict, repr=False)
    _sized: dict[int, "Layout"] = field(default_factory=dict, repr=False)

    def sized(self, size: int) -> "Layout":
        """The same for chunks of ``size``: an HTML table that is longer is protected row by row, for its row
        is what DESIGN.md section 5 I3 lets be longer than a chunk."""
        longer = bisect_left(self._html, -size, key=lambda table: table.start - table.end)
        if not longer:
            return self
        if longer not in self._sized:
            spans = [*self.spans]
            for table in sorted(self._html[:longer], key=attrgetter("start"), reverse=True):
                index = bisect_right(self._starts, table.start) - 1
                start, end = spans[index]
                if start == floor(self.text, table.start, 0) and end >= table.end:
                    parts = table.spans
                    parts[0], parts[-1] = (start, parts[0][1]), (parts[-1][0], end)
                    spans[index : index + 1] = parts
            starts = [start for start, _ in spans]
            self._sized[longer] = replace(self, spans=spans, _starts=starts, _sized={})
        return self._sized[longer]

    def subclauses_at(self, position: int) -> tuple[str, ...]:
        """The paragraph, item and sub-item of an article that a position lies in, as far as it has them."""
        heading = self.outline.heading_at(position)
        if heading is None or not heading.is_article or position <= heading.body:
            return ()
        marks = self._submarks.get(heading.start)
        if marks is None:
            end = self.outline.end_of(heading)
            marks = read_submarks(self.text, heading.body, end, heading.language, self.span_around)
            self._submarks[heading.start] = marks
        return marks.at(position)

    def span_around(self, position: int) -> tuple[int, int] | None:
        """The protected span that a cut at ``position`` would tear, or None."""
        index = bisect_left(self._starts, position) - 1
        if index >= 0 and position < self.spans[index][1]:
            return self.spans[index]
        return None

    def spans_within(self, start: int, end: int) -> list[tuple[int, int]]:
        return self.spans[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    def cuttable(self, position: int) -> bool:
        """True when a cut parts nothing that belongs together, and tears neither span nor grapheme."""
        return position not in self.glued and self.whole(position)

    def whole(self, position: int) -> bool:
        """True when a cut tears neither span nor grapheme."""
        return (not self.spans or self.span_around(position) is None) and breaks_at(self.text, position)

    def table_at(self, position: int) -> Table | None:
        """The table whose data rows a piece beginning at ``position`` would continue."""
        index = bisect_right(self.tables, position, key=attrgetter("start")) - 1
        if index < 0:
            return None
        table = self.tables[index]
        return table if table.body <= position < table.end and table.header else None

    def header_at(self, position: int, size: int) -> str:
        """The table header that a piece beginning at ``position`` repeats. One longer than ``size`` is left
        out (reference 002), and so are names that the piece's own first row gives."""
        table = self.table_at(position)
        if table is None or len(table.header) > size:
            return ""
        return "" if table.named_by_first_row and position < table.first_row_end else table.header

    def table_begins(self, start: int, end: int) -> bool:
        """True when a table begins in ``[start, end)``."""
        index = bisect_left(self.tables, start, key=attrgetter("start"))
        return index < len(self.tables) and self.tables[index].start < end


def read_layout(text: str, check: Callable[[], None] = go_on) -> Layout:
    """Reads a text once. ``check`` is called between the steps, and later once a chunk."""
    fences = find_fences(text)
    check()
    tables, rows = find_tables(text, fences)
    check()
    html = sorted(find_html_tables(text, fences), key=lambda table: table.start - table.end)
    if html:
        tables = sorted([*tables, *filter(None, (t.table(text) for t in html))], key=attrgetter("start"))
        rows = [*rows, *((table.start, table.end) for table in html)]
    formulas = find_formulas(text)
    spans = find_protected(text, fences, [*rows, *formulas])
    check()
    raw = find_raw_html(text, spans)
    outline = read_outline(text, join_spans([*spans, *raw]) if raw else spans, check)
    check()
    unread = [*raw, *formulas]
    marks = find_marks(text, join_spans([*fences, *unread]) if unread else fences)
    check()
    glued = {
        place for table in tables if table.header for place in (table.body, *caption_ends(text, table.start))
    }
    for heading in outline.headings:
        if after := _BLANKS_AFTER.match(text, heading.body):
            glued.add(after.end())
    starts = [start for start, _ in spans]
    return Layout(
        text, outline, fences, tables, spans, frozenset(glued), marks, starts, check, _html=tuple(html)
    )
