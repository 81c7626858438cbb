"""What the child does with requests and with silence, on a real shard."""

import time
from array import array
from pathlib import Path

import numpy as np
import pytest
import qdrant_edge as edge

from pincite.adapters.edge.encoding import encode_points
from pincite.adapters.edge.points import Sparse, StoredLeg, StoredPoint
from pincite.adapters.edge.server import FLUSH_IDLE, TIDY_IDLE, _wait, answer
from pincite.adapters.edge.shard import FLUSH_ROWS, Shard
from pincite.adapters.frames import Frame
from pincite.core.errors import InvalidInput
from pincite.testing.search_index import point, point_id


@pytest.fixture
def shard(tmp_path: Path) -> Shard:
    return Shard.open(tmp_path, 8)


def _request(**header: object) -> Frame:
    return Frame({"expires": time.monotonic() + 60, **header})


def test_a_request_past_its_time_is_not_begun(shard: Shard) -> None:
    late = Frame({"op": "delete", "where": {"must": {"base_id": ["base"]}}, "expires": time.monotonic() - 1})
    shard.upsert(encode_points([point(1)], 8))
    assert answer(shard, late).header["error"]["code"] == "search_timeout"
    assert shard.count({}) == 1


def test_a_failure_inside_the_store_is_told_and_the_next_request_is_served(
    shard: Shard, capfd: pytest.CaptureFixture[str]
) -> None:
    shard.close()
    failed = answer(shard, _request(op="count", where={})).header["error"]
    assert failed["code"] == "index_unavailable"
    assert "not initialized" in failed["message"]
    assert "Traceback" in capfd.readouterr().err


def test_silence_after_a_write_brings_it_to_the_disk_and_a_long_one_tidies(shard: Shard) -> None:
    shard.upsert(encode_points([point(1)], 8))
    asked: list[float] = []

    def silence(seconds: float) -> bool:
        asked.append(seconds)
        return True

    _wait(silence, shard)
    assert asked == [FLUSH_IDLE, TIDY_IDLE]
    assert not shard.unflushed
    assert not shard.touched
    _wait(silence, shard)
    assert asked == [FLUSH_IDLE, TIDY_IDLE], "an index that nobody wrote to rests"


def test_without_silence_nothing_delays_the_next_request(shard: Shard) -> None:
    shard.upsert(encode_points([point(1)], 8))
    _wait(lambda _: False, shard)
    assert shard.unflushed
    assert shard.touched


def test_a_long_ingest_is_flushed_on_the_way(shard: Shard) -> None:
    points = encode_points([point(number) for number in range(FLUSH_ROWS)], 8)
    shard.upsert(points[:-1])
    assert shard.unflushed
    shard.upsert(points[-1:])
    assert not shard.unflushed


def test_tidying_keeps_what_is_there(shard: Shard) -> None:
    shard.upsert(encode_points([point(number, version=f"v{number % 2}") for number in range(3000)], 8))
    with pytest.raises(InvalidInput):
        shard.delete({"version_id": {}})
    shard.delete({"must": {"version_id": ["v0"]}})
    shard.tidy()
    assert shard.count({}) == 1500
    assert shard.values("version_id") == ["v1"]


def test_above_the_limit_tidying_shortens_numbers_and_writes_stay_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.edge.shard.PLAIN_ROWS", 150)
    shard = Shard.open(tmp_path, 64)
    random = np.random.default_rng(0)
    vectors = random.standard_normal((3000, 64)).astype(np.float32)
    rows = [
        StoredPoint(point_id(number), "b", "d", "v", (), array("f", vector.tobytes()))
        for number, vector in enumerate(vectors)
    ]
    shard.upsert(rows)
    assert shard._shard.info().indexed_vectors_count == 0
    shard.tidy()
    assert shard._shard.info().indexed_vectors_count >= 3000
    shard.upsert([StoredPoint(point_id(9999), "b", "d", "v", (), array("f", vectors[7].tobytes()))])
    found = shard.search(StoredLeg("dense", 2, array("f", vectors[7].tobytes())), {})
    assert [id_ for id_, _ in found] == [point_id(7), point_id(9999)]
    assert shard.count({}) == 3001


