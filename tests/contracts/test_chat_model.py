"""The OpenAI-compatible adapter fulfils the contract of the `ChatModel` port, over real HTTP: with a scripted
server, with llama.cpp and a real model, and as a pair that stands in for each other."""

import socket
from collections.abc import AsyncIterator, Iterator

import pytest

from pincite.adapters.fallback_chat import FallbackChat
from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.settings import ChatSettings
from pincite.testing.chat_model import ChatModelContract
from tests.adapters.chat_server import answers, chat_server, fails
from tests.e2e.local_llm import LocalLlm, local_llm


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


@pytest.fixture(scope="module")
def llm() -> Iterator[LocalLlm]:
    with local_llm(slots=2) as running:
        yield running


@pytest.mark.slow
class TestLlamaCpp(TestOpenAIChat):
    @pytest.fixture
    async def chat_model(self, llm: LocalLlm, anyio_backend: str) -> AsyncIterator[OpenAIChat]:
        model = OpenAIChat(ChatSettings(base_url=llm.base_url, model=llm.model, timeout=240))
        yield model
        await model.aclose()


class TestFallbackChat(TestOpenAIChat):
    """The first of the pair refuses every call."""

    @pytest.fixture
    async def chat_model(self, failing_model: OpenAIChat, anyio_backend: str) -> AsyncIterator[FallbackChat]:  # type: ignore[override]
        async with chat_server(answers("연차 유급휴가는 15일입니다.")) as server:
            second = OpenAIChat(ChatSettings(base_url=server.base_url, model="scripted"))
            yield FallbackChat(failing_model, second)
            await second.aclose()
