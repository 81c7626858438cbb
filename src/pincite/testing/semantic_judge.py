"""What every `SemanticJudge` must do. Subclass `SemanticJudgeContract` and give it a fixture ``judge``."""

import asyncio

import pytest

from pincite.ports.judge import Judgement, Pair, Relation, SemanticJudge

PAIRS = (
    Pair("회사는 무면허운전으로 생긴 손해를 보장하지 아니합니다.", "무면허운전 손해는 보장되지 않습니다."),
    Pair("The fee is 3% a year.", "The fee is 5% a year."),
    Pair("被保险人须年满十八周岁。", "保险费按月缴纳。"),
)


class SemanticJudgeContract:
    """Each test takes the adapter under test as ``judge`` and leaves it open."""

    async def test_one_judgement_a_pair(self, judge: SemanticJudge) -> None:
        found = await judge.judge(PAIRS)
        assert len(found) == len(PAIRS)
        assert all(isinstance(one.relation, Relation) and 0 <= one.probability <= 1 for one in found)

    async def test_no_pairs_give_no_judgements(self, judge: SemanticJudge) -> None:
        assert await judge.judge([]) == []

    async def test_judgements_follow_their_pairs(self, judge: SemanticJudge) -> None:
        assert _near((await judge.judge(PAIRS[::-1]))[::-1], await judge.judge(PAIRS))

    async def test_a_pair_alone_is_judged_as_among_others(self, judge: SemanticJudge) -> None:
        many = await judge.judge(PAIRS * 20)
        assert _near(many[:1], await judge.judge(PAIRS[:1]))
        assert len(many) == 20 * len(PAIRS)

    @pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "\U0001f9ef", "가" * 20_000, "</source>"])
    async def test_odd_texts_are_judged(self, judge: SemanticJudge, text: str) -> None:
        assert (
            len(await judge.judge([Pair(text, "휴가는 15일입니다."), Pair("휴가는 15일입니다.", text)])) == 2
        )

    async def test_callers_do_not_disturb_each_other(self, judge: SemanticJudge) -> None:
        alone = await judge.judge(PAIRS)
        together = await asyncio.gather(*(judge.judge(PAIRS) for _ in range(4)))
        assert all(_near(found, alone) for found in together)

    async def test_cancelling_leaves_a_usable_judge(self, judge: SemanticJudge) -> None:
        call = asyncio.ensure_future(judge.judge(PAIRS * 10))
        await asyncio.sleep(0)
        call.cancel()
        assert isinstance((await asyncio.gather(call, return_exceptions=True))[0], asyncio.CancelledError)
        assert len(await judge.judge(PAIRS)) == len(PAIRS)

    def test_the_identity_names_the_model(self, judge: SemanticJudge) -> None:
        assert judge.identity.strip()
        assert judge.identity == judge.identity.strip()


def _near(found: list[Judgement], others: list[Judgement]) -> bool:
    """Scores may lie apart that are computed in another batch."""
    return [one.relation for one in found] == [one.relation for one in others] and all(
        one.probability == pytest.approx(other.probability, abs=1e-3)
        for one, other in zip(found, others, strict=True)
    )
