"""All structural lines of a document: Markdown headings and clause marks, each with its trail."""

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from pincite.chunking.clauses import ANNEX, ARTICLE, Mark, follows_loosely, is_next, match_clause
from pincite.chunking.fences import covers
from pincite.chunking.graphemes import floor
from pincite.chunking.setext import Underlined, find_setext
from pincite.chunking.trail import Trail

_CANDIDATE: Final = re.compile(
    r"\n(?:(#{1,6})[ \t]+(?=\S)"
    r"|[ \t\u3000]*+(?:\*\*|__)?[ \t]*+"
    r"(?=제\s{0,2}[0-9０-９〇-龥]|第|附"
    r"|[\[【<〈(（]?[ \t]{0,4}(?:부[ \t]{0,3}칙|별[ \t]?[표지첨]|부[ \t]?표|서식|붙임)"
    r"|(?:Article|ARTICLE|Section|SECTION|Rule|RULE|Clause|CLAUSE|Chapter|CHAPTER|Part|PART|Title|TITLE"
    r"|Appendix|APPENDIX|Annex|ANNEX|Schedule|SCHEDULE|Exhibit|EXHIBIT|Artikel|Abschnitt|Kapitel|Teil)\s))"
)
"""Begins with a line end, which the engine finds far faster than it tries every place for a line start."""
_CLOSING_HASHES: Final = re.compile(r"[ \t]+#+[ \t]*\Z")
_FRONT_MATTER: Final = re.compile(
    r"^---[ \t]*\n(?:[\w.-]+:[^\n]*\n|[ \t]+[^\n]*\n){1,40}---[ \t]*\n\s*\Z", re.MULTILINE
)
_FRONT_MATTER_REACH: Final = 1000
"""Characters looked back from a heading for the metadata block of the file it begins."""
_EMPHASIS: Final = re.compile(r"\*\*|__")
_LOOK_BACK: Final = 200
"""Characters in which the end of the line before is looked for."""
_LABEL_LIMIT: Final = 160
"""Characters of a label in a trail; converters sometimes mark whole paragraphs as headings."""
_CLAUSE_LINE_LIMIT: Final = 400
"""Characters of a line that are looked at; a mark and its title are shorter."""
_ENDS_SENTENCE: Final = frozenset(".。!?！？:：;；」』”’\"')）】]>〉|*-=_")
_UNDER_DIVISIONS: Final = ("section", "article", "rule", "clause", "artikel")
"""What English and German books count anew in every chapter; Korean and Chinese statutes count on."""
_EVERYWHERE: Final = (*_UNDER_DIVISIONS, "조", "条", "條")
_TOP_FAMILIES: Final = frozenset(("편", "编", "編", "篇", "部分", "part", "title", "teil"))


@dataclass(frozen=True, slots=True)
class Heading:
    """One structural line."""

    start: int
    """Where its section begins: its line, or the metadata block before it."""
    line_start: int
    line_end: int
    """After the last character of the line, before the newline."""
    body: int
    """Where text after the label begins; ``line_end`` when the line is all label."""
    level: int
    """Hashes of a Markdown heading, 0 for a plain line."""
    rank: int
    language: str
    within_article: bool
    """It lies below an article, and is no mark itself."""
    trail: str
    """The trail in force after this line, itself included."""
    depth: int
    """How many headings the trail names."""

    @property
    def is_article(self) -> bool:
        return self.rank >= ARTICLE


@dataclass(frozen=True, slots=True)
class Outline:
    headings: tuple[Heading, ...]
    length: int
    """Characters of the text."""

    def at(self, position: int) -> str:
        """The trail in force at a position, a heading that begins there included."""
        heading = self.heading_at(position)
        return heading.trail if heading else ""

    def heading_at(self, position: int) -> Heading | None:
        """The last heading that begins at or before a position."""
        index = bisect_right(self.headings, position, key=attrgetter("start")) - 1
        return self.headings[index] if index >= 0 else None

    def end_of(self, heading: Heading) -> int:
        """Where the next section begins, or the text ends."""
        index = bisect_right(self.headings, heading.start, key=attrgetter("start"))
        return self.headings[index].start if index < len(self.headings) else self.length

    def within(self, start: int, end: int) -> tuple[Heading, ...]:
        """The headings whose sections begin in ``[start, end)``."""
        first = bisect_left(self.headings, start, key=attrgetter("start"))
        return self.headings[first : bisect_left(self.headings, end, key=attrgetter("start"))]


class _Line(NamedTuple):
    start: int
    end: int
    level: int
    text: str
    offset: int
    mark: Mark | None