def test_what_is_written_without_a_pause_calls_for_tidying_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.edge.shard.TIDY_ROWS", 4)
    shard = Shard.open(tmp_path, 2)

    def write(first: int, count: int) -> None:
        one = array("f", [1.0, 0.0])
        shard.upsert([StoredPoint(point_id(first + n), "b", "d", "v", (), one) for n in range(count)])

    write(0, 3)
    assert not shard.overgrown
    write(3, 17)
    assert shard.overgrown
    shard.tidy()
    assert not shard.overgrown
    write(20, 4)  # less than a quarter of what was there
    assert not shard.overgrown
    write(24, 1)
    assert shard.overgrown
    shard.close()
    again = Shard.open(tmp_path, 2)
    assert again.count({}) == 25 and not again.overgrown


def test_below_the_limit_lexical_vectors_call_for_no_short_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.edge.shard.PLAIN_ROWS", 400)
    shard = Shard.open(tmp_path, 64)
    vectors = np.random.default_rng(0).standard_normal((350, 64)).astype(np.float32)
    terms = Sparse(array("I", range(350)), array("f", [1.0] * 350))
    shard.upsert(
        [
            StoredPoint(point_id(number), "b", "d", "v", (), array("f", vector.tobytes()), {"bigrams": terms})
            for number, vector in enumerate(vectors)
        ]
    )
    lexical = shard._shard.info().indexed_vectors_count
    shard.tidy()
    assert shard._shard.info().indexed_vectors_count == lexical


def test_candidates_by_short_numbers_lose_none_of_the_nearest_and_keep_whole_cosines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.edge.shard.PLAIN_ROWS", 150)
    shard = Shard.open(tmp_path, 64)
    random = np.random.default_rng(1)
    # As an encoder's: all share a direction, and many lie close to each other.
    centres = 2 + random.standard_normal((30, 64))
    vectors = centres[np.arange(3000) % 30] + 0.1 * random.standard_normal((3000, 64))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    shard.upsert(
        [
            StoredPoint(point_id(number), "b", "d", "v", (), array("f", vector.tobytes()))
            for number, vector in enumerate(vectors)
        ]
    )
    shard.tidy()
    for limit in (1, 10, 80):
        found = shard.search(StoredLeg("dense", limit, array("f", vectors[5].tobytes())), {})
        cosines = np.sort(vectors @ vectors[5])[::-1][:limit]
        assert [score for _, score in found] == pytest.approx(cosines.tolist(), abs=2e-5)


def test_an_index_without_short_numbers_gets_them_at_the_next_tidying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = edge.EdgeConfig(
        vectors={"dense": edge.EdgeVectorParams(size=8, distance=edge.Distance.Cosine)},
        sparse_vectors={name: edge.EdgeSparseVectorParams() for name in ("morphemes", "bigrams")},
        wal_enabled=True,
    )
    with monkeypatch.context() as patched:
        patched.setattr("pincite.adapters.edge.shard._config", lambda dimension: before)
        shard = Shard.open(tmp_path, 8)
        shard.upsert(encode_points([point(number) for number in range(40)], 8))
        shard.close()
    monkeypatch.setattr("pincite.adapters.edge.shard.PLAIN_ROWS", 1)
    shard = Shard.open(tmp_path, 8)
    shard.upsert(encode_points([point(number) for number in range(40, 3000)], 8))
    shard.tidy()
    assert shard.count({}) == 3000
    query = array("f", [1.0] + [0.0] * 7)
    assert shard.search(StoredLeg("dense", 2, query), {})[0][0] == point_id(0)
    shard.close()
