"""What providers do to a stream and to a whole answer, each as its bytes come over the wire."""

import asyncio
import json
from typing import Any

import anyio
import pytest

from pincite.adapters.openai_parts import Reading
from pincite.core.errors import ChatModelUnavailable, ModelCallFailed
from pincite.ports.models import StreamEnd, StreamPart, Usage
from tests.adapters.chat_calls import QUESTION, Patience, answer, complete, parts_of, talking_to, thinking
from tests.adapters.chat_server import (
    DONE,
    USAGE,
    Exchange,
    Script,
    answers,
    completion,
    counted,
    fails,
    piece,
    sends,
    streams,
)


def sends_bytes(*chunks: bytes) -> Script:
    """A script: a stream in exactly these pieces."""

    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        for chunk in chunks:
            await exchange.raw(chunk)
            await asyncio.sleep(0)
        await exchange.end_stream()

    return script


def ends(parts: list[StreamPart]) -> list[StreamEnd]:
    return [part.end for part in parts if part.end is not None]


@pytest.mark.feature("GN-05")
async def test_a_second_done_is_passed_over() -> None:
    script = streams(
        piece("15일"),
        piece(finish="stop"),
        counted(),
        piece(finish="length"),
        DONE,
        piece("twice"),
        done=True,
    )
    async with talking_to(script) as (model, _):
        parts = await parts_of(model)
    assert answer(parts) == "15일"
    (end,) = ends(parts)
    assert parts[-1].end is end
    assert (end.finish_reason, end.usage) == ("stop", Usage(9, 3))


@pytest.mark.feature("GN-09")
async def test_no_done_at_all_still_ends() -> None:
    async with talking_to(streams(piece("15일"), done=False)) as (model, server):
        parts = await parts_of(model)
    assert answer(parts) == "15일"
    assert ends(parts) == [StreamEnd("", None, f"qwen3@{server.base_url}")]


@pytest.mark.feature("GN-09")
async def test_a_stream_that_stays_open_after_its_finish_ends_all_the_same() -> None:
    patience = Patience()

    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("15일", finish="stop"))
        await exchange.wait_for_hangup()

    async with talking_to(script, limit=patience) as (model, server):
        parts = []
        async for part in model.stream(QUESTION, temperature=0.3, max_tokens=64):
            parts.append(part)
            patience.end()
        await server.hung_up.wait()
    assert answer(parts) == "15일"
    assert [end.finish_reason for end in ends(parts)] == ["stop"]


async def test_a_connection_cut_after_the_finish_costs_the_counting_only() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("15일", finish="stop"))
        await exchange.cut()

    async with talking_to(script) as (model, _):
        parts = await parts_of(model)
    assert answer(parts) == "15일"
    assert [(end.finish_reason, end.usage) for end in ends(parts)] == [("stop", None)]


async def test_a_stream_with_nothing_in_it_is_a_failed_call() -> None:
    for script in (streams(), streams(done=False), streams(": ping\n\n")):
        async with talking_to(script) as (model, _):
            with pytest.raises(ModelCallFailed, match="no stream"):
                await parts_of(model)


async def test_an_answer_without_a_word_ends_with_its_reason() -> None:
    async with talking_to(streams(piece(""), piece(finish="length"), counted())) as (model, _):
        parts = await parts_of(model)
    assert [(part.answer, part.thinking) for part in parts] == [("", "")]
    assert [end.finish_reason for end in ends(parts)] == ["length"]


@pytest.mark.feature("GN-07")
@pytest.mark.parametrize(
    "event",
    [
        {"error": {"message": "rate limit exceeded", "code": 429}},
        piece(finish="error") | {"error": {"message": "rate limit exceeded", "code": 429}},
    ],
)
async def test_a_rate_limit_in_the_middle_is_an_error_and_not_tried_again(event: Any) -> None:
    async with talking_to(streams(piece("15"), event), answers("again")) as (model, server):
        parts = []
        with pytest.raises(ModelCallFailed, match="rate limit exceeded"):
            async for part in model.stream(QUESTION, temperature=0.3, max_tokens=64):
                parts.append(part)
    assert answer(parts) == "15"
    assert len(server.requests) == 1


async def test_a_finish_that_says_error_is_one() -> None:
    async with talking_to(streams(piece("15"), piece(finish="error"))) as (model, _):
        with pytest.raises(ModelCallFailed, match="provider failed"):
            await parts_of(model)


