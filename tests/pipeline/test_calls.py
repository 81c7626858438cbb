"""Calls of models are kept with their stage, their time and what they ended with."""

from collections.abc import AsyncGenerator, Iterator, Sequence

import pytest

from pincite.core.errors import ChatModelUnavailable
from pincite.core.types import Message
from pincite.pipeline.calls import CANCELLED, ModelCall, WatchedChat, calls_in
from pincite.ports.models import PLAIN, ChatOptions, StreamEnd, StreamPart, Usage
from tests.pipeline.standins import ScriptedModel

ASKED = [Message("user", "?")]


def clock() -> Iterator[float]:
    seconds = 0.0
    while True:
        yield seconds
        seconds += 1.0


class Streaming(ScriptedModel):
    """Thinks, speaks, and counts."""

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float,
        max_tokens: int,
        options: ChatOptions = PLAIN,
    ) -> AsyncGenerator[StreamPart, None]:
        yield StreamPart(thinking="hm")
        yield StreamPart(answer="yes")
        yield StreamPart(end=StreamEnd("stop", Usage(3, 2)))


def watched(model: ScriptedModel) -> WatchedChat:
    ticks = clock()
    return WatchedChat(model, lambda: next(ticks))


@pytest.mark.feature("TR-05")
async def test_a_call_has_its_stage_and_its_time() -> None:
    calls: list[ModelCall] = []
    model = watched(ScriptedModel("yes"))
    with calls_in("outer", calls):
        assert await model.complete(ASKED, temperature=0.0, max_tokens=5) == "yes"
        with calls_in("inner", calls):
            said = await model.completion(ASKED, temperature=0.0, max_tokens=5)
    assert said.text == "yes"
    assert [(call.stage, call.model, call.ms, call.error) for call in calls] == [
        ("outer", "scripted", 1000.0, ""),
        ("inner", "scripted", 1000.0, ""),
    ]


async def test_a_stream_has_its_first_word_and_its_tokens() -> None:
    calls: list[ModelCall] = []
    model = watched(Streaming("-"))
    with calls_in("stage", calls):
        parts = [part async for part in model.stream(ASKED, temperature=0.0, max_tokens=5)]
    assert [part.answer for part in parts if part.answer] == ["yes"]
    (call,) = calls
    assert call.first_ms == 1000.0
    assert call.usage == Usage(3, 2)


async def test_a_call_that_fails_or_is_left_is_kept_too() -> None:
    calls: list[ModelCall] = []
    down = watched(ScriptedModel(ChatModelUnavailable("down")))
    with calls_in("stage", calls):
        with pytest.raises(ChatModelUnavailable):
            await down.complete(ASKED, temperature=0.0, max_tokens=5)
        stream = watched(Streaming("-")).stream(ASKED, temperature=0.0, max_tokens=5)
        await anext(stream)
        await stream.aclose()
    assert [call.error for call in calls] == [ChatModelUnavailable.code, CANCELLED]


async def test_outside_of_a_question_nothing_is_kept() -> None:
    calls: list[ModelCall] = []
    with calls_in("stage", calls):
        pass
    await watched(ScriptedModel("yes")).complete(ASKED, temperature=0.0, max_tokens=5)
    assert calls == []
