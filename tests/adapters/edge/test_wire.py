from array import array

from hypothesis import given
from hypothesis import strategies as st

from pincite.adapters.edge.points import Sparse, StoredLeg, StoredPoint
from pincite.adapters.edge.wire import pack_legs, pack_points, unpack_legs, unpack_points
from pincite.adapters.frames import Frame, pack

FLOATS = st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=9).map(lambda v: array("f", v))
SPARSE = st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=9).map(
    lambda ids: Sparse(array("I", ids), array("f", range(len(ids))))
)
POINTS = st.builds(
    StoredPoint,
    id=st.uuids().map(str),
    base_id=st.text(max_size=5),
    document_id=st.text(max_size=5),
    version_id=st.text(max_size=5),
    tags=st.lists(st.text(max_size=3), max_size=3).map(tuple),
    vector=st.none() | FLOATS,
    sparse=st.dictionaries(st.sampled_from(["morphemes", "bigrams"]), SPARSE),
)
LEGS = st.builds(StoredLeg, using=st.text(max_size=5), limit=st.integers(1, 99), query=FLOATS | SPARSE)


@given(st.lists(POINTS, max_size=5))
def test_points_arrive_as_they_were_sent(points: list[StoredPoint]) -> None:
    assert unpack_points(*pack_points(points)) == points


@given(st.lists(LEGS, max_size=5))
def test_legs_arrive_as_they_were_sent(legs: list[StoredLeg]) -> None:
    rows, body = pack_legs(legs)
    assert pack(Frame({"legs": rows}, body))
    assert unpack_legs(rows, body) == legs
