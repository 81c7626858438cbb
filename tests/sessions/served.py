"""Processes of `chat_world` served on a socket, and clients that leave, come back and read frames."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import anyio
import httpx2
import uvicorn

from pincite.api.app import create_app
from pincite.api.server import _Server
from pincite.core.errors import Conflict
from pincite.core.settings import Settings
from pincite.core.types import Message
from pincite.library import AsyncLibrary
from pincite.opening import Engine
from pincite.ports.models import PLAIN, ChatOptions, StreamEnd, StreamPart
from pincite.ports.records import BaseRecord
from tests.pipeline.standins import BASE
from tests.sessions.chat_world import Process, SlowModel

PATIENCE = 120.0
"""Seconds that a client waits for anything: two hundred at once take 29 to 39 beside another run of tests."""


@dataclass(frozen=True, slots=True)
class Frame:
    id: int | None
    body: Mapping[str, Any]

    @property
    def type(self) -> str:
        return str(self.body["response_type"])

    @property
    def content(self) -> str:
        return str(self.body["content"])


@dataclass
class Client:
    """Of one conversation: reads an answer in as many pieces as it likes, from whichever process."""

    session: str
    frames: list[Frame] = field(default_factory=list)
    beats: int = 0

    @property
    def message(self) -> str:
        return str(self.frames[0].body["assistant_message_id"])

    @property
    def types(self) -> list[str]:
        return [frame.type for frame in self.frames]

    @property
    def text(self) -> str:
        return "".join(frame.content for frame in self.frames if frame.type == "answer")

    @property
    def offsets(self) -> list[int | None]:
        return [frame.id for frame in self.frames]

    async def ask(self, http: httpx2.AsyncClient, query: str, most: int | None = None, **body: Any) -> None:
        """Ask and read; leave after ``most`` frames."""
        await self._read(
            http, "POST", f"/sessions/{self.session}/knowledge-qa", most, json={"query": query, **body}
        )

    async def regenerate(self, http: httpx2.AsyncClient, message: str) -> None:
        await self._read(
            http, "POST", f"/sessions/{self.session}/messages/{message}/regenerate", None, json={}
        )

    async def go_on(
        self, http: httpx2.AsyncClient, most: int | None = None, message: str | None = None
    ) -> None:
        """Come back, and go on after the last frame that was read."""
        last = {"Last-Event-ID": str(self.frames[-1].id)} if self.frames else {}
        await self._read(
            http,
            "GET",
            f"/sessions/continue-stream/{self.session}",
            most,
            params={"message_id": message or self.message},
            headers=last,
        )

    async def stop(self, http: httpx2.AsyncClient) -> httpx2.Response:
        return await http.post(f"/sessions/{self.session}/stop", json={"message_id": self.message})

    async def stored(self, http: httpx2.AsyncClient, message: str | None = None) -> dict[str, Any]:
        """The message as a page that is opened anew has it."""
        listed = (await http.get(f"/sessions/{self.session}/messages")).json()["messages"]
        return next(one for one in listed if one["id"] == (message or self.message))

    async def _read(
        self, http: httpx2.AsyncClient, method: str, path: str, most: int | None, **more: Any
    ) -> None:
        async with http.stream(method, path, **more) as response:
            if response.status_code != 200:
                raise AssertionError((await response.aread()).decode())
            async with aclosing(self._frames(response)) as frames:
                async for frame in frames:
                    self.frames.append(frame)
                    if most is not None:
                        most -= 1
                        if not most:
                            return

    async def _frames(self, response: httpx2.Response) -> AsyncGenerator[Frame, None]:
        place: int | None = None
        body: dict[str, Any] | None = None
        async for line in response.aiter_lines():
            name, _, value = line.partition(":")
            if not line and body is not None:
                yield Frame(place, body)
                place = body = None
            elif name == "id":
                place = int(value)
            elif name == "data":
                body = json.loads(value)
            elif line.startswith(":"):
                self.beats += 1


def http_client(address: str, **headers: str) -> httpx2.AsyncClient:
    """Of any number of connections."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
    return httpx2.AsyncClient(
        base_url=f"{address}/api/v1", timeout=PATIENCE, limits=limits, headers=headers, trust_env=False
    )


@asynccontextmanager
async def served(here: Process, folder: Path) -> AsyncIterator[httpx2.AsyncClient]:
    """The real application over the conversations of ``here``; a client of it."""
    with suppress(Conflict):  # the other process of this database made it
        await here.metadata.bases.create(BaseRecord(BASE, "terms"))

    async def opened() -> Engine:
        ingest, absent = cast(Any, _Nothing()), cast(Any, None)
        return Engine(ingest, absent, absent, "hash-1", _nothing, absent, here.chats, absent, absent)

    library = AsyncLibrary(Settings(data_dir=folder), here.metadata, opened)
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    config = uvicorn.Config(
        create_app(library), log_level="warning", lifespan="off", timeout_graceful_shutdown=1
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve([listener]))
    try:
        with anyio.fail_after(PATIENCE):
            while not server.started:  # noqa: ASYNC110 - uvicorn sets no event
                await anyio.sleep(0.005)
        async with http_client(f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
            yield client
    finally:
        server.should_exit = True
        await running
        listener.close()


class _Nothing:
    async def repair(self) -> None:
        return None


async def _nothing() -> None:
    return None


_NUMBER = re.compile(r"\(no\. (\d+)\)")


@dataclass
class Together(SlowModel):
    """Answers each question with words of its own, and none further than its third word before ``crowd`` of
    them have come so far: all stream at once."""

    crowd: int = 1
    arrived: int = 0

    def __post_init__(self) -> None:
        self.open = asyncio.Event()

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        self.calls.append(list(messages))
        found = _NUMBER.search(messages[-1].content)
        assert found is not None
        ended = False
        try:
            for number, word in enumerate(words_of(int(found[1]))):
                if number == 3:
                    self.arrived += 1
                    if self.arrived >= self.crowd:
                        self.open.set()
                    await self.open.wait()
                await asyncio.sleep(self.pause)
                self.said += 1
                yield StreamPart(answer=word)
            yield StreamPart(end=StreamEnd("stop"))
            ended = True
        finally:
            self.left += not ended


def question_of(number: int) -> str:
    return f"보험금은 언제 지급하나요? (no. {number})"


def words_of(number: int) -> list[str]:
    """Handles among them, which the reader gets as tags."""
    return [f'{number}.{word}<ref id="c1"/> ' if word % 7 == 5 else f"{number}.{word} " for word in range(20)]
