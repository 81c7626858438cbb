"""Two ChatModels as one: a small one for understanding, and the chat model where it fails."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import structlog

from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed, PinciteError
from pincite.core.types import Message
from pincite.ports.models import PLAIN, ChatModel, ChatOptions, Completion, StreamPart

_GIVES_WAY = (ChatModelUnavailable, ModelCallFailed, ConfigurationError)
"""What a second model may do better; ConfigurationError stands for pictures that the first does not see."""

_log = structlog.get_logger("pincite.models")


class FallbackChat:
    """Asks ``first``, and ``second`` when the call of ``first`` fails. ``end.answered_by`` says who answered.

    A stream whose first part came is not begun again: a caller may have shown it. What ``second`` raises is
    raised. Closes neither model; they belong to whoever made them.
    """

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self._first = first
        self._second = second

    @property
    def identity(self) -> str:
        return f"{self._first.identity}, else {self._second.identity}"

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        return (await self.completion(messages, temperature=temperature, max_tokens=max_tokens)).text

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        try:
            return await self._first.completion(
                messages, temperature=temperature, max_tokens=max_tokens, options=options
            )
        except _GIVES_WAY as error:
            self._told(error)
        return await self._second.completion(
            messages, temperature=temperature, max_tokens=max_tokens, options=options
        )

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        begun = False
        try:
            async with aclosing(
                self._first.stream(messages, temperature=temperature, max_tokens=max_tokens, options=options)
            ) as parts:
                async for part in parts:
                    begun = True
                    yield part
        except _GIVES_WAY as error:
            if begun:
                raise
            self._told(error)
        else:
            return
        async with aclosing(
            self._second.stream(messages, temperature=temperature, max_tokens=max_tokens, options=options)
        ) as parts:
            async for part in parts:
                yield part

    def _told(self, error: PinciteError) -> None:
        _log.warning(
            "model gave way to another",
            model=self._first.identity,
            to=self._second.identity,
            code=error.code,
            error=error.message,
        )
