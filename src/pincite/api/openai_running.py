"""One answer for a client of OpenAI's: whole or in chunks, and given up when the client hangs up."""

import math
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import anyio
import structlog
from anyio.streams.memory import MemoryObjectReceiveStream
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pincite.api.openai_errors import failure_json
from pincite.api.openai_view import CitedText, finish_of, pincite_json, usage_json
from pincite.core.errors import PinciteError
from pincite.core.types import JSON
from pincite.pipeline.answer import Answer
from pincite.pipeline.telling import Kind, Tell, Told
from pincite.streaming.frames import as_json
from pincite.streaming.reading import HEARTBEAT
from pincite.streaming.sse import BEAT, SSE_HEADERS

T = TypeVar("T")
Run = Callable[[Tell], Awaitable[Answer]]
Event = Told | Answer | Exception
_DONE: Final = b"data: [DONE]\n\n"

log = structlog.get_logger(__name__)


async def unless_gone(receive: Receive, work: Callable[[], Awaitable[T]]) -> T | None:
    """What ``work`` returns; None when the client hung up before, which cancels it, its model call too."""
    done: list[T] = []
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            tasks.cancel_scope.cancel()

        tasks.start_soon(watch)
        try:
            done.append(await work())
        except Exception as error:  # noqa: BLE001 - raised again outside of the group, which would wrap it
            failure = error
        tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure
    return done[0] if done else None


class Head:
    """What the whole answer and all of its chunks have in common."""

    def __init__(self, id_: str, created: int, model: str) -> None:
        self._fields = {"id": id_, "created": created, "model": model}

    def completion(self, answer: Answer, cited: CitedText, thinking: str) -> JSON:
        message: JSON = {
            "role": "assistant",
            "content": cited.text.rstrip(),
            "refusal": None,
            "annotations": cited.pinned(answer.citations),
            "pincite": pincite_json(answer, cited),
        }
        if thinking:
            message["reasoning_content"] = thinking
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish_of(answer)}
        usage = usage_json(answer)
        return {**self._fields, "object": "chat.completion", "choices": [choice], "usage": usage}

    def chunk(self, delta: JSON, finish: str | None = None) -> JSON:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return {**self._fields, "object": "chat.completion.chunk", "choices": [choice]}

    def count(self, answer: Answer) -> JSON:
        usage = usage_json(answer)
        return {**self._fields, "object": "chat.completion.chunk", "choices": [], "usage": usage}


async def whole(run: Run, head: Head, cited: CitedText) -> JSON:
    """The body of an answer that is not streamed. Raises as ``run``."""
    thoughts: list[str] = []

    async def tell(told: Told) -> None:
        if told.kind is Kind.THINKING:
            thoughts.append(told.content)
        elif told.kind is Kind.ANSWER:
            cited.feed(told.content)
        elif told.kind is Kind.REFERENCES:
            cited.know(told.data["references"])

    answer = await run(tell)
    return head.completion(answer, cited, "".join(thoughts))


class CompletionStream(StreamingResponse):
    """Chunks as they come. What fails before the first word is an error of its own and no stream; headers go
    out after a heartbeat at the latest, so that no proxy gives up on a slow model."""

    def __init__(
        self, run: Run, head: Head, cited: CitedText, *, counting: bool, heartbeat: float = HEARTBEAT
    ) -> None:
        super().__init__(iter(()), headers=dict(SSE_HEADERS))
        self._run = run
        self._head = head
        self._cited = cited
        self._counting = counting
        self._heartbeat = heartbeat
        self._begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await unless_gone(receive, lambda: self._answered(send))

    async def _answered(self, send: Send) -> None:
        # As much as an answer is long: a client that reads slowly must not hold the model.
        told_in, told_out = anyio.create_memory_object_stream[Event](math.inf)

        async def produce() -> None:
            try:
                end: Event = await self._run(told_in.send)
            except Exception as error:  # noqa: BLE001 - told to the client, or raised by the reader
                end = error
            await told_in.send(end)

        with told_in, told_out:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(produce)
                failure = await self._told(told_out, send)
        if failure is not None:
            raise failure

    async def _told(self, events: MemoryObjectReceiveStream[Event], send: Send) -> Exception | None:
        """The failure of a run that told nothing yet."""
        while True:
            event: Event | None = None
            with anyio.move_on_after(self._heartbeat):
                event = await events.receive()
            if isinstance(event, Answer):
                await self._end(event, send)
                return None
            if isinstance(event, Exception):
                if not self._begun:
                    return event
                await self._fail(event, send)
                return None
            if event is None:
                await self._write(send, BEAT)
            elif event.kind is Kind.REFERENCES:
                self._cited.know(event.data["references"])
            elif event.kind is Kind.THINKING and event.content:
                await self._chunk(send, {"reasoning_content": event.content})
            elif event.kind is Kind.ANSWER and (piece := self._cited.feed(event.content)):
                await self._chunk(send, {"content": piece})

    async def _end(self, answer: Answer, send: Send) -> None:
        annotations = self._cited.pinned(answer.citations)
        last = {"annotations": annotations, "pincite": pincite_json(answer, self._cited)}
        await self._chunk(send, last)
        await self._chunk(send, {}, finish_of(answer))
        if self._counting:
            await self._write(send, _data(self._head.count(answer)))
        await self._write(send, _DONE, more=False)

    async def _fail(self, failure: Exception, send: Send) -> None:
        known = isinstance(failure, PinciteError)
        log.error("answer failed", error=str(failure), exc_info=None if known else failure)
        await self._write(send, _data(failure_json(failure)))
        await self._write(send, _DONE, more=False)

    async def _chunk(self, send: Send, delta: JSON, finish: str | None = None) -> None:
        chunk = self._head.chunk(delta, finish)
        if self._counting:
            chunk["usage"] = None
        await self._write(send, _data(chunk))

    async def _write(self, send: Send, data: bytes, *, more: bool = True) -> None:
        if not self._begun:
            self._begun = True
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._chunk(send, {"role": "assistant", "content": ""})
        await send({"type": "http.response.body", "body": data, "more_body": more})


def _data(value: JSON) -> bytes:
    return b"data: " + as_json(value) + b"\n\n"
