"""What faces do with conversations, on a real database."""

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from pincite.adapters.sql import open_metadata
from pincite.adapters.sql.metadata import SqlMetadata
from pincite.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from pincite.ports.records import BaseRecord
from pincite.ports.sessions import AnswerChange, MessageStatus, Person, Vote
from pincite.ports.tenants import DEFAULT_TENANT
from pincite.sessions import Conversations

KIM, LEE = Person(DEFAULT_TENANT, "kim"), Person(DEFAULT_TENANT, "lee")


@pytest.fixture
async def metadata(tmp_path: Path, anyio_backend: str) -> AsyncIterator[SqlMetadata]:
    opened = await open_metadata(tmp_path / "p.db")
    yield opened
    await opened.aclose()


@pytest.fixture
def conversations(metadata: SqlMetadata) -> Conversations:
    ids, times = count(1), count(100)
    return Conversations(metadata, lambda: float(next(times)), lambda: f"id{next(ids):02}")


async def turn(conversations: Conversations, metadata: SqlMetadata, session: str, question: str) -> str:
    _, answer = await conversations.ask(conversations.exchange(session, question, "here"), KIM)
    await metadata.messages.update(answer.id, AnswerChange(MessageStatus.COMPLETE, f"on {question}"), 500.0)
    return answer.id


@pytest.mark.feature("SS-03")
@pytest.mark.feature("SS-04")
async def test_the_first_question_names_the_session_and_leaves_its_settings(
    conversations: Conversations, metadata: SqlMetadata
) -> None:
    await metadata.bases.create(BaseRecord(id="b1", name="terms"))
    session = await conversations.create(KIM, bases=["terms", "b1"], assistant="")
    assert (session.title, session.base_ids, session.assistant) == ("", ("b1",), None)
    asked = conversations.exchange(session.id, "언제 나오나요? 급해요.", "here", state={"web": True})
    await conversations.ask(asked, KIM)
    stored = await conversations.get(session.id, LEE)
    assert (stored.title, stored.last_request_state) == ("언제 나오나요?", {"web": True})
    with pytest.raises(NotFound):
        await conversations.create(KIM, bases=["nowhere"])


@pytest.mark.feature("SS-01")
async def test_another_person_of_the_tenant_reads_and_does_nothing_else(
    conversations: Conversations, metadata: SqlMetadata
) -> None:
    session = (await conversations.create(KIM, title="  of \n kim ")).id
    answer = await turn(conversations, metadata, session, "q")
    assert (await conversations.get(session, LEE)).title == "of kim"
    assert len((await conversations.messages(session, LEE)).messages) == 2
    again = conversations.exchange(session, "mine", "here")
    for act in (
        conversations.change(session, LEE, title="mine"),
        conversations.delete(session, LEE),
        conversations.ask(again, LEE),
        conversations.resend("id02", again, LEE),
        conversations.regenerate(answer, "here", LEE),
        conversations.delete_message(session, answer, LEE),
        conversations.votes.give(answer, Vote.UP, person=LEE),
        conversations.votes.take_back(answer, LEE),
    ):
        with pytest.raises(Forbidden):
            await act
    assert await conversations.delete_several([session], LEE) == []
    assert (await conversations.search("q", LEE)).found == ()
    with pytest.raises(NotFound):
        await conversations.messages(session, Person("another", "kim"))


async def test_history_ends_before_the_question_that_is_asked(
    conversations: Conversations, metadata: SqlMetadata
) -> None:
    session = (await conversations.create(KIM)).id
    for question in ("one", "two", "three"):
        await turn(conversations, metadata, session, question)
    asked, _ = await conversations.ask(conversations.exchange(session, "four", "here"), KIM)
    turns = await conversations.turns(session, 2, before=asked.id)
    assert [(turn.question.content, turn.answer.content) for turn in turns] == [
        ("two", "on two"),
        ("three", "on three"),
    ]
    assert await conversations.turns(session, 0) == []
    assert len(await conversations.turns(session, 9)) == 3  # the open one is none


async def test_a_question_is_sent_again_and_an_answer_given_again(
    conversations: Conversations, metadata: SqlMetadata
) -> None:
    session = (await conversations.create(KIM)).id
    answer = await turn(conversations, metadata, session, "one")
    question, other = await conversations.regenerate(answer, "here", KIM)
    assert (question.content, other.content, other.id != answer) == ("one", "", True)
    with pytest.raises(Conflict):
        await conversations.resend(question.id, conversations.exchange(session, "uno", "here"), KIM)
    await metadata.messages.update(other.id, AnswerChange(MessageStatus.STOPPED, "half"), 600.0)
    await conversations.resend(question.id, conversations.exchange(session, "uno", "here"), KIM)
    page = await conversations.messages(session, KIM)
    assert [message.content for message in page.messages] == ["uno", ""]


async def test_what_cannot_be_used_is_refused(conversations: Conversations) -> None:
    session = (await conversations.create()).id
    for title in (" ", "x" * 101):
        with pytest.raises(InvalidInput):
            await conversations.change(session, title=title)
    for text in ("", " \u3000", "x" * 201, "a\0"):
        with pytest.raises(InvalidInput):
            await conversations.search(text)
    with pytest.raises(InvalidInput):
        await conversations.delete_several([str(number) for number in range(1001)])
    with pytest.raises(InvalidInput):
        await conversations.list(cursor="x")
    assert await conversations.delete_all() == 1