def read_outline(text: str, protected: Sequence[tuple[int, int]] = ()) -> Outline:
    """Reads the structure of a document in one pass. What lies in a protected span (code, formulas) is no
    structure; the spans are disjoint and in order."""
    lines = _structural_lines(text, protected)
    ranks = _english_ranks(lines)
    stack = Trail()
    headings: list[Heading] = []
    for line in lines:
        mark = line.mark
        rank = ranks.get(mark.family, mark.rank) if mark else 0
        within = rank == 0 and stack.holds(ARTICLE)
        label = line.text[: mark.label_end] if mark and not line.level else line.text
        level = line.level or (_plain_level(mark.family, rank) if mark else 0)
        family, number = _nesting(mark)
        stack.push(level, _clean(label), rank, marked=line.level > 0, family=family, number=number)
        body = line.end
        if mark and not line.level and mark.label_end < len(line.text):
            body = line.offset + mark.label_end
        headings.append(
            Heading(
                start=_section_start(text, line.start),
                line_start=line.start,
                line_end=line.end,
                body=body,
                level=line.level,
                rank=rank,
                language=mark.language if mark else "",
                within_article=within and stack.holds(ARTICLE),
                trail=stack.hashes(),
                depth=len(stack.entries),
            )
        )
    return Outline(tuple(headings), len(text))


def _structural_lines(text: str, protected: Sequence[tuple[int, int]]) -> list[_Line]:
    lines: list[_Line] = []
    last: dict[str, tuple[int, ...]] = {}
    previous_end = -1
    for start, offset, end, level, content in _candidates(text):
        if protected and covers(protected, start):
            continue
        if "**" in content or "__" in content:
            content = _EMPHASIS.sub("  ", content)
            content = content.strip() if level else content.rstrip()
        mark = match_clause(content, heading=level > 0) if content else None
        if not level and (mark is None or not _believable(text, start, previous_end, mark, last)):
            continue
        if mark is not None:
            _count(mark, last)
        lines.append(_Line(start, end, level, content, offset, mark))
        previous_end = end if level or (mark and mark.label_end == len(content)) else -1
    return lines


def _candidates(text: str) -> Iterator[tuple[int, int, int, int, str]]:
    """Lines that may be structure, in order: start, start of what they say, end, level, what they say."""
    underlined = deque(find_setext(text))
    for match in _CANDIDATE.finditer("\n" + text):
        start, offset = match.start(), match.end() - 1
        while underlined and underlined[0].start < start:
            yield _underlined(underlined.popleft())
        if underlined and underlined[0].start == start:
            continue
        end = text.find("\n", offset)
        end = len(text) if end < 0 else end
        level = len(match.group(1) or "")
        content = text[offset : end if level else min(end, offset + _CLAUSE_LINE_LIMIT)].rstrip(" \t\r\u3000")
        yield start, offset, end, level, _CLOSING_HASHES.sub("", content) if level else content
    yield from map(_underlined, underlined)


def _underlined(line: Underlined) -> tuple[int, int, int, int, str]:
    return line.start, line.start, line.end, line.level, line.title


def _believable(
    text: str, start: int, previous_end: int, mark: Mark, last: dict[str, tuple[int, ...]]
) -> bool:
    """Weighs a plain line: its form, the end of the line before, and the count so far."""
    known = last.get(mark.family)
    window = text[max(0, start - _LOOK_BACK) : start]
    before = window.rstrip()
    closed = (
        not before
        or start - 1 == previous_end
        or before[-1] in _ENDS_SENTENCE
        or window.count("\n", len(before)) > 1
    )
    if mark.certain:
        return closed or follows_loosely(mark.number, known)
    if closed:
        return known is None or mark.number > known or mark.number[0] <= 1
    return known is not None and is_next(mark.number, known)


def _count(mark: Mark, last: dict[str, tuple[int, ...]]) -> None:
    last[mark.family] = mark.number
    restarted = _EVERYWHERE if mark.rank == ANNEX else _UNDER_DIVISIONS if mark.rank < ARTICLE else ()
    for family in restarted:
        last.pop(family, None)


def _english_ranks(lines: list[_Line]) -> dict[str, int]:
    """English rule books nest Article, Section, Rule and Clause as they like: the first to occur is the
    outermost (NFL: rule, section, article; a constitution: article, section)."""
    ranks: dict[str, int] = {}
    for line in lines:
        if line.mark and line.mark.language in ("en", "de") and line.mark.rank == ARTICLE:
            ranks.setdefault(line.mark.family, ARTICLE + len(ranks))
    return ranks


def _nesting(mark: Mark | None) -> tuple[str, tuple[int, ...]]:
    """Family and number of a mark that may lie in another of its family, as English and German ones do."""
    if mark is None or mark.language not in ("en", "de"):
        return "", ()
    return mark.family, mark.number if mark.number[1] or len(mark.number) > 2 else mark.number[:1]


def _section_start(text: str, start: int) -> int:
    before = text[max(0, start - _FRONT_MATTER_REACH) : start]
    if not before.rstrip().endswith("\n---"):
        return start
    match = _FRONT_MATTER.search(before)
    return start - len(before) + match.start() if match else start


def _plain_level(family: str, rank: int) -> int:
    """The least level of a plain line: parts 1, chapters and annexes 2, articles 3."""
    return 3 if rank >= ARTICLE else 1 if family in _TOP_FAMILIES else 2


def _clean(label: str) -> str:
    label = " ".join(label.strip("*_ \t").split())
    return label if len(label) <= _LABEL_LIMIT else label[: floor(label, _LABEL_LIMIT, 0)].rstrip()
