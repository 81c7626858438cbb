"""Every reranker fulfils the contract of the `Reranker` port, the remote ones over real HTTP."""

from collections.abc import AsyncIterator
from typing import Literal

import pytest

from pincite.adapters.http_rerank import HttpReranker
from pincite.core.settings import RerankerSettings
from pincite.ranking import FeatureRanker
from pincite.testing.reranker import RerankerContract
from tests.adapters.chat_server import Script, chat_server
from tests.adapters.rerank_server import jina, logits, tei


async def remote(script: Script, provider: Literal["jina", "tei"]) -> AsyncIterator[HttpReranker]:
    async with chat_server(script) as server:
        settings = RerankerSettings(provider=provider, base_url=server.base_url, model="scripted")
        reranker = HttpReranker(settings)
        yield reranker
        await reranker.aclose()


class TestBundled(RerankerContract):
    @pytest.fixture
    def reranker(self) -> FeatureRanker:
        return FeatureRanker()


class TestJina(RerankerContract):
    @pytest.fixture
    async def reranker(self, anyio_backend: str) -> AsyncIterator[HttpReranker]:
        async for reranker in remote(jina(), "jina"):
            yield reranker


class TestLogits(RerankerContract):
    @pytest.fixture
    async def reranker(self, anyio_backend: str) -> AsyncIterator[HttpReranker]:
        async for reranker in remote(logits(), "jina"):
            yield reranker


class TestTei(RerankerContract):
    @pytest.fixture
    async def reranker(self, anyio_backend: str) -> AsyncIterator[HttpReranker]:
        async for reranker in remote(tei(), "tei"):
            yield reranker
