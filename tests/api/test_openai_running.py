"""A stream to a client that waits long, or reads slowly."""

import json
from typing import Any

import anyio

from pincite.api.openai_running import CompletionStream, Head
from pincite.api.openai_view import CitedText
from pincite.pipeline.answer import Answer
from pincite.pipeline.telling import Kind, Tell, Told

PATIENCE = 20.0
ANSWER = Answer("t-1", "q", "w0 w1 w2 ", "en", None, None)


def stream(run: Any, heartbeat: float) -> CompletionStream:
    cited = CitedText(lambda base, document, chunk: chunk)
    return CompletionStream(run, Head("chatcmpl-1", 1, "pincite"), cited, counting=False, heartbeat=heartbeat)


async def stays() -> dict[str, Any]:
    await anyio.sleep_forever()
    raise AssertionError


async def test_a_long_silence_is_filled_with_signs_of_life() -> None:
    sent: list[dict[str, Any]] = []
    beaten = anyio.Event()

    async def send(message: Any) -> None:
        sent.append(message)
        if message.get("body") == b": beat\n\n":
            beaten.set()

    async def run(tell: Tell) -> Answer:
        await beaten.wait()
        await tell(Told(Kind.ANSWER, "w0"))
        return ANSWER

    with anyio.fail_after(PATIENCE):
        await stream(run, heartbeat=0.01)({}, stays, send)
    bodies = [message["body"] for message in sent[1:]]
    assert (sent[0]["type"], sent[0]["status"]) == ("http.response.start", 200)
    assert json.loads(bodies[0].removeprefix(b"data: "))["choices"][0]["delta"]["role"] == "assistant"
    assert bodies[1] == b": beat\n\n"
    assert bodies[-1] == b"data: [DONE]\n\n"
    assert [message["more_body"] for message in sent[1:]] == [True] * (len(bodies) - 1) + [False]


async def test_a_client_that_reads_slowly_does_not_hold_the_model() -> None:
    ended = anyio.Event()
    text = ""

    async def send(message: Any) -> None:
        nonlocal text
        await ended.wait()
        for line in message.get("body", b"").decode().splitlines():
            if line.startswith('data: {"'):
                text += json.loads(line.removeprefix("data: "))["choices"][0]["delta"].get("content", "")

    async def run(tell: Tell) -> Answer:
        for number in range(3):
            await tell(Told(Kind.ANSWER, f"w{number} "))
        ended.set()
        return ANSWER

    with anyio.fail_after(PATIENCE):
        await stream(run, heartbeat=PATIENCE)({}, stays, send)
    assert text == ANSWER.answer


async def test_a_run_is_cancelled_when_the_client_has_gone() -> None:
    begun, left = anyio.Event(), anyio.Event()

    async def gone() -> dict[str, Any]:
        await begun.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        raise AssertionError(message)

    async def run(tell: Tell) -> Answer:
        begun.set()
        try:
            await anyio.sleep_forever()
        finally:
            left.set()
        return ANSWER

    with anyio.fail_after(PATIENCE):
        await stream(run, heartbeat=PATIENCE)({}, gone, send)
    assert left.is_set()
