"""Who holds a lease: so the leases of a killed process are taken back at once, not when they expire."""

import os
import socket
from pathlib import Path
from uuid import uuid4

_PROC = Path("/proc")


def this_owner() -> str:
    """A name for one worker of this process: machine, process id, start of the process, a random part."""
    pid = os.getpid()
    return f"{_machine()}|{pid}|{_started(pid)}|{uuid4().hex[:8]}"


def is_gone(owner: str) -> bool:
    """Whether the process behind ``owner`` has certainly ended. False where that cannot be known."""
    machine, pid, started, _ = owner.split("|")
    if machine != _machine():
        return False
    return not _is_alive(int(pid)) or _started(int(pid)) != started


def _machine() -> str:
    """Host, boot and process namespace: within the three a process id means one process."""
    parts = [socket.gethostname()]
    try:
        parts.append((_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
        parts.append((_PROC / "self/ns/pid").readlink().name)
    except OSError:
        parts.append("no-proc")
    return "/".join(parts).replace("|", "_")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    return _stat(pid)[:1] == ["Z"]


def _started(pid: int) -> str:
    """Clock ticks since boot, which tells a process from a later one of the same id; empty without /proc."""
    fields = _stat(pid)
    return fields[19] if len(fields) > 19 else ""


def _stat(pid: int) -> list[str]:
    """Fields of ``/proc/PID/stat`` from the third (state); the second may hold blanks, so cut behind it."""
    try:
        return (_PROC / str(pid) / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []
