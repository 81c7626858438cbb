"""Every reranker fulfils the contract of the `Reranker` port, the remote ones over real HTTP."""

import string
from collections.abc import AsyncIterator
from typing import Literal

import pytest

from pincite.adapters.fastembed_rerank import FastembedReranker, open_fastembed_reranker
from pincite.adapters.http_rerank import HttpReranker
from pincite.core.settings import RerankerSettings
from pincite.ports.models import Reranker
from pincite.ranking import FeatureRanker
from pincite.testing.reranker import HITS, QUESTION, RerankerContract
from tests.adapters.chat_server import Script, chat_server
from tests.adapters.rerank_server import jina, logits, tei
from tests.adapters.tiny_models import tiny_cross_encoder


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


class TestFastembed(RerankerContract):
    @pytest.fixture
    def reranker(self, tmp_path_factory: pytest.TempPathFactory) -> FastembedReranker:
        known = QUESTION + "".join(hit.chunk.content for hit in HITS) + string.printable
        directory = tiny_cross_encoder(tmp_path_factory.mktemp("cross"), known)
        return open_fastembed_reranker(RerankerSettings(provider="fastembed", model=str(directory)))

    async def test_the_answer_is_the_best(self, reranker: Reranker) -> None:
        """Random weights know no answer, but they tell texts apart."""
        assert len(set(await reranker.rerank(QUESTION, HITS))) == len(HITS)
