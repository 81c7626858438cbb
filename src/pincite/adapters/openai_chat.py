"""Any OpenAI-compatible ``/chat/completions`` server as a ChatModel (vLLM, Ollama, llama.cpp, hosted)."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from typing import Any

import anyio
import openai

from pincite.adapters.openai_client import (
    CONNECT_SECONDS,
    MAX_RETRIES,
    Client,
    Limit,
    checked_address,
    failure,
    first_content,
    short,
)
from pincite.adapters.openai_parts import Reading, finish_of, first_choice, usage_of, whole_answer
from pincite.adapters.openai_wire import wire_messages, wire_options
from pincite.core.errors import ModelCallFailed
from pincite.core.settings import ChatServerSettings
from pincite.core.types import Message
from pincite.ports.models import PLAIN, ChatOptions, Completion, StreamEnd, StreamPart

_END = object()
_WHO = "chat model"

TAIL_SECONDS = 5.0
"""How long counting and closing may take once the server said that the answer is whole."""


class OpenAIChat:
    """Raises ChatModelUnavailable when the server cannot be reached, ModelCallFailed when a call fails.

    ``settings.timeout`` bounds a whole `completion`, retries included, and in a `stream` each wait for the
    next piece; ``settings.first_token_timeout`` that for the first one, from the call on. ``limit`` measures
    both. ``section`` names the settings in hints. Raises ConfigurationError at once when
    ``settings.base_url`` is no address.
    """

    def __init__(
        self,
        settings: ChatServerSettings,
        *,
        section: str = "chat",
        max_retries: int = MAX_RETRIES,
        limit: Limit = anyio.fail_after,
    ) -> None:
        self._settings = settings
        self._section = section
        self._limit = limit
        self._counts = True
        self._structures = True
        self._client = Client(
            base_url=checked_address(settings.base_url, section),
            # Local servers want no key, but the client refuses to start without one.
            api_key=settings.api_key or "none",
            # Reading is bounded by `_within`: the client would count a slow answer as a reason to retry.
            timeout=openai.Timeout(None, connect=CONNECT_SECONDS),
            max_retries=max_retries,
        )

    @property
    def identity(self) -> str:
        return f"{self._settings.model}@{self._settings.base_url}"

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        """The answer without what the model thought aloud; empty when it was cut off before it began."""
        return (await self.completion(messages, temperature=temperature, max_tokens=max_tokens)).text

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        """The same with what the model thought, and what the server says of the call."""
        asked = self._asked(messages, temperature, max_tokens, options)
        with self._within("timeout", self._settings.timeout):
            response = await self._whole(asked)
        thinking, text = whole_answer(response, first_content(response, _WHO))
        finish = finish_of(first_choice(response))
        return Completion(text, thinking, StreamEnd(finish, usage_of(response), self.identity))

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        """The same in parts. Closing the iterator closes the connection, which stops the server."""
        asked = self._asked(messages, temperature, max_tokens, options)
        reading = Reading()
        parts: list[StreamPart] = []
        over = False
        async with AsyncExitStack() as opened:
            with self._first_word(reading):
                stream = await self._created(asked)
                reading.begun = True
                await opened.enter_async_context(stream)
                chunks = aiter(stream)
                while not (over or parts):
                    parts, over = await _next(chunks, reading)
            while not over:
                for part in parts:
                    yield part
                parts, over = await self._more(chunks, reading)
        if not reading.events:
            raise ModelCallFailed("The chat model's answer is no stream of events.")
        for part in reading.rest():
            yield part
        yield reading.end(self.identity)

    async def aclose(self) -> None:
        await self._client.close()

    def _asked(
        self, messages: Sequence[Message], temperature: float, max_tokens: int, options: ChatOptions
    ) -> dict[str, Any]:
        return {
            "model": self._settings.model,
            "messages": wire_messages(messages, vision=self._settings.vision, section=self._section),
            "temperature": temperature,
            "max_tokens": max_tokens,
            **wire_options(options, self._settings),
        }

    async def _whole(self, asked: dict[str, Any]) -> Any:
        """The reply in the form that is asked for, if the server knows how to."""
        create: Any = self._client.chat.completions.create
        free = {name: value for name, value in asked.items() if name != "response_format"}
        if len(free) < len(asked) and self._structures:
            try:
                return await create(**asked)
            except openai.BadRequestError as error:
                if "response_format" not in error.message and "json_schema" not in error.message:
                    raise
            self._structures = False
        return await create(**free)

    async def _created(self, asked: dict[str, Any]) -> Any:
        """A stream that counts its tokens, if the server knows how to."""
        create: Any = self._client.chat.completions.create  # its overloads want literal arguments
        if self._counts:
            try:
                return await create(**asked, stream=True, stream_options={"include_usage": True})
            except openai.BadRequestError as error:
                if "stream_options" not in error.message and "include_usage" not in error.message:
                    raise
            self._counts = False
        return await create(**asked, stream=True)

    async def _more(self, chunks: Any, reading: Reading) -> tuple[list[StreamPart], bool]:
        """What comes next. After the server's word that the answer is whole nothing can fail it any more:
        some never close the stream, some close it without its end mark."""
        seconds = self._settings.timeout
        if not reading.finished:
            with self._within("timeout", seconds, reading):
                return await _next(chunks, reading)
        try:
            with self._within("timeout", min(seconds, TAIL_SECONDS), reading):
                return await _next(chunks, reading)
        except ModelCallFailed:
            return [], True

    @contextmanager
    def _first_word(self, reading: Reading) -> Iterator[None]:
        own = self._settings.first_token_timeout
        setting, seconds = (
            ("timeout", self._settings.timeout) if own is None else ("first_token_timeout", own)
        )
        with self._within(setting, seconds, reading):
            yield

    @contextmanager
    def _within(self, setting: str, seconds: float, reading: Reading | None = None) -> Iterator[None]:
        """A block within a time limit, with every way to fail as one of ours."""
        try:
            with self._limit(seconds):
                yield
        except TimeoutError as error:
            raise ModelCallFailed(
                f"The chat model did not answer within {seconds:g} s.",
                hint=f"Raise `{self._section}.{setting}`, or try again.",
            ) from error
        except openai.OpenAIError as error:
            raise failure(
                error,
                who=_WHO,
                section=self._section,
                address=self._settings.base_url,
                begun=reading is not None and reading.begun,
            ) from error
        except ValueError as error:  # JSON and UTF-8 errors, which the client lets through
            raise ModelCallFailed(f"The chat model's answer cannot be read: {short(error)}") from error


async def _next(chunks: Any, reading: Reading) -> tuple[list[StreamPart], bool]:
    """The parts of the next chunk, and whether the stream is over instead."""
    chunk = await anext(chunks, _END)
    return ([], True) if chunk is _END else (reading.take(chunk), False)
