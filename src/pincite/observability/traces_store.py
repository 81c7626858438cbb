"""The traces of a library, as commands and routes ask for them. Nothing here needs the library itself."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pincite.core.errors import InvalidInput
from pincite.observability.personal_data import KINDS
from pincite.observability.traces_files import TraceFiles
from pincite.observability.traces_lines import Trace, dumped, whole
from pincite.observability.traces_reading import Damage, Selection, find, heads, newest
from pincite.observability.traces_redacting import redacted
from pincite.observability.traces_summary import Summary, summarise

FOLDER = "trace"
"""In the directory of the library (reference 001 part 4)."""

ALL = Selection()


@dataclass(slots=True)
class Redaction:
    """What a redaction did."""

    traces: list[str] = field(default_factory=list)
    """Ids of the traces that are without personal data now, whether or not they held some."""
    covered: int = 0
    """Places of personal data."""
    removed: int = 0
    """Damaged lines that name what was asked for: nobody can tell what else they hold."""


class TraceStore:
    """Blocking: a server calls it in a thread."""

    def __init__(self, data_dir: Path) -> None:
        self.files = TraceFiles(data_dir / FOLDER)

    def summary(self, selection: Selection = ALL) -> Summary:
        """As `summarise`, with ``damaged``: lines that could not be read."""
        damage = Damage()
        found = summarise(heads(self.files, selection, damage))
        return {**found, "damaged": damage.lines}

    def compare(self, first: Selection, second: Selection) -> dict[str, Any]:
        """As `pincite.observability.traces_comparing.compare`."""
        from pincite.observability.traces_comparing import compare  # here: numpy takes 0.1 s

        return compare(self.summary(first), self.summary(second))

    def list(
        self, selection: Selection = ALL, *, limit: int | None = None, after: str | None = None
    ) -> list[Trace]:
        """Whole traces, the newest first; ``after`` is the id of the last one that was seen."""
        return newest(self.files, selection, limit=limit, after=after)

    def get(self, trace_id: str, tenant: str | None = None) -> Trace:
        """Raises NotFound; InvalidInput where several begin so."""
        return find(self.files, trace_id, tenant)

    def redact(
        self,
        *,
        ids: Collection[str] = (),
        session: str | None = None,
        user: str | None = None,
        tenant: str | None = None,
        kinds: Collection[str] = KINDS,
        now: datetime | None = None,
    ) -> Redaction:
        """Cover the personal data of the traces named by id, session or user, for good, and take out who
        asked. Traces that are written meanwhile are not lost.

        Raises:
            InvalidInput: nothing is named, or a kind is none. NotFound: an id is none.
            OSError: a day cannot be written anew; it is as it was.
        """
        if not (ids or session or user):
            raise InvalidInput("Nothing is named.", hint="Name traces, a session or a user.")
        if unknown := sorted(set(kinds) - set(KINDS)):
            raise InvalidInput(f"There is no kind {unknown[0]!r}.", hint=f"Use some of {', '.join(KINDS)}.")
        wanted = {self.get(id_, tenant)["trace_id"] for id_ in ids}
        names = [name.encode() for name in (*wanted, session, user) if name]
        done, at = Redaction(), now or datetime.now(UTC)

        def meant(trace: Trace) -> bool:
            return (tenant is None or trace.get("tenant") == tenant) and (
                trace["trace_id"] in wanted
                or (session is not None and trace.get("session_id") == session)
                or (user is not None and trace.get("user") == user)
            )

        def rewritten(line: bytes) -> bytes | None:
            if not any(name in line for name in names):
                return line
            trace = whole(line)
            if trace is None:
                done.removed += 1
                return None
            if not meant(trace):
                return line
            written, number = redacted(trace, at, kinds)
            done.traces.append(trace["trace_id"])
            done.covered += number
            return dumped(written)

        for day in self.files.days():
            self.files.rewrite(day, rewritten)
        return done

    def prune(self, retention_days: int, now: datetime | None = None) -> Sequence[str]:
        """Remove the days before the last ``retention_days``; which, as ISO days. 0 keeps all.

        Raises OSError.
        """
        if not retention_days:
            return []
        today = (now or datetime.now(UTC)).astimezone(UTC).date()
        removed = self.files.remove_before(today - timedelta(days=retention_days))
        return [day.isoformat() for day in removed]