async def test_a_rate_limit_before_the_first_byte_waits_as_long_as_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(anyio, "sleep", sleep)
    later = sends({"error": {"message": "later"}}, status=429, Retry_After="7")
    async with talking_to(later, answers("15일")) as (model, server):
        assert answer(await parts_of(model)) == "15일"
    assert len(server.requests) == 2
    assert [seconds for seconds in waited if seconds] == [7.0]


async def test_the_first_word_has_a_time_limit_of_its_own() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("", role="assistant"))  # no word yet
        await exchange.event(": ping\n\n")
        await exchange.wait_for_hangup()

    async with talking_to(script, timeout=60, first_token_timeout=0.1) as (model, server):
        with pytest.raises(ModelCallFailed, match=r"within 0\.1 s") as caught:
            await parts_of(model)
        await server.hung_up.wait()
    assert "chat.first_token_timeout" in caught.value.hint


async def test_a_slow_first_word_may_take_longer_than_any_other() -> None:
    seconds: list[float] = []

    class Watched(Patience):
        def __call__(self, limit: float) -> Any:
            seconds.append(limit)
            return super().__call__(limit)

    script = streams(piece("15"), piece("일"), piece(finish="stop"))
    async with talking_to(script, limit=Watched(), timeout=3, first_token_timeout=90) as (model, _):
        assert answer(await parts_of(model)) == "15일"
    assert seconds[0] == 90
    assert set(seconds[1:]) == {3}
    seconds.clear()
    async with talking_to(script, limit=Watched(), timeout=30) as (model, _):
        await parts_of(model)
    assert seconds[0] == 30


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
@pytest.mark.feature("GN-04")
async def test_reasoning_in_either_field_is_thinking(field: str) -> None:
    script = streams(
        piece(None, **{field: "Hm, "}), piece(None, **{field: "15?"}), piece("\n\n15"), piece("일"), counted()
    )
    async with talking_to(script) as (model, _):
        parts = await parts_of(model)
    assert [part.thinking for part in parts if part.thinking] == ["Hm, ", "15?"]
    assert answer(parts) == "15일"
    whole = completion("\n\n15일")
    whole["choices"][0]["message"][field] = "Hm, 15?"
    async with talking_to(sends(whole)) as (model, _):
        said = await model.completion(QUESTION, temperature=0.3, max_tokens=64)
    assert (said.thinking, said.text) == ("Hm, 15?", "15일")
    assert said.end.usage == Usage(9, 3)


async def test_reasoning_in_both_fields_is_said_once() -> None:
    script = streams(piece("15", reasoning="Hm.", reasoning_content="Hm."))
    async with talking_to(script) as (model, _):
        assert thinking(await parts_of(model)) == "Hm."


@pytest.mark.feature("GN-04")
async def test_tags_of_thinking_are_thinking_and_the_same_whole_and_streamed() -> None:
    text = "<think>\nThe user wants <b>days</b>.\n</think>\n\n15일입니다."
    for pieces in (1, 5, len(text)):
        async with talking_to(answers(text, pieces)) as (model, _):
            parts = await parts_of(model)
            whole = await model.completion(QUESTION, temperature=0.3, max_tokens=64)
        assert (thinking(parts), answer(parts)) == (whole.thinking, whole.text)
        assert whole.thinking == "The user wants <b>days</b>.\n"
        assert whole.text == "15일입니다."
        assert parts[-1].end == whole.end


async def test_content_in_parts_is_text_and_thinking() -> None:
    content = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"type": "text", "text": "15"},
        {"type": "text", "text": "일"},
        {"type": "image_url", "image_url": {"url": "data:"}},
        "stray",
    ]
    async with talking_to(streams(piece(content), piece(finish="stop"))) as (model, _):
        parts = await parts_of(model)
    assert (thinking(parts), answer(parts)) == ("Hm.", "15일")
    whole = completion(None)
    whole["choices"][0]["message"]["content"] = content
    async with talking_to(sends(whole)) as (model, _):
        said = await model.completion(QUESTION, temperature=0.3, max_tokens=64)
    assert (said.thinking, said.text) == ("Hm.", "15일")


