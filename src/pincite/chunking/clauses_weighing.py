"""Which of the lines that may open a part do: what stands around them, and the count that they are in.

Marks whose form leaves doubt are weighed last: a line that begins "제8조 제1항에 따라" between the seventh
and the ninth article is the eighth if no better one is, and a mention everywhere else.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from pincite.chunking.clauses_model import (
    ANNEX,
    ARTICLE,
    MENTION,
    Mark,
    follows_loosely,
    is_next,
)


class Line(NamedTuple):
    """A line that may be structure: a Markdown heading, a clause mark, or both."""

    start: int
    end: int
    level: int
    """Hashes of a Markdown heading, 0 for a plain line."""
    text: str
    offset: int
    """Where ``text`` begins."""
    mark: Mark | None
    inner: bool = False
    """It stands on the line of the mark before it: 부칙 제1조(시행일) …"""


_LOOK_BACK: Final = 200
"""Characters in which the end of the line before is looked for."""
_ENDS_SENTENCE: Final = frozenset(".。!?！？:：;；」』”’\"')）】]>〉›|*-=_")
_CARRIED_ON: Final = re.compile(r"\n[ \t]*(?:[를을에의은는와과]|및|또는|에서|에는|으?로)[ \t]")
"""A line that goes on in the middle of a Korean word: the line above was no title."""
_CARRIED_ON_CHINESE: Final = re.compile(
    r"\n[^\S\n]*(?:[的，、。；）和与與或及等]|中(?:的|所|规|規|有关|有關|对|對)|之(?:规|規|外|日|前|后|後)|所[列称稱述指]|规定|規定)"
)
"""The same of a Chinese sentence; after a full stop a line may begin with any of these."""
_UNDER_DIVISIONS: Final = ("section", "article", "rule", "clause", "artikel")
"""What English and German books count anew in every chapter; Korean and Chinese statutes count on."""
_EVERYWHERE: Final = (*_UNDER_DIVISIONS, "조", "条", "條")
_COUNTED_ON: Final = frozenset(("ko", "zh"))

_ENTRIES: Final = 3
"""Labels in a row, without text of their own, from which a list of them is a table of contents."""
_NO_TEXT: Final = re.compile(r"[\s0-9.·…‥_|*-]*")
"""Between two entries there are page numbers and leaders at most."""
_LETTERS: Final = re.compile(r"[\W_]+")
_PAGE: Final = re.compile(r"\s+[0-9]{1,4}\s*\Z")
_SAME_NUMBER: Final = 8
"""Later labels of a number that are compared with an entry; more would make long lists slow."""


def believed(text: str, lines: Sequence[Line]) -> list[Line]:
    """The lines that open a part, in order. Headings always stand; entries of a table of contents go."""
    count = _Count(text)
    kept = [line for line, ahead in zip(lines, _look_ahead(lines), strict=True) if count.takes(line, ahead)]
    return _without_contents(text, kept)


class _Ahead(NamedTuple):
    """What comes next in the family: number and doubt of the next mark, number of the next clear one."""

    following: tuple[int, ...] | None
    doubt: int
    firm: tuple[int, ...] | None


_ALONE: Final = _Ahead(None, 0, None)


def _look_ahead(lines: Sequence[Line]) -> list[_Ahead]:
    """For every line what is ahead of it; counts that begin anew are another family."""
    found = [_ALONE] * len(lines)
    open_families: dict[str, _Ahead] = {}
    for index in range(len(lines) - 1, -1, -1):
        mark = lines[index].mark
        if mark is None:
            continue
        ahead = found[index] = open_families.get(mark.family, _ALONE)
        firm = ahead.firm if mark.doubt else mark.number
        open_families[mark.family] = _Ahead(mark.number, mark.doubt, firm)
        for family in _restarted(mark):
            open_families.pop(family, None)
    return found


def _restarted(mark: Mark) -> Iterable[str]:
    """Families that are counted anew after a mark."""
    return _EVERYWHERE if mark.rank == ANNEX else _UNDER_DIVISIONS if mark.rank < ARTICLE else ()


@dataclass(slots=True)
class _Count:
    """How far each family has been counted."""

    text: str
    last: dict[str, tuple[int, ...]] = field(default_factory=dict)
    taken: int = -1
    """Start of the last line that was taken."""
    bare_end: int = -1
    """Its end, where it was all label."""

    def takes(self, line: Line, ahead: _Ahead) -> bool:
        """Whether a line is structure; then it counts."""
        mark = line.mark
        if not line.level and (mark is None or not self._believes(line, mark, ahead)):
            return False
        self.taken = line.start
        self.bare_end = line.end if line.level or (mark and mark.label_end == len(line.text)) else -1
        if mark is not None:
            self.last[mark.family] = mark.number
            for family in _restarted(mark):
                self.last.pop(family, None)
        return True

    def _believes(self, line: Line, mark: Mark, ahead: _Ahead) -> bool:
        """Weighs a plain line: its form, the end of the line before, and the count so far."""
        if line.inner:
            return self.taken == line.start
        known = self.last.get(mark.family)
        closed = self._closed(line.start)
        if mark.doubt:
            return _continues(mark, known, ahead, closed)
        bare = mark.label_end == len(line.text)
        if bare and mark.language == "ko" and _CARRIED_ON.match(self.text, line.end):
            return False
        if bare and mark.language == "zh" and not closed and _CARRIED_ON_CHINESE.match(self.text, line.end):
            return False
        if mark.certain:
            return closed or follows_loosely(mark.number, known)
        if closed:
            return known is None or mark.number > known or mark.number[0] <= 1
        return is_next(mark.number, known) if known else _begins(mark, ahead)

    def _closed(self, start: int) -> bool:
        """Whether the line before ends what it says."""
        window = self.text[max(0, start - _LOOK_BACK) : start]
        before = window.rstrip()
        return (
            not before
            or start - 1 == self.bare_end
            or before[-1] in _ENDS_SENTENCE
            or window.count("\n", len(before)) > 1
        )


def _continues(mark: Mark, known: tuple[int, ...] | None, ahead: _Ahead, closed: bool) -> bool:
    """Whether the count says that a doubtful mark opens: it is next, and no clearer one has its number."""
    if mark.number == ahead.firm or (mark.number == ahead.following and ahead.doubt < mark.doubt):
        return False
    goes_on = _goes_on(mark, ahead)
    clear = mark.doubt < MENTION
    if known is None or (mark.number[0] <= 1 < known[0]):
        alone = known is None and ahead.following is None and mark.number[0] == 1
        if closed:
            return goes_on or (alone and clear and mark.language in _COUNTED_ON)
        return clear and _begins(mark, ahead)
    if not is_next(mark.number, known):
        return False
    if not closed:
        return goes_on
    return goes_on or clear or (ahead.firm is not None and ahead.firm > mark.number)


def _begins(mark: Mark, ahead: _Ahead) -> bool:
    """Whether it is the first of a count that goes on: the line before may be a title without an end."""
    return mark.number[0] == 1 and _goes_on(mark, ahead)


def _goes_on(mark: Mark, ahead: _Ahead) -> bool:
    return ahead.following is not None and is_next(ahead.following, mark.number)


def _without_contents(text: str, lines: list[Line]) -> list[Line]:
    """Drops the entries of tables of contents: marks in a row with nothing between them, three of a kind,
    most of which are said again later."""
    runs = [run for run in _bare_runs(text, lines) if _is_list(lines, run)]
    if not runs:
        return lines
    again = _said_again(lines, {index for run in runs for index in run})
    dropped: set[int] = set()
    for run in runs:
        entries = [index for index in run if index in again]
        if 2 * len(entries) >= len(run) and len(entries) >= _ENTRIES:
            dropped.update(range(entries[0], entries[-1] + 1))
    return [line for index, line in enumerate(lines) if index not in dropped]


def _bare_runs(text: str, lines: list[Line]) -> list[range]:
    """Marks in a row that have no text of their own, as ranges of indices."""
    runs: list[range] = []
    start = 0
    for index, (line, following) in enumerate(pairwise(lines)):
        if line.mark is None or not _NO_TEXT.fullmatch(text, _body(line), following.start):
            if index - start >= _ENTRIES:
                runs.append(range(start, index))
            start = index + 1
    if len(lines) - 1 - start >= _ENTRIES:
        runs.append(range(start, len(lines) - 1))
    return runs


def _body(line: Line) -> int:
    return line.end if line.level or line.mark is None else line.offset + line.mark.label_end


def _is_list(lines: list[Line], run: range) -> bool:
    """Whether marks of one kind follow each other; part, chapter and section above an article do not."""
    families = Counter(mark.family for index in run if (mark := lines[index].mark))
    return max(families.values()) >= _ENTRIES


def _said_again(lines: list[Line], asked: set[int]) -> set[int]:
    """Of the ``asked`` indices those whose mark comes again with the same label, or with less or more."""
    found: set[int] = set()
    later: dict[tuple[str, tuple[int, ...]], deque[str]] = {}
    for index in range(len(lines) - 1, -1, -1):
        mark = lines[index].mark
        if mark is None:
            continue
        label = _LETTERS.sub("", _PAGE.sub("", lines[index].text[: mark.label_end]))
        known = later.setdefault((mark.family, mark.number), deque(maxlen=_SAME_NUMBER))
        if index in asked and any(label.startswith(one) or one.startswith(label) for one in known):
            found.add(index)
        known.appendleft(label)
    return found
