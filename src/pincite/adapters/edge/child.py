"""One run of the child process and the connection to it, used by many tasks at once."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

from pincite.adapters.frames import BrokenFrame, Frame, pack, read
from pincite.core.errors import ERROR_TABLE, IndexUnavailable, PinciteError, SearchTimeout

SERVER = "pincite.adapters.edge.server"
LOG_FILE = "edge.log"
LOG_BYTES = 1 << 20
"""Above this the child's log starts anew."""

START_SECONDS = 60.0
"""What opening may take: the lock (5 s) and the shard (measured: 1.5 s for 100,000 rows)."""

CLOSE_SECONDS = 10.0
"""What a child may take to flush and leave before it is killed; nothing acknowledged is lost then either."""

_BUFFER = 1 << 20
_POLL = 0.005


class ChildGone(Exception):
    """Raise when the child died or closed the connection before it answered."""


def _error(described: dict[str, str]) -> PinciteError:
    kind = ERROR_TABLE.get(described["code"], IndexUnavailable)
    return kind(described["message"], hint=described["hint"])


def _launch(directory: Path, dimension: int) -> tuple[subprocess.Popen[bytes], socket.socket]:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                return _spawn(directory, dimension, theirs), ours
            except BaseException:
                ours.close()
                raise
    except OSError as error:
        raise IndexUnavailable(f"The index process for {directory} cannot be started: {error}.") from error


def _spawn(directory: Path, dimension: int, theirs: socket.socket) -> subprocess.Popen[bytes]:
    log = directory / LOG_FILE
    fresh = not log.exists() or log.stat().st_size > LOG_BYTES
    # The parent's import path, and no working directory in front of it (-P): a stray json.py there must
    # not be able to break the index.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
    arguments = (str(directory), str(dimension), str(theirs.fileno()), str(os.getpid()))
    with log.open("wb" if fresh else "ab") as output:
        return subprocess.Popen(
            (sys.executable, "-P", "-m", SERVER, *arguments),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
            pass_fds=(theirs.fileno(),),
        )


class Child:
    """A running child. Start it with `Child.start`."""

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._writer = writer
        self._ids = count(1)
        self._waiting: dict[int, asyncio.Future[Frame]] = {}
        self._lost = False
        self._listener = asyncio.create_task(self._listen(reader))

    @classmethod
    async def start(cls, directory: Path, dimension: int) -> "Child":
        """Start a child and wait until it has opened the index in ``directory`` (absolute).

        Raises:
            ChildGone: it died before it could say anything.
            IndexUnavailable: it does not open in `START_SECONDS`, or the shard is damaged.
            IndexLocked, ConfigurationError, LibraryTooNew: as the child found.
        """
        process, ours = _launch(directory, dimension)
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=_BUFFER)
        try:
            async with asyncio.timeout(START_SECONDS):
                ready = await read(reader)
            if "error" in ready.header:
                raise _error(ready.header["error"])
        except BaseException as error:
            writer.close()
            process.kill()
            process.wait()
            if isinstance(error, EOFError | ConnectionError | BrokenFrame):
                raise ChildGone(f"exit status {process.returncode}") from error
            if isinstance(error, TimeoutError):
                raise IndexUnavailable(f"The index did not open in {START_SECONDS:.0f} s.") from error
            raise
        return cls(process, reader, writer)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def lost(self) -> bool:
        """Whether it is of no more use."""
        return self._lost

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                frame = await read(reader)
                future = self._waiting.pop(frame.header["id"], None)
                if future is not None and not future.done():
                    future.set_result(frame)
        except (EOFError, ConnectionError, BrokenFrame):
            self._lost = True
        finally:
            self._writer.close()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ChildGone("the connection ended"))
            self._waiting.clear()

    async def request(self, header: dict[str, Any], body: bytes, timeout: float) -> Frame:  # noqa: ASYNC109
        """Send one request and return its answer. ``timeout`` is in seconds.

        Raises:
            ChildGone: the child died before it answered.
            SearchTimeout: no answer in time; a request that has not begun by then never will.
            PinciteError: what the child says went wrong.
        """
        if self._lost:
            raise ChildGone("the connection ended")
        id_ = next(self._ids)
        future: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = future
        try:
            async with asyncio.timeout(timeout):
                expires = time.monotonic() + timeout
                self._writer.write(pack(Frame({**header, "id": id_, "expires": expires}, body)))
                await self._writer.drain()
                answer = await future
        except TimeoutError as error:
            raise SearchTimeout(f"The index did not answer in {timeout:g} s.") from error
        except ConnectionError as error:
            self._lost = True
            raise ChildGone("the connection broke") from error
        finally:
            self._waiting.pop(id_, None)
            if future.done() and not future.cancelled():
                future.exception()
        if "error" in answer.header:
            raise _error(answer.header["error"])
        return answer

    async def stop(self) -> None:
        """End the child: let it flush and leave, kill it when it does not."""
        try:
            self._writer.close()
            deadline = time.monotonic() + (0.0 if self._lost else CLOSE_SECONDS)
            while self._process.poll() is None and time.monotonic() < deadline:  # noqa: ASYNC110 - no event
                await asyncio.sleep(_POLL)
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
        self._listener.cancel()
        await asyncio.gather(self._listener, return_exceptions=True)
