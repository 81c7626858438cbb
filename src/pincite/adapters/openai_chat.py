"""Any OpenAI-compatible ``/chat/completions`` server as a ChatModel (vLLM, Ollama, llama.cpp, hosted)."""

from collections.abc import AsyncIterator, Awaitable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import openai
from openai import AsyncOpenAI

from pincite.adapters.openai_client import (
    CONNECT_SECONDS,
    MAX_RETRIES,
    Limit,
    checked_address,
    failure,
    first_content,
    short,
)
from pincite.adapters.thinking import ThinkingFilter, without_thinking
from pincite.core.errors import ModelCallFailed
from pincite.core.settings import ChatSettings
from pincite.core.types import Message

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam

T = TypeVar("T")
_END = object()

_WHO, _SECTION = "chat model", "chat"


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
            base_url=checked_address(settings.base_url, _SECTION),
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
        return without_thinking(first_content(response, _WHO))

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
            raise failure(
                error, who=_WHO, section=_SECTION, address=self._settings.base_url, begun=begun
            ) from error
        except ValueError as error:  # JSON and UTF-8 errors, which the client lets through
            raise ModelCallFailed(f"The chat model's answer cannot be read: {short(error)}") from error


def _delta(chunk: Any) -> str:
    choices = getattr(chunk, "choices", None)
    if not isinstance(choices, list) or not choices:
        return ""  # the usage at the end has none
    content = getattr(getattr(choices[0], "delta", None), "content", None)
    return content if isinstance(content, str) else ""


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
