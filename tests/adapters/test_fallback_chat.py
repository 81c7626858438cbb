"""Two models as one: the second answers where the first fails, and the end says who did."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from pincite.adapters.fallback_chat import FallbackChat
from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.errors import ModelCallFailed
from pincite.core.settings import ChatSettings, UnderstandingSettings
from pincite.core.types import Message
from tests.adapters.chat_calls import QUESTION, answer
from tests.adapters.chat_server import ChatServer, Script, answers, chat_server, fails, piece, streams

PICTURE = Message("user", "?", images=("data:image/png;base64,iVBORw0KGgo=",))


@asynccontextmanager
async def two(first: Script, second: Script, **more: Any) -> AsyncIterator[tuple[FallbackChat, ChatServer]]:
    """A pair of models, and the server of the second."""
    async with chat_server(first) as small, chat_server(second) as large:
        models = [
            OpenAIChat(ChatSettings(base_url=small.base_url, model="small"), max_retries=0),
            OpenAIChat(ChatSettings(base_url=large.base_url, model="large", **more), max_retries=0),
        ]
        try:
            yield FallbackChat(*models), large
        finally:
            for model in models:
                await model.aclose()


async def test_the_first_answers_and_the_second_is_not_asked() -> None:
    async with two(answers("small says"), answers("large says")) as (pair, large):
        whole = await pair.completion(QUESTION, temperature=0.3, max_tokens=64)
        parts = [part async for part in pair.stream(QUESTION, temperature=0.3, max_tokens=64)]
    assert whole.text == answer(parts) == "small says"
    assert whole.end.answered_by.startswith("small@")
    assert parts[-1].end == whole.end
    assert large.requests == []
    assert pair.identity.startswith("small@")


@pytest.mark.parametrize("first", [fails(500), fails(404), streams()], ids=["500", "404", "empty"])
async def test_the_second_answers_where_the_first_fails_and_it_is_said(first: Script) -> None:
    async with two(first, answers("large says")) as (pair, _):
        assert await pair.complete(QUESTION, temperature=0.3, max_tokens=64) == "large says"
        whole = await pair.completion(QUESTION, temperature=0.3, max_tokens=64)
        parts = [part async for part in pair.stream(QUESTION, temperature=0.3, max_tokens=64)]
    assert answer(parts) == "large says"
    assert whole.end.answered_by.startswith("large@")
    assert parts[-1].end == whole.end


async def test_pictures_go_to_the_one_that_sees() -> None:
    async with two(answers("blind"), answers("a chart"), vision=True) as (pair, _):
        assert await pair.complete([PICTURE], temperature=0.3, max_tokens=64) == "a chart"


async def test_what_was_begun_is_not_begun_again() -> None:
    broken = streams(piece("15"), {"error": {"message": "out of memory"}})
    async with two(broken, answers("large says")) as (pair, large):
        parts = []
        with pytest.raises(ModelCallFailed, match="out of memory"):
            async for part in pair.stream(QUESTION, temperature=0.3, max_tokens=64):
                parts.append(part)
    assert answer(parts) == "15"
    assert large.requests == []


async def test_when_both_fail_the_second_says_why() -> None:
    async with two(fails(500), fails(401)) as (pair, _):
        with pytest.raises(ModelCallFailed, match="401"):
            await pair.complete(QUESTION, temperature=0.3, max_tokens=64)
        with pytest.raises(ModelCallFailed, match="401"):
            await anext(pair.stream(QUESTION, temperature=0.3, max_tokens=64))


def test_the_settings_of_understanding_fall_back_to_the_chat_model() -> None:
    chat = ChatSettings(base_url="http://127.0.0.1:1/v1", model="large", api_key="k")
    assert UnderstandingSettings().resolved(chat) is None
    assert UnderstandingSettings(base_url="http://127.0.0.1:2/v1").resolved(chat) is None
    assert UnderstandingSettings(model="small").resolved(ChatSettings()) is None
    same = UnderstandingSettings(model="small").resolved(chat)
    assert same is not None
    assert (same.base_url, same.api_key, same.model) == (chat.base_url, "k", "small")
    own = UnderstandingSettings(model="small", base_url="http://127.0.0.1:2/v1")
    assert own.resolved(chat) == own
