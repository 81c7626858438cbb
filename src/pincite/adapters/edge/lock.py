"""One process owns a library's index: an advisory lock that names its holder.

The kernel drops the lock with its holder, however that died, so a lock is never stale. The file says
``<index process> <process that asked for it>``.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.core.errors import IndexLocked

LOCK_FILE = "lock"

PATIENCE_LEAVING = 5.0
"""Seconds to wait for a holder whose own process is gone: it is about to die (the brief of issue 2)."""

PATIENCE_STAYING = 1.0
"""Seconds to wait for a holder that seems to stay: it may be closing right now."""

_PAUSE = 0.02


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _holder(descriptor: int) -> tuple[int, ...]:
    words = os.pread(descriptor, 64, 0).split()
    return tuple(int(word) for word in words if word.isdigit())


def _refusal(directory: Path, holder: tuple[int, ...]) -> IndexLocked:
    if not holder:
        return IndexLocked(f"The index in {directory} is held by another process.")
    index, owner = holder[0], holder[-1]
    return IndexLocked(
        f"The index in {directory} is held by process {owner}"
        + (f" (through its index process {index})." if index != owner else ".")
    )


def _acquire(descriptor: int, directory: Path) -> None:
    began = time.monotonic()
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = _holder(descriptor)
            leaving = bool(holder) and not _alive(holder[-1])
            if time.monotonic() - began > (PATIENCE_LEAVING if leaving else PATIENCE_STAYING):
                raise _refusal(directory, holder) from None
            time.sleep(_PAUSE)
        else:
            return


@contextmanager
def library_lock(directory: Path, owner: int) -> Iterator[None]:
    """Hold the index in ``directory`` for the process ``owner``.

    Raises:
        IndexLocked: another live process holds it and does not leave; the message names it.
    """
    descriptor = os.open(directory / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _acquire(descriptor, directory)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()} {owner}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)
