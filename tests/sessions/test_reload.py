"""Two hundred conversations stream at once while every client is cut off somewhere and comes back: nothing
is lost, doubled or out of order, each ends once, and what is stored is what was read."""

import os
import random
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest

from pincite.adapters.streams.memory import MemoryStreams
from pincite.adapters.streams.redis import RedisStreams
from pincite.ports.sessions import AnswerChange, MessageStatus
from pincite.sessions import Conversations
from pincite.sessions.chatting import Chats
from pincite.sessions.recovering import SILENT_SECONDS
from pincite.sessions.writing import Pace
from tests.contracts.test_stream_log import REDIS
from tests.sessions.chat_world import process, text_of, types_of
from tests.sessions.redis_log import redis_prefix
from tests.sessions.served import Client, Together, question_of, served, words_of
from tests.sessions.test_chatting import until

CONVERSATIONS = 200
SEED = int(os.environ.get("RELOAD_SEED", "20261130"))
seeded = pytest.mark.parametrize("seed", [SEED], ids="RELOAD_SEED={}".format)  # so that a failure names it
EVENTS = 40
"""No answer here has as many."""


@seeded
@pytest.mark.slow
@pytest.mark.feature("RS-01")
async def test_two_hundred_clients_leave_and_come_back_to_the_same_process(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    model = Together(crowd=CONVERSATIONS, pause=0.01)
    async with process(tmp_path, model=model, beat=1.0) as here, served(here, tmp_path) as http:
        clients = [Client((await here.conversations.create()).id) for _ in range(CONVERSATIONS)]

        async def talk(number: int, client: Client) -> None:
            cuts = [chance.randint(1, EVENTS - 10), chance.randint(1, EVENTS)]
            await client.ask(http, question_of(number), cuts[0])
            for cut in (cuts[1], None):
                await client.go_on(http, cut)

        async with anyio.create_task_group() as group:
            for number, client in enumerate(clients):
                group.start_soon(talk, number, client)
        assert model.arrived == CONVERSATIONS
        for number, client in enumerate(clients):
            await assert_whole(http, number, client)
        assert_nothing_is_left(here.chats)
        assert here.log.waiting == 0


@asynccontextmanager
async def two_processes(
    folder: Path, model: Together
) -> AsyncIterator[tuple[list[httpx2.AsyncClient], Chats]]:
    """The first writes, the second has a model that must not be asked."""
    async with redis_prefix() as prefix, AsyncExitStack() as opened:
        addresses = []
        first: Chats | None = None
        for owner in ("first", "second"):
            log = RedisStreams(REDIS, prefix=prefix)
            opened.push_async_callback(log.aclose)
            here = await opened.enter_async_context(
                process(folder, log=log, model=model if owner == "first" else None, owner=owner, beat=1.0)
            )
            addresses.append(await opened.enter_async_context(served(here, folder)))
            first = first or here.chats
        assert first is not None
        yield addresses, first


@seeded
@pytest.mark.slow
@pytest.mark.feature("RS-01")
@pytest.mark.feature("RS-03")
@pytest.mark.feature("SM-06")
async def test_two_hundred_clients_go_on_and_stop_at_another_process(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    stopped = set(chance.sample(range(CONVERSATIONS), CONVERSATIONS // 4))
    # Some are stopped before they come that far: nobody waits for them.
    model = Together(crowd=CONVERSATIONS - len(stopped), pause=0.02)
    async with two_processes(tmp_path, model) as ((first, second), chats):
        clients = [
            Client((await first.post("/sessions", json={})).json()["id"]) for _ in range(CONVERSATIONS)
        ]

        async def talk(number: int, client: Client) -> None:
            await client.ask(first, question_of(number), chance.randint(1, 14))
            await client.go_on(second, chance.randint(1, 12))
            if number in stopped:
                assert (await client.stop(second)).json()["success"]
            for http in (first, second):
                await client.go_on(http, chance.randint(1, 3))
            await client.go_on(second)

        async with anyio.create_task_group() as group:
            for number, client in enumerate(clients):
                group.start_soon(talk, number, client)
        assert model.arrived >= model.crowd
        statuses = [await assert_whole(second, number, client) for number, client in enumerate(clients)]
        assert_nothing_is_left(chats)
    ended = {number for number, status in enumerate(statuses) if status == "stopped"}
    assert ended <= stopped
    assert ended, "every answer had ended before it was stopped"


async def assert_whole(http: httpx2.AsyncClient, number: int, client: Client) -> str:
    """What a client read in pieces is the stream, once and in order, and is what a reload shows; the status."""
    assert client.offsets == list(range(len(client.frames)))
    types = client.types
    assert types[0] == "agent_query" and types[-1] == "complete"
    assert types.count("complete") == types.count("agent_query") == 1
    stored = await client.stored(http)
    assert stored["content"] == client.text
    shown = [frame.body["knowledge_references"] for frame in client.frames if frame.type == "references"]
    assert [stored["references"]] == (shown or [[]])
    said = [word.partition("<")[0].strip() for word in words_of(number)]
    read = re.findall(r"\b\d+\.\d+\b", re.sub(r"<[^>]*>", "", client.text))
    if stored["status"] == "stopped":
        assert "stop" in types
        assert read == said[: len(read)]
    else:
        assert stored["status"] == "complete"
        assert shown and read == said
        assert client.text.count("<kb ") == sum("<ref" in word for word in words_of(number))
    whole = Client(client.session)
    await whole.go_on(http, message=client.message)
    assert whole.frames == client.frames
    return str(stored["status"])


def assert_nothing_is_left(chats: Chats) -> None:
    assert not chats._running


async def test_an_answer_of_nobody_is_no_stream(tmp_path: Path) -> None:
    async with process(tmp_path) as here, served(here, tmp_path) as http:
        session = (await here.conversations.create()).id
        path = f"/sessions/continue-stream/{session}"
        assert (await http.get(path)).status_code == 400
        assert (await http.get(path, params={"message_id": "nowhere"})).status_code == 404


@pytest.mark.feature("RS-01")
async def test_a_reader_whose_writer_died_without_a_start_since_is_told(tmp_path: Path) -> None:
    """A process of another host, which nobody on this one knows to be dead but by its silence."""
    model = Together(crowd=2)  # who waits for another one for ever
    async with AsyncExitStack() as opened:
        log = MemoryStreams()
        first = await opened.enter_async_context(
            process(tmp_path, log=log, model=model, owner="elsewhere|1|2|3", beat=0.05)
        )
        session = (await first.conversations.create()).id
        answer = await first.ask(session, question_of(1))
        await until(lambda: model.arrived == 1)

        def much_later() -> float:
            return time.time() + 2 * SILENT_SECONDS

        conversations = Conversations(first.metadata, clock=much_later)
        later = Chats(
            conversations,
            first.chats._writer._questions,
            log,
            "here",
            pace=Pace(heartbeat=0.05),
            clock=much_later,
        )
        read = [arrival async for arrival in later.follow(session, answer.id) if arrival is not None]
        assert types_of(read)[-3:] == ["error", "answer", "complete"]
        stored = await first.stored(answer.id)
        assert (stored.status, stored.content) == (MessageStatus.INTERRUPTED, text_of(read))


async def test_the_half_of_a_process_that_ends_does_not_end_like_a_whole(tmp_path: Path) -> None:
    model = Together(crowd=2)
    async with process(tmp_path, model=model) as here:
        session = (await here.conversations.create()).id
        answer = await here.ask(session, question_of(1))
        await until(lambda: model.arrived == 1)
        await here.chats.aclose()
        told = await here.read(session, answer.id)
        assert types_of(told).count("error") == 1 and types_of(told)[-1] == "complete"
        await here.log.expire(session, answer.id)
        replayed = await here.read(session, answer.id)
        assert types_of(replayed)[-4:] == ["answer", "verification", "error", "complete"]
        assert text_of(replayed) == text_of(told) == (await here.stored(answer.id)).content


async def test_a_database_that_is_busy_for_some_beats_ends_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Together(crowd=2)
    async with process(tmp_path, model=model, beat=0.01) as here:
        beat_answers, missed = here.conversations.answers.beat, 0

        async def busy(changes: Mapping[str, AnswerChange]) -> int:
            nonlocal missed
            missed += 1
            if missed < 4:
                raise OSError("database is locked")
            return await beat_answers(changes)

        monkeypatch.setattr(here.conversations.answers, "beat", busy)
        session = (await here.conversations.create()).id
        answer = await here.ask(session, question_of(1))
        await until(lambda: model.arrived == 1 and missed > 5)
        model.open.set()
        read = await here.read(session, answer.id)
        stored = await here.stored(answer.id)
        assert (stored.status, stored.content) == (MessageStatus.COMPLETE, text_of(read))
