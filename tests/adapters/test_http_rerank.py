"""Rerankers over real HTTP: both forms of the wire, both scales, and every way in which a server fails."""

import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from pincite.adapters.http_rerank import HttpReranker
from pincite.adapters.rerank_scores import PROBE, Scale, as_probabilities, scale_of
from pincite.core.errors import ConfigurationError, RerankFailed
from pincite.core.settings import RerankerSettings
from pincite.testing.reranker import HITS, QUESTION, hit
from tests.adapters.chat_server import ChatServer, Exchange, Script, chat_server, fails, sends
from tests.adapters.rerank_server import by_words, jina, logits, tei


@asynccontextmanager
async def talking_to(
    *scripts: Script, questions: Any = None, sleep: Any = None, **settings: Any
) -> AsyncIterator[tuple[HttpReranker, ChatServer]]:
    async with chat_server(*scripts) as server:
        chosen = {"provider": "jina", "base_url": server.base_url, "model": "bge", "scores": "probability"}
        more = {"questions": questions} if questions else {}
        if sleep:
            more["sleep"] = sleep
        reranker = HttpReranker(RerankerSettings(**{**chosen, **settings}), **more)
        try:
            yield reranker, server
        finally:
            await reranker.aclose()


def expected(judge: Any = by_words) -> list[float]:
    return [judge(QUESTION, f"취업규칙 > 제4장 휴가\n{one.chunk.content}") for one in HITS]


@pytest.mark.feature("RR-12")
@pytest.mark.parametrize("script", [jina(), jina(turned=False)], ids=["best first", "as asked"])
async def test_the_form_of_jina_and_cohere(script: Script) -> None:
    async with talking_to(script, api_key="secret") as (reranker, server):
        assert await reranker.rerank(QUESTION, HITS) == pytest.approx(expected())
    (asked,) = server.requests
    assert asked["path"] == "/v1/rerank"
    assert (asked["model"], asked["query"]) == ("bge", QUESTION)
    assert asked["documents"][1].startswith("취업규칙 > 제4장 휴가\n1년간")
    assert (asked["top_n"], asked["return_documents"]) == (4, False)
    assert server.headers[0]["authorization"] == "Bearer secret"
    assert reranker.identity == "jina:bge"


async def test_the_form_of_tei() -> None:
    async with talking_to(tei(), provider="tei", scores="auto") as (reranker, server):
        assert await reranker.rerank(QUESTION, HITS) == pytest.approx(expected())
    (asked,) = server.requests
    assert asked["texts"][1].startswith("취업규칙")
    assert asked["raw_scores"] is False
    assert asked["truncate"] is True
    assert "documents" not in asked


async def test_raw_scores_of_tei_become_probabilities() -> None:
    async with talking_to(tei(), provider="tei", scores="logit") as (reranker, server):
        scores = await reranker.rerank(QUESTION, HITS)
    assert server.requests[0]["raw_scores"] is True
    assert all(0 <= score <= 1 for score in scores)
    assert scores.index(max(scores)) == 1


async def test_an_address_may_end_in_rerank() -> None:
    async with chat_server(jina()) as server:
        settings = RerankerSettings(
            provider="jina", base_url=f"{server.base_url}/rerank", scores="probability"
        )
        reranker = HttpReranker(settings)
        await reranker.rerank(QUESTION, HITS)
        await reranker.aclose()
    assert server.requests[0]["path"] == "/v1/rerank"
    assert "model" not in server.requests[0]


@pytest.mark.parametrize(("script", "scale"), [(jina(), Scale.PROBABILITY), (logits(), Scale.LOGIT)])
async def test_what_the_scores_are_is_asked_once_and_then_known(script: Script, scale: Scale) -> None:
    async with talking_to(script, scores="auto") as (reranker, server):
        first = await reranker.rerank(QUESTION, HITS)
        assert await reranker.rerank(QUESTION, HITS) == first
        # A lone passage whose logit looks like a probability is still read as a logit.
        assert len(await reranker.rerank("연차 유급", [hit("유급")])) == 1
    assert [request["query"] == PROBE for request in server.requests] == [True, False, False, False]
    assert all(0 <= score <= 1 for score in first)
    assert reranker._scale is scale


