"""The first process of a parser: ``python -m …keeper SOCKET LIFELINE MAIL MEMORY TARGET FOLDER``.

The first three are descriptors, MEMORY is in bytes, TARGET is the function to serve, FOLDER the
parser's place for what it needs for a moment, which goes with it ("" for none of its own).

It forks the process that parses and does nothing but watch: when the lifeline is cut (we closed it, or were
killed), when the parser ends, or when it and what it started hold more memory than they may, it kills them
all, reaps them and ends in the way the parser ended. It runs no parser's code, so nothing that a file does
keeps it from that: a parser that holds the GIL, or waits for a tesseract of its own, could not watch itself.
"""

import ctypes
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path

OVER_MEMORY = b"m"
"""What it says on the lifeline when a parser dies of its memory, by its hand or not."""

_WATCH = 0.1
"""Seconds between two looks at the memory. A parser that takes it faster meets its own limit (`limits`)."""
_CRASHES = (signal.SIGABRT, signal.SIGSEGV, signal.SIGTRAP, signal.SIGILL, signal.SIGBUS)
_DOUBLING = 3
"""An array that grows by doubling is denied its next size from a third of what is free on."""
_LOADED = 90 << 20
"""Bytes that the parsers take before they read anything (measured)."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PROC = Path("/proc")


def children_of(pid: int) -> list[int]:
    """Processes that it started, or that were left to it; none where there is no /proc."""
    with suppress(OSError, ValueError):
        tasks = list((_PROC / str(pid) / "task").iterdir())
        return [int(id_) for task in tasks for id_ in (task / "children").read_text("ascii").split()]
    return []


def memory_of(pid: int) -> int:
    """Resident bytes of a process and all that it started; 0 where there is no /proc."""
    total, waiting = 0, [pid]
    while waiting:
        here = waiting.pop()
        with suppress(OSError, ValueError):
            total += int((_PROC / str(here) / "statm").read_text("ascii").split()[1]) * _PAGE
        waiting += children_of(here)
    return total


def watch(lifeline: socket.socket, parser: int, ended: int, memory: int) -> None:
    """Return when the parser has to go or is gone. ``ended`` reads the end of a pipe that it holds."""
    poller = select.poll()
    poller.register(lifeline, select.POLLIN)
    poller.register(ended, select.POLLIN)
    while not poller.poll(_WATCH * 1000):
        if memory_of(parser) > memory:
            with suppress(OSError):
                lifeline.send(OVER_MEMORY)
            return


def bury(parser: int) -> tuple[int, int]:
    """Kill the parser and all that it started, and reap them: the parser's wait status, and the most bytes
    that it held at once."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(parser, signal.SIGKILL)
    _, status, usage = os.wait4(parser, 0)
    # What is left was started by the dead, and comes to the nearest subreaper, which is this process.
    while left := children_of(os.getpid()):
        for pid in left:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return status, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def choked(status: int, most: int, memory: int) -> bool:
    """Whether a parser died of the memory that it was denied: most native ones abort without a word then."""
    crashed = os.WIFSIGNALED(status) and os.WTERMSIG(status) in _CRASHES
    return crashed and most - _LOADED > (memory - _LOADED) / _DOUBLING


def end_like(status: int) -> None:
    """End with the signal or the exit status of the parser, so that our parent sees what it died of."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError):  # SIGKILL has no handler to take away
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def main(descriptor: int, lifeline: int, mail: int, memory: int, target: str, folder: str = "") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from pincite.adapters.parser.limits import no_core_dumps

    no_core_dumps()
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    read_end, write_end = os.pipe()
    keeper = os.getpid()
    parser = os.fork()
    if parser == 0:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != keeper:
            os._exit(1)
        os.setpgid(0, 0)
        os.close(read_end)
        os.close(lifeline)
        from pincite.adapters.parser.server import run

        run(descriptor, mail, memory, target)
        os._exit(0)
    with suppress(OSError):  # it has done so itself, or is gone
        os.setpgid(parser, parser)
    for unused in (descriptor, mail, write_end):
        os.close(unused)
    with socket.socket(fileno=lifeline) as line:
        watch(line, parser, read_end, memory)
        status, most = bury(parser)
        if folder:
            import shutil  # here: the parser need not wait for it (17 ms)

            shutil.rmtree(folder, ignore_errors=True)
        if choked(status, most, memory):
            with suppress(OSError):
                line.send(OVER_MEMORY)
        end_like(status)


if __name__ == "__main__":
    sock_, lifeline_, mail_, memory_ = map(int, sys.argv[1:5])
    main(sock_, lifeline_, mail_, memory_, *sys.argv[5:7])
