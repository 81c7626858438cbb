"""All structural lines of a document: Markdown headings and clause marks, each with its trail."""

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from pincite.chunking.clauses import ANNEX, ARTICLE, Mark, match_clause
from pincite.chunking.clauses_model import BLANKS, TITLE_LIMIT
from pincite.chunking.clauses_weighing import Line, believed
from pincite.chunking.fences import covers
from pincite.chunking.graphemes import floor
from pincite.chunking.setext import Underlined, find_setext
from pincite.chunking.trail import Trail

_CANDIDATE: Final = re.compile(
    r"\n(?:\ufeff?(#{1,6})[ \t]+(?=\S)"
    r"|[ \t\u3000\v\xa0\u2000-\u200b\u202f\ufeff]*+(?:\*\*|__)?[ \t]*+"
    rf"(?=제{BLANKS}[0-9０-９〇-龥]|第|附|§\s{{0,3}}[0-9]|[■▣□][^\S\n]*[^\n\[【]{{0,60}}[\[【]"
    rf"|[\[【<〈(（]?{BLANKS}(?:부{BLANKS}[칙표]|별{BLANKS}[표지첨]|서{BLANKS}식|붙{BLANKS}임)"
    r"|(?:Article|ARTICLE|Section|SECTION|Sect?\.|SECT?\.|Rule|RULE|Clause|CLAUSE|Chapter|CHAPTER|Part|PART"
    r"|Title|TITLE"
    r"|Appendix|APPENDIX|Annex|ANNEX|Schedule|SCHEDULE|Exhibit|EXHIBIT|Artikel|Abschnitt|Kapitel|Teil)\s))"
)
"""Begins with a line end, which the engine finds far faster than it tries every place for a line start."""
_CLOSING_HASHES: Final = re.compile(r"(?<![ \t])[ \t]++#++[ \t]*+\Z")
"""Tried once a run of blanks, of which a line may hold a million."""
_FRONT_MATTER: Final = re.compile(
    r"^---[ \t]*\n(?:[\w.-]+:[^\n]*\n|[ \t]+[^\n]*\n){1,40}---[ \t]*\n\s*\Z", re.MULTILINE
)
_FRONT_MATTER_REACH: Final = 1000
"""Characters looked back from a heading for the metadata block of the file it begins."""
_EMPHASIS: Final = re.compile(r"\*\*|__")
_LABEL_LIMIT: Final = 160
"""Characters of a label in a trail; converters sometimes mark whole paragraphs as headings."""
_CLAUSE_LINE_LIMIT: Final = 400
"""Characters of a line that are looked at; a mark and its title are shorter."""
_NUMBER_ALONE: Final = re.compile(
    rf"(?:[제第]{BLANKS}\S{{1,7}}{BLANKS}(?:편|장|절|관|分?[编編]|篇|部分|章|节|節)|[A-Za-z]+\s+\S{{1,8}}?)[.:]?"
)
_TITLE_LINE: Final = re.compile(rf"\s*(\S[^\n]{{0,{TITLE_LIMIT - 1}}}(?<=\S))(?=\s*\Z)")
_TITLE_ENDS: Final = frozenset(".。!！?？;；,，:：|")
"""What a title below its number does not end with."""
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


def go_on() -> None:
    """Never stops."""


def read_outline(
    text: str, protected: Sequence[tuple[int, int]] = (), check: Callable[[], None] = go_on
) -> Outline:
    """Reads the structure of a document in one pass. What lies in a protected span (code, formulas) is no
    structure; the spans are disjoint and in order. ``check`` is called once a line of structure."""
    lines = _structural_lines(text, protected, check)
    ranks = _english_ranks(lines)
    stack = Trail()
    headings: list[Heading] = []
    for line, following in zip(lines, [*lines[1:], None], strict=False):
        check()
        mark = line.mark
        rank = _rank(mark, ranks)
        within = rank == 0 and stack.holds(ARTICLE)
        label, body = _label(line)
        if following and 0 < rank < _rank(following.mark, ranks):
            title = _title_below(text, line, following)
            label, body = (f"{label} {title.group(1)}", title.end()) if title else (label, body)
        level = line.level or (_plain_level(mark.family, rank) if mark else 0)
        family, number = _nesting(mark)
        stack.push(level, _clean(label), rank, marked=line.level > 0, family=family, number=number)
        headings.append(
            Heading(
                start=line.offset if line.inner else _section_start(text, line.start),
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


def _structural_lines(
    text: str, protected: Sequence[tuple[int, int]], check: Callable[[], None]
) -> list[Line]:
    lines: list[Line] = []
    for start, offset, end, level, content in _candidates(text):
        check()
        if protected and covers(protected, start):
            continue
        if "**" in content or "__" in content:
            content = _EMPHASIS.sub("  ", content)
            content = content.strip() if level else content.rstrip()
        mark = match_clause(content, heading=level > 0) if content else None
        if level or mark is not None:
            lines.append(Line(start, end, level, content, offset, mark))
        if mark is not None and mark.rank == ANNEX and mark.label_end < len(content):
            lines += _inner(lines[-1], mark)
    return believed(text, lines)


def _inner(line: Line, annex: Mark) -> Iterator[Line]:
    """The first article of a supplement on the line of its title: 부칙 제1조(시행일) 이 조례는 …"""
    rest = line.text[annex.label_end :].lstrip()
    mark = match_clause(rest)
    if mark is not None and mark.rank == ARTICLE:
        yield Line(line.start, line.end, 0, rest, line.offset + len(line.text) - len(rest), mark, inner=True)


def _candidates(text: str) -> Iterator[tuple[int, int, int, int, str]]:
    """Lines that may be structure, in order: start, start of what they say, end, level, what they say."""
    text = text.replace("\f", "\n")
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
        content = text[offset : end if level else min(end, offset + _CLAUSE_LINE_LIMIT)].rstrip()
        yield start, offset, end, level, _CLOSING_HASHES.sub("", content) if level else content
    yield from map(_underlined, underlined)


def _underlined(line: Underlined) -> tuple[int, int, int, int, str]:
    return line.start, line.start, line.end, line.level, line.title


def _label(line: Line) -> tuple[str, int]:
    """What a line adds to the trail, and where the text after that begins."""
    mark = line.mark
    if mark is None or line.level:
        return line.text, line.end
    bare = mark.label_end == len(line.text)
    return line.text[mark.label_start : mark.label_end], line.end if bare else line.offset + mark.label_end


def _title_below(text: str, line: Line, following: Line) -> re.Match[str] | None:
    """A title alone between a number and what lies below that: ARTICLE I, DEFINITIONS, Section 1.01."""
    if not _NUMBER_ALONE.fullmatch(line.text):
        return None
    title = _TITLE_LINE.match(text, line.end, following.start)
    return None if title is None or title.group(1)[-1] in _TITLE_ENDS else title


def _rank(mark: Mark | None, ranks: dict[str, int]) -> int:
    return ranks.get(mark.family, mark.rank) if mark else 0


def _english_ranks(lines: list[Line]) -> dict[str, int]:
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
