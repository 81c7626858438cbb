"""One parser process, seen from here: it is given a file, watched, and killed when it takes too long."""

import asyncio
import base64
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import anyio
from anyio import to_thread

from pincite.adapters.frames import BrokenFrame, Frame, pack, read
from pincite.adapters.parser.keeper import OVER_MEMORY
from pincite.adapters.parser.mail import Mail
from pincite.adapters.parser.server import MAX_RESULT, OCR, PARSE, Call
from pincite.core.errors import ConfigurationError

KEEPER = "pincite.adapters.parser.keeper"
START_SECONDS = 60.0
"""What loading the parsers may take (measured: 0.3 s)."""
_END_SECONDS = 5.0
"""What the keeper may take to kill its own; then it is killed too."""
_WORDS_SECONDS = 1.0
"""What the last words may take to arrive once all are gone."""
_TAIL = 4096
"""Bytes of standard error that are kept: the last words of a crash."""
SMALL = 1 << 20
"""Bytes that are copied at once (0.4 ms); more is copied in a thread."""
_NO_MEMORY = (b"memory allocation of", b"bad_alloc", b"out of memory", b"cannot allocate memory")
"""What Rust, C++ and C say before they abort for want of memory."""
_HIDDEN = "PINCITE_"
"""Variables that a parser has no use for; keys are among them."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that one file may take."""

    parse: float
    ocr: float
    """All its pictures together."""

    def of(self, stage: str) -> float:
        return self.ocr if stage == OCR else self.parse


class ChildDied(Exception):
    """Raise when the process ended before it answered. ``status`` as of `subprocess.Popen.returncode`."""

    def __init__(self, status: int, last_words: bytes, *, over_memory: bool) -> None:
        self.status = status
        self.last_words = last_words.decode("utf-8", "replace")
        lowered = last_words.lower()
        self.over_memory = over_memory or (
            status == -signal.SIGABRT and any(words in lowered for words in _NO_MEMORY)
        )
        super().__init__(self.reason)

    @property
    def from_outside(self) -> bool:
        """Nothing in a parser sends SIGKILL; the operator and the system's OOM killer do."""
        return self.status == -signal.SIGKILL and not self.over_memory

    @property
    def reason(self) -> str:
        if self.status < 0:
            with suppress(ValueError):
                return signal.Signals(-self.status).name
        return f"exit status {self.status}"


class TooSlow(Exception):
    """Raise when the time of ``stage`` is over; the process is killed."""

    def __init__(self, stage: str) -> None:
        super().__init__(stage)
        self.stage = stage


class _LastWords(asyncio.Protocol):
    """Keeps the end of what comes; a parser may print as much as it likes."""

    def __init__(self) -> None:
        self.tail = b""
        self.ended = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self.tail = (self.tail + data)[-_TAIL:]

    def connection_lost(self, _error: Exception | None) -> None:
        self.ended.set()


def _environment(folder: str) -> dict[str, str]:
    held = {name: value for name, value in os.environ.items() if not name.upper().startswith(_HIDDEN)}
    own = {"TMPDIR": folder} if folder else {}
    return {**held, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry), **own}


def _own_folder() -> str:
    """For what a parser writes for a moment (pages for tesseract): one that is killed cannot tidy up. Empty
    where no folder can be made; most files need none."""
    try:
        return tempfile.mkdtemp(prefix="pincite-parser-")
    except OSError:
        return ""


def _remove(folder: str) -> None:
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


