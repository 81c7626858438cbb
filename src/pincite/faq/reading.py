"""An FAQ table or list, as rows: what each says, which fields it gives, and why one cannot be read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.core.errors import InvalidInput
from pincite.faq.cells import SPLITTERS, read_strategy, read_switch, split_cell
from pincite.faq.entry import AnswerStrategy, FaqEntry, tidy
from pincite.faq.headers import field_of, find_header
from pincite.faq.notes import Note, note

MOST_ROWS = 100_000
"""Of one import; each entry is a document of its base."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file; ``number`` as its program shows it, from 1, or the place in a JSON list."""

    number: int
    entry: FaqEntry
    """Tidied, not checked."""
    given: frozenset[str] = frozenset()
    """Fields that the file has a column for: an update leaves the others as they are."""
    errors: tuple[Note, ...] = ()
    """Why it cannot be used."""
    sheet: str = ""
    """Name of the sheet, where a file has several."""


@dataclass(frozen=True, slots=True)
class Table:
    """All rows of a file."""

    rows: tuple[Row, ...]
    ignored: tuple[str, ...] = ()
    """Columns that no field is called like."""
    broken: Note | None = None
    """Why nothing behind the last row could be read."""


@dataclass(slots=True)
class Grid:
    """Cells of one sheet, as text."""

    rows: list[list[str]]
    sheet: str = ""
    first: int = 1
    """Number of the first row."""
    broken: Note | None = None


def read_grids(grids: Sequence[Grid]) -> Table:
    """The rows of every grid that has a header; the others are no FAQ.

    Raises:
        InvalidInput: none has.
    """
    rows: list[Row] = []
    ignored: dict[str, None] = {}
    broken: Note | None = None
    found = False
    named = sum(bool(grid.rows) for grid in grids) > 1
    for grid in grids:
        header = find_header(grid.rows)
        if header is None:
            broken = broken or grid.broken
            continue
        found = True
        position, fields = header
        names = grid.rows[position]
        ignored |= {
            name.strip(): None
            for name, field in zip(names, fields, strict=True)
            if not field and name.strip()
        }
        for offset, cells in enumerate(grid.rows[position + 1 :], start=position + 1):
            if any(cell.strip() for cell in cells):
                rows.append(_row(grid.first + offset, cells, fields, grid.sheet if named else ""))
        broken = broken or grid.broken
    if not found:
        seen = next((row for grid in grids for row in grid.rows if any(row)), [])
        raise InvalidInput(
            "No row names the columns of an FAQ"
            + (f"; the first row is {', '.join(filter(None, seen))[:200]!r}." if seen else "."),
            hint="Name a column for the question (질문, 问题, question) and one for the answer "
            "(답변, 答案, answer).",
        )
    _limit(rows)
    return Table(tuple(rows), tuple(ignored), broken)


def read_objects(loaded: Any) -> Table:
    """The entries of a parsed JSON text: a list of objects, or an object with one list in it.

    Raises:
        InvalidInput: it is neither.
    """
    if isinstance(loaded, dict):
        lists = [value for value in loaded.values() if isinstance(value, list)]
        if len(lists) == 1 and not any(field_of(key) for key in loaded):
            loaded = lists[0]
        elif any(field_of(key) for key in loaded):
            loaded = [loaded]
    if not isinstance(loaded, list):
        raise InvalidInput(
            "The JSON holds no list of entries.", hint='Write [{"question": "…", "answers": ["…"]}].'
        )
    ignored: dict[str, None] = {}
    rows = []
    for number, item in enumerate(loaded, start=1):
        if isinstance(item, dict):
            ignored |= {str(key): None for key in item if field_of(str(key)) is None}
        rows.append(_object(number, item))
    _limit(rows)
    return Table(tuple(rows), tuple(ignored))


def _limit(rows: Sequence[Row]) -> None:
    if len(rows) > MOST_ROWS:
        raise InvalidInput(f"The file has {len(rows):,} rows; the limit is {MOST_ROWS:,}.", hint="Split it.")


def _row(number: int, cells: Sequence[str], fields: Sequence[str | None], sheet: str) -> Row:
    values = _Values()
    for cell, name in zip(cells, fields, strict=False):
        if name is not None:
            values.put(name, cell, split_cell(name, cell) if name in SPLITTERS else (cell,))
    if any(cell.strip() for cell in cells[len(fields) :]):
        values.errors.append(note("many_cells", length=len(cells), limit=len(fields)))
    return values.row(number, sheet)


def _object(number: int, item: Any) -> Row:
    if not isinstance(item, Mapping):
        return Row(number, FaqEntry(""), errors=(note("no_object"),))
    values = _Values()
    for key, value in item.items():
        name = field_of(str(key))
        if name is None or value is None:
            continue
        listed = value if isinstance(value, list) else [value]
        if not all(isinstance(part, str | int | float | bool) for part in listed):
            values.errors.append(note("no_text", name=key))
            continue
        texts = tuple(str(part) for part in listed)
        if name not in SPLITTERS and len(texts) != 1:
            values.errors.append(note("one_value", name=key))
            continue
        values.put(name, texts[0] if texts else "", texts)
    return values.row(number)


@dataclass(slots=True)
class _Values:
    """The fields of one row while it is read."""

    entry: FaqEntry = field(default_factory=lambda: FaqEntry(""))
    given: set[str] = field(default_factory=set)
    errors: list[Note] = field(default_factory=list)

    def put(self, name: str, text: str, parts: tuple[str, ...]) -> None:
        entry = self.entry
        if name in SPLITTERS:
            self.entry = _with(entry, name, (*getattr(entry, name), *parts))
        elif name == "standard" and entry.standard.strip():
            # A second question column holds further ways to ask.
            name = "similar"
            self.entry = replace(entry, similar=(*entry.similar, text))
        elif name == "standard":
            self.entry = replace(entry, standard=text)
        elif not text.strip():
            return
        else:
            name = self._put_choice(name, text.strip())
        self.given.add(name)

    def _put_choice(self, name: str, text: str) -> str:
        if name == "strategy":
            strategy = read_strategy(text)
            if strategy is None:
                self.errors.append(note("no_strategy", text=text))
            else:
                self.entry = replace(self.entry, strategy=AnswerStrategy(strategy))
            return name
        on = read_switch(text)
        if on is None:
            self.errors.append(note("no_switch", text=text))
        elif name == "reply_all":
            self.entry = replace(self.entry, strategy=AnswerStrategy.ALL if on else AnswerStrategy.RANDOM)
        else:
            self.entry = replace(self.entry, enabled=on is (name == "enabled"))
        return "strategy" if name == "reply_all" else "enabled"

    def row(self, number: int, sheet: str = "") -> Row:
        return Row(number, tidy(self.entry), frozenset(self.given), tuple(self.errors), sheet)


def _with(entry: FaqEntry, name: str, values: tuple[str, ...]) -> FaqEntry:
    match name:
        case "similar":
            return replace(entry, similar=values)
        case "negative":
            return replace(entry, negative=values)
        case "answers":
            return replace(entry, answers=values)
        case _:
            return replace(entry, tags=values)
