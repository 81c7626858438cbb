"""What every `Reranker` must do. Subclass `RerankerContract` in a test and give it a fixture ``reranker``."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from pincite.core.types import Chunk, Hit
from pincite.ports.models import Reranker
from pincite.text.analyzers import analyze

QUESTION = "연차 유급휴가는 며칠인가요?"
_ANSWER = "1년간 80퍼센트 이상 출근한 근로자에게 15일의 연차 유급휴가를 주어야 한다."
_OTHERS = (
    "Replace the filter element every 500 operating hours.",
    "病假需要提交医院开具的证明。",
    "제품의 색상은 검정이다.",
)
_CLOSE = 1e-3
"""How far scores may lie apart that are computed in another batch."""


def hit(content: str, number: int = 0, **more: Any) -> Hit:
    """A hit as retrieval makes it, of a passage with ``content``."""
    chunk = Chunk(
        id=f"chunk-{number}",
        base_id="base",
        document_id=f"document-{number}",
        version_id="version",
        document_title="취업규칙",
        seq=number,
        start=0,
        end=len(content),
        content=content,
        context_header="## 제4장 휴가",
        morphemes=" ".join(analyze(content.encode("utf-8", "replace").decode())),
        language="ko",
    )
    return Hit(chunk=replace(chunk, **more), score=0.5, base_score=0.5, cosine=0.85, nearness=0.5)


HITS = tuple(hit(text, number) for number, text in enumerate((_OTHERS[0], _ANSWER, *_OTHERS[1:])))


class RerankerContract:
    """Each test takes the adapter under test as ``reranker`` and leaves it open."""

    async def test_one_probability_a_hit(self, reranker: Reranker) -> None:
        scores = await reranker.rerank(QUESTION, HITS)
        assert len(scores) == len(HITS)
        assert all(isinstance(score, float) and 0 <= score <= 1 for score in scores)

    async def test_no_hits_give_no_scores(self, reranker: Reranker) -> None:
        assert await reranker.rerank(QUESTION, []) == []

    async def test_the_answer_is_the_best(self, reranker: Reranker) -> None:
        scores = await reranker.rerank(QUESTION, HITS)
        assert scores.index(max(scores)) == 1

    async def test_scores_follow_their_hits(self, reranker: Reranker) -> None:
        scores = await reranker.rerank(QUESTION, HITS)
        turned = await reranker.rerank(QUESTION, HITS[::-1])
        assert turned[::-1] == pytest.approx(scores, abs=_CLOSE)

    async def test_the_same_question_has_the_same_scores(self, reranker: Reranker) -> None:
        first = await reranker.rerank(QUESTION, HITS)
        assert all([await reranker.rerank(QUESTION, HITS) == first for _ in range(3)])

    async def test_blank_and_odd_passages_are_scored(self, reranker: Reranker) -> None:
        odd = ["", " \n", "\x00", "\ud800", "\U0001f9ef", "![](a.png)", "```\n```", "|", "a" * 20_000]
        scores = await reranker.rerank(QUESTION, [hit(text, number) for number, text in enumerate(odd)])
        assert len(scores) == len(odd)
        assert all(0 <= score <= 1 for score in scores)

    @pytest.mark.parametrize("question", ["", " ", "?", "\ud800", "\U0001f9ef", "휴가 " * 2_000])
    async def test_odd_questions_are_answered(self, reranker: Reranker, question: str) -> None:
        assert all(0 <= score <= 1 for score in await reranker.rerank(question, HITS))

    async def test_many_hits_are_scored_as_few(self, reranker: Reranker) -> None:
        many = [hit(f"{_OTHERS[0]} {number}", number) for number in range(120)]
        assert len(await reranker.rerank(QUESTION, [*many, HITS[1]])) == 121

    async def test_callers_do_not_disturb_each_other(self, reranker: Reranker) -> None:
        alone = await reranker.rerank(QUESTION, HITS)
        together = await asyncio.gather(*(reranker.rerank(QUESTION, HITS) for _ in range(5)))
        assert all(scores == pytest.approx(alone, abs=_CLOSE) for scores in together)

    async def test_cancelling_leaves_a_usable_reranker(self, reranker: Reranker) -> None:
        call = asyncio.ensure_future(reranker.rerank(QUESTION, HITS * 10))
        await asyncio.sleep(0)
        call.cancel()
        assert isinstance((await asyncio.gather(call, return_exceptions=True))[0], asyncio.CancelledError)
        assert len(await reranker.rerank(QUESTION, HITS)) == len(HITS)

    def test_the_identity_names_the_model(self, reranker: Reranker) -> None:
        assert reranker.identity.strip()
        assert reranker.identity == reranker.identity.strip()
