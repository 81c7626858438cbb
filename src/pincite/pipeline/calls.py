"""Each call of a generative model: in which stage, how long, how many tokens (row TR-05)."""

import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from pincite.core.errors import PinciteError
from pincite.core.types import Message
from pincite.ports.models import PLAIN, ChatModel, ChatOptions, Completion, StreamPart, Usage

CANCELLED = "cancelled"
"""The error of a call that nobody waited for to the end."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    stage: str
    model: str
    """Its identity; of two that stand in for each other the one that was called."""
    ms: float
    first_ms: float | None = None
    """Of a stream: until it said its first word."""
    usage: Usage | None = None
    error: str = ""
    """The code of what it raised."""


@dataclass(frozen=True, slots=True)
class _Stage:
    name: str
    calls: list[ModelCall]


_stage: ContextVar[_Stage | None] = ContextVar("stage whose model calls are kept", default=None)


@contextmanager
def calls_in(stage: str, calls: list[ModelCall]) -> Iterator[None]:
    """Until it ends, calls of watched models are added to ``calls``."""
    token = _stage.set(_Stage(stage, calls))
    try:
        yield
    finally:
        _stage.reset(token)


class WatchedChat:
    """A `ChatModel` whose calls are kept where `calls_in` says so; elsewhere it only passes them on."""

    def __init__(self, model: ChatModel, clock: Callable[[], float] = time.perf_counter) -> None:
        self._model = model
        self._clock = clock

    @property
    def identity(self) -> str:
        return self._model.identity

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        said = await self.completion(messages, temperature=temperature, max_tokens=max_tokens)
        return said.text

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        with self._kept() as call:
            said = await self._model.completion(
                messages, temperature=temperature, max_tokens=max_tokens, options=options
            )
            call.usage = said.end.usage
        return said

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        parts = self._model.stream(messages, temperature=temperature, max_tokens=max_tokens, options=options)
        with self._kept() as call:
            async with aclosing(parts):
                async for part in parts:
                    call.heard(part)
                    yield part

    @contextmanager
    def _kept(self) -> "Iterator[_UnderWay]":
        stage = _stage.get()
        call = _UnderWay(self._clock)
        error = CANCELLED
        try:
            yield call
            error = ""
        except PinciteError as raised:
            error = raised.code
            raise
        finally:
            if stage is not None:
                ms = call.passed()
                stage.calls.append(ModelCall(stage.name, self.identity, ms, call.first_ms, call.usage, error))


class _UnderWay:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self.first_ms: float | None = None
        self.usage: Usage | None = None

    def passed(self) -> float:
        return (self._clock() - self._began) * 1000

    def heard(self, part: StreamPart) -> None:
        if self.first_ms is None and (part.answer or part.thinking):
            self.first_ms = self.passed()
        if part.end is not None:
            self.usage = part.end.usage
