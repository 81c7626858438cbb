"""Which traces are meant, and their heads in the order of writing or from the newest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import dropwhile, islice

from pincite.core.errors import InvalidInput, NotFound
from pincite.core.validity import read_day
from pincite.observability.traces_files import TraceFiles, days_between
from pincite.observability.traces_lines import FIRST, Trace, head, whole

SHORTEST_ID = 8
"""Letters of an id that name a trace; of a million ids two share as many in one case of a hundred."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Empty means all."""

    tenant: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Exclusive."""
    query_type: str | None = None
    strategy: str | None = None
    risk: Sequence[str] = ()
    refused: bool | None = None
    refusal: str | None = None
    failure: str | None = None
    retried: bool | None = None
    language: str | None = None
    base: str | None = None
    session: str | None = None
    user: str | None = None
    settings: str | None = None
    """The beginning of a fingerprint."""

    def holds(self, trace: Trace) -> bool:
        route = trace.get("route") or {}
        return (
            (self.tenant is None or trace.get("tenant") == self.tenant)
            and (self.query_type is None or route.get("query_type") == self.query_type)
            and (self.strategy is None or route.get("strategy") == self.strategy)
            and (not self.risk or trace.get("risk_level") in self.risk)
            and (self.refused is None or bool(trace.get("is_refusal")) is self.refused)
            and (self.refusal is None or trace.get("refusal") == self.refusal)
            and (self.failure is None or self.failure in trace.get("failure_types", {}))
            and (self.retried is None or bool(trace.get("retries")) is self.retried)
            and (self.language is None or trace.get("language") == self.language)
            and (self.base is None or self.base in trace.get("searched", ()))
            and (self.session is None or trace.get("session_id") == self.session)
            and (self.user is None or trace.get("user") == self.user)
            and (self.settings is None or _fingerprint(trace).startswith(self.settings))
            and self._in_period(trace)
        )

    def _in_period(self, trace: Trace) -> bool:
        if self.since is None and self.until is None:
            return True
        try:
            at = datetime.fromisoformat(trace.get("at", ""))
        except (TypeError, ValueError):
            return False
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


@dataclass(slots=True)
class Damage:
    """Lines that could not be read, of the days that were looked at."""

    lines: int = 0


def heads(files: TraceFiles, selection: Selection, damage: Damage) -> Iterator[Trace]:
    """Of each trace meant, in the order of writing."""
    for day in days_between(selection.since, selection.until, files.days()):
        for place in files.places(day):
            trace = head(*place)
            if trace is None:
                damage.lines += 1
            elif selection.holds(trace):
                yield trace


def newest(
    files: TraceFiles, selection: Selection, *, limit: int | None = None, after: str | None = None
) -> list[Trace]:
    """The traces meant, from the newest on; ``after`` is the id of the last one that was seen."""
    found = _backwards(files, selection)
    if after is not None:
        found = islice(dropwhile(lambda trace: trace["trace_id"] != after, found), 1, None)
    return list(islice(found, limit))


def find(files: TraceFiles, trace_id: str, tenant: str | None = None) -> Trace:
    """The trace of that id, or of the one that begins so.

    Raises:
        NotFound: there is none. InvalidInput: several begin so.
    """
    if len(trace_id) < SHORTEST_ID or not trace_id.isascii():
        raise NotFound(f"There is no trace `{trace_id}`.", hint="`pincite traces list` shows their ids.")
    wanted = FIRST + trace_id.encode()
    lines = [
        data[start:end]
        for day in files.days()
        for data, start, end in files.places(day)
        if data.startswith(wanted, start)
    ]
    found = [trace for line in lines if (trace := whole(line)) is not None]
    held = [trace for trace in found if tenant is None or trace.get("tenant") == tenant]
    if not held:
        raise NotFound(f"There is no trace `{trace_id}`.", hint="`pincite traces list` shows their ids.")
    if len({trace["trace_id"] for trace in held}) > 1:
        raise InvalidInput(f"Several traces begin with `{trace_id}`.", hint="Write more of the id.")
    return held[-1]


def moment(text: str, *, end: bool = False) -> datetime:
    """A day or a moment, in UTC where it names no zone. With ``end`` a day means the midnight after it.

    >>> moment("2026-03-31", end=True).isoformat()
    '2026-04-01T00:00:00+00:00'

    Raises:
        InvalidInput: it is neither.
    """
    try:
        if ":" in text:
            given = datetime.fromisoformat(text.strip())
            return given.astimezone(UTC) if given.tzinfo else given.replace(tzinfo=UTC)
        day = read_day(text)
        return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=end)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(
            f"{text!r} is neither a day nor a moment.", hint="Write 2026-03-31 or 2026-03-31T09:30."
        ) from error


def narrowed(selection: Selection, side: str) -> Selection:
    """One side of a comparison: a period like ``2026-03-01..2026-03-31``, whose ends may be open, or the
    fingerprint of a configuration. Raises InvalidInput."""
    first, period, last = side.partition("..")
    if not period:
        return replace(selection, settings=side)
    return replace(
        selection,
        since=moment(first) if first else selection.since,
        until=moment(last, end=True) if last else selection.until,
    )


def _backwards(files: TraceFiles, selection: Selection) -> Iterator[Trace]:
    for day in reversed(days_between(selection.since, selection.until, files.days())):
        for line in reversed(list(files.lines(day))):
            trace = head(line, 0, len(line))
            if trace is not None and selection.holds(trace):
                yield whole(line) or trace


def _fingerprint(trace: Trace) -> str:
    return str((trace.get("settings") or {}).get("fingerprint", ""))
