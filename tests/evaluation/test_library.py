import uuid
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from pincite.core.types import CosineRange, Matrix, TextChunk, Vector
from pincite.evaluation.datasets import Passage
from pincite.evaluation.library import best_by_passage, build_library
from pincite.evaluation.vectors import RememberingEmbedder, remembering


class CountingEmbedder:
    identity = "count/1"
    dimension = 4
    cosine_range = CosineRange(0.0, 1.0)

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def embed_query(self, text: str) -> Vector:
        self.asked.append(text)
        return self._embed(text)

    async def embed_passages(self, texts: Sequence[str]) -> Matrix:
        self.asked += texts
        return np.stack([self._embed(text) for text in texts])

    def count_tokens(self, text: str) -> int:
        return len(text)

    async def aclose(self) -> None:
        return None

    def _embed(self, text: str) -> Vector:
        vector = np.array([len(text), text.count("a"), 1, 0], dtype=np.float32)
        unit: Vector = vector / np.linalg.norm(vector)
        return unit


def halves(text: str) -> list[TextChunk]:
    middle = len(text) // 2
    return [
        TextChunk(0, 0, middle, text[:middle]),
        TextChunk(1, middle, len(text), text[middle:]),
    ]


PASSAGES = [
    Passage("p1", "민법 제145조", "법정추인에 관한 조문이다."),
    Passage("p2", "", "plain text of a passage"),
]


async def test_passages_become_documents_with_chunks() -> None:
    library = await build_library("set", PASSAGES, CountingEmbedder(), halves)
    assert [chunk.document_id for chunk in library.chunks] == ["p1", "p1", "p2", "p2"]
    assert (
        "".join(chunk.content for chunk in library.chunks[:2])
        == "# 민법 제145조\n\n법정추인에 관한 조문이다."
    )
    assert library.vectors.shape == (4, 4)
    assert all(uuid.UUID(chunk.id) for chunk in library.chunks)
    again = await build_library("set", PASSAGES, CountingEmbedder(), halves)
    assert again.chunks == library.chunks


async def test_stores_can_put_chunks_into_other_bases() -> None:
    library = await build_library("set", PASSAGES, CountingEmbedder(), halves)
    index, reader = library.stores(["x", "x", "y", "y"])
    assert {point.base_id for point in index.points()} == {"x", "y"}
    found = await reader.chunks([library.chunks[0].id])
    assert found[library.chunks[0].id].base_id == "x"


async def test_a_passage_ranks_where_its_best_chunk_does() -> None:
    library = await build_library("set", PASSAGES, CountingEmbedder(), halves)
    a, b, c, _ = library.chunks
    assert best_by_passage([c, a, b]) == ["p2", "p1"]


async def test_vectors_are_asked_for_once(tmp_path: Path) -> None:
    first = CountingEmbedder()
    async with remembering(first, tmp_path) as encoder:
        before = await encoder.embed_passages(["one", "two", "one"])
        await encoder.embed_query("one")
    assert first.asked == ["one", "two", "one"]
    second = CountingEmbedder()
    async with remembering(second, tmp_path) as encoder:
        after = await encoder.embed_passages(["one", "two", "one"])
        await encoder.embed_query("one")
        assert (await encoder.embed_passages([])).shape == (0, 4)
    assert second.asked == []
    assert np.array_equal(before, after)


async def test_another_encoder_has_its_own_memory(tmp_path: Path) -> None:
    class Other(CountingEmbedder):
        identity = "count/2"

    await RememberingEmbedder(CountingEmbedder(), tmp_path).embed_passages(["one"])
    other = Other()
    await RememberingEmbedder(other, tmp_path).embed_passages(["one"])
    assert other.asked == ["one"]


async def test_without_a_directory_nothing_is_kept() -> None:
    inner = CountingEmbedder()
    async with remembering(inner, None) as encoder:
        assert encoder is inner


@pytest.mark.parametrize("broken", [b"", b"not a zip"])
async def test_a_damaged_memory_is_begun_anew(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "count_1.npz").write_bytes(broken)
    inner = CountingEmbedder()
    await RememberingEmbedder(inner, tmp_path).embed_passages(["one"])
    assert inner.asked == ["one"]
