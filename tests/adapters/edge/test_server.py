"""What the child does with requests and with silence, on a real shard."""

import time
from array import array
from pathlib import Path

import numpy as np
import pytest

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


def test_above_the_limit_of_exact_search_tidying_builds_a_graph_and_writes_stay_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.edge.shard.EXACT_ROWS", 150)
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


def test_below_the_limit_of_exact_search_lexical_vectors_call_for_no_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.adapters.edge.shard.EXACT_ROWS", 400)
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
