"""Calls of the chat adapter to a scripted server, as the tests of the adapter make them."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import anyio

from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.settings import ChatSettings
from pincite.core.types import Message
from pincite.ports.models import StreamPart
from tests.adapters.chat_server import ChatServer, Script, chat_server

QUESTION = [
    Message("system", "Be brief."),
    Message("user", "연차는?"),
    Message("assistant", "15일."),
    Message("user", "왜?"),
]


class Patience:
    """A time limit that ends when the test says so, because a loaded machine may take long for anything."""

    def __init__(self) -> None:
        self._over = False
        self._running: anyio.CancelScope | None = None

    @contextmanager
    def __call__(self, _seconds: float) -> Iterator[None]:
        with anyio.CancelScope() as scope:
            if self._over:
                scope.cancel()
            self._running = scope
            yield
        self._running = None
        if scope.cancelled_caught:
            raise TimeoutError

    def end(self) -> None:
        """End the wait that runs, or else the next one."""
        self._over = True
        if self._running is not None:
            self._running.cancel()


@asynccontextmanager
async def talking_to(*scripts: Script, **settings: Any) -> AsyncIterator[tuple[OpenAIChat, ChatServer]]:
    async with chat_server(*scripts) as server:
        retries = settings.pop("max_retries", 2)
        limit = settings.pop("limit", anyio.fail_after)
        chosen = {"base_url": server.base_url, "model": "qwen3", **settings}
        model = OpenAIChat(ChatSettings(**chosen), max_retries=retries, limit=limit)
        try:
            yield model, server
        finally:
            await model.aclose()


async def complete(model: OpenAIChat) -> str:
    return await model.complete(QUESTION, temperature=0.3, max_tokens=64)


async def parts_of(model: OpenAIChat, **more: Any) -> list[StreamPart]:
    return [part async for part in model.stream(QUESTION, temperature=0.3, max_tokens=64, **more)]


async def stream(model: OpenAIChat) -> str:
    return "".join([part.answer for part in await parts_of(model)])


def thinking(parts: list[StreamPart]) -> str:
    return "".join(part.thinking for part in parts)


def answer(parts: list[StreamPart]) -> str:
    return "".join(part.answer for part in parts)