class Child:
    """Start it with `Child.start`; `kill` it in the end, whatever happened."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        lifeline: socket.socket,
        mail: Mail,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        hearing: asyncio.BaseTransport,
        words: _LastWords,
        folder: str,
    ) -> None:
        self._process = process
        self._lifeline = lifeline
        self._mail = mail
        self._reader = reader
        self._writer = writer
        self._hearing = hearing
        self._words = words
        self._folder = folder
        self._killed = False
        self.files = 0
        self.memory_at_start = 0
        self.memory = 0
        """Resident bytes after the last file."""

    @classmethod
    async def start(cls, target: str, memory: int) -> "Child":
        """A process that has loaded ``target`` (``module:function``) and may hold ``memory`` bytes.

        Raises:
            ChildDied: it was killed before it was ready.
            ConfigurationError: it cannot be started, or the parsers cannot be loaded.
        """
        try:
            child = await cls._spawn(target, memory)
        except OSError as error:
            raise ConfigurationError(f"The parser process cannot be started: {error}.") from error
        try:
            with anyio.fail_after(START_SECONDS):
                ready = await read(child._reader)
            child.memory = child.memory_at_start = int(ready.header["ready"])
        except (EOFError, ConnectionError, BrokenFrame):
            died = await child._autopsy()
            if died.from_outside:
                raise died from None
            raise ConfigurationError(
                f"The parsers cannot be loaded ({died.reason}): {died.last_words.strip()[-300:]}"
            ) from died
        except TimeoutError as error:
            await child.kill()
            raise ConfigurationError(f"The parsers did not load in {START_SECONDS:.0f} s.") from error
        except BaseException:
            await child.kill()
            raise
        return child

    @classmethod
    async def _spawn(cls, target: str, memory: int) -> "Child":
        loop = asyncio.get_running_loop()
        mail = Mail.make()
        ours, theirs = socket.socketpair()
        lifeline, their_end = socket.socketpair()
        folder = _own_folder()
        with theirs, their_end:
            passed = (theirs.fileno(), their_end.fileno(), mail.descriptor)
            try:
                process = subprocess.Popen(  # noqa: ASYNC220 - it is started in 2 ms, and asyncio's needs a thread
                    (sys.executable, "-P", "-m", KEEPER, *map(str, (*passed, memory)), target, folder),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    env=_environment(folder),
                    pass_fds=passed,
                    start_new_session=True,  # Ctrl-C is for us, who end it in order
                )
            except BaseException:
                mail.close()
                ours.close()
                lifeline.close()
                _remove(folder)
                raise
        lifeline.setblocking(False)
        hearing, words = await loop.connect_read_pipe(_LastWords, process.stderr)
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        return cls(process, lifeline, mail, reader, writer, hearing, words, folder)

    @property
    def pid(self) -> int:
        """Of the keeper."""
        return self._process.pid

    @property
    def lost(self) -> bool:
        """Whether it went while it had nothing to do."""
        return self._reader.at_eof() or self._process.poll() is not None

    async def work(
        self, data: bytes, call: Call, times: Times, stage: str
    ) -> tuple[dict[str, Any], list[bytes]]:
        """What `server.answer` says of a file, and the parts of what was made of it. ``stage`` is what the
        parser is at when it begins. Kill it if this raises.

        Raises:
            ChildDied. TooSlow.
        """
        self.files += 1
        if len(data) < SMALL:
            self._mail.write([data])
        else:
            await to_thread.run_sync(self._mail.write, [data])
        request = {"size": len(data), "call": base64.b64encode(pickle.dumps(call)).decode("ascii")}
        try:
            self._writer.write(pack(Frame(request)))
            said = await self._answer(times, stage)
            self.memory = int(said["memory"])
            sizes = [int(size) for size in said.get("sizes", ())]
            if sum(sizes) > MAX_RESULT:
                raise BrokenFrame("More was announced than may be sent.")
            if sum(sizes) < SMALL:
                return said, self._mail.read(sizes)
            return said, await to_thread.run_sync(self._mail.read, sizes)
        except (EOFError, ConnectionError, BrokenFrame, KeyError, ValueError) as error:
            raise await self._autopsy() from error

    async def _answer(self, times: Times, stage: str) -> dict[str, Any]:
        left = {PARSE: times.parse, OCR: times.ocr}
        began = anyio.current_time()
        try:
            with anyio.fail_after(left[stage]) as scope:
                while "at" in (said := (await read(self._reader)).header):
                    now = anyio.current_time()
                    left[stage] -= now - began
                    stage, began = OCR if said["at"] == OCR else PARSE, now
                    scope.deadline = now + left[stage]
                return said
        except TimeoutError as error:
            raise TooSlow(stage) from error

    async def _autopsy(self) -> ChildDied:
        """End what is left of it, and say how it went. One that broke off without dying is killed here."""
        went = await to_thread.run_sync(self._gone, _END_SECONDS)
        over_memory = False
        with suppress(OSError):
            over_memory = self._lifeline.recv(1) == OVER_MEMORY
        await self.kill()
        status = self._process.returncode if went else -signal.SIGABRT
        return ChildDied(status, self._words.tail, over_memory=over_memory)

    def cut(self) -> None:
        """Let the keeper kill everything. Does not wait."""
        with suppress(OSError):
            self._lifeline.shutdown(socket.SHUT_RDWR)
        self._lifeline.close()
        self._writer.close()

    async def kill(self) -> None:
        """End it and all that it started, and wait until they are gone, cancelled or not. Once is enough."""
        if self._killed:
            return
        self._killed = True
        self.cut()
        with anyio.CancelScope(shield=True):
            if not await to_thread.run_sync(self._gone, _END_SECONDS):
                self._process.kill()
                await to_thread.run_sync(self._process.wait)
            await to_thread.run_sync(_remove, self._folder)  # a keeper that was killed has not
            with anyio.move_on_after(_WORDS_SECONDS):
                await self._words.ended.wait()
            self._hearing.close()
            self._mail.close()

    def _gone(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
