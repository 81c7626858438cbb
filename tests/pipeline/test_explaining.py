"""The search inspector: each candidate once, used or with the one reason for which it left."""

from collections import Counter

import pytest

from pincite.pipeline.answer import Answer
from pincite.pipeline.explaining import Explanation, Outcome
from pincite.pipeline.state import ChatRequest
from tests.pipeline.standins import World

QUESTIONS = [
    "입원하면 얼마를 받나요?",
    "제43조 보여줘",
    "제999조 보여줘",
    "무면허운전",
    "pizza delivery",
    "부칙",
]


def explanation(answer: Answer) -> Explanation:
    assert answer.explanation is not None
    return answer.explanation


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("gated", [True, False])
async def test_every_candidate_is_accounted_for_once(question: str, gated: bool) -> None:
    world = World()
    answer = await (world.ask if gated else world.retrieve)(question, explain=True)
    told = explanation(answer)
    counts = Counter(account.chunk_id for account in told.candidates)
    assert set(counts.values()) <= {1}
    attempt = told.attempts[told.judged]
    assert set(counts) == {entry.chunk_id for entry in attempt.pool} | {hit.chunk.id for hit in attempt.hits}
    used = [account.chunk_id for account in told.candidates if account.outcome is Outcome.USED]
    assert used == [source.chunk_id for source in answer.sources if source.chunk_id in counts]
    for account in told.candidates:
        assert (account.answer_rank is not None) == (account.outcome is Outcome.USED)
        assert (account.by is not None) == (
            account.outcome in (Outcome.MERGED, Outcome.NEAR_COPY, Outcome.NEAR_DUPLICATE)
        )
    if answer.is_refusal:
        assert not used
    assert (told.gate is not None) == gated


async def test_it_costs_nothing_where_it_is_not_asked_for_and_changes_nothing_where_it_is() -> None:
    plain = await World().ask("입원하면 얼마를 받나요?")
    told = await World().ask("입원하면 얼마를 받나요?", explain=True)
    assert plain.explanation is None
    assert "explanation" not in plain.to_json()
    assert plain.answer == told.answer
    assert [one.chunk_id for one in plain.sources] == [one.chunk_id for one in told.sources]
    again = await World().ask("입원하면 얼마를 받나요?", explain=True)
    first, second = explanation(told).to_json(), explanation(again).to_json()
    assert first["candidates"] == second["candidates"]


def test_a_request_asks_for_it() -> None:
    assert ChatRequest("q", ("b",)).explain is False
