"""The chat adapter and llama.cpp: a real model answers, streams, counts and is stopped."""

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing

import anyio.lowlevel
import pytest
from anyio import to_thread

from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.settings import ChatSettings
from pincite.core.types import Message
from pincite.ports.models import ChatOptions
from tests.e2e.local_llm import LocalLlm, local_llm

pytestmark = pytest.mark.slow

QUESTION = [
    Message("system", "Answer in one short sentence."),
    Message("user", "What is the capital of France?"),
]
STORY = [Message("user", "Tell me a very long story about a ship.")]
ENDLESS = 100_000
"""Tokens; the window of the server ends long before, and the test long before that."""


@pytest.fixture(scope="module")
def llm() -> Iterator[LocalLlm]:
    with local_llm() as running:
        yield running


@pytest.fixture(scope="module")
def endless_llm() -> Iterator[LocalLlm]:
    with local_llm(endless=True) as running:
        yield running


@pytest.fixture
async def model(llm: LocalLlm, anyio_backend: str) -> AsyncIterator[OpenAIChat]:
    chat = OpenAIChat(ChatSettings(base_url=llm.base_url, model=llm.model, timeout=240))
    yield chat
    await chat.aclose()


@pytest.fixture
async def endless_model(endless_llm: LocalLlm, anyio_backend: str) -> AsyncIterator[OpenAIChat]:
    chat = OpenAIChat(ChatSettings(base_url=endless_llm.base_url, model=endless_llm.model, timeout=240))
    yield chat
    await chat.aclose()


async def busy(llm: LocalLlm) -> int:
    return await to_thread.run_sync(llm.busy_slots)


async def until(llm: LocalLlm, slots: int) -> None:
    """Until so many slots are busy. An endless answer fills its window for longer than this waits."""
    with anyio.fail_after(60):
        while await busy(llm) != slots:
            await anyio.lowlevel.checkpoint()


async def test_it_answers_and_counts(model: OpenAIChat) -> None:
    whole = await model.completion(QUESTION, temperature=0.0, max_tokens=32)
    assert "Paris" in whole.text
    assert whole.end.finish_reason in ("stop", "length")
    assert whole.end.usage is not None
    assert whole.end.usage.prompt_tokens > 10
    assert 0 < whole.end.usage.completion_tokens <= 32
    assert whole.end.answered_by == model.identity


@pytest.mark.feature("GN-08")
async def test_a_stream_says_what_the_whole_answer_says(model: OpenAIChat) -> None:
    options = ChatOptions(seed=7, top_p=0.9)
    whole = await model.completion(QUESTION, temperature=0.0, max_tokens=32, options=options)
    asked = model.stream(QUESTION, temperature=0.0, max_tokens=32, options=options)
    *parts, last = [part async for part in asked]
    assert len(parts) > 1
    assert "".join(part.answer for part in parts) == whole.text
    assert last.end == whole.end


async def test_what_is_cut_off_says_so(model: OpenAIChat) -> None:
    parts = [part async for part in model.stream(STORY, temperature=0.0, max_tokens=4)]
    end = parts[-1].end
    assert end is not None
    assert end.finish_reason == "length"
    assert end.usage is not None
    assert end.usage.completion_tokens == 4


async def test_leaving_a_stream_frees_the_slot(endless_model: OpenAIChat, endless_llm: LocalLlm) -> None:
    async with aclosing(endless_model.stream(STORY, temperature=0.0, max_tokens=ENDLESS)) as parts:
        await anext(parts)
        assert await busy(endless_llm) == 1
    await until(endless_llm, 0)


async def test_cancelling_frees_the_slot_and_the_next_question_is_answered(
    endless_model: OpenAIChat, endless_llm: LocalLlm
) -> None:
    async def ask() -> None:
        async for _ in endless_model.stream(STORY, temperature=0.0, max_tokens=ENDLESS):
            pass

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        await until(endless_llm, 1)
        group.cancel_scope.cancel()
    await until(endless_llm, 0)
    assert await endless_model.complete(QUESTION, temperature=0.0, max_tokens=4)
