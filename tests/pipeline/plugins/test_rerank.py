import pytest

from pincite.core.errors import RerankFailed
from pincite.core.types import Hit
from pincite.ranking import FeatureRanker
from tests.pipeline.standins import TERMS, ScriptedReranker, World, terms_chunks

QUESTION = "보험금은 언제 지급하나요?"


@pytest.mark.feature("RR-07")
async def test_the_bundled_ranker_steps_in_and_the_answer_says_so() -> None:
    world = World(reranker=ScriptedReranker(RerankFailed("503")), bundled=ScriptedReranker(0.8))
    answer = await world.ask(QUESTION)
    assert not answer.is_refusal
    assert answer.degraded == ("reranker",)
    assert answer.top_scores == (0.8,)


async def test_the_bundled_ranker_of_the_package_steps_in() -> None:
    world = World(reranker=ScriptedReranker(RerankFailed("503")), bundled=FeatureRanker())
    answer = await world.ask("제43조")
    assert not answer.is_refusal
    assert answer.degraded == ("reranker",)


@pytest.mark.feature("RR-07")
async def test_where_the_bundled_ranker_itself_fails_that_is_said_after_one_call() -> None:
    reranker = ScriptedReranker(RerankFailed("scripted"))
    with pytest.raises(RerankFailed, match="scripted"):
        await World(reranker=reranker).ask(QUESTION)
    assert len(reranker.queries) == 1


async def test_where_both_fail_that_is_said() -> None:
    with pytest.raises(RerankFailed, match="second"):
        await World(
            reranker=ScriptedReranker(RerankFailed("first")), bundled=ScriptedReranker(RerankFailed("second"))
        ).ask(QUESTION)


class Wrong:
    identity = "wrong"

    def __init__(self, *values: float) -> None:
        self._values = values

    async def rerank(self, query: str, hits: list[Hit]) -> list[float]:
        return list(self._values) or [0.5] * (len(hits) + 1)


@pytest.mark.parametrize(
    "values", [(), (float("nan"),) * 4, (1.2, 0.1, 0.1, 0.1), (-0.1, 0.1, 0.1, 0.1), (0.5,)]
)
async def test_scores_that_are_no_probabilities_are_a_failure(values: tuple[float, ...]) -> None:
    answer = await World(reranker=Wrong(*values), bundled=ScriptedReranker(0.8)).ask(QUESTION)  # type: ignore[arg-type]
    assert answer.degraded == ("reranker",)
    assert answer.top_scores == (0.8,)


@pytest.mark.feature("RR-04")
@pytest.mark.feature("RR-06")
async def test_the_reranker_is_asked_once_with_the_searched_question() -> None:
    reranker = ScriptedReranker(0.01)
    await World(reranker=reranker).retrieve(QUESTION)
    assert reranker.queries == [QUESTION]


@pytest.mark.feature("RR-12")
async def test_the_order_of_the_reranker_is_not_relied_on() -> None:
    def score(query: str, hit: Hit) -> float:
        return 0.9 if "제50조" in hit.chunk.content else 0.1

    found = await World(reranker=ScriptedReranker(score)).retrieve(QUESTION)
    assert found.sources[0].content.startswith("### 제50조")
    assert [source.score for source in found.sources] == sorted(
        (source.score for source in found.sources), reverse=True
    )


@pytest.mark.feature("RR-14")
async def test_empty_passages_are_not_sent() -> None:
    reranker = ScriptedReranker(0.9)
    await World(reranker=reranker, chunks=terms_chunks((*TERMS, ("", " \n ")))).retrieve(QUESTION)
    assert len(reranker.seen[0]) == len(TERMS)


async def test_only_empty_passages_are_nothing() -> None:
    reranker = ScriptedReranker(0.9)
    answer = await World(reranker=reranker, chunks=terms_chunks((("", " "),))).ask(QUESTION)
    assert answer.is_refusal
    assert reranker.queries == []


async def test_without_reranking_the_base_score_orders() -> None:
    reranker = ScriptedReranker(0.9)
    found = await World(reranker=reranker).retrieve(QUESTION, rerank=False, rerank_top_k=2)
    assert reranker.queries == []
    assert len(found.sources) == 2
    assert found.sources[0].base_score >= found.sources[1].base_score
    assert all(source.rerank_score is None for source in found.sources)


async def test_an_answer_is_always_reranked_because_the_gate_reads_it() -> None:
    answer = await World(reranker=ScriptedReranker(0.9)).ask(QUESTION, rerank=False)
    assert not answer.is_refusal
    assert answer.top_scores == (0.9,)


@pytest.mark.feature("RR-15")
@pytest.mark.parametrize("zero", [{"rerank_top_k": 0}, {"rerank_top_k": -1}, {"top_k": 0}, {"top_k": -3}])
async def test_zero_passages_are_zero(zero: dict[str, int]) -> None:
    reranker = ScriptedReranker(0.9)
    answer = await World(reranker=reranker).ask(QUESTION, **zero)
    assert answer.is_refusal
    assert answer.refusal_reason
    assert reranker.queries == []
    found = await World(reranker=reranker).retrieve(QUESTION, **zero)
    assert found.sources == ()
    assert not found.is_refusal
    assert (await World().retrieve(QUESTION, rerank=False, **zero)).sources == ()


def by_article(**scores: float):  # type: ignore[no-untyped-def]
    def score(query: str, hit: Hit) -> float:
        return next((value for name, value in scores.items() if name in hit.chunk.content), 0.01)

    return ScriptedReranker(score)


@pytest.mark.feature("RR-05")
@pytest.mark.feature("RR-06")
async def test_a_threshold_trims_what_stands_after_the_best() -> None:
    reranker = by_article(제43조=0.8, 제44조=0.5, 제50조=0.2)
    answer = await World(reranker=reranker).ask(QUESTION, rerank_threshold=0.4)
    assert sorted(source.rerank_score or 0 for source in answer.sources) == [0.5, 0.8]
    assert len(reranker.queries) == 1
    everything = await World(reranker=by_article(제43조=0.8, 제44조=0.5)).ask(QUESTION, rerank_threshold=0.0)
    assert len(everything.sources) == len(TERMS)


@pytest.mark.feature("RR-05")
async def test_the_gate_alone_says_that_nothing_was_found() -> None:
    """The best passage passes the gate and misses the threshold: it answers."""
    answer = await World(reranker=by_article(제43조=0.5)).ask(QUESTION, rerank_threshold=0.9)
    assert not answer.is_refusal
    assert [source.rerank_score for source in answer.sources] == [0.5]


@pytest.mark.feature("RR-15")
async def test_without_a_gate_a_threshold_may_leave_nothing() -> None:
    assert (
        await World(reranker=by_article(제43조=0.05)).retrieve(QUESTION, rerank_threshold=0.9)
    ).sources == ()
    weak = await World(reranker=by_article(제43조=0.2)).retrieve(QUESTION, rerank_threshold=0.9)
    assert [source.rerank_score for source in weak.sources] == [0.2]
    scoped = await World(reranker=by_article(제43조=0.05), tags=("t",)).retrieve(
        QUESTION, rerank_threshold=0.9, tags=("t",)
    )
    assert [source.rerank_score for source in scoped.sources] == [0.05]


async def test_a_clause_that_was_named_is_never_trimmed() -> None:
    found = await World(reranker=by_article(제50조=0.9)).retrieve("제44조", rerank_threshold=0.5)
    assert any("제44조" in source.content for source in found.sources)
