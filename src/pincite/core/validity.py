"""When a document is in force, and which document takes the place of which (ADR 0008). Pure.

Days are civil days; both ends of a validity are included, and an end that is None is open.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from pincite.core.edition_names import bare_names
from pincite.core.errors import InvalidInput

_DAY = timedelta(days=1)
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SERIES = 12
"""Open-ended documents of one name from which they are a series (minutes, notices) and no editions."""


@dataclass(frozen=True, slots=True)
class Span:
    """Days that somebody asks about, both ends included; one day where both are the same."""

    first: date
    last: date

    @classmethod
    def of(cls, day: date) -> "Span":
        return cls(day, day)

    def __str__(self) -> str:
        """ISO 8601: a day, or an interval."""
        return str(self.first) if self.first == self.last else f"{self.first}/{self.last}"


@dataclass(frozen=True, slots=True)
class Validity:
    """From which to which day something is in force."""

    first: date | None = None
    last: date | None = None

    @property
    def is_open(self) -> bool:
        """No day is known: it is always in force."""
        return self.first is None and self.last is None

    def meets(self, span: Span) -> bool:
        """Whether it is in force on any day of ``span``."""
        return (self.first is None or self.first <= span.last) and (
            self.last is None or span.first <= self.last
        )

    def __str__(self) -> str:
        """``2022-01-01 – 2023-12-31``; an open end is left out, and nothing is said of what is always so.

        >>> str(Validity(date(2024, 1, 1)))
        '2024-01-01 –'
        """
        if self.is_open:
            return ""
        return f"{self.first or ''} – {self.last or ''}".strip()


ALWAYS = Validity()


@dataclass(frozen=True, slots=True)
class Edition:
    """A document with the days that were set for it and the document that it takes the place of."""

    id: str
    name: str
    own: Validity = ALWAYS
    supersedes: str | None = None
    live: bool = True
    """It can be searched. One that failed or is not ready yet closes nothing."""
    title: str = ""

    def bare_names(self) -> tuple[str, ...]:
        """File name and title without what tells one edition from another, and without the ending."""
        return bare_names(self._stems())

    def loose_names(self) -> tuple[str, ...]:
        """The same without a letter at the end too. That may as well tell one product from another, so it
        counts only where the texts are alike."""
        return bare_names(self._stems(), loose=True)

    def _stems(self) -> tuple[str, str]:
        return self.name.rpartition(".")[0] or self.name, self.title


class Editions:
    """The dated documents of some bases. All others are always in force."""

    def __init__(self, editions: Iterable[Edition] = (), alike: Iterable[tuple[str, str]] = ()) -> None:
        """``alike`` are those of `rivals` whose texts are much the same."""
        self._alike = tuple(alike)
        self._known = {edition.id: edition for edition in editions}
        self._newer: dict[str, list[Edition]] = {}
        for edition in self._known.values():
            if edition.supersedes is not None:
                self._newer.setdefault(edition.supersedes, []).append(edition)

    def __bool__(self) -> bool:
        return bool(self._known)

    def __deepcopy__(self, memo: object) -> "Editions":
        """Itself: it never changes, and a question's state is copied for work in parallel."""
        return self

    def get(self, id_: str) -> Edition | None:
        return self._known.get(id_)

    def validity(self, id_: str) -> Validity:
        """The days that were set. Where no last day was, the day before a newer document begins that
        supersedes this one; nothing of this is stored, so it goes when the newer document goes."""
        edition = self._known.get(id_)
        own = edition.own if edition else ALWAYS
        if own.last is not None:
            return own
        begins = [newer.own.first for newer in self._closing(id_) if newer.own.first is not None]
        return Validity(own.first, min(begins) - _DAY) if begins else own

    def superseded_by(self, id_: str) -> str | None:
        """The live document that takes its place; of several the one that begins first."""
        closing = [newer for newer in self._closing(id_) if newer.own.first is not None]
        return min(closing, key=lambda newer: (newer.own.first or date.max, newer.id)).id if closing else None

    def outside(self, span: Span) -> frozenset[str]:
        """Documents in force on no day of ``span``."""
        ids = {*self._known, *self._newer}
        return frozenset(id_ for id_ in ids if not self.validity(id_).meets(span))

    def knowing(self, alike: Iterable[tuple[str, str]]) -> "Editions":
        """The same, with those of `rivals` whose texts are much the same."""
        return Editions(self._known.values(), alike)

    def rivals(self, of: Collection[str] | None = None) -> list[tuple[str, str]]:
        """Older and newer of one title or name that are both in force without an end, and that nobody linked,
        newest first; those of ``of`` alone, where it is given. The texts decide whether they are editions of
        one paper: 약관 may be the title of anything."""
        named: dict[str, list[Edition]] = {}
        wanted = None if of is None else {name for id_ in of for name in self._open_names(id_)}
        if wanted is not None and not wanted:
            return []
        for id_ in self._known:
            for name in self._open_names(id_):
                if wanted is None or name in wanted:
                    named.setdefault(name, []).append(self._known[id_])
        found = {
            (older.id, newer.id): newer.own.first or date.min
            for group in named.values()
            if 1 < len(group) <= _SERIES
            for older in group
            for newer in group
            if (older.own.first or date.min) < (newer.own.first or date.min)
            and newer.supersedes is None
            and (of is None or older.id in of or newer.id in of)
        }
        return sorted(found, key=lambda pair: (found[pair], pair), reverse=True)

    def _open_names(self, id_: str) -> tuple[str, ...]:
        """Nothing for what has no first day, ends, or is not live."""
        edition = self._known.get(id_)
        if edition is None or not edition.live or edition.own.first is None or self.validity(id_).last:
            return ()
        return edition.loose_names()

    def beside(self, id_: str) -> Iterator[tuple[str, str]]:
        """Older and newer editions of one paper, ``id_`` among them, that are in force side by side."""
        return (pair for pair in self._alike if id_ in pair)

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Older and newer: each live document with the nearest live one that it supersedes; where nobody said
        which, with the one of the same name, years and numbers aside, that ends the day before, or else with
        the latest before it that is known to be `alike`."""
        ends: dict[tuple[date, str], str] = {}
        for edition in self._known.values():
            if edition.live and edition.own.last is not None:
                ends.update({(edition.own.last + _DAY, name): edition.id for name in edition.bare_names()})
        for edition in self._known.values():
            if not edition.live:
                continue
            older = self._before(edition)
            if older is None and edition.supersedes is None and edition.own.first is not None:
                named = (ends.get((edition.own.first, name)) for name in edition.bare_names())
                older = next((id_ for id_ in named if id_ is not None and id_ != edition.id), None)
                older = older or self._latest_alike(edition.id)
            if older is not None:
                yield older, edition.id

    def _latest_alike(self, id_: str) -> str | None:
        before = [older for older, newer in self._alike if newer == id_ and older in self._known]
        return max(before, key=lambda older: (self._known[older].own.first or date.min, older), default=None)

    def check(self, edition: Edition) -> None:
        """Whether ``edition`` may be stored beside the others, in the place of what is known under its id.

        Raises:
            InvalidInput: its days contradict each other or those of its neighbours.
        """
        own = edition.own
        if own.first is not None and own.last is not None and own.first > own.last:
            raise InvalidInput(
                f"{edition.name} would end ({own.last}) before it begins ({own.first}).",
                hint="effective_to is the last day on which it is in force.",
            )
        if edition.supersedes is not None:
            self._check_older(edition, edition.supersedes)
        for newer in self._newer.get(edition.id, ()):
            if newer.id != edition.id:
                _check_order(edition, newer)

    def _check_older(self, edition: Edition, older_id: str) -> None:
        if older_id == edition.id:
            raise InvalidInput(f"{edition.name} cannot supersede itself.")
        seen = {edition.id}
        step: str | None = older_id
        while step is not None:
            if step in seen:
                raise InvalidInput(
                    f"{edition.name} would supersede a document that supersedes it.",
                    hint="Look at what supersedes what; the newer one names the older.",
                )
            seen.add(step)
            step = self._known[step].supersedes if step in self._known else None
        if (older := self._known.get(older_id)) is not None:
            _check_order(older, edition)

    def _closing(self, id_: str, seen: frozenset[str] = frozenset()) -> list[Edition]:
        """Live documents that take its place, through those between that are not live."""
        found: list[Edition] = []
        for newer in self._newer.get(id_, ()):
            if newer.live:
                found.append(newer)
            elif newer.id not in seen:
                found += self._closing(newer.id, seen | {id_})
        return found

    def _before(self, edition: Edition) -> str | None:
        older, seen = edition.supersedes, {edition.id}
        while older is not None and older not in seen:
            known = self._known.get(older)
            if known is None or known.live:
                return older
            seen.add(older)
            older = known.supersedes
        return None


def _check_order(older: Edition, newer: Edition) -> None:
    """A newer document begins after the older one, else the older would never have been in force."""
    first, before = newer.own.first, older.own.first
    if first is not None and before is not None and first <= before:
        raise InvalidInput(
            f"{newer.name} begins on {first} and cannot supersede {older.name}, which begins on {before}.",
            hint="The newer document begins at least one day later.",
        )


def read_day(value: date | str) -> date:
    """A day as programs write it: ``2024-01-31``.

    Raises:
        InvalidInput: it is no day of the calendar in this form.
    """
    if isinstance(value, date):
        # A datetime is a date too; of it only the day counts.
        return date(value.year, value.month, value.day)
    try:
        # fromisoformat alone would take 20240131 and 2024-W05-3 as well.
        if not _ISO_DAY.fullmatch(value.strip()):
            raise ValueError(value)
        return date.fromisoformat(value.strip())
    except ValueError:
        raise InvalidInput(
            f"{value!r} is no day.", hint="Write it as year, month and day: 2024-01-31."
        ) from None
