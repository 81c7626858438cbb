"""A second opinion on meaning: shown beside the check, at most a warning more, never a fault less."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from pincite.core.errors import JudgeFailed
from pincite.core.settings import VerificationSettings
from pincite.pipeline.judging import MOST_CLAIMS
from pincite.ports.judge import Judgement, Pair, Relation
from tests.pipeline.standins import ScriptedModel, World

QUESTION = "보험금은 언제 지급하나요?"
RIGHT = '제43조에 따라 3영업일 이내에 지급합니다. <ref id="c1"/>'
PLAIN = '회사는 부활을 거절하지 않습니다. <ref id="c1"/>'


@dataclass
class Opinion:
    """`SemanticJudge` of one opinion."""

    relation: Relation
    probability: float = 0.95
    fails: bool = False
    identity: str = "opinion"
    asked: list[Pair] = field(default_factory=list)

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        if self.fails:
            raise JudgeFailed("scripted")
        self.asked += pairs
        return [Judgement(self.relation, self.probability)] * len(pairs)

    async def aclose(self) -> None:
        return None


async def verification(text: str, judge: Opinion, **more: Any) -> dict[str, Any]:
    answer = await World(model=ScriptedModel(text), judge=judge, **more).ask(QUESTION)
    told: dict[str, Any] = answer.to_json()["verification"]
    assert answer.risk_level == told["risk_level"]
    return told | {"degraded": answer.degraded, "language": answer.language}


@pytest.mark.feature("VF-14")
async def test_a_contradiction_that_only_the_judge_sees_is_a_warning() -> None:
    told = await verification(RIGHT, Opinion(Relation.CONTRADICTED))
    (claim,) = told["claims"]
    assert told["risk_level"] == "warn"
    assert claim["verdict"] == "supported"  # what the check says stays
    assert claim["judgement"] == {"relation": "contradicted", "probability": 0.95}
    assert told["judge"] == {"model": "opinion", "entailed": 0, "contradicted": 1, "neutral": 0}
    assert told["warnings"] == claim["warnings"]
    assert "보조 판정 모델" in told["warnings"][0]
    assert told["escalation_required"] is False


@pytest.mark.feature("VF-14")
@pytest.mark.parametrize(
    "judge", [Opinion(Relation.CONTRADICTED, 0.79), Opinion(Relation.NEUTRAL), Opinion(Relation.ENTAILED)]
)
async def test_nothing_else_it_says_is(judge: Opinion) -> None:
    told = await verification(RIGHT, judge)
    assert (told["risk_level"], told["warnings"]) == ("pass", [])
    assert told["claims"][0]["judgement"]["relation"] == judge.relation.value


@pytest.mark.feature("VF-14")
@pytest.mark.parametrize("relation", Relation)
async def test_it_takes_no_fault_away_and_doubles_none(relation: Relation) -> None:
    plain = await verification("제99조에 따라 지급합니다.", Opinion(relation, fails=True))
    told = await verification("제99조에 따라 지급합니다.", Opinion(relation))
    assert told["risk_level"] == "hard_fail"
    assert told["warnings"] == plain["warnings"]
    assert told["failure_type"] == plain["failure_type"]


@pytest.mark.feature("VF-14")
async def test_without_a_fact_to_look_up_it_is_the_only_opinion() -> None:
    told = await verification(PLAIN, Opinion(Relation.CONTRADICTED))
    assert told["claims"][0]["judgement"]["relation"] == "contradicted"
    assert "groundedness" not in told or told["risk_level"] != "pass"


async def test_it_reads_the_source_of_the_claim_cut_around_its_sentence() -> None:
    judge = Opinion(Relation.ENTAILED)
    await verification(RIGHT, judge, verification=VerificationSettings(judge_characters=100))
    (pair,) = judge.asked
    assert pair.hypothesis == "제43조에 따라 3영업일 이내에 지급합니다."
    assert "3영업일 이내에 보험금을 지급" in pair.premise
    assert len(pair.premise) <= 100


async def test_a_claim_that_shares_nothing_with_any_source_is_not_asked_about() -> None:
    judge = Opinion(Relation.ENTAILED)
    told = await verification("Bonjour.", judge)
    assert judge.asked == [] and "judge" not in told


async def test_long_answers_are_judged_in_part() -> None:
    judge = Opinion(Relation.ENTAILED)
    text = " ".join(f"보험금은 {number}번 지급합니다." for number in range(60))
    await verification(text, judge)
    assert len(judge.asked) == MOST_CLAIMS


async def test_a_judge_that_fails_is_told_and_changes_nothing() -> None:
    told = await verification(RIGHT, Opinion(Relation.CONTRADICTED, fails=True))
    assert told["degraded"] == ("judge",)
    assert told["risk_level"] == "pass" and "judge" not in told
    assert "judgement" not in told["claims"][0]
