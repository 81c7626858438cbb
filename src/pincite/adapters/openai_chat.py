"""Any OpenAI-compatible ``/chat/completions`` server as a ChatModel (vLLM, Ollama, llama.cpp, hosted)."""

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

import openai
from openai import AsyncOpenAI

from pincite.core.errors import ChatModelUnavailable, ModelCallFailed, PinciteError
from pincite.core.settings import ChatSettings
from pincite.core.types import Message

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam


class OpenAIChat:
    """Raises ChatModelUnavailable when the server cannot be reached, ModelCallFailed when a call fails."""

    def __init__(self, settings: ChatSettings) -> None:
        self._settings = settings
        # Local servers want no key, but the client refuses to start without one.
        self._client = AsyncOpenAI(
            base_url=settings.base_url,
            api_key=settings.api_key or "none",
            timeout=settings.timeout,
            max_retries=2,
        )

    @property
    def identity(self) -> str:
        return f"{self._settings.model}@{self._settings.base_url}"

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        try:
            response = await self._client.chat.completions.create(
                model=self._settings.model,
                messages=_wire(messages),
                temperature=temperature,
                max_tokens=max_tokens,
            )
        except openai.OpenAIError as error:
            raise self._typed(error) from error
        if not response.choices:
            raise ModelCallFailed("The chat model answered without a choice.")
        return response.choices[0].message.content or ""

    async def stream(
        self, messages: Sequence[Message], *, temperature: float, max_tokens: int
    ) -> AsyncIterator[str]:
        try:
            stream = await self._client.chat.completions.create(
                model=self._settings.model,
                messages=_wire(messages),
                temperature=temperature,
                max_tokens=max_tokens,
                stream=True,
            )
            async for piece in stream:
                if piece.choices and piece.choices[0].delta.content:
                    yield piece.choices[0].delta.content
        except openai.OpenAIError as error:
            raise self._typed(error) from error

    async def aclose(self) -> None:
        await self._client.close()

    def _typed(self, error: openai.OpenAIError) -> PinciteError:
        if isinstance(error, openai.APIConnectionError):
            return ChatModelUnavailable(f"The chat model at {self._settings.base_url} cannot be reached.")
        if isinstance(error, openai.APIStatusError):
            return ModelCallFailed(f"The chat model answered {error.status_code}: {error.message}")
        return ModelCallFailed(f"The chat model call failed: {error}")


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
