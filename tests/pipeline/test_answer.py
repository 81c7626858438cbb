from dataclasses import replace

from pincite.core.types import MatchType
from pincite.pipeline.answer import Source, nearest_sources
from tests.builders import chunk, hit


def source(**changes: object) -> Source:
    plain = Source(
        handle="c1",
        chunk_id="a",
        chunk_ids=("a",),
        document_id="d",
        document="Terms",
        base_id="base",
        place="Article 5",
        page_range=None,
        content="text",
        chunk_type="text",
        match_type=MatchType.HYBRID,
        score=0.123456,
        rrf_score=0.0,
        base_score=0.0,
        rerank_score=None,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_a_location_is_told_as_far_as_it_is_known() -> None:
    assert source().location == "Terms, Article 5"
    assert source(page_range=(3, 3)).location == "Terms, Article 5, p. 3"
    assert source(page_range=(3, 5), place="").location == "Terms, pp. 3-5"


def test_scores_are_rounded_and_an_absent_one_stays_absent() -> None:
    body = source().to_json()
    assert body["score"] == 0.1235
    assert body["rerank_score"] is None
    assert body["page_range"] is None


def test_the_nearest_five_by_probability() -> None:
    scores = (("a", 0.1), ("b", None), ("c", 0.3), ("d", 0.2), ("e", 0.05), ("f", 0.15))
    hits = [hit(chunk(name), rerank_score=score) for name, score in scores]
    assert [near.chunk_id for near in nearest_sources(hits)] == ["c", "d", "f", "a", "e"]
    assert all(near.handle == "" for near in nearest_sources(hits))
