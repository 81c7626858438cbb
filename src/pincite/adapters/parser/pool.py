"""Parser processes, kept for the next file: one file at a time each, and none outlives a bad one."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

import anyio
import structlog
from anyio import to_thread

from pincite.adapters.parser.child import SMALL, Child, ChildDied, Times, TooSlow
from pincite.adapters.parser.server import MAX_RESULT, OCR, PARSE, Call
from pincite.adapters.parser.wire import unpack_document
from pincite.core.catalogue import say
from pincite.core.errors import (
    ERROR_TABLE,
    DocumentTooLarge,
    ParserCrashed,
    ParserFailed,
    ParserKilled,
    ParserMemory,
    ParserTimeout,
    PinciteError,
    TemporaryFailure,
)
from pincite.core.types import ParsedDocument

TARGET = "pincite.parsing:parse"
"""The function that the processes run: ``(data, filename, *, max_bytes, options) -> ParsedDocument``."""

_MB = 1 << 20
_SLOW_BYTES = 10 * _MB
"""Each further 10 MB of a file may take `ParserLimits.seconds` more (measured: a PDF of text 1 to 2 s
a MB)."""
_CRASHES = 2
"""Once may be what the file before left in the process; twice is the file."""
_PAUSES = (0.0, 0.5, 2.0)
"""Seconds before a file is tried again that was hit by a SIGKILL. Times three tries of the job that makes
nine: in a hundred random kills among thirty files none is hit as often."""
_STARTS = 10
"""Times that a process is started which is killed before it is ready; no file is to blame for that."""
_FILES = 2000
"""Files after which a process makes room for a fresh one: what parsers leak grows unseen otherwise."""
_GROWTH = 256 * _MB
"""Bytes above its start at which it does so at once."""
_IDLE = 60.0
"""Seconds without a file after which a process ends: it holds 60 MB."""

_log = structlog.get_logger("pincite.parser")


class Options(Protocol):
    """What `pincite.parsing.ParseOptions` is to this room: picklable, with the language of the errors."""

    @property
    def language(self) -> str: ...


@dataclass(frozen=True, slots=True)
class ParserLimits:
    """What reading one file may take."""

    seconds: float = 60.0
    """Wall clock, for each begun 10 MB, recognition of pictures aside."""
    ocr_seconds: float = 3600.0
    """Recognition of all its pictures: 1,200 pages at 3 s."""
    memory: int = 2048 * _MB
    """Bytes, of the process and of what it starts."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A file and what is to be done with it."""

    data: bytes
    name: str
    language: str
    call: Call
    stage: str


