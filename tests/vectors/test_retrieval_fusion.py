"""Search over several bases on given inputs. Every `check` vector passes or is a listed deviation."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import pytest

from pincite.adapters.sql.metadata import open_metadata
from pincite.core.errors import EmbeddingFailed, IndexUnavailable, PinciteError
from pincite.core.settings import RankingSettings, RetrievalSettings
from pincite.core.types import DocumentStatus, QueryType, Route, SearchStrategy
from pincite.evaluation.library import build_library
from pincite.evaluation.memory import MemoryIndex
from pincite.ports.index import Leg, LegHit, LexicalLeg, SearchFilter, SearchResult
from pincite.ports.metadata import Metadata
from pincite.ports.places import BasePlace
from pincite.retrieval import HybridRetriever, Retrieval, SearchRequest, SpacesRetriever
from pincite.retrieval.fanout import PARALLEL_STORES, store_timeout
from pincite.retrieval.fusion import (
    FusionWeights,
    effective_match_count,
    joined_leg,
    pool_size,
    ranked,
    weighted_rrf,
)
from pincite.retrieval.parallel import found_at_once
from pincite.retrieval.scales import ScoreRange, vector_score
from pincite.retrieval.targets import identity_groups, tag_scopes
from pincite.retrieval.web import web_result_to_hit
from pincite.testing.metadata_cases import MetadataCases, indexed, uid
from tests.retrieval.test_hybrid import PASSAGES, WordEmbedder, whole
from tests.vectors.listed import JSON, Ours, check_list, judge, only
from tests.vectors.reading import read_checks

CHECKS = read_checks("retrieval_fusion.json")
SECTION = "retrieval_fusion"
ROUTE = Route(QueryType.SIMPLE_FACT, SearchStrategy.HYBRID, 6, 6)
QUESTION = "무면허 운전 사고도 보상되나요?"


def match_count(given: JSON, expect: JSON) -> None:
    only(expect, "match_count")
    assert effective_match_count(given["requested"]) == expect["match_count"]


def pool(given: JSON, expect: JSON) -> None:
    only(expect, "pool")
    assert pool_size(given["match_count"], given["kb_count"]) == expect["pool"]


def pairs(items: list[Any]) -> list[LegHit]:
    """``["a", 0.5]`` or ``{"id": "a", "score": 0.5}``."""
    return [
        LegHit(item.get("id", item.get("chunk_id")), item["score"])
        if isinstance(item, dict)
        else LegHit(*item)
        for item in items
    ]


def dedup(given: JSON, expect: JSON) -> None:
    (items,) = (value for value in given.values() if isinstance(value, list))
    kept = joined_leg([pairs(items)])
    same_ranking([(hit.id, hit.score) for hit in kept], expect)


def same_ranking(got: list[tuple[str, float]], expect: JSON) -> None:
    only(expect, "ranked", "hits", "kept", "results", "ids", "order", "scores", "count")
    for key in ("ranked", "hits", "kept", "results"):
        if key in expect:
            wanted = [(hit.id, hit.score) for hit in pairs(expect[key])]
            assert [id_ for id_, _ in got] == [id_ for id_, _ in wanted]
            assert [score for _, score in got] == pytest.approx([score for _, score in wanted], abs=1e-6)
    for key in ("ids", "order"):
        assert [id_ for id_, _ in got] == expect.get(key, [id_ for id_, _ in got])
    scores = expect.get("scores", {})
    named = scores if isinstance(scores, dict) else dict(zip((id_ for id_, _ in got), scores, strict=True))
    assert {id_: dict(got)[id_] for id_ in named} == pytest.approx(named, abs=1e-6)
    assert len(got) == expect.get("count", len(got))


def rrf(given: JSON, expect: JSON) -> None:
    config = given.get("config") or {}
    weights = FusionWeights.of(config.get("k"), config.get("vector_weight"), config.get("keyword_weight"))
    lists = [given.get("vector") or [], given.get("keyword") or []]
    fused = weighted_rrf(lists, [weights.dense, weights.lexical], weights.k)
    # The order of a tie is free in the vectors; ours is by id.
    same_ranking([(item.id, item.score) for item in fused], expect)


def rrf_config(given: JSON, expect: JSON) -> None:
    only(expect, "k", "vector_weight", "keyword_weight")
    config = given["config"] or {}
    assert set(config) <= {"rrf_k", "rrf_vector_weight", "rrf_keyword_weight"}
    weights = FusionWeights.of(
        config.get("rrf_k"), config.get("rrf_vector_weight"), config.get("rrf_keyword_weight")
    )
    got = {"k": weights.k, "vector_weight": weights.dense, "keyword_weight": weights.lexical}
    assert {key: got[key] for key in expect} == expect


def defaults(given: JSON, expect: JSON) -> None:
    """Ours are one table, in settings whose names tell what they are of."""
    only(
        expect, "embedding_top_k", "vector_threshold", "keyword_threshold", "rerank_top_k", "rerank_threshold"
    )
    config = given["config"] or {}
    ranking = {key: value for key, value in config.items() if key == "rerank_threshold"}
    names = {"embedding_top_k": "top_k"}
    search = {names.get(key, key): value for key, value in config.items() if key not in ranking}
    retrieval, rank = RetrievalSettings(**search), RankingSettings(**ranking)
    got = {
        "embedding_top_k": retrieval.top_k,
        "vector_threshold": retrieval.vector_threshold,
        "keyword_threshold": retrieval.keyword_threshold,
        "rerank_top_k": retrieval.rerank_top_k,
        "rerank_threshold": rank.rerank_threshold,
    }
    assert {key: got[key] for key in config if key in expect} == {
        key: expect[key] for key in config if key in expect
    }, "what is set is honoured"
    if {key: got[key] for key in expect} != expect:
        raise Ours("one_table")


def score_scale(given: JSON, expect: JSON) -> None:
    only(expect, "score")
    if given.get("retriever") == "keyword":
        hit = LegHit("a", float(given["score"]))
        (kept,) = joined_leg([[hit]])
        assert kept.score == expect["score"]
        return
    score = vector_score(float(given["score"]), ScoreRange(given["engine_range"]))
    assert score == pytest.approx(expect["score"], abs=1e-6)


def timeout(given: JSON, expect: JSON) -> None:
    only(expect, "seconds")
    assert store_timeout(given["env"]) == expect["seconds"]


def same_model(given: JSON, expect: JSON) -> None:
    """Name and address make the identity; an id names a record of it."""
    only(expect, "result", "status", "error")
    places = [
        BasePlace(str(number), identity=f"{name}|{url}" if name else None, vector=bool(name))
        for number, (_, name, url) in enumerate(given["kbs"])
    ]
    spaces = [identity for identity in identity_groups(places) if identity is not None]
    if expect.get("result") == "ok":
        assert len(spaces) <= 1
    else:
        assert len(spaces) > 1
        raise Ours("spaces_are_grouped")


class Broken(MemoryIndex):
    async def search(self, legs: Any, where: SearchFilter, *, with_vectors: bool = False) -> SearchResult:
        raise IndexUnavailable("gone")


class WordsBroken(MemoryIndex):
    """Cannot search words."""

    async def search(
        self, legs: list[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult:
        if any(isinstance(leg, LexicalLeg) for leg in legs):
            raise IndexUnavailable("gone")
        return await super().search(legs, where, with_vectors=with_vectors)


class Places:
    def __init__(self, *places: BasePlace) -> None:
        self.known = places

    async def places(self, base_ids: Any) -> list[BasePlace]:
        return [place for place in self.known if place.id in base_ids]


async def outcome(given: JSON) -> str:
    """What a real search over a small library says."""
    library = await build_library("kb", PASSAGES, WordEmbedder(), whole)
    stored, reader = library.stores()
    settings = RetrievalSettings()

    async def search(index: MemoryIndex, broken: bool, *places: BasePlace) -> Retrieval:
        retriever = HybridRetriever(WordEmbedder(broken=broken), index, reader, settings, Places(*places))
        return await retriever.search(SearchRequest(QUESTION, ROUTE, tuple(place.id for place in places)))

    async def web() -> Retrieval:
        return Retrieval((web_result_to_hit("t", "https://e.com", "s", "c", 0),))

    async def of_bases(state: str) -> Retrieval:
        return await search(stored if state == "ok" else Broken(), False, BasePlace("kb"))

    try:
        if "targets" in given:
            spaces = {
                str(number): HybridRetriever(
                    WordEmbedder(),
                    stored if state == "ok" else Broken(),
                    reader,
                    settings,
                )
                for number, state in enumerate(given["targets"])
            }
            # The one base that has points is that of the target which works.
            places = [
                BasePlace("kb" if state == "ok" else f"kb{number}", identity=str(number))
                for number, state in enumerate(given["targets"])
            ]
            retriever = SpacesRetriever(spaces, next(iter(spaces.values())), Places(*places))
            ids = tuple(place.id for place in places)
            found = await retriever.search(SearchRequest(QUESTION, ROUTE, ids))
            return "partial_hits" if "search" in found.degraded else "hits"
        if "web" in given:
            ways = [lambda: of_bases(given["kb"])]
            if given["web"] == "ok":
                ways.append(web)
            found = await found_at_once(ways)
            return "web_hits" if not any(hit.cosine for hit in found.hits) else "hits"
        index: MemoryIndex = stored if given.get("keyword_ok", True) else WordsBroken()
        place = BasePlace("kb", identity="words")
        if given.get("kind") == "wiki_only":
            place = replace(place, vector=False, keyword=False)
        elif not given.get("keyword_index", True):
            index = MemoryIndex()  # a base without keywords has no terms to find
            index.load(())
        found = await search(index, not given["embedding_ok"], place)
    except PinciteError as error:
        assert isinstance(error, EmbeddingFailed | IndexUnavailable)
        return "search_failed"
    if not found.hits:
        return "search_nothing"
    return "keyword_hits" if found.degraded == ("embedding",) else "hits"


NAMES = {"keyword_only": "keyword_hits", "keyword": "keyword_hits", "degraded": "keyword_hits", "ok": "hits"}
"""Other words for the same outcome."""


def degrade(given: JSON, expect: JSON) -> None:
    only(expect, "result")
    assert set(given) <= {"embedding_ok", "keyword_index", "keyword_ok", "kind", "targets", "kb", "web"}
    assert anyio.run(outcome, given) == NAMES.get(expect["result"], expect["result"])


def searchable(given: JSON, expect: JSON) -> None:
    """A chunk is found as soon as its version is live, which it becomes when its points are written."""
    only(expect, "searchable")
    states = dict.fromkeys(("", "ready", "completed"), DocumentStatus.READY)
    states["failed"] = DocumentStatus.FAILED
    status = states.get(given["index_status"], DocumentStatus.INDEXING)
    found = anyio.run(found_in_database, status, given["enabled"])
    assert found is expect["searchable"]


class Database(MetadataCases):
    def __init__(self, directory: Path) -> None:
        self._directory = directory

    async def make_metadata(self) -> Metadata:
        return await open_metadata(self._directory / "pincite.db")


async def found_in_database(status: DocumentStatus, enabled: bool) -> bool:
    """Whether the rows that retrieval reads hold a chunk of a document in that state."""
    with TemporaryDirectory() as directory:
        cases = Database(Path(directory))
        async with cases.metadata() as metadata:
            await cases.submit(metadata)
            job = await cases.claim(metadata)
            version = indexed(uid(10), uid(11), "면책 조항")
            (only_chunk,) = version.chunks
            if status is DocumentStatus.FAILED:
                await metadata.jobs.fail(job, "corrupt_document", "broken", 300.0)
            elif status is DocumentStatus.READY:
                version = replace(version, chunks=[replace(only_chunk, disabled=not enabled)])
                assert await metadata.versions.activate(job, version, 300.0)
            return bool(await metadata.chunks.chunks([only_chunk.id]))


def scopes(given: JSON, expect: JSON) -> None:
    only(expect, "scopes")
    named: dict[str, list[str]] = {}
    for scope in given["scopes"]:
        named.setdefault(scope["kb"], []).extend(scope["tags"])
    bases = given["kb_ids"]
    got = {base: list(tags) for base, tags in tag_scopes(named, given["tag_ids"], bases).items()}
    if expect["scopes"] == "error":
        assert all(set(given["tag_ids"]) <= set(got[base]) for base in bases)
        raise Ours("a_tag_is_a_word")
    assert got == expect["scopes"]


OPS = {
    "match_count": match_count,
    "pool_size": pool,
    "dedup_by_score": dedup,
    "rrf": rrf,
    "rrf_config": rrf_config,
    "retrieval_config_defaults": defaults,
    "score_scale": score_scale,
    "store_timeout": timeout,
    "same_embedding_model": same_model,
    "degrade": degrade,
    "searchable": searchable,
    "tag_scope": scopes,
}


@pytest.mark.feature("HY-03")
@pytest.mark.feature("HY-04")
@pytest.mark.feature("HY-05")
@pytest.mark.feature("HY-10")
@pytest.mark.feature("HY-11")
@pytest.mark.feature("HY-14")
@pytest.mark.feature("SR-07")
@pytest.mark.parametrize("vector", CHECKS, ids=lambda vector: vector["id"])
def test_vector(vector: JSON) -> None:
    judge(vector, OPS, SECTION)


def test_few_vectors_are_listed_and_none_without_a_reason() -> None:
    check_list(CHECKS, SECTION)


@pytest.mark.feature("HY-09")
def test_four_stores_are_asked_at_once() -> None:
    """The fact vector retrieval_fusion-050."""
    assert PARALLEL_STORES == 4


def test_ties_are_broken_by_id_whatever_the_order() -> None:
    hits = [LegHit("b", 0.5), LegHit("a", 0.5), LegHit("c", 0.7)]
    assert ranked(hits) == ranked(hits[::-1]) == ["c", "a", "b"]