async def test_null_content_empty_choices_and_tool_calls_are_passed_over() -> None:
    called = [{"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    script = streams(
        piece(None, role="assistant") | {"usage": None},
        piece() | {"choices": []},
        {"choices": [{"index": 0, "delta": {"content": None}}]},
        piece(None, tool_calls=called),
        piece("15일", tool_calls=called),
        piece(finish="tool_calls"),
        counted(),
    )
    async with talking_to(script) as (model, _):
        parts = await parts_of(model)
    assert answer(parts) == "15일"
    assert [(end.finish_reason, end.usage) for end in ends(parts)] == [("tool_calls", Usage(9, 3))]


async def test_the_last_of_several_counts_is_the_count() -> None:
    first = piece("15") | {"usage": USAGE | {"completion_tokens": 1}}
    async with talking_to(streams(first, piece("일", finish="stop") | {"usage": USAGE})) as (model, _):
        assert ends(await parts_of(model))[0].usage == Usage(9, 3)
    odd = piece("15") | {"usage": {"prompt_tokens": "9"}}
    async with talking_to(streams(odd)) as (model, _):
        assert ends(await parts_of(model))[0].usage is None


async def test_characters_may_be_cut_between_two_packets() -> None:
    events = [piece("연차 \U0001f642 15일"), piece("입니다.")]
    data = "".join(f"data: {json.dumps(event, ensure_ascii=False)}\n\n" for event in events) + DONE
    raw = data.encode()
    for size in (1, 7, 64):
        chunks = [raw[start : start + size] for start in range(0, len(raw), size)]
        async with talking_to(sends_bytes(*chunks)) as (model, _):
            assert answer(await parts_of(model)) == "연차 \U0001f642 15일입니다."


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
async def test_lines_may_end_in_any_way_and_comments_are_heartbeats(end: str) -> None:
    lines = [": ping", "", "event: message", "id: 1", "retry: 10", f"data:{json.dumps(piece('15일'))}", ""]
    lines += [
        ": ping",
        "",
        "event: ping",
        "",
        f"data: {json.dumps(piece(finish='stop'))}",
        "",
        "data: [DONE]",
        "",
        "",
    ]
    raw = end.join(lines).encode()
    for size in (1, len(raw)):
        chunks = [raw[start : start + size] for start in range(0, len(raw), size)]
        async with talking_to(sends_bytes(*chunks)) as (model, _):
            assert answer(await parts_of(model)) == "15일"


async def test_a_server_that_cannot_count_is_asked_without_and_not_again() -> None:
    refused = fails(400, {"error": {"message": "Unknown field: stream_options"}})
    async with talking_to(refused, streams(piece("15일"))) as (model, server):
        assert answer(await parts_of(model)) == "15일"
        assert answer(await parts_of(model)) == "15일"
    assert ["stream_options" in request for request in server.requests] == [True, False, False]


async def test_an_answer_that_is_cut_before_its_headers_is_an_unavailable_model() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.cut()

    async with talking_to(script, max_retries=0) as (model, _):
        with pytest.raises(ChatModelUnavailable):
            await parts_of(model)


async def test_what_the_server_writes_next_meets_a_closed_connection() -> None:
    """A cancelled iterator stops a server that only notices when it writes."""
    stopped = asyncio.Event()

    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        try:
            while True:
                await exchange.event(piece("15 "))
                await asyncio.sleep(0.01)
        except ConnectionError:
            stopped.set()
            raise

    async def read(scope: anyio.CancelScope) -> None:
        with scope:
            async for _ in model.stream(QUESTION, temperature=0.3, max_tokens=64):
                begun.set()

    async with talking_to(script) as (model, _):
        begun, scope = anyio.Event(), anyio.CancelScope()
        async with anyio.create_task_group() as group:
            group.start_soon(read, scope)
            await begun.wait()
            scope.cancel()
        await stopped.wait()


def test_a_chunk_of_any_shape_is_taken() -> None:
    reading = Reading()
    for chunk in (None, 15, "text", [], object()):
        assert reading.take(chunk) == []
    assert reading.rest() == []
    assert reading.end("m") == StreamPart(end=StreamEnd("", None, "m"))


async def test_complete_leaves_the_thinking_out() -> None:
    async with talking_to(answers("<think>Hm.</think>15일")) as (model, _):
        assert await complete(model) == "15일"