async def test_batches_are_joined_in_the_order_of_the_hits() -> None:
    hits = [hit(f"연차 {'유급휴가' * (number % 3)} {number}", number) for number in range(23)]
    async with talking_to(jina()) as (whole, _), talking_to(jina(), batch_size=5) as (parts, server):
        assert await parts.rerank(QUESTION, hits) == await whole.rerank(QUESTION, hits)
    assert sorted(len(request["documents"]) for request in server.requests) == [3, 5, 5, 5, 5]


async def test_passages_that_the_server_leaves_out_count_as_the_worst_it_named() -> None:
    async with talking_to(jina(keep=2)) as (reranker, _):
        scores = await reranker.rerank(QUESTION, HITS)
    worst_named = sorted(expected())[-2]
    assert sorted(scores) == pytest.approx([worst_named, worst_named, worst_named, max(expected())])


@pytest.mark.feature("RR-14")
async def test_passages_without_words_are_not_sent() -> None:
    async with talking_to(jina()) as (reranker, server):
        assert (await reranker.rerank(QUESTION, [hit("![](a.png)"), hit("연차 유급휴가")]))[0] == 0
        assert await reranker.rerank(QUESTION, [hit(" ")]) == [0]
    (asked,) = server.requests
    assert len(asked["documents"]) == 1


@pytest.mark.feature("RR-01")
@pytest.mark.feature("RR-03")
async def test_passages_are_sent_clean_and_with_their_questions() -> None:
    async with talking_to(jina(), questions=lambda chunk: ["며칠인가요?"]) as (reranker, server):
        await reranker.rerank(QUESTION, [hit("## 제60조\n\n- **15일**의 [휴가](#a)")])
    assert server.requests[0]["documents"] == ["취업규칙 > 제4장 휴가\n제60조\n\n15일의 휴가\n\n며칠인가요?"]


async def test_a_passage_is_no_longer_than_the_settings_allow() -> None:
    async with talking_to(jina(), max_characters=100) as (reranker, server):
        await reranker.rerank("휴가" * 200, [hit("가" * 3_000)])
    assert len(server.requests[0]["documents"][0]) == 100
    assert len(server.requests[0]["query"]) == 100


@pytest.mark.parametrize(
    "results",
    [
        None,
        "text",
        [],
        ["text"],
        [{"index": 4, "relevance_score": 0.5}],
        [{"index": -1, "relevance_score": 0.5}],
        [{"index": True, "relevance_score": 0.5}],
        [{"index": "0", "relevance_score": 0.5}],
        [{"relevance_score": 0.5}],
        [{"index": 0}],
        [{"index": 0, "relevance_score": None}],
        [{"index": 0, "relevance_score": "0.5"}],
        [{"index": 0, "relevance_score": True}],
        [{"index": 0, "relevance_score": float("nan")}],
        [{"index": 0, "relevance_score": float("inf")}],
        [{"index": 0, "relevance_score": 0.5}, {"index": 0, "relevance_score": 0.6}],
    ],
)
async def test_an_answer_without_scores_is_a_failure(results: Any) -> None:
    async with talking_to(sends({"results": results})) as (reranker, _):
        with pytest.raises(RerankFailed):
            await reranker.rerank(QUESTION, HITS)


@pytest.mark.parametrize(
    "body",
    ["", "[", "null", '"text"', "{}", "<html>a proxy</html>", b'{"results": "\xff"}', '{"error": "down"}'],
)
async def test_a_broken_body_is_a_failure(body: Any) -> None:
    async with talking_to(sends(body)) as (reranker, _):
        with pytest.raises(RerankFailed):
            await reranker.rerank(QUESTION, HITS)


async def test_logits_where_the_settings_say_probabilities_name_the_setting() -> None:
    async with talking_to(logits()) as (reranker, _):
        with pytest.raises(RerankFailed) as caught:
            await reranker.rerank(QUESTION, HITS)
    assert "reranker.scores" in caught.value.hint


