"""What a judge of meaning adds to the check, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tools.judge_report import judge_lines

from pincite.evaluation.judging import judge_agreement, judge_figures, rate_answers, rate_pairs
from pincite.pipeline.verified import Verified
from pincite.ports.judge import Judgement, Pair, Relation
from tests.adapters.tiny_models import tiny_cross_encoder
from tests.pipeline.standins import ScriptedModel, World

PAIRS = [
    {"id": "1", "lang": "ko", "relation": "reversed", "source": "무면허운전은 보장하지 아니합니다.", "statement": "무면허운전은 보장합니다."},
    {"id": "2", "lang": "ko", "relation": "same", "source": "무면허운전은 보장하지 아니합니다.", "statement": "무면허운전은 보장하지 않습니다."},
    {"id": "3", "lang": "en", "relation": "unrelated", "source": "Fees are due in May.", "statement": "The office closes at noon."},
]  # fmt: skip
CASES = [
    {
        "id": "a", "lang": "ko", "answer": "3영업일 이내에 지급합니다.", "expect": {"risk_level": "pass", "unsupported": []},
        "passages": [{"id": "p", "text": "3영업일 이내에 보험금을 지급합니다.", "heading": "제43조"}],
    },
    {
        "id": "b", "lang": "ko", "answer": "9영업일 이내에 지급합니다.", "expect": {"risk_level": "soft_fail", "unsupported": ["9영업일"]},
        "passages": [{"id": "p", "text": "3영업일 이내에 보험금을 지급합니다.", "heading": "제43조"}],
    },
]  # fmt: skip


@dataclass
class Contradicting:
    """`SemanticJudge` that sees one word in a statement as a contradiction."""

    word: str
    probability: float = 0.9
    identity: str = "word"

    async def judge(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [
            Judgement(
                Relation.CONTRADICTED if self.word in pair.hypothesis else Relation.ENTAILED, self.probability
            )
            for pair in pairs
        ]

    async def aclose(self) -> None:
        return None


@pytest.mark.feature("VF-14")
async def test_pairs_are_measured_for_both_and_together() -> None:
    figures = judge_figures(await rate_pairs(PAIRS, Contradicting("office")), "reversed")
    assert figures["check"]["recall"]["share"] == 1
    assert figures["judge"]["recall"]["share"] == 0
    assert figures["judge"]["false_alarms"] == figures["both"]["false_alarms"]
    assert figures["judge"]["false_alarms"]["share"] == 0.5
    assert figures["both"]["recall"]["share"] == 1
    assert figures["judge"]["right"]["share"] == pytest.approx(1 / 3)


@pytest.mark.feature("VF-14")
async def test_an_answer_has_a_fault_where_a_claim_contradicts_surely_enough() -> None:
    sure = judge_figures(await rate_answers(CASES, Contradicting("9영업일"), score=0.8), "fault")
    unsure = judge_figures(await rate_answers(CASES, Contradicting("9영업일", 0.7), score=0.8), "fault")
    assert sure["judge"]["recall"]["share"] == sure["check"]["recall"]["share"] == 1
    assert unsure["judge"]["recall"]["share"] == 0
    assert unsure["both"]["recall"]["share"] == 1
    assert sure["judge"]["false_alarms"]["share"] == 0


@pytest.mark.feature("VF-14")
async def test_claims_of_answers_are_counted_by_both() -> None:
    world = World(
        model=ScriptedModel("제43조에 따릅니다. 제99조에 따라 지급합니다."), judge=Contradicting("제99조")
    )
    answer = await world.ask("보험금은 언제 지급하나요?")
    assert isinstance(answer.verified, Verified)
    found = judge_agreement([answer.verified])
    assert found["claims"] == 2
    assert found["verdicts"]["supported"] == {"entailed": 1, "contradicted": 0, "neutral": 0}
    assert found["verdicts"]["unsupported"]["contradicted"] == 1


def test_the_report_names_the_judge_or_says_that_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (nothing,) = judge_lines(CASES, PAIRS)
    assert "No judge" in nothing
    labels = ("entailment", "neutral", "contradiction")
    directory = tiny_cross_encoder(tmp_path / "m", "보험금을지급합니다", labels=labels)
    monkeypatch.setenv("PINCITE_VERIFICATION__JUDGE", "local")
    monkeypatch.setenv("PINCITE_VERIFICATION__JUDGE_MODEL", str(directory))
    lines = judge_lines(CASES, PAIRS)
    assert "nli:m-" in lines[1]
    rows = ["right", "recall", "false_alarms"]
    assert [line.split()[0] for line in lines[2:]] == ["pairs", *rows, "answers", *rows]
