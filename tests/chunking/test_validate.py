import pytest

from pincite.chunking.validate import validate


@pytest.mark.parametrize(
    ("lengths", "total", "size", "reason"),
    [
        pytest.param([], 1000, 500, "no chunks produced", marks=pytest.mark.feature("PR-09")),
        pytest.param([1000], 1000, 500, "", marks=pytest.mark.feature("PR-10")),
        pytest.param([1001], 1001, 500, "single chunk for large document", marks=pytest.mark.feature("PR-10")),
        pytest.param([40] * 3 + [400] * 5, 2120, 512, "too many tiny chunks", marks=pytest.mark.feature("PR-11")),
        pytest.param([40, 40, 400], 480, 512, "", marks=pytest.mark.feature("PR-11")),
        pytest.param([40] * 3 + [400] * 9, 3720, 512, "", marks=pytest.mark.feature("PR-11")),
        ([480, 510, 4], 994, 512, ""),
        pytest.param([100, 120, 110, 90, 100], 520, 512, "all chunks far below target size", marks=pytest.mark.feature("PR-12")),
        ([100], 100, 512, ""),
        ([100, 100], 200, 512, ""),
        pytest.param([1100, 400], 1500, 512, "chunk exceeds 2x target size", marks=pytest.mark.feature("PR-13")),
        ([480, 510, 460], 1450, 512, ""),
    ],
)  # fmt: skip
def test_reasons(lengths: list[int], total: int, size: int, reason: str) -> None:
    assert validate(lengths, total, size) == reason


def test_short_clauses_are_no_fault() -> None:
    assert validate([30] * 20, 600, 512, clauses=[True] * 20) == ""
    assert validate([30] * 20, 600, 512, clauses=[False] * 20) == "too many tiny chunks"


def test_a_protected_span_never_condemns_a_tier() -> None:
    assert validate([5000], 5000, 512, protected=[True]) == ""
    assert validate([5000, 400], 5400, 512, protected=[True, False]) == ""
