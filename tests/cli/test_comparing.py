"""What would move if a text were cut otherwise."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pincite.cli.comparing import compare
from pincite.core.types import TextChunk

TEXT = "abcdefghijklmnopqrst" * 10


def cut(*spans: tuple[int, int]) -> list[TextChunk]:
    return [TextChunk(seq, start, end, TEXT[start:end]) for seq, (start, end) in enumerate(spans)]


def test_chunks_that_stay_go_and_come() -> None:
    before = cut((0, 20), (20, 60), (60, 80), (80, 100))
    result = compare(before, cut((0, 20), (20, 40), (40, 60), (60, 80), (80, 100)), 100)
    assert (result.kept, result.gone, result.new) == (3, 1, 2)
    assert result.moved_share == 0.4
    (region,) = [region for region in result.regions if not region.same]
    assert (region.start, region.end, len(region.before), len(region.after)) == (20, 60, 1, 2)


def test_the_same_cut_moves_nothing() -> None:
    result = compare(cut((0, 20), (15, 60)), cut((0, 20), (15, 60)), 60)
    assert (result.kept, result.gone, result.new, result.moved_share) == (2, 0, 0, 0.0)


def test_nothing_to_compare() -> None:
    assert compare([], [], 0).moved_share == 0.0


STARTS = st.sets(st.integers(1, 199), max_size=12).map(lambda marks: [0, *sorted(marks), 200])


@given(before=STARTS, after=STARTS)
def test_every_chunk_is_in_one_region(before: list[int], after: list[int]) -> None:
    one, other = cut(*pairwise(before)), cut(*pairwise(after))
    result = compare(one, other, 200)
    assert [chunk for region in result.regions for chunk in region.before] == one
    assert [chunk for region in result.regions for chunk in region.after] == other
    assert result.kept + result.gone == len(one)
    assert result.kept + result.new == len(other)
    assert 0 <= result.moved_share <= 1
