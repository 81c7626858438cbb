"""Trace lines on the disk: ``<directory>/<YYYYMMDD>/traces.jsonl``, days in UTC.

Any number of processes append, while one may write a day anew without some of its words. The file of a day is
replaced then, so who appends holds a lock beside the days, not on the file: a line written to the replaced
file would be lost.
"""

import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path

FILE = "traces.jsonl"
LOCK = ".lock"
UNFINISHED = "traces.new"
"""A day that is being written anew."""
PATIENCE = 5.0
"""Seconds to wait for the lock. Writing a day of 250 MB anew takes less; an answer waits no longer."""
_PAUSE = 0.005
_PRIVATE = 0o600
"""Traces hold questions of people."""
_AT_ONCE = 1 << 22
"""Bytes read at once."""

Rewrite = Callable[[bytes], bytes | None]
"""A line without its end to what stands in its place; None takes it out."""


class TraceFiles:
    def __init__(self, directory: Path, *, patience: float = PATIENCE) -> None:
        self.directory = directory
        self._patience = patience

    def append(self, line: bytes, day: date) -> None:
        """Add ``line`` (without its end) to the file of ``day``, whole or not at all.

        Raises:
            OSError: it cannot be written: no room, no right, or the lock is held for too long.
        """
        folder = self.directory / f"{day:%Y%m%d}"
        folder.mkdir(parents=True, exist_ok=True)
        with self._locked():
            # Made again: the day may have been removed while this waited.
            folder.mkdir(exist_ok=True)
            flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
            descriptor = os.open(folder / FILE, flags, _PRIVATE)
            try:
                _appended(descriptor, line + b"\n")
            finally:
                os.close(descriptor)

    def days(self) -> list[date]:
        """Days that have a file, oldest first."""
        try:
            names = [path.name for path in self.directory.iterdir()]
        except FileNotFoundError:
            return []
        days = [day for name in names if (day := _day(name)) is not None]
        return sorted(day for day in days if (self.directory / f"{day:%Y%m%d}" / FILE).is_file())

    def lines(self, day: date) -> Iterator[bytes]:
        """The lines of a day in the order of writing, without their ends; none of a day without a file.

        A last line without an end is one that is being written, or was cut off: it comes too.
        """
        return (data[start:end] for data, start, end in self.places(day))

    def places(self, day: date) -> Iterator[tuple[bytes, int, int]]:
        """As `lines`, each as a place in what was read: whoever needs the beginning of a line alone copies no
        more."""
        try:
            file = (self.directory / f"{day:%Y%m%d}" / FILE).open("rb", buffering=0)
        except FileNotFoundError:
            return
        with file:
            rest = b""
            while block := file.read(_AT_ONCE):
                data, start = rest + block, 0
                while (end := data.find(b"\n", start)) >= 0:
                    if end > start:
                        yield data, start, end
                    start = end + 1
                rest = data[start:]
            if rest:
                yield rest, 0, len(rest)

    def rewrite(self, day: date, rewrite: Rewrite) -> int:
        """Replace lines of a day; how many changed. Readers see the day before or after, and nothing of the
        lines as they were stays in the folder. Raises OSError; then the day is as it was."""
        folder = self.directory / f"{day:%Y%m%d}"
        with self._locked():
            changed, kept = 0, []
            for line in self.lines(day):
                written = rewrite(line)
                changed += written != line
                if written is not None:
                    kept.append(written)
            if changed:
                _replace(folder / FILE, kept)
        return changed

    def remove_before(self, day: date) -> list[date]:
        """Remove the days before ``day``; which. Raises OSError."""
        if not any(one < day for one in self.days()):
            return []
        with self._locked():
            old = [one for one in self.days() if one < day]
            for one in old:
                folder = self.directory / f"{one:%Y%m%d}"
                for name in (FILE, UNFINISHED):
                    (folder / name).unlink(missing_ok=True)
                _remove_empty(folder)
        return old

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Alone among all processes. Raises TimeoutError, which is an OSError."""
        self.directory.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self.directory / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE)
        try:
            ends = time.monotonic() + self._patience
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() > ends:
                        held = "another process holds the traces"
                        raise TimeoutError(errno.ETIMEDOUT, held, str(self.directory)) from None
                    time.sleep(_PAUSE)
                else:
                    break
            yield
        finally:
            os.close(descriptor)


def days_between(first: datetime | None, last: datetime | None, days: list[date]) -> list[date]:
    """Of ``days`` those that may hold a moment of ``[first, last)``, in UTC."""
    return [
        day
        for day in days
        if (first is None or day >= first.date())
        and (last is None or day <= (last - timedelta(microseconds=1)).date())
    ]


def _appended(descriptor: int, data: bytes) -> None:
    size = os.fstat(descriptor).st_size
    if size and os.pread(descriptor, 1, size - 1) != b"\n":
        data = b"\n" + data  # a process died in the middle of its line: it costs no other
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(descriptor, left) :]
    except OSError:
        os.ftruncate(descriptor, size)  # a half line is none
        raise


def _replace(path: Path, lines: list[bytes]) -> None:
    beside = path.with_name(UNFINISHED)
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, _PRIVATE)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(line + b"\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def _remove_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError as error:
        if error.errno != errno.ENOTEMPTY:  # somebody keeps notes there
            raise


def _day(name: str) -> date | None:
    try:
        return datetime.strptime(name, "%Y%m%d").date() if len(name) == 8 else None
    except ValueError:
        return None