class ParserPool:
    """Parses files of others. Belongs to one event loop; any number of its tasks may use it."""

    def __init__(self, size: int, limits: ParserLimits | None = None, *, target: str = TARGET) -> None:
        """``size`` files are parsed at once, in as many processes. They start when they are needed."""
        self._limits = limits or ParserLimits()
        self._target = target
        self._room = asyncio.Semaphore(size)
        self._idle: list[tuple[Child, asyncio.TimerHandle]] = []
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def idle_pids(self) -> list[int]:
        """Process ids of the keepers that wait for a file; `pincite doctor` shows them."""
        return [child.pid for child, _ in self._idle]

    async def parse(
        self, data: bytes, filename: str, options: Options, *, max_bytes: int | None = None
    ) -> ParsedDocument:
        """As the function that the processes run, and it ends, whatever the file is. Cancelling kills it.

        Raises:
            ParserTimeout, ParserMemory, ParserCrashed, ParserFailed: the file is to blame.
            ParserKilled: it is not. ConfigurationError: no process can be started.
            PinciteError: whatever the function raises.
        """
        call = Call(None, (filename,), {"max_bytes": max_bytes, "options": options})
        parts = await self._run(_Task(data, filename, options.language, call, PARSE))
        if sum(map(len, parts)) < SMALL:
            return unpack_document(parts)
        return await to_thread.run_sync(unpack_document, parts)

    async def read(self, recognise: Callable[[bytes], str], picture: bytes, *, language: str = "en") -> str:
        """What ``recognise``, which is picklable, makes of a picture, within `ParserLimits.ocr_seconds`.

        Raises:
            As `parse`.
        """
        parts = await self._run(_Task(picture, "", language, Call(recognise), OCR))
        return str(json.loads(parts[0]))

    async def ask(self, question: Callable[..., Any], data: bytes, *given: Any, language: str = "en") -> Any:
        """What ``question(data, *given)`` answers, as JSON has it. Function and arguments are picklable.

        Raises:
            As `parse`.
        """
        parts = await self._run(_Task(data, "", language, Call(question, given), PARSE))
        return json.loads(parts[0])

    async def _run(self, task: "_Task") -> list[bytes]:
        async with self._room:
            crashes = kills = 0
            while True:
                try:
                    return await self._try(task)
                except ChildDied as died:
                    _log.warning(
                        "parser died", file=task.name, reason=died.reason, last_words=died.last_words[-500:]
                    )
                    if died.over_memory:
                        raise self._over_memory(task.language) from died
                    crashes += not died.from_outside
                    kills += died.from_outside
                    if crashes == _CRASHES:
                        raise ParserCrashed(
                            say("parsing.parser_crashed", task.language, reason=died.reason)
                        ) from died
                    if kills == len(_PAUSES):
                        raise ParserKilled(say("parsing.parser_killed", task.language, count=kills)) from died
                await anyio.sleep(_PAUSES[kills])

    async def _try(self, task: "_Task") -> list[bytes]:
        limits = self._limits
        times = Times(limits.seconds * (1 + len(task.data) // _SLOW_BYTES), limits.ocr_seconds)
        async with self._child() as child:
            try:
                said, parts = await child.work(task.data, task.call, times, task.stage)
            except TooSlow as slow:
                key = "ocr_timeout" if slow.stage == OCR else "parser_timeout"
                seconds = f"{times.of(slow.stage):g}"
                raise ParserTimeout(say(f"parsing.{key}", task.language, seconds=seconds)) from slow
        if "sizes" in said:
            return parts
        raise self._refusal(said, task.name, task.language)

    def _over_memory(self, language: str) -> ParserMemory:
        return ParserMemory(say("parsing.parser_memory", language, limit=self._limits.memory // _MB))

    def _refusal(self, said: Mapping[str, Any], filename: str, language: str) -> PinciteError:
        if "error" in said:
            described = said["error"]
            kind = ERROR_TABLE.get(described["code"], ParserFailed)
            return kind(described["message"], hint=described["hint"])
        over = said.get("over")
        if over == "memory":
            return self._over_memory(language)
        if over == "nesting":
            return DocumentTooLarge(say("parsing.nested_too_deep", language))
        if over == "result":
            return DocumentTooLarge(say("parsing.result_too_large", language, limit=MAX_RESULT // _MB))
        _log.error("parser failed", file=filename, error=said["failed"], trace=said["trace"])
        return ParserFailed(say("ingest.parsing_failed", language, filename=filename, error=said["failed"]))

    @asynccontextmanager
    async def _child(self) -> AsyncIterator[Child]:
        """A process for one file: given back if that went well, killed if not."""
        child = await self._take()
        try:
            yield child
        except BaseException:
            await child.kill()
            raise
        if self._closed or child.files >= _FILES or child.memory > child.memory_at_start + _GROWTH:
            self._end(child)
        else:
            timer = asyncio.get_running_loop().call_later(_IDLE, self._retire, child)
            self._idle.append((child, timer))

    async def _take(self) -> Child:
        if self._closed:
            raise TemporaryFailure("The parsers are closed.", hint="Open the library again.")
        while self._idle:
            child, timer = self._idle.pop()
            timer.cancel()
            if not child.lost:
                return child
            self._end(child)
        for _ in range(_STARTS - 1):
            with suppress(ChildDied):
                return await Child.start(self._target, self._limits.memory)
        return await Child.start(self._target, self._limits.memory)

    def _retire(self, child: Child) -> None:
        self._idle = [(other, timer) for other, timer in self._idle if other is not child]
        self._end(child)

    def _end(self, child: Child) -> None:
        """Kill a process behind the back of who uses the pool; it has nothing to lose."""
        task = asyncio.get_running_loop().create_task(child.kill())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def aclose(self) -> None:
        """End the processes. Whoever waits for a file is expected to be cancelled before."""
        self._closed = True
        for child, timer in self._idle:
            timer.cancel()
            self._end(child)
        self._idle.clear()
        if self._ending:
            await asyncio.wait(self._ending)
