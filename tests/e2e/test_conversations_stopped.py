"""A real model stops when it is told to: its slot is free, whoever asked and whether or not anybody reads."""

import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import httpx2
import pytest

from pincite.adapters.openai_chat import OpenAIChat
from pincite.adapters.streams.redis import RedisStreams
from pincite.core.settings import ChatSettings
from pincite.ports.streams import StreamLog
from tests.contracts.test_stream_log import REDIS
from tests.e2e.local_llm import WINDOW, LocalLlm, local_llm
from tests.pipeline.standins import World, terms_chunks
from tests.sessions.chat_world import process
from tests.sessions.redis_log import redis_prefix
from tests.sessions.served import Client, served

pytestmark = pytest.mark.slow

RULES = (
    ("Article 1 (Payment)", "The insurer pays the benefit within three business days of the documents."),
    ("Article 2 (Surrender)", "Who cancels the contract gets the surrender value within ten days."),
)
QUESTIONS = ("When does the insurer pay the benefit?", "When is the surrender value of a contract paid?")
SOON = 30.0
"""Seconds in which a slot must be free: an endless answer holds it for minutes. How quick it is, is printed."""


@pytest.fixture(scope="module")
def llm() -> Iterator[LocalLlm]:
    with local_llm(endless=True) as running:
        yield running


@asynccontextmanager
async def talking(
    llm: LocalLlm, folder: Path, log: StreamLog | None, owner: str
) -> AsyncIterator[httpx2.AsyncClient]:
    """A process whose model is the real one; a client of it."""
    settings = ChatSettings(
        base_url=llm.base_url, model=llm.model, timeout=240, context_tokens=WINDOW, max_tokens=4096
    )
    model: Any = OpenAIChat(settings)
    try:
        async with (
            process(
                folder,
                log=log,
                model=model,
                owner=owner,
                beat=1.0,
                world=lambda: World(chunks=terms_chunks(RULES, title="Terms"), chat=settings),
            ) as here,
            served(here, folder) as http,
        ):
            yield http
    finally:
        await model.aclose()


@dataclass
class Processes:
    first: httpx2.AsyncClient
    second: httpx2.AsyncClient


@asynccontextmanager
async def processes(llm: LocalLlm, folder: Path, where: str) -> AsyncIterator[Processes]:
    """One, which is both; or two on one Redis and one database."""
    async with AsyncExitStack() as opened:
        if where == "same process":
            one = await opened.enter_async_context(talking(llm, folder, None, "one"))
            yield Processes(one, one)
            return
        prefix = await opened.enter_async_context(redis_prefix())
        both = []
        for owner in ("first", "second"):
            log = RedisStreams(REDIS, prefix=prefix)
            opened.push_async_callback(log.aclose)
            both.append(await opened.enter_async_context(talking(llm, folder, log, owner)))
        yield Processes(*both)


async def slots(llm: LocalLlm, wanted: int) -> None:
    with anyio.fail_after(SOON):
        while await anyio.to_thread.run_sync(llm.busy_slots) != wanted:  # noqa: ASYNC110
            await anyio.sleep(0.005)


@pytest.mark.feature("RS-03")
@pytest.mark.feature("RS-05")
@pytest.mark.feature("RS-06")
@pytest.mark.parametrize("where", ["same process", "other process"])
@pytest.mark.parametrize("reads", [True, False], ids=["read", "client gone"])
async def test_a_stop_frees_the_slot_of_the_model(
    llm: LocalLlm, tmp_path: Path, where: str, reads: bool
) -> None:
    async with processes(llm, tmp_path, where) as here:
        session = (await here.first.post("/sessions", json={})).json()["id"]
        for turn, question in enumerate(QUESTIONS):
            client = Client(session)
            async with anyio.create_task_group() as group:
                await read_some(client, here.first, question)
                await slots(llm, 1)
                if reads:
                    group.start_soon(client.go_on, here.second)
                    await anyio.sleep(0.05)
                await client.stored(here.second)  # its first request would be measured too
                asked = time.perf_counter()
                assert (await client.stop(here.second)).json()["message"] == "Generation stopped"
                await slots(llm, 0)
                passed = (time.perf_counter() - asked) * 1000
            said = (
                f"stop to free slot: {passed:.0f} ms, {where}, turn {turn + 1}, {'read' if reads else 'gone'}"
            )
            sys.stderr.write(f"{said}\n")
            await client.go_on(here.first)
            stored = await client.stored(here.second)
            assert stored["status"] == "stopped"
            assert client.text and stored["content"] == client.text
            assert stored["references"][0]["chunk_id"].startswith("terms-")
            assert client.types.count("stop") == client.types.count("complete") == 1
            assert client.types[-1] == "complete"
            assert client.offsets == list(range(len(client.frames)))
            again = await client.stop(here.second)
            assert again.json()["message"] == "Message already completed"


async def read_some(client: Client, http: httpx2.AsyncClient, question: str) -> None:
    """Until the model has said something; then the client is gone."""
    await client.ask(http, question, most=1, language="en")
    with anyio.fail_after(120):
        while "answer" not in client.types:
            await client.go_on(http, most=1)
