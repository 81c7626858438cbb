"""A process that answers conversations: a real database, a real log, and a model that says what it is told."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from pincite.adapters.sql import open_metadata
from pincite.adapters.sql.metadata import SqlMetadata
from pincite.adapters.streams.memory import MemoryStreams
from pincite.core.types import Message
from pincite.pipeline.service import QuestionService
from pincite.ports.models import PLAIN, ChatOptions, Completion, StreamEnd, StreamPart
from pincite.ports.sessions import StoredMessage
from pincite.ports.streams import EventType, StreamLog
from pincite.sessions import Conversations
from pincite.sessions.chatting import Chats
from pincite.sessions.entitling import Entitle
from pincite.sessions.history import StoredHistory
from pincite.sessions.writing import Pace
from pincite.streaming.reading import Arrival
from tests.pipeline.standins import World

ANSWER = 'The benefit is paid <ref id="c1"/> within three days. '


@dataclass
class SlowModel:
    """Says ``words`` one after the other, each after ``pause`` seconds; knows how many it said and whether it
    was left before the end."""

    words: Sequence[str] = tuple(f"w{number} " for number in range(20))
    pause: float = 0.0
    fails_after: int | None = None
    identity: str = "slow"
    calls: list[list[Message]] = field(default_factory=list)
    said: int = 0
    left: int = 0
    """Streams that were closed early."""
    gate: anyio.Event | None = None
    """Waited for after the third word."""

    async def complete(self, messages: Sequence[Message], *, temperature: float, max_tokens: int) -> str:
        return (await self.completion(messages, temperature=temperature, max_tokens=max_tokens)).text

    async def completion(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> Completion:
        self.calls.append(list(messages))
        return Completion("".join(self.words))

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        self.calls.append(list(messages))
        ended = False
        try:
            yield StreamPart(thinking="hm")
            for number, word in enumerate(self.words):
                if number == self.fails_after:
                    from pincite.core.errors import ModelCallFailed

                    raise ModelCallFailed("scripted")
                if number == 3 and self.gate is not None:
                    await self.gate.wait()
                await asyncio.sleep(self.pause)
                self.said += 1
                yield StreamPart(answer=word)
            yield StreamPart(end=StreamEnd("stop"))
            ended = True
        finally:
            self.left += not ended


@dataclass
class Process:
    """One of several that may share a database and a log."""

    metadata: SqlMetadata
    log: StreamLog
    model: SlowModel
    conversations: Conversations
    chats: Chats

    async def ask(self, session: str, query: str, **more: object) -> StoredMessage:
        request = World.request(query, rounds=5)
        return (await self.chats.ask(session, request, ["terms"], **more)).answer  # type: ignore[arg-type]

    async def read(self, session: str, message: str, from_offset: int = 0) -> list[Arrival]:
        found = self.chats.follow(session, message, from_offset)
        return [arrival async for arrival in found if arrival is not None]

    async def stored(self, message: str) -> StoredMessage:
        return await self.conversations.message(message)


def text_of(arrivals: Sequence[Arrival]) -> str:
    return "".join(arrival.event.content for arrival in arrivals if arrival.event.type is EventType.ANSWER)


def types_of(arrivals: Sequence[Arrival]) -> list[str]:
    """Without runs of the same."""
    types = [arrival.event.type.value for arrival in arrivals]
    return [kind for number, kind in enumerate(types) if number == 0 or types[number - 1] != kind]


@asynccontextmanager
async def process(
    folder: Path,
    *,
    log: StreamLog | None = None,
    model: SlowModel | None = None,
    owner: str = "here",
    beat: float = 0.05,
    world: Callable[[], World] = World,
    entitle: Entitle | None = None,
) -> AsyncIterator[Process]:
    metadata = await open_metadata(folder / "chats.db")
    streams = log or MemoryStreams()
    conversations = Conversations(metadata)
    told = model or SlowModel()
    made = world()
    made.model = told
    await made.start()
    services = made.services
    object.__setattr__(services, "history", StoredHistory(conversations))
    questions = QuestionService(services, made.settings)
    chats = Chats(
        conversations, lambda: questions, streams, owner, pace=Pace(heartbeat=5.0, beat=beat), entitle=entitle
    )
    try:
        yield Process(metadata, streams, told, conversations, chats)
    finally:
        await chats.aclose()
        if log is None:
            await streams.aclose()
        await metadata.aclose()
