import pytest

from pincite.core.types import MatchType
from pincite.retrieval.recalled import RecallThresholds, expansion_plan
from tests.builders import chunk, hit


def found(kind: MatchType, nearness: float | None, words: float, **changes: object):  # type: ignore[no-untyped-def]
    return hit(
        chunk(), match_type=kind, nearness=nearness, lexical={"morphemes": words, "bigrams": 0.0}, **changes
    )


@pytest.mark.feature("HY-15")
def test_lines_of_zero_keep_everything() -> None:
    hits = [
        found(MatchType.DENSE, -0.4, 0.0),
        found(MatchType.LEXICAL, None, 0.0),
        found(MatchType.HYBRID, None, 0.0),
        found(MatchType.DENSE, None, 0.0),
    ]
    assert RecallThresholds().kept(hits) == hits


@pytest.mark.feature("HY-15")
@pytest.mark.parametrize(
    ("kind", "nearness", "words", "kept"),
    [
        (MatchType.DENSE, 0.5, 0.0, True),
        (MatchType.DENSE, 0.4, 1.0, False),
        (MatchType.LEXICAL, 1.0, 0.2, False),
        (MatchType.LEXICAL, None, 0.3, True),
        (MatchType.HYBRID, 0.4, 0.3, True),
        (MatchType.HYBRID, 0.5, 0.0, True),
        (MatchType.HYBRID, 0.4, 0.2, False),
    ],
)
def test_a_hit_reaches_the_line_of_a_leg_that_found_it(
    kind: MatchType, nearness: float | None, words: float, kept: bool
) -> None:
    lines = RecallThresholds(vector=0.5, keyword=0.3)
    assert bool(lines.kept([found(kind, nearness, words)])) is kept
    assert lines.kept([found(kind, nearness, words, exact_reference=True)])


@pytest.mark.feature("QX-06")
def test_other_wordings_are_held_to_less() -> None:
    lines = RecallThresholds(0.5, 0.3).relaxed()
    assert (lines.vector, lines.keyword) == (0.5, pytest.approx(0.24))


@pytest.mark.feature("QX-01")
@pytest.mark.parametrize(
    ("hits", "top_k", "wanted"), [(10, 10, False), (9, 10, True), (0, 0, True), (1, 0, False)]
)
def test_enough_is_enough(hits: int, top_k: int, wanted: bool) -> None:
    assert (expansion_plan(hits, top_k, 8) is not None) is wanted
