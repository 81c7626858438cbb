"""The OpenAI-compatible adapter fulfils the contract of the `VisionModel` port, over real HTTP."""

import socket
from collections.abc import AsyncIterator

import pytest

from pincite.adapters.openai_vision import OpenAIVision
from pincite.core.settings import VisionSettings
from pincite.testing.vision_model import VisionModelContract
from tests.adapters.chat_server import answers, chat_server, fails


class TestOpenAIVision(VisionModelContract):
    @pytest.fixture
    async def vision_model(self, anyio_backend: str) -> AsyncIterator[OpenAIVision]:
        async with chat_server(answers("\n밸브의 단면도. A valve.\n")) as server:
            model = OpenAIVision(VisionSettings(base_url=server.base_url, model="scripted"))
            yield model
            await model.aclose()

    @pytest.fixture
    async def unreachable_vision_model(self, anyio_backend: str) -> AsyncIterator[OpenAIVision]:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound and not listening: every connection is refused
            address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
            model = OpenAIVision(VisionSettings(base_url=address, model="scripted"), max_retries=0)
            yield model
            await model.aclose()

    @pytest.fixture
    async def failing_vision_model(self, anyio_backend: str) -> AsyncIterator[OpenAIVision]:
        async with chat_server(fails(500)) as server:
            model = OpenAIVision(VisionSettings(base_url=server.base_url, model="scripted"))
            yield model
            await model.aclose()
