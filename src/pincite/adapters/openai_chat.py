"""Any OpenAI-compatible ``/chat/completions`` server as a ChatModel (vLLM, Ollama, llama.cpp, hosted)."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import httpx2
import openai
from openai import AsyncOpenAI

from pincite.adapters.thinking import ThinkingFilter, without_thinking
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed, PinciteError
from pincite.core.settings import ChatSettings
from pincite.core.types import Message

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam

T = TypeVar("T")
Limit = Callable[[float], AbstractContextManager[object]]
"""Bounds a block by so many seconds. Raises TimeoutError when they pass."""

MAX_RETRIES = 2
"""More tries after a refused connection, 408, 409, 429 and 5xx; all of them within `ChatSettings.timeout`."""

CONNECT_SECONDS = 5.0
"""A server that takes no connection for so long is down; the client library's own default."""

LONGEST_REASON = 300
"""Characters of a server's own words that go into a message: a proxy may answer with a web page."""

_END = object()

_HINTS = {
    400: "The server refuses the request; `chat.context_tokens` may be larger than its window.",
    401: "Check `chat.api_key`.",
    403: "Check `chat.api_key` and what it may use.",
    404: "Check `chat.base_url` (most end in /v1) and `chat.model`.",
    429: "The server is busy or the quota is used up. Try again later.",
}


class OpenAIChat:
    """Raises ChatModelUnavailable when the server cannot be reached, ModelCallFailed when a call fails.

    ``settings.timeout`` bounds a whole `complete`, retries included, and in a `stream` each wait for the
    next piece; ``limit`` measures it. Raises ConfigurationError at once when ``settings.base_url`` is no
    address.
    """

    def __init__(
        self, settings: ChatSettings, *, max_retries: int = MAX_RETRIES, limit: Limit = anyio.fail_after
    ) -> None:
        self._settings = settings
        self._limit = limit
        self._client = AsyncOpenAI(
            base_url=_checked(settings.base_url),
            # Local servers want no key, but the client refuses to start without one.
            api_key=settings.api_key or "none",
            # Reading is bounded by `_bounded`: the client would count a slow answer as a reason to retry.
            timeout=openai.Timeout(None, connect=CONNECT_SECONDS),
            max_retries=max_retries,
        )

    @property
    def identity(self) -> str:
        return f"{self._settings.model}@{self._settings.base_url}"

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        """The answer without what the model thought aloud; empty when it was cut off before it began."""
        response = await self._bounded(
            self._client.chat.completions.create(
                model=self._settings.model,
                messages=_wire(messages),
                temperature=temperature,
                max_tokens=max_tokens,
            )
        )
        return without_thinking(_content(response))

    async def stream(
        self, messages: Sequence[Message], *, temperature: float, max_tokens: int
    ) -> AsyncIterator[str]:
        """The same in pieces. Closing the iterator closes the connection, which stops the server."""
        stream = await self._bounded(
            self._client.chat.completions.create(
                model=self._settings.model,
                messages=_wire(messages),
                temperature=temperature,
                max_tokens=max_tokens,
                stream=True,
            )
        )
        answer = ThinkingFilter()
        events = 0
        async with stream:
            pieces = aiter(stream)
            while (chunk := await self._bounded(anext(pieces, _END), begun=True)) is not _END:
                events += 1
                if piece := answer.feed(_delta(chunk)):
                    yield piece
        if not events:
            raise ModelCallFailed("The chat model's answer is no stream of events.")
        if tail := answer.flush():
            yield tail

    async def aclose(self) -> None:
        await self._client.close()

    async def _bounded(self, call: Awaitable[T], *, begun: bool = False) -> T:
        """``call`` within the time limit, with every way to fail as one of ours."""
        seconds = self._settings.timeout
        try:
            with self._limit(seconds):
                return await call
        except TimeoutError as error:
            raise ModelCallFailed(
                f"The chat model did not answer within {seconds:g} s.",
                hint="Raise `chat.timeout`, or try again.",
            ) from error
        except openai.OpenAIError as error:
            raise self._typed(error, begun) from error
        except ValueError as error:  # JSON and UTF-8 errors, which the client lets through
            raise ModelCallFailed(f"The chat model's answer cannot be read: {_short(error)}") from error

    def _typed(self, error: openai.OpenAIError, begun: bool) -> PinciteError:
        if isinstance(error, openai.APIConnectionError):
            if begun:
                return ModelCallFailed("The chat model broke its answer off.")
            return ChatModelUnavailable(f"The chat model at {self._settings.base_url} cannot be reached.")
        if isinstance(error, openai.APIStatusError):
            return ModelCallFailed(
                f"The chat model answered {error.status_code}: {_short(error.message)}",
                hint=_HINTS.get(error.status_code),
            )
        return ModelCallFailed(f"The chat model call failed: {_short(error)}")


def _checked(address: str) -> str:
    """``address``, if it can be one. Raises ConfigurationError."""
    try:
        url = httpx2.URL(address)
        fit = url.scheme in ("http", "https") and bool(url.host) and (url.port is None or url.port < 65536)
    except httpx2.InvalidURL:
        fit = False
    if not fit:
        raise ConfigurationError(
            f"chat.base_url is no address of a server: {address!r}",
            hint="Set it like http://127.0.0.1:8000/v1.",
        )
    return address


def _content(response: Any) -> str:
    """The text of the first choice. The client checks no shapes, so what came may be anything."""
    choices = getattr(response, "choices", None)
    if not isinstance(choices, list) or not choices:
        error = getattr(response, "error", None)  # a failure sent as 200, as some routers do
        reason = f": {_short(error)}" if error else ", without a choice."
        raise ModelCallFailed(f"The chat model gave no answer{reason}")
    content = getattr(getattr(choices[0], "message", None), "content", None)
    if isinstance(content, str):
        return content
    finish = getattr(choices[0], "finish_reason", None)
    if content is None and finish == "length":
        return ""  # all of the allowed tokens went into thinking that the server holds back
    raise ModelCallFailed(f"The chat model answered without text (finish reason: {finish}).")


def _delta(chunk: Any) -> str:
    choices = getattr(chunk, "choices", None)
    if not isinstance(choices, list) or not choices:
        return ""  # the usage at the end has none
    content = getattr(getattr(choices[0], "delta", None), "content", None)
    return content if isinstance(content, str) else ""


def _short(reason: object) -> str:
    text = " ".join(str(reason).split())
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}…"


def _wire(messages: Sequence[Message]) -> "list[ChatCompletionMessageParam]":
    wire: list[ChatCompletionMessageParam] = []
    for message in messages:
        if message.role == "system":
            wire.append({"role": "system", "content": message.content})
        elif message.role == "assistant":
            wire.append({"role": "assistant", "content": message.content})
        else:
            wire.append({"role": "user", "content": message.content})
    return wire