@pytest.mark.parametrize(
    ("status", "hint"), [(401, "reranker.api_key"), (404, "reranker.base_url"), (413, "reranker.batch_size")]
)
async def test_what_the_operator_must_mend_is_not_tried_again(status: int, hint: str) -> None:
    async with talking_to(fails(status)) as (reranker, server):
        with pytest.raises(RerankFailed, match=f"{status}.*scripted") as caught:
            await reranker.rerank(QUESTION, HITS)
    assert hint in caught.value.hint
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_may_pass_is_tried_again(status: int) -> None:
    async with talking_to(fails(status), fails(status), jina()) as (reranker, server):
        assert await reranker.rerank(QUESTION, HITS) == pytest.approx(expected())
    assert len(server.requests) == 3
    async with talking_to(fails(status)) as (reranker, server):
        with pytest.raises(RerankFailed, match=str(status)):
            await reranker.rerank(QUESTION, HITS)
    assert len(server.requests) == 3


async def test_the_pause_is_the_one_that_the_server_asks_for() -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    busy = sends({"error": "busy"}, status=429, Retry_After="3")
    async with talking_to(busy, jina(), sleep=sleep) as (reranker, _):
        await reranker.rerank(QUESTION, HITS)
    assert pauses == [3.0]
    long = sends({"error": "busy"}, status=429, Retry_After="60")
    async with talking_to(long, sleep=sleep) as (reranker, server):
        with pytest.raises(RerankFailed):  # a person waits: the bundled ranker steps in at once
            await reranker.rerank(QUESTION, HITS)
    assert len(server.requests) == 1
    assert pauses == [3.0]


async def test_silence_ends_with_the_time_limit_of_the_settings() -> None:
    async def hanging(exchange: Exchange) -> None:
        await exchange.wait_for_hangup()

    async with talking_to(hanging, timeout=0.1) as (reranker, _):
        with pytest.raises(RerankFailed, match=r"within 0\.1 s") as caught:
            await reranker.rerank(QUESTION, HITS)
    assert "reranker.timeout" in caught.value.hint


async def test_one_failed_batch_fails_the_whole_question() -> None:
    async with talking_to(jina(), fails(400), jina(), batch_size=1, parallelism=1) as (reranker, server):
        with pytest.raises(RerankFailed):
            await reranker.rerank(QUESTION, HITS)
    assert len(server.requests) == 2


async def test_nobody_at_the_address_is_a_failure() -> None:
    async def no_pause(_seconds: float) -> None:
        pass

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        reranker = HttpReranker(RerankerSettings(provider="tei", base_url=address), sleep=no_pause)
        with pytest.raises(RerankFailed, match="cannot be reached"):
            await reranker.rerank(QUESTION, HITS)
        await reranker.aclose()
    assert reranker.identity == f"tei:{address}"


def test_an_address_that_is_none_is_a_fault_of_the_settings() -> None:
    with pytest.raises(ConfigurationError, match=r"reranker\.base_url"):
        HttpReranker(RerankerSettings(provider="jina", model="m"))


def test_scales_are_told_apart() -> None:
    assert scale_of([0.98, 0.0, 0.01, 1.0005]) is Scale.PROBABILITY
    assert scale_of([0.62, -0.04, -0.1, 0.0]) is Scale.PROBABILITY  # similarities of jina-reranker-v3
    assert scale_of([4.2, -9.0, -11.0, -10.0]) is Scale.LOGIT


def test_scores_become_probabilities() -> None:
    assert as_probabilities([0.0, -1e9, 1e9], Scale.LOGIT) == [0.5, 0.0, 1.0]
    assert as_probabilities([1.0004, -0.04, 0.5], Scale.PROBABILITY) == [1.0, 0.0, 0.5]
    for bad in ([2.0], [-3.0], [float("nan")]):
        with pytest.raises(RerankFailed):
            as_probabilities(bad, Scale.PROBABILITY)


async def test_numbers_larger_than_any_float_are_read() -> None:
    body = json.dumps({"results": [{"index": place, "relevance_score": 10**400} for place in range(4)]})
    async with talking_to(sends(body), scores="logit") as (reranker, _):
        assert await reranker.rerank(QUESTION, HITS) == [1.0] * 4
