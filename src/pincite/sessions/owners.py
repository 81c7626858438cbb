"""Names of the processes that write answers, and which of them are dead."""

import os
import socket
from collections.abc import Iterable
from pathlib import Path

_SEPARATOR = "|"


def owner_name(mark: str) -> str:
    """Of this process. ``mark`` tells it from an earlier one of the same number, and from another of its
    host where several share one name."""
    return _SEPARATOR.join((socket.gethostname(), str(os.getpid()), _started(os.getpid()), mark))


def dead_owners(owners: Iterable[str]) -> set[str]:
    """Those of this host that run no more. Of other hosts nothing is known but their silence."""
    here = socket.gethostname()
    return {name for name in owners if _is_here(name, here) and not _runs(name)}


def lives_here(owner: str) -> bool:
    """Whether it is a process of this host that runs."""
    return _is_here(owner, socket.gethostname()) and _runs(owner)


def _is_here(name: str, here: str) -> bool:
    return name.split(_SEPARATOR)[0] == here and name.count(_SEPARATOR) == 3


def _runs(name: str) -> bool:
    _, pid, started, _ = name.split(_SEPARATOR)
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except PermissionError:
        pass
    if _state(int(pid)) in _ENDED:
        return False
    return not started or _started(int(pid)) in ("", started)


_ENDED = ("Z", "X")
"""A killed process keeps its number until its parent asks for it, which in a container may be never."""


def _started(pid: int) -> str:
    """When a process began, in ticks since the system did: numbers of processes come again. "" where the
    system does not tell."""
    return _stat(pid, 19)


def _state(pid: int) -> str:
    return _stat(pid, 0)


def _stat(pid: int, place: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[place]
    except (OSError, IndexError):
        return ""
