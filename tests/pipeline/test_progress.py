"""The two windows of a run: opened, counted and closed, whatever happens in them."""

from collections.abc import Sequence

import anyio
import pytest

from pincite.core.errors import ModelCallFailed
from pincite.pipeline.builder import chat_stages
from pincite.pipeline.events import Event, Next
from pincite.pipeline.manager import EventManager
from pincite.pipeline.orchestrator import run_events
from pincite.pipeline.state import Cancelled, ChatRequest, ChatState
from pincite.pipeline.telling import Kind, Told
from tests.pipeline.standins import ScriptedModel, ScriptedReranker, World

QUESTION = "보험금은 언제 지급하나요?"
STAGES = chat_stages(bases=True, history=True, web=True, data_analysis=True)
WINDOWS = ("query_understand", "knowledge_search")


class Failing:
    """Raises at one stage; the others do nothing."""

    events = tuple(Event)

    def __init__(self, at: Event, error: BaseException) -> None:
        self._at = at
        self._error = error

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        if event is self._at:
            raise self._error
        await next()


def windows(told: Sequence[Told]) -> tuple[list[Told], list[Told]]:
    """Calls and results."""
    calls = [one for one in told if one.kind is Kind.TOOL_CALL]
    return calls, [one for one in told if one.kind is Kind.TOOL_RESULT]


async def run_failing(at: Event, error: BaseException) -> list[Told]:
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    chat = ChatState(ChatRequest("연차?", ("base",), web=True))
    chat.context.tell = tell
    with pytest.raises(type(error)):
        await run_events(EventManager([Failing(at, error)]), STAGES, chat)
    return told


@pytest.mark.feature("OR-03")
@pytest.mark.parametrize("error", [ModelCallFailed("down"), Cancelled(), KeyError("a fault")])
@pytest.mark.parametrize("at", STAGES)
async def test_every_window_that_was_opened_is_closed_whichever_stage_fails(
    at: Event, error: Exception
) -> None:
    calls, results = windows(await run_failing(at, error))
    ids = [one.data["tool_call_id"] for one in calls]
    assert [one.data["tool_call_id"] for one in results] == ids
    assert len(set(ids)) == len(ids)
    names = [str(one.data["tool_name"]) for one in calls]
    assert names == list(WINDOWS[: len(names)])
    inside = at not in (Event.LOAD_HISTORY, *STAGES[-3:])
    states = [one.data["state"] for one in results]
    assert states == ["completed"] * (len(states) - inside) + ["error"] * inside


@pytest.mark.feature("OR-03")
@pytest.mark.feature("OR-09")
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModelCallFailed("The chat model gave an empty answer."), "채팅 모델이 빈 답을 주었습니다."),
        (KeyError("/home/kim/secret"), "예기치 않은 문제가 생겼습니다."),
        (Cancelled(), ""),
    ],
)
async def test_what_failed_is_told_in_the_language_of_the_question_and_no_fault_by_its_words(
    error: Exception, said: str
) -> None:
    _, (result,) = windows(await run_failing(Event.QUERY_UNDERSTAND, error))
    assert (result.data["state"], result.data["success"], result.data["error"]) == ("error", False, said)


async def test_a_run_that_is_left_closes_its_window_too() -> None:
    told: list[Told] = []

    class Endless:
        events = (Event.CHUNK_SEARCH_PARALLEL,)

        async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
            scope.cancel()
            await anyio.sleep_forever()

    async def tell(one: Told) -> None:
        await anyio.lowlevel.checkpoint()
        told.append(one)

    chat = ChatState(ChatRequest("연차?", ("base",)))
    chat.context.tell = tell
    with anyio.CancelScope() as scope:
        await run_events(EventManager([Endless()]), STAGES, chat)
    calls, results = windows(told)
    assert [one.data["tool_name"] for one in calls] == list(WINDOWS)
    assert [one.data["state"] for one in results] == ["completed", "error"]


async def converse(world: World, query: str = QUESTION, **more: object) -> list[Told]:
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    await world.start()
    await world.questions.converse(World.request(query, **more), tell=tell)
    return told


@pytest.mark.feature("OR-04", "OR-09")
async def test_a_window_is_pending_then_completed_under_one_id_and_tells_counts() -> None:
    calls, results = windows(await converse(World(model=ScriptedModel("답"))))
    assert [one.data["tool_name"] for one in calls] == list(WINDOWS)
    assert [one.data["state"] for one in calls] == ["pending", "pending"]
    assert [one.data["state"] for one in results] == ["completed", "completed"]
    assert [one.data["tool_call_id"] for one in calls] == [one.data["tool_call_id"] for one in results]
    found = results[-1].data
    assert found["count"] >= 1
    assert (found["doc_count"], found["web_count"], found["search_source"]) == (1, 0, "knowledge")
    assert (found["success"], found["error"]) == (True, "")


@pytest.mark.feature("OR-04")
async def test_what_was_rejected_is_counted_as_candidates() -> None:
    _, results = windows(await converse(World(reranker=ScriptedReranker(0.01))))
    found = results[-1].data
    assert (found["count"], found["doc_count"]) == (0, 0)
    assert found["candidate_count"] > 0
    assert found["success"] is True, "finding nothing is no failure"


@pytest.mark.feature("OR-04")
async def test_searching_again_stays_in_the_window_and_counts_attempts() -> None:
    model = ScriptedModel("부활 조건", "답")
    calls, results = windows(await converse(World(model=model, reranker=ScriptedReranker(0.2, 0.9))))
    assert len(calls) == 2
    assert results[-1].data["attempts"] == 2


@pytest.mark.feature("QU-07", "OR-02")
async def test_a_greeting_opens_no_search() -> None:
    calls, _ = windows(await converse(World(model=ScriptedModel("안녕하세요!")), "안녕하세요"))
    assert [one.data["tool_name"] for one in calls] == ["query_understand"]
