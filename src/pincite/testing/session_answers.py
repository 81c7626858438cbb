"""Contract of conversations: answers as they are written, processes that die, feedback."""

import anyio
import pytest

from pincite.core.errors import Conflict, InvalidInput, NotFound
from pincite.ports.sessions import AnswerChange, FoundKey, MessageStatus, Vote
from pincite.testing.metadata_cases import uid
from pincite.testing.session_cases import HERE, SESSION, THERE, SessionCases, exchange

FINISHED = ("complete", "stopped", "interrupted", "failed")


class AnswersContract(SessionCases):
    @pytest.mark.feature("SS-06")
    async def test_an_answer_grows_and_is_finished_with_its_references(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            pending = await self.turn(metadata, 10, "q", None)
            begun = await metadata.messages.update(
                pending.id,
                AnswerChange(MessageStatus.STREAMING, references=({"chunk_id": "c1", "score": 0.5},)),
                110.0,
            )
            assert (begun.status, begun.is_completed) == (MessageStatus.STREAMING, False)
            assert (begun.heartbeat, begun.owner) == (110.0, HERE)
            more = await metadata.messages.update(pending.id, AnswerChange(content="Half"), 120.0)
            assert (more.content, more.references) == ("Half", begun.references)
            done = await metadata.messages.update(
                pending.id,
                AnswerChange(
                    MessageStatus.COMPLETE,
                    "Half and half.",
                    verification={"risk_level": "pass"},
                    steps=({"stage": "search"},),
                    details={"usage": {"tokens": 5}},
                ),
                130.0,
            )
            assert (done.content, done.is_completed, done.owner) == ("Half and half.", True, None)
            assert done.references == ({"chunk_id": "c1", "score": 0.5},)
            assert done.verification == {"risk_level": "pass"}
            assert (done.steps, done.details) == (({"stage": "search"},), {"usage": {"tokens": 5}})
            assert (done.created_at, done.updated_at) == (100.0, 130.0)
            assert await metadata.messages.get(pending.id) == done
            assert (await metadata.sessions.get(SESSION)).updated_at == 130.0

    @pytest.mark.feature("SS-09")
    async def test_references_stay_with_their_own_message(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            for number in (10, 20, 30):
                answer = await self.turn(metadata, number, "q", None)
                references = () if number == 20 else ({"chunk_id": f"c{number}"},)
                change = AnswerChange(MessageStatus.COMPLETE, f"a{number}", references)
                await metadata.messages.update(answer.id, change, 110.0)
            messages = (await metadata.messages.page(SESSION)).messages
            assert [(message.content, message.references) for message in messages[1::2]] == [
                ("a10", ({"chunk_id": "c10"},)),
                ("a20", ()),
                ("a30", ({"chunk_id": "c30"},)),
            ]
            assert all(message.references == () for message in messages[::2])

    @pytest.mark.feature("SS-06")
    @pytest.mark.parametrize("end", FINISHED)
    async def test_a_finished_answer_is_not_reopened(self, end: str) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            done = await self.turn(metadata, 10, "q", "as it was", status=MessageStatus(end))
            for status in (None, *MessageStatus):
                with pytest.raises(Conflict):
                    await metadata.messages.update(done.id, AnswerChange(status, "changed"), 300.0)
            with pytest.raises(Conflict):  # a question is finished from the start
                await metadata.messages.update(uid(10), AnswerChange(content="changed"), 300.0)
            assert await metadata.messages.get(done.id) == done

    async def test_of_two_that_finish_an_answer_at_once_one_wins_whole(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            pending = await self.turn(metadata, 10, "q", None)
            refused: list[str] = []

            async def finish(status: MessageStatus) -> None:
                change = AnswerChange(status, status.value, details={"by": status.value})
                try:
                    await metadata.messages.update(pending.id, change, 200.0)
                except Conflict:
                    refused.append(status.value)

            async with anyio.create_task_group() as group:
                for status in (MessageStatus.COMPLETE, MessageStatus.STOPPED, MessageStatus.INTERRUPTED):
                    group.start_soon(finish, status)
            done = await metadata.messages.get(pending.id)
            assert len(refused) == 2
            assert done.status.value not in refused
            assert done.content == done.status.value == done.details["by"]

    async def test_what_a_database_cannot_keep_does_not_lose_the_answer(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            done = await self.turn(metadata, 10, "q\ud800", "a\0b")
            assert done.content == "a\ufffdb"
            assert await self.contents(metadata) == ["q\ufffd", "a\ufffdb"]

    # --- processes that die -----------------------------------------------------------------------

    async def test_what_a_dead_process_left_is_interrupted_with_its_text(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            await self.turn(metadata, 10, "done", "whole")
            mine = await self.turn(metadata, 20, "mine", None)
            _, lost = await metadata.messages.add(exchange(30, "lost", owner=THERE), 100.0)
            change = AnswerChange(MessageStatus.STREAMING, "Half", ({"chunk_id": "c"},))
            await metadata.messages.update(lost.id, change, 110.0)
            assert await metadata.messages.owners() == {HERE, THERE}
            assert [left.id for left in await metadata.messages.abandoned([THERE])] == [lost.id]
            (marked,) = await metadata.messages.interrupt([THERE], 200.0)
            assert (marked.id, marked.status) == (lost.id, MessageStatus.INTERRUPTED)
            assert (marked.content, marked.references) == ("Half", ({"chunk_id": "c"},))
            assert (marked.owner, marked.is_completed, marked.updated_at) == (None, True, 200.0)
            assert await metadata.messages.interrupt([THERE], 210.0) == []
            assert await metadata.messages.interrupt([], 210.0) == []
            assert await metadata.messages.get(mine.id) == mine
            assert await metadata.messages.owners() == {HERE}
            await metadata.messages.regenerate(lost.id, uid(99), HERE, 220.0)

    async def test_a_process_that_is_silent_counts_as_dead(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            here = [(await self.turn(metadata, place, "here", None)).id for place in (10, 20)]
            _, silent = await metadata.messages.add(exchange(30, "there", owner=THERE), 100.0)
            sign = AnswerChange(MessageStatus.STREAMING)
            assert await metadata.messages.beat(dict.fromkeys(here, sign), 150.0) == 2
            assert await metadata.messages.beat({}, 150.0) == 0
            assert await metadata.messages.abandoned([], 100.0) == []
            left = await metadata.messages.interrupt([], 200.0, silent_since=120.0)
            assert [message.id for message in left] == [silent.id]

    async def test_signs_of_life_bring_what_changed_and_change_nothing_that_is_finished(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            done = await self.turn(metadata, 10, "done", "whole")
            first = await self.turn(metadata, 20, "first", None)
            second = await self.turn(metadata, 30, "second", None)
            said = AnswerChange(MessageStatus.STREAMING, "Hal\0f", ({"chunk_id": "c"},))
            changes = dict.fromkeys([done.id, first.id, second.id, uid(99), "a\0b"], said)
            assert await metadata.messages.beat(changes, 150.0) == 2
            assert await metadata.messages.get(done.id) == done
            for id_ in (first.id, second.id):
                told = await metadata.messages.get(id_)
                assert (told.content, told.references) == ("Hal\ufffdf", ({"chunk_id": "c"},))
                assert (told.status, told.heartbeat) == (MessageStatus.STREAMING, 150.0)
            more = {
                first.id: AnswerChange(MessageStatus.STREAMING),
                second.id: AnswerChange(content="Half a"),
            }
            assert await metadata.messages.beat(more, 160.0) == 2
            assert (await metadata.messages.get(first.id)).content == "Hal\ufffdf"
            assert (await metadata.messages.get(second.id)).content == "Half a"
            assert (await metadata.messages.get(first.id)).heartbeat == 160.0

    async def test_the_text_that_a_stream_log_still_has_is_stored_with_the_end(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            lost = await self.turn(metadata, 10, "q", None)
            (left,) = await metadata.messages.abandoned([HERE])
            change = AnswerChange(MessageStatus.INTERRUPTED, "all that was streamed")
            saved = await metadata.messages.update(left.id, change, 200.0)
            assert (saved.id, saved.content) == (lost.id, "all that was streamed")
            assert await metadata.messages.abandoned([HERE]) == []

    # --- feedback ---------------------------------------------------------------------------------

    async def test_feedback_is_set_replaced_and_removed(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            answer = await self.turn(metadata, 10, "언제?", "내일")
            said = await metadata.feedback.set(answer.id, Vote.DOWN, "틀렸습니다", 200.0)
            assert (said.value, said.reason, said.question, said.answer) == (
                Vote.DOWN,
                "틀렸습니다",
                "언제?",
                "내일",
            )
            assert (await metadata.messages.get(answer.id)).vote is Vote.DOWN
            better = await metadata.feedback.set(answer.id, Vote.UP, "", 300.0)
            assert list(await metadata.feedback.export()) == [better]
            assert [message.vote for message in (await metadata.messages.page(SESSION)).messages] == [
                None,
                Vote.UP,
            ]
            await metadata.feedback.remove(answer.id)
            await metadata.feedback.remove(answer.id)
            assert (await metadata.messages.get(answer.id)).vote is None
            assert await metadata.feedback.export() == []

    async def test_feedback_is_about_finished_answers_of_the_tenant(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            pending = await self.turn(metadata, 10, "q", None)
            with pytest.raises(Conflict):
                await metadata.feedback.set(pending.id, Vote.UP, "", 200.0)
            with pytest.raises(InvalidInput):
                await metadata.feedback.set(uid(10), Vote.UP, "", 200.0)
            for message, tenant in ((uid(99), "default"), (pending.id, "another")):
                with pytest.raises(NotFound):
                    await metadata.feedback.set(message, Vote.UP, "", 200.0, tenant_id=tenant)
                with pytest.raises(NotFound):
                    await metadata.feedback.remove(message, tenant_id=tenant)

    async def test_feedback_about_a_replaced_answer_is_kept_for_evaluation(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            for number in (10, 20, 30):
                answer = await self.turn(metadata, number, f"q{number}", f"a{number}")
                await metadata.feedback.set(answer.id, Vote.DOWN, "wrong", float(number))
            await metadata.messages.regenerate(uid(31), uid(60), HERE, 200.0)
            said = await metadata.feedback.export(limit=2)
            assert [one.answer for one in said] == ["a10", "a20"]
            after = FoundKey(said[-1].created_at, said[-1].message_id)
            assert [one.answer for one in await metadata.feedback.export(after=after)] == ["a30"]
            assert await metadata.feedback.export(tenant_id="another") == []
            assert (await metadata.messages.get(uid(60))).vote is None
