"""The child process: ``python -m pincite.adapters.edge.server DIRECTORY DIMENSION DESCRIPTOR OWNER``.

One thread answers one request after the other: Edge holds the GIL in every call, so more threads would only
wait (measured: another thread got 0 to 130 turns a second during searches, 14,000 without). A search itself
uses Edge's own threads.
"""

import ctypes
import os
import select
import signal
import socket
import struct
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

from pincite.adapters.edge.cosines import unmeasured
from pincite.adapters.edge.lock import library_lock
from pincite.adapters.edge.shard import Shard
from pincite.adapters.edge.wire import unpack_legs, unpack_points
from pincite.adapters.frames import BrokenFrame, Frame, pack, receive
from pincite.core.errors import IndexUnavailable, PinciteError, SearchTimeout

READY = 0
"""``id`` of the first frame, which says that the index is open, or why it is not."""

FLUSH_IDLE = 2.0
"""Seconds of silence after a write before it is flushed: not in the middle of an ingest."""

TIDY_IDLE = 60.0
"""Seconds of silence before deleted rows are dropped; that blocks (measured: 4.7 s for 60,000 rows)."""

_PR_SET_PDEATHSIG = 1


def die_with(owner: int) -> None:
    """Let the kernel kill this process when the thread that started it is gone. Linux only.

    Elsewhere the end of the socket says so, which a child busy inside Edge notices only afterwards.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != owner:
        raise SystemExit(0)


def _upsert(shard: Shard, request: Frame) -> Frame:
    shard.upsert(unpack_points(request.header["points"], request.body))
    return Frame({})


def _delete(shard: Shard, request: Frame) -> Frame:
    shard.delete(request.header["where"])
    return Frame({})


def _search(shard: Shard, request: Frame) -> Frame:
    where = request.header["where"]
    legs = unpack_legs(request.header["legs"], request.body)
    lists = [shard.search(leg, where) for leg in legs]
    found = {id_ for hits in lists for id_, _ in hits}
    left = unmeasured(legs, lists)
    cosines = {} if left is None else left.with_measured(shard.cosines(left.vector, left.ids))
    vectors = shard.vectors(sorted(found)) if found and request.header["vectors"] else []
    body = b"".join(struct.pack(f"{len(vector)}f", *vector) for _, vector in vectors)
    return Frame({"lists": lists, "cosines": cosines, "vectors": [id_ for id_, _ in vectors]}, body)


def _tags(shard: Shard, request: Frame) -> Frame:
    shard.set_tags(request.header["where"], request.header["tags"])
    return Frame({})


def _count(shard: Shard, request: Frame) -> Frame:
    return Frame({"count": shard.count(request.header["where"])})


def _values(shard: Shard, request: Frame) -> Frame:
    return Frame({"values": shard.values(request.header["field"])})


OPERATIONS: dict[str, Callable[[Shard, Frame], Frame]] = {
    "upsert": _upsert,
    "delete": _delete,
    "tags": _tags,
    "search": _search,
    "count": _count,
    "values": _values,
}


def failure(error: PinciteError) -> Frame:
    return Frame({"error": {"code": error.code, "message": error.message, "hint": error.hint}})


def answer(shard: Shard, request: Frame) -> Frame:
    """The answer to one request, an error frame if it fails. A request past its time is not begun."""
    try:
        if time.monotonic() > request.header["expires"]:
            raise SearchTimeout("The request waited in the index past its time limit.")
        return OPERATIONS[request.header["op"]](shard, request)
    except PinciteError as error:
        return failure(error)
    except Exception as error:  # noqa: BLE001 - the process boundary: Edge raises bare Exception
        traceback.print_exc()
        return failure(IndexUnavailable(f"The index failed: {error}"))


def _wait(silence: Callable[[float], bool], shard: Shard) -> None:
    """Return when a request has come, or after the first silence; use silence to flush and to tidy.

    ``silence(seconds)`` waits for a request and says whether none came.
    """
    if shard.unflushed and silence(FLUSH_IDLE):
        shard.flush()
    if shard.touched and silence(TIDY_IDLE):
        shard.tidy()


def _silence(sock: socket.socket) -> Callable[[float], bool]:
    # poll, not select: a parent with many files open hands down a descriptor above select's 1,024.
    poller = select.poll()
    poller.register(sock, select.POLLIN)
    return lambda seconds: not poller.poll(seconds * 1000)


def serve(sock: socket.socket, shard: Shard) -> None:
    """Answer until the other end is gone."""
    silence = _silence(sock)
    try:
        while True:
            _wait(silence, shard)
            request = receive(sock)
            reply = answer(shard, request)
            sock.sendall(pack(Frame({**reply.header, "id": request.header["id"]}, reply.body)))
            if shard.overgrown:
                shard.tidy()
    except (EOFError, ConnectionError):
        return
    except BrokenFrame:
        traceback.print_exc()


def run(directory: Path, dimension: int, sock: socket.socket, owner: int) -> None:
    """Hold the library's index and serve it until the owner is gone."""
    with library_lock(directory, owner):
        shard = Shard.open(directory, dimension)
        try:
            sock.sendall(pack(Frame({"id": READY})))
            serve(sock, shard)
        finally:
            shard.close()


def main(arguments: Sequence[str]) -> None:
    directory, dimension, descriptor, owner = arguments
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with(int(owner))
    with socket.socket(fileno=int(descriptor)) as sock:
        try:
            run(Path(directory), int(dimension), sock, int(owner))
        except Exception as error:  # noqa: BLE001 - the process boundary: say why the index does not open
            traceback.print_exc()
            known = error if isinstance(error, PinciteError) else None
            refused = failure(known or IndexUnavailable(f"The index in {directory} does not open: {error}"))
            sock.sendall(pack(Frame({**refused.header, "id": READY})))


if __name__ == "__main__":
    main(sys.argv[1:])
