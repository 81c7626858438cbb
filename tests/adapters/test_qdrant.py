import asyncio
from pathlib import Path

import pytest
from qdrant_client import AsyncQdrantClient

from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.qdrant import QdrantIndex, open_qdrant_index
from pincite.core.errors import ConfigurationError, IndexUnavailable, InvalidInput, SearchTimeout
from pincite.core.types import LexicalField
from pincite.ports.index import Leg, SearchFilter
from pincite.testing.search_index import EVERYTHING, dense, lexical, point, unit

CLOSED_PORT = "http://127.0.0.1:9"


async def test_a_collection_with_vectors_of_another_size_is_refused() -> None:
    client = AsyncQdrantClient(":memory:")
    await QdrantIndex(client, "library", 8, 5).prepare(payload_indexes=False)
    with pytest.raises(ConfigurationError, match="holds vectors of 8"):
        await QdrantIndex(client, "library", 384, 5).prepare(payload_indexes=False)
    await client.close()


async def test_a_collection_that_exists_is_used_as_it_is() -> None:
    client = AsyncQdrantClient(":memory:")
    first, second = (QdrantIndex(client, "library", 8, 5) for _ in range(2))
    await first.prepare(payload_indexes=False)
    await first.upsert([point(1)])
    await second.prepare(payload_indexes=False)
    assert await second.count(EVERYTHING) == 1
    await client.close()


async def test_a_cluster_that_cannot_be_reached_is_unavailable() -> None:
    with pytest.raises(IndexUnavailable):
        await open_qdrant_index(CLOSED_PORT, collection="library", dimension=8, timeout=5)


async def test_a_cluster_that_says_nothing_is_a_timeout() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(SearchTimeout):
        await open_qdrant_index(f"http://127.0.0.1:{port}", collection="library", dimension=8, timeout=0.2)
    server.close()
    await server.wait_closed()


async def test_limits_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidInput):
        await open_qdrant_index(":memory:", collection="library", dimension=0, timeout=1)


async def test_both_engines_find_the_same_in_the_same_order(tmp_path: Path) -> None:
    """The promise of ADR 0003: no score depends on the engine."""
    points = [
        point(
            number,
            unit(1.0, (number * 7 % 13) / 13, (number * 5 % 11) / 11),
            {f"m{number % 5}": 1 + number % 3, f"m{number % 7}": 2},
            bigrams={f"b{number % 9}": 1, f"b{number % 4}": 3},
            base=f"base{number % 3}",
        )
        for number in range(120)
    ]
    legs: list[Leg] = [
        dense(20, unit(1.0, 0.4, 0.7)),
        lexical({"m1": 2.3, "m2": 0.7, "m6": 1.1}, 20),
        lexical({"b1": 1.3, "b8": 2.9}, 20, LexicalField.BIGRAMS),
    ]
    edge = await open_edge_index(tmp_path, dimension=8, timeout=20)
    qdrant = await open_qdrant_index(":memory:", collection="library", dimension=8, timeout=20)
    for where in (SearchFilter(), SearchFilter(base_ids=["base1", "base2"])):
        found = []
        for index in (edge, qdrant):
            await index.upsert(points)
            found.append(await index.search(legs, where, with_vectors=True))
        assert [[hit.id for hit in hits] for hits in found[0].legs] == [
            [hit.id for hit in hits] for hits in found[1].legs
        ]
        for ours, theirs in zip(found[0].legs, found[1].legs, strict=True):
            assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], abs=2e-5)
        assert set(found[0].vectors) == set(found[1].vectors)
        assert found[0].cosines == pytest.approx(found[1].cosines, abs=2e-5)
    await edge.aclose()
    await qdrant.aclose()
