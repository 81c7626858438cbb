"""The OpenAI-compatible adapter fulfils the contract of the `ChatModel` port, over real HTTP."""

import socket
from collections.abc import AsyncIterator

import pytest

from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.settings import ChatSettings
from pincite.testing.chat_model import ChatModelContract
from tests.adapters.chat_server import answers, chat_server, fails


class TestOpenAIChat(ChatModelContract):
    @pytest.fixture
    async def chat_model(self, anyio_backend: str) -> AsyncIterator[OpenAIChat]:
        async with chat_server(answers("연차 유급휴가는 15일입니다.")) as server:
            model = OpenAIChat(ChatSettings(base_url=server.base_url, model="scripted"))
            yield model
            await model.aclose()

    @pytest.fixture
    async def unreachable_model(self, anyio_backend: str) -> AsyncIterator[OpenAIChat]:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound and not listening: every connection is refused
            address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
            model = OpenAIChat(ChatSettings(base_url=address, model="scripted"), max_retries=0)
            yield model
            await model.aclose()

    @pytest.fixture
    async def failing_model(self, anyio_backend: str) -> AsyncIterator[OpenAIChat]:
        async with chat_server(fails(500)) as server:
            model = OpenAIChat(ChatSettings(base_url=server.base_url, model="scripted"))
            yield model
            await model.aclose()
