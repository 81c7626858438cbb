import pytest

from pincite.core.settings import RankingSettings
from pincite.core.types import ChunkType
from pincite.ranking.boosts import boosted, boosted_score, has_wiki
from tests.builders import chunk, hit


def one(id_: str, score: float, kind: ChunkType = ChunkType.TEXT, **changes: object):  # type: ignore[no-untyped-def]
    return hit(chunk(id_, chunk_type=kind), score, **changes)


@pytest.mark.feature("FAQ-09")
@pytest.mark.parametrize(
    ("score", "factor", "raised"),
    [(0.9, 1.2, 1.0), (0.5, 1.2, 0.6), (0.5, 1.0, 0.5), (0.5, 0.5, 0.5), (0.0, 9.0, 0.0)],
)
def test_a_boost_raises_and_never_beyond_one(score: float, factor: float, raised: float) -> None:
    assert boosted_score(score, factor) == pytest.approx(raised)


@pytest.mark.feature("FAQ-09")
@pytest.mark.feature("RR-13")
def test_entries_and_wiki_pages_rise_and_say_so() -> None:
    hits = [one("t", 0.8), one("w", 0.7, ChunkType.WIKI_PAGE), one("f", 0.69, ChunkType.FAQ)]
    found = boosted(hits, RankingSettings(), wiki=True)
    assert [(item.chunk.id, item.boosted) for item in found] == [("w", True), ("f", True), ("t", False)]
    assert has_wiki(hits)
    without = boosted(hits, RankingSettings(faq_priority=False), wiki=False)
    assert [item.chunk.id for item in without] == ["t", "w", "f"]
    assert not any(item.boosted for item in without)


def test_a_named_clause_stays_first_and_equal_scores_keep_their_order() -> None:
    hits = [one("z", 0.1, exact_reference=True), one("b", 0.5), one("a", 0.5), one("f", 0.45, ChunkType.FAQ)]
    assert [item.chunk.id for item in boosted(hits, RankingSettings(), wiki=False)] == ["z", "f", "b", "a"]


def test_what_the_limit_made_equal_is_told_apart_by_probability() -> None:
    hits = [
        one("less", 0.95, ChunkType.FAQ, rerank_score=0.92),
        one("more", 0.94, ChunkType.FAQ, rerank_score=0.98),
    ]
    found = boosted(hits, RankingSettings(), wiki=False)
    assert [(item.chunk.id, item.score) for item in found] == [("more", 1.0), ("less", 1.0)]


def test_the_gate_reads_no_boost() -> None:
    (found,) = boosted([one("f", 0.5, ChunkType.FAQ, rerank_score=0.2)], RankingSettings(), wiki=False)
    assert (found.score, found.rerank_score) == (pytest.approx(0.6), 0.2)
