"""Turns of a conversation: told once and in order, stopped, interrupted, remembered."""

import json
from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from pincite.core.errors import Forbidden, ModelCallFailed, NotFound
from pincite.ports.sessions import MessageStatus, StoredMessage
from pincite.ports.streams import EventType
from pincite.sessions.chatting import Chats
from tests.pipeline.standins import World
from tests.sessions.chat_world import ANSWER, Process, SlowModel, process, text_of, types_of


async def until(true: Callable[[], bool]) -> None:
    """Wait for what another task does."""
    with anyio.fail_after(20):
        while not true():  # noqa: ASYNC110 - what is waited for sets no event
            await anyio.sleep(0.005)


WORDS = tuple(f"{ANSWER} {number} " for number in range(8))


@pytest.mark.feature("SE-04")
@pytest.mark.feature("OR-05")
@pytest.mark.feature("OR-02")
async def test_a_turn_is_told_in_order_and_stored_as_it_was_told(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(WORDS)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        arrivals = await here.read(session, answer.id)
        stored = await here.stored(answer.id)
    assert types_of(arrivals) == [
        "agent_query", "session_title", "tool_call", "tool_result", "tool_call", "tool_result", "references", "thinking",
        "answer", "verification", "complete",
    ]  # fmt: skip
    assert [arrival.offset for arrival in arrivals] == list(range(len(arrivals)))
    assert stored.content == text_of(arrivals)
    assert stored.content.count("<kb doc=") == len(WORDS)
    assert "<ref" not in stored.content
    assert stored.status is MessageStatus.COMPLETE
    assert [reference["handle"] for reference in stored.references][:1] == ["c1"]
    assert [step["tool_name"] for step in stored.steps] == ["query_understand", "knowledge_search"]
    calls = [
        arrival.event.data["tool_call_id"]
        for arrival in arrivals
        if arrival.event.type is EventType.TOOL_CALL
    ]
    results = [
        arrival.event.data["tool_call_id"]
        for arrival in arrivals
        if arrival.event.type is EventType.TOOL_RESULT
    ]
    assert calls == results and len(set(calls)) == 2


@pytest.mark.feature("RS-01")
async def test_a_reader_may_leave_and_come_back_at_any_event(tmp_path: Path) -> None:
    async with process(tmp_path) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        whole = await here.read(session, answer.id)
        for offset in range(len(whole)):
            assert await here.read(session, answer.id, offset) == whole[offset:]
        await here.log.expire(session, answer.id)
        replayed = await here.read(session, answer.id)
    assert text_of(replayed) == text_of(whole)
    assert types_of(replayed) == ["agent_query", "references", "answer", "verification", "complete"]


@pytest.mark.feature("RS-03")
@pytest.mark.feature("RS-05")
@pytest.mark.feature("RS-06")
@pytest.mark.feature("RS-07")
@pytest.mark.parametrize("turn", [1, 2])
async def test_a_stop_keeps_the_text_so_far_though_nobody_reads(tmp_path: Path, turn: int) -> None:
    async with process(tmp_path, model=SlowModel(pause=0.02)) as here:
        session = (await here.conversations.create()).id
        for _ in range(turn):
            answer = await here.ask(session, "보험금은 언제 지급하나요?")
            before = here.model.said
            await until(lambda before=before: here.model.said >= before + 3)  # type: ignore[misc]
            assert await here.chats.stop(session, answer.id)
            arrivals = await here.read(session, answer.id)
            stored = await here.stored(answer.id)
            assert here.model.left == 1
            here.model.left = 0
            assert stored.status is MessageStatus.STOPPED
            assert stored.content and stored.content == text_of(arrivals)
            assert stored.references
            assert types_of(arrivals)[-1] == "complete"
            assert not await here.chats.stop(session, answer.id)
        history = [message.content for message in here.model.calls[-1][1:-1]]
        assert len(history) == 2 * (turn - 1)


@pytest.mark.feature("GN-07")
async def test_a_model_that_fails_in_the_middle_leaves_what_it_said_and_an_error(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(fails_after=4)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        arrivals = await here.read(session, answer.id)
        stored = await here.stored(answer.id)
    assert types_of(arrivals)[-2:] == ["error", "complete"]
    failed = arrivals[-2].event
    assert (failed.done, failed.data["code"]) == (True, ModelCallFailed.code)
    assert stored.status is MessageStatus.FAILED
    assert stored.content == text_of(arrivals) == "w0 w1 w2 w3 "


async def test_a_process_that_ends_interrupts_and_says_so(tmp_path: Path) -> None:
    gate = anyio.Event()
    async with process(tmp_path, model=SlowModel(gate=gate)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        await until(lambda: here.model.said == 3)
        await here.chats.aclose()
        stored = await here.stored(answer.id)
        assert (stored.status, stored.content) == (MessageStatus.INTERRUPTED, "w0 w1 w2 ")
        assert (await here.read(session, answer.id))[-1].event.type is EventType.COMPLETE
        gate.set()
        again = (await here.chats.regenerate(answer.id, World.request("-", rounds=5), ["terms"])).answer
        assert text_of(await here.read(session, again.id)).endswith("w19 ")
        with pytest.raises(NotFound):
            await here.stored(answer.id)


async def test_what_a_killed_process_left_is_told_to_its_readers(tmp_path: Path) -> None:
    gate = anyio.Event()
    async with process(tmp_path, model=SlowModel(gate=gate), owner="killed") as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        await until(lambda: here.model.said == 3)
        await anyio.sleep(0.2)  # several signs of life, with the text so far
        assert "w2" in (await here.stored(answer.id)).content
        other = Chats(here.conversations, here.chats._writer._questions, here.log, "new")
        assert await other.recover(["killed"]) == 1
        stored = await here.stored(answer.id)
        assert (stored.status, stored.content) == (MessageStatus.INTERRUPTED, "w0 w1 w2 ")
        assert types_of(await here.read(session, answer.id))[-3:] == ["error", "answer", "complete"]
        assert await other.recover(["killed"]) == 0


@pytest.mark.feature("QU-07")
@pytest.mark.feature("QU-08")
async def test_a_greeting_is_answered_without_a_search(tmp_path: Path) -> None:
    async with process(tmp_path) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "안녕하세요!")
        arrivals = await here.read(session, answer.id)
        stored = await here.stored(answer.id)
    assert types_of(arrivals)[2:] == ["tool_call", "tool_result", "thinking", "answer", "complete"]
    assert stored.references == ()
    system = here.model.calls[0][0].content
    assert "인사" in system and "조항" not in system.split("문서의 내용")[0]


@pytest.mark.feature("LH-03")
@pytest.mark.feature("LH-05")
async def test_a_follow_up_is_searched_with_its_subject_and_a_new_subject_without(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(("1",))) as here:
        session = (await here.conversations.create()).id
        searched = []
        for query in (
            "보험금은 언제 지급하나요?",
            "그럼 서류는요?",
            "계약을 해지하면 환급금을 돌려받을 수 있나요?",
        ):
            answer = await here.ask(session, query)
            arrivals = await here.read(session, answer.id)
            searched.append(
                next(
                    arrival.event.data["query"]
                    for arrival in arrivals
                    if arrival.event.type is EventType.TOOL_RESULT
                )
            )
        # A model reads what came before; this one says no JSON, so the question stays.
        assert searched[0] == "보험금은 언제 지급하나요?"
        assert searched[2] == "계약을 해지하면 환급금을 돌려받을 수 있나요?"
        told = [message.content for message in here.model.calls[-1]]
        assert told[1:5:2] == ["보험금은 언제 지급하나요?", "그럼 서류는요?"]
        assert not any("<kb" in content or "context id" in content for content in told[1:-1])


async def test_messages_of_other_sessions_are_not_shown(tmp_path: Path) -> None:
    async with process(tmp_path) as here:
        mine, other = [(await here.conversations.create()).id for _ in range(2)]
        answer = await here.ask(mine, "보험금은 언제 지급하나요?")
        await here.read(mine, answer.id)
        with pytest.raises(Forbidden):
            await here.read(other, answer.id)
        with pytest.raises(Forbidden):
            await here.chats.stop(other, answer.id)
        with pytest.raises(NotFound):
            await here.read(mine, "nowhere")


async def test_a_session_that_is_deleted_while_it_answers_costs_nothing(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(pause=0.01)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        await here.conversations.delete(session)
        await until(lambda: not here.chats._running)
        with pytest.raises(NotFound):
            await here.stored(answer.id)


@pytest.mark.feature("RS-01")
async def test_who_read_a_part_of_a_forgotten_stream_is_told_the_whole_message(tmp_path: Path) -> None:
    async with process(tmp_path) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        whole = await here.read(session, answer.id)
        await here.log.expire(session, answer.id)
        for seen in (1, 3, len(whole) - 2, len(whole)):
            again = await here.read(session, answer.id, seen)
            assert types_of(again) == ["agent_query", "references", "answer", "verification", "complete"]
            assert text_of(again) == text_of(whole)
        # Who breaks off in the middle of that goes on with it, and is not told its end twice.
        for number, arrival in enumerate(again):
            assert arrival.offset is not None and arrival.offset >= len(whole)
            rest = await here.read(session, answer.id, arrival.offset + 1)
            assert rest == again[number + 1 :]


async def test_a_stop_is_told_in_the_language_of_the_question(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(gate=anyio.Event())) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        await until(lambda: here.model.said == 3)
        assert await here.chats.stop(session, answer.id)
        live = await here.read(session, answer.id)
        await here.log.expire(session, answer.id)
        for told in (live, await here.read(session, answer.id)):
            (notice,) = [one.event.content for one in told if one.event.type is EventType.STOP]
            assert notice == "사용자가 답변을 멈췄습니다."


async def test_deleting_a_session_ends_the_call_of_the_model(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(gate=anyio.Event())) as here:  # which nobody opens
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        await until(lambda: here.model.said == 3)
        reading = here.chats.follow(session, answer.id)
        arrivals = [await anext(reading) for _ in range(3)]
        await here.conversations.delete(session)
        arrivals += [arrival async for arrival in reading]
        assert here.model.left == 1
        assert [one.event.type for one in arrivals if one is not None][-1] is EventType.COMPLETE
        await until(lambda: not here.chats._running)
        with pytest.raises(NotFound):
            await here.stored(answer.id)


@pytest.mark.feature("SS-05")
async def test_a_model_names_the_session_once_and_no_person_is_overruled(tmp_path: Path) -> None:
    asked: list[str] = []

    async def entitle(question: str) -> str:
        asked.append(question)
        return "보험금 지급"

    async with process(tmp_path, model=SlowModel(("1 ",)), entitle=entitle) as here:
        named = (await here.conversations.create(title="내 이름")).id
        fresh = (await here.conversations.create()).id
        for session in (named, fresh, fresh):
            answer = await here.ask(session, "보험금은 언제 지급하나요?")
            arrivals = await here.read(session, answer.id)
            titles = [a.event.content for a in arrivals if a.event.type is EventType.SESSION_TITLE]
            if titles:
                assert titles == ["보험금은 언제 지급하나요?", "보험금 지급"]
        assert (await here.conversations.get(named)).title == "내 이름"
        assert (await here.conversations.get(fresh)).title == "보험금 지급"
        assert asked == ["보험금은 언제 지급하나요?"]


@pytest.mark.feature("SM-09")
async def test_both_messages_and_the_first_event_are_there_before_anything_is_asked(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(fails_after=0)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        events, _ = await here.log.read(session, answer.id)
        assert here.model.calls == []
        assert events[0].type is EventType.AGENT_QUERY
        assert events[0].data == {"session_id": session, "assistant_message_id": answer.id}
        question, pending = (await here.conversations.messages(session)).messages
        assert (question.status, pending.status) == (MessageStatus.COMPLETE, MessageStatus.PENDING)
        assert question.request_id == pending.request_id == events[0].id
        arrivals = await here.read(session, answer.id)
    assert types_of(arrivals)[-2:] == ["error", "complete"], "a pipeline that fails ends its stream too"
    assert types_of(arrivals).count("complete") == 1


async def first_message(here: Process, session: str) -> StoredMessage:
    return (await here.conversations.messages(session)).messages[0]


@pytest.mark.feature("CM-07", "SS-07", "LH-05")
async def test_what_the_model_was_shown_is_kept_apart_from_what_the_person_wrote(tmp_path: Path) -> None:
    async with process(tmp_path, model=SlowModel(WORDS)) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        arrivals = await here.read(session, answer.id)
        with anyio.fail_after(60):  # it is written when the answer is, and delays nobody
            question = await first_message(here, session)
            while question.rendered_content is None:
                await anyio.sleep(0.005)
                question = await first_message(here, session)
        second = await here.ask(session, "그럼 서류는요?")
        await here.read(session, second.id)
    assert question.content == "보험금은 언제 지급하나요?"
    assert "<search_results>" in (question.rendered_content or "")
    assert "3영업일" in (question.rendered_content or "")
    assert arrivals[-1].event.type is EventType.COMPLETE
    remembered = [message.content for message in here.model.calls[-1] if message.role == "user"]
    assert remembered[0] == question.content
    assert "<search_results>" not in remembered[0]


@pytest.mark.feature("CI-09", "SS-09")
async def test_the_end_of_a_stream_names_the_sentences_also_after_a_reload(tmp_path: Path) -> None:
    async with process(
        tmp_path, model=SlowModel(('3영업일 이내에 보험금을 지급합니다. <ref id="c1"/>',))
    ) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, "보험금은 언제 지급하나요?")
        arrivals = await here.read(session, answer.id)
        await here.log.expire(session, answer.id)
        replayed = await here.read(session, answer.id)
    end = arrivals[-1].event
    (citation,) = end.data["citations"]
    (place,) = citation["pins"]
    assert "영업일" not in json.dumps(end.data, ensure_ascii=False), "the last event repeats nothing"
    assert place["start"] < place["end"]
    assert place["page_range"] == [2, 2]
    assert replayed[-1].event.data["citations"] == end.data["citations"]
    (references,) = (one.event for one in arrivals if one.event.type is EventType.REFERENCES)
    known = {one["chunk_id"] for source in references.data["references"] for one in source["places"]}
    assert place["chunk_id"] in known
