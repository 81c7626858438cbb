"""Contract of conversations: turns, pages, search."""

from dataclasses import replace

import anyio
import pytest

from pincite.core.errors import Conflict, NotFound
from pincite.ports.metadata import Metadata
from pincite.ports.sessions import (
    AnswerChange,
    Exchange,
    FoundKey,
    MessageRole,
    MessageStatus,
    Person,
    Vote,
)
from pincite.ports.tenants import DEFAULT_TENANT
from pincite.testing.metadata_cases import uid
from pincite.testing.session_cases import HERE, SESSION, THERE, SessionCases, exchange

NOBODY = Person()


class MessagesContract(SessionCases):
    # --- turns ------------------------------------------------------------------------------------

    @pytest.mark.feature("SS-06")
    @pytest.mark.feature("SS-03")
    async def test_a_question_is_complete_at_once_and_its_answer_waits(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            asked = Exchange(
                SESSION,
                "request",
                uid(10),
                uid(11),
                "이 표는 무엇인가요?",
                HERE,
                quote="제43조",
                attachments=({"name": "a.pdf"},),
                images=({"url": "resource://1"},),
                title="이 표는 무엇인가요?",
                request_state={"web": False},
            )
            question, answer = await metadata.messages.add(asked, 100.0)
            assert question.role is MessageRole.USER
            assert (question.status, question.is_completed) == (MessageStatus.COMPLETE, True)
            assert (question.content, question.quote) == ("이 표는 무엇인가요?", "제43조")
            assert question.attachments == ({"name": "a.pdf"},)
            assert question.images == ({"url": "resource://1"},)
            assert answer.role is MessageRole.ASSISTANT
            assert (answer.status, answer.is_completed, answer.content) == (MessageStatus.PENDING, False, "")
            assert answer.request_id == question.request_id == "request"
            assert (answer.owner, answer.heartbeat) == (HERE, 100.0)
            session = await metadata.sessions.get(SESSION)
            assert (session.title, session.updated_at) == ("이 표는 무엇인가요?", 100.0)
            assert session.last_request_state == {"web": False}
            assert (await metadata.messages.page(SESSION)).messages == (question, answer)
            with pytest.raises(NotFound):
                await metadata.messages.add(exchange(20, "q", uid(99)), 100.0)

    @pytest.mark.feature("SS-04")
    async def test_a_second_question_does_not_rename_the_session(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata, title="mine")
            asked = Exchange(SESSION, "r", uid(10), uid(11), "q", HERE, title="q")
            await metadata.messages.add(asked, 100.0)
            session = await metadata.sessions.get(SESSION)
            assert (session.title, session.last_request_state) == ("mine", {})

    async def test_questions_from_two_tabs_at_once_keep_their_pairs_together(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            async with anyio.create_task_group() as group:
                for number in range(10, 30, 2):
                    group.start_soon(metadata.messages.add, exchange(number, "q"), 100.0)
            messages = (await metadata.messages.page(SESSION)).messages
            assert [message.position for message in messages] == list(range(20))
            for question, answer in zip(messages[::2], messages[1::2], strict=True):
                assert question.request_id == answer.request_id
                assert (question.role, answer.role) == (MessageRole.USER, MessageRole.ASSISTANT)

    @pytest.mark.feature("SS-07")
    async def test_what_comes_out_later_about_a_question_is_added(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            answer = await self.turn(metadata, 10, "q", None)
            await metadata.messages.annotate(uid(10), rendered_content="q\n<contexts/>")
            await metadata.messages.annotate(uid(10), images=[{"caption": "a valve"}])
            await metadata.messages.annotate(uid(10))
            await metadata.messages.annotate(answer.id, rendered_content="no question")
            await metadata.messages.annotate(uid(99), rendered_content="gone")
            question = await metadata.messages.get(uid(10))
            assert (question.content, question.rendered_content) == ("q", "q\n<contexts/>")
            assert question.images == ({"caption": "a valve"},)
            assert await metadata.messages.get(answer.id) == answer

    @pytest.mark.feature("SS-07")
    async def test_pictures_are_kept_in_order_and_go_with_their_question(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            pictures = (b"\x89PNG\x00\xff", b"GIF8")
            await metadata.messages.add(replace(exchange(10, "q"), pictures=pictures), 100.0)
            await metadata.messages.add(replace(exchange(20, "r"), pictures=pictures[:1]), 100.0)
            await metadata.messages.update(uid(11), AnswerChange(MessageStatus.COMPLETE, "a"), 101.0)
            await metadata.messages.update(uid(21), AnswerChange(MessageStatus.COMPLETE, "a"), 101.0)
            assert tuple(await metadata.messages.pictures(uid(10))) == pictures
            for other in (uid(11), uid(99), "no\0thing"):
                assert tuple(await metadata.messages.pictures(other)) == ()
            await metadata.messages.delete(SESSION, uid(20))
            assert tuple(await metadata.messages.pictures(uid(20))) == ()
            await metadata.sessions.delete([SESSION], NOBODY)
            assert tuple(await metadata.messages.pictures(uid(10))) == ()

    # --- again ------------------------------------------------------------------------------------

    async def test_an_edited_question_takes_the_place_of_what_followed(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            for number in (10, 20, 30):
                await self.turn(metadata, number, f"q{number}", f"a{number}")
            question, answer = await metadata.messages.resend(uid(20), exchange(40, "better"), 200.0)
            assert await self.contents(metadata) == ["q10", "a10", "better", ""]
            assert (question.id, answer.id) == (uid(40), uid(41))
            with pytest.raises(NotFound):
                await metadata.messages.get(uid(30))
            for other in (uid(11), uid(20), uid(99)):
                with pytest.raises(NotFound):
                    await metadata.messages.resend(other, exchange(50, "x"), 300.0)
            with pytest.raises(Conflict):
                await metadata.messages.resend(uid(10), exchange(50, "x"), 300.0)
            assert await self.contents(metadata) == ["q10", "a10", "better", ""]
            await self.session(metadata, uid(1001))
            with pytest.raises(NotFound):
                await metadata.messages.resend(uid(10), exchange(50, "x", uid(1001)), 300.0)

    async def test_another_answer_to_the_same_question(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            await self.turn(metadata, 10, "q10", "half", status=MessageStatus.INTERRUPTED)
            await self.turn(metadata, 20, "q20", "a20")
            question, answer = await metadata.messages.regenerate(uid(11), uid(60), THERE, 200.0)
            assert (question.id, question.content) == (uid(10), "q10")
            assert (answer.id, answer.request_id, answer.owner) == (uid(60), question.request_id, THERE)
            assert answer.status is MessageStatus.PENDING
            assert await self.contents(metadata) == ["q10", ""]
            with pytest.raises(NotFound):  # a dead process that comes back writes nowhere
                await metadata.messages.update(uid(11), AnswerChange(content="late"), 300.0)
            with pytest.raises(Conflict):
                await metadata.messages.regenerate(uid(60), uid(61), THERE, 300.0)
            await metadata.messages.update(uid(60), AnswerChange(MessageStatus.COMPLETE, "whole"), 300.0)
            await metadata.messages.regenerate(uid(60), uid(61), THERE, 400.0)
            for other in (uid(10), uid(99)):
                with pytest.raises(NotFound):
                    await metadata.messages.regenerate(other, uid(62), THERE, 400.0)

    async def test_an_answer_whose_question_was_deleted_is_not_given_again(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            await self.turn(metadata, 10, "q", "a")
            await metadata.messages.delete(SESSION, uid(10))
            with pytest.raises(NotFound):
                await metadata.messages.regenerate(uid(11), uid(12), HERE, 200.0)
            assert await self.contents(metadata) == ["a"]

    async def test_one_message_is_deleted(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            await self.session(metadata, uid(1001))
            await self.turn(metadata, 10, "q10", "a10")
            await self.turn(metadata, 20, "q20", None)
            await metadata.feedback.set(uid(11), Vote.DOWN, "", 150.0)
            with pytest.raises(NotFound):
                await metadata.messages.delete(uid(1001), uid(11))
            await metadata.messages.delete(SESSION, uid(11))
            with pytest.raises(NotFound):
                await metadata.messages.delete(SESSION, uid(11))
            with pytest.raises(Conflict):
                await metadata.messages.delete(SESSION, uid(21))
            assert await self.contents(metadata) == ["q10", "q20", ""]
            assert await metadata.feedback.export() == []

    # --- pages ------------------------------------------------------------------------------------

    async def test_pages_go_back_from_the_newest(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            for number in (10, 20, 30):
                await self.turn(metadata, number, f"q{number}", f"a{number}", now=float(number))
            newest = await metadata.messages.page(SESSION, limit=4)
            assert [message.content for message in newest.messages] == ["q20", "a20", "q30", "a30"]
            assert newest.earlier
            first = await metadata.messages.page(SESSION, before=newest.messages[0].id, limit=4)
            assert [message.content for message in first.messages] == ["q10", "a10"]
            assert not first.earlier
            until = await metadata.messages.page(SESSION, before=30.0)
            assert [message.content for message in until.messages] == ["q10", "a10", "q20", "a20"]
            assert (await metadata.messages.page(SESSION, before=5.0)).messages == ()
            await self.session(metadata, uid(1001))
            with pytest.raises(NotFound):
                await metadata.messages.page(uid(1001), before=uid(10))

    async def test_a_message_is_read_within_its_tenant(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            answer = await self.turn(metadata, 10, "q", "a")
            assert await metadata.messages.get(answer.id) == answer
            for other, tenant in (
                (answer.id, "another"),
                (uid(99), DEFAULT_TENANT),
                ("no\0", DEFAULT_TENANT),
            ):
                with pytest.raises(NotFound):
                    await metadata.messages.get(other, tenant_id=tenant)

    # --- search -----------------------------------------------------------------------------------

    async def found(self, metadata: Metadata, text: str, person: Person = NOBODY) -> list[tuple[str, str]]:
        page = await metadata.messages.search(person, text)
        return [(found.session_title, found.message.content) for found in page.found]

    @pytest.mark.feature("SS-08")
    async def test_messages_are_found_in_any_case_width_and_form(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata, title="valves")
            await self.session(metadata, uid(1001), title="약관")
            await self.turn(metadata, 10, "Which VALVE?", "The ｖａｌｖｅ at ½ bar", now=10.0)
            await self.turn(
                metadata, 20, "보험금\u1112\u1161\u11ab도", "100% 한도", session_id=uid(1001), now=20.0
            )
            assert await self.found(metadata, "Ｖalve") == [
                ("valves", "The ｖａｌｖｅ at ½ bar"),
                ("valves", "Which VALVE?"),
            ]
            assert [content for _, content in await self.found(metadata, "한도")] == [
                "100% 한도",
                "보험금\u1112\u1161\u11ab도",
            ]
            assert await self.found(metadata, "100%") == [("약관", "100% 한도")]
            for nothing in ("1_0", "%도", "valve\\", "'"):
                assert await self.found(metadata, nothing) == []

    @pytest.mark.feature("SS-08")
    async def test_each_person_finds_their_own(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata, user="kim")
            await self.turn(metadata, 10, "secret", "of kim")
            assert len(await self.found(metadata, "secret", Person(DEFAULT_TENANT, "kim"))) == 1
            for other in (NOBODY, Person(DEFAULT_TENANT, "lee"), Person("another", "kim")):
                assert await self.found(metadata, "secret", other) == []

    @pytest.mark.feature("SS-08")
    async def test_search_goes_page_by_page_newest_first(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            for number in range(10, 60, 10):
                await self.turn(metadata, number, f"valve {number}", "yes", now=float(number // 20))
            seen: list[str] = []
            after: FoundKey | None = None
            for _ in range(3):
                page = await metadata.messages.search(NOBODY, "valve", after=after, limit=2)
                seen += [found.message.content for found in page.found]
                after = page.next
            assert after is None
            assert seen == [f"valve {number}" for number in (50, 40, 30, 20, 10)]

    @pytest.mark.feature("SS-08")
    async def test_search_follows_what_was_written_and_removed(self) -> None:
        async with self.metadata(base=False) as metadata:
            await self.session(metadata)
            answer = await self.turn(metadata, 10, "q", None)
            await metadata.messages.update(answer.id, AnswerChange(content="Half of it"), 110.0)
            assert await self.found(metadata, "half")
            await metadata.messages.update(
                answer.id, AnswerChange(MessageStatus.COMPLETE, "Now all of it"), 120.0
            )
            assert not await self.found(metadata, "half")
            assert await self.found(metadata, "now all")
            await metadata.messages.delete(SESSION, answer.id)
            assert not await self.found(metadata, "now all")
