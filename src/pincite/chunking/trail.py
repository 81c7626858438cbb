"""The headings in force at a place, outermost first."""

from dataclasses import dataclass, field

_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """``rank`` is 0 for a heading without a clause number; `pincite.chunking.clauses` names the others."""

    level: int
    rank: int
    label: str
    hashes: int = 0
    """Of the line itself, 0 for a plain one; ``level`` may lie deeper."""
    family: str = ""
    """What is numbered together, where parts may lie in one another (1.1 in 1), else empty."""
    number: tuple[int, ...] = ()
    """``(1, 1)`` for Section 1.1."""

    def ends(self, entry: "Entry") -> bool:
        """Whether this clause mark closes ``entry``, an open one. Marks of one family nest by their
        numbers where those are decimal, and else by their hashes where those differ."""
        if not self.family or self.family != entry.family:
            return entry.rank >= self.rank
        above, below = entry.number, self.number
        if len(below) > len(above):
            return below[: len(above)] != above
        if self.hashes and entry.hashes and (below == above or len(above) == 1):
            return entry.hashes >= self.hashes
        return True


@dataclass(slots=True)
class Trail:
    """A stack of headings.

    Markdown headings compare by level, clause marks by rank, so a chapter and its articles keep their order
    even where a converter printed all of them at one level (HD-04, HD-08).
    """

    entries: list[Entry] = field(default_factory=list)

    def push(
        self,
        level: int,
        label: str,
        rank: int = 0,
        *,
        marked: bool = True,
        family: str = "",
        number: tuple[int, ...] = (),
    ) -> None:
        """Opens a heading and closes what it ends. ``marked`` is False for a plain line, whose level is
        then one below what stays open, and at least ``level``. ``family`` and ``number`` as in `Entry`."""
        opened = Entry(level, rank, label, level if marked else 0, family, number)
        keep = len(self.entries)
        for index, entry in enumerate(self.entries):
            if rank and entry.rank:
                closes = opened.ends(entry)
            elif rank and not marked:
                closes = False
            else:
                closes = entry.level >= level
            if closes:
                keep = index
                break
        del self.entries[keep:]
        if rank and self.entries:
            level = max(level, self.entries[-1].level + 1)
        level = min(level, _DEEPEST)
        if level != opened.level:
            opened = Entry(level, rank, label, opened.hashes, family, number)
        self.entries.append(opened)

    def holds(self, rank: int) -> bool:
        """True when a clause mark of at least this rank is open."""
        return any(entry.rank >= rank for entry in self.entries)

    def hashes(self) -> str:
        """``## 제2장 보험금의 지급\\n### 제43조(보험금의 지급)``"""
        return "\n".join(f"{'#' * entry.level} {entry.label}" for entry in self.entries)

    def plain(self) -> str:
        """``제2장 보험금의 지급 > 제43조(보험금의 지급)``"""
        return " > ".join(entry.label for entry in self.entries)


def shared_trail(first: str, second: str) -> str:
    """The leading lines that two trails have in common."""
    common: list[str] = []
    for a, b in zip(first.split("\n"), second.split("\n"), strict=False):
        if a != b:
            break
        common.append(a)
    return "\n".join(common)


def is_below(trail: str, above: str) -> bool:
    """True when ``above`` is the trail itself or begins it."""
    return not above or trail == above or trail.startswith(above + "\n")


def deepened(trail: str, labels: tuple[str, ...]) -> str:
    """The trail of an article with the paragraph, item and sub-item below it."""
    level = level_of(trail.rpartition("\n")[2])
    lines = [f"{'#' * min(level + depth, _DEEPEST)} {label}" for depth, label in enumerate(labels, 1)]
    return "\n".join([trail, *lines])


def level_of(line: str) -> int:
    """Hashes of a line of a trail, 0 without."""
    return len(line) - len(line.lstrip("#"))


def merge_trails(parent: str, child: str) -> str:
    """The trail of a child below its parent's, no line twice: the child's headings close what they end in
    the parent's as they would in one document (PC-07)."""
    merged = parent.split("\n") if parent else []
    for line in (line.strip() for line in child.split("\n") if child.strip()):
        level = level_of(line)
        for index, above in enumerate(merged):
            if above.strip() == line or level_of(above.strip()) >= level > 0:
                del merged[index:]
                break
        merged.append(line)
    return "\n".join(merged)
