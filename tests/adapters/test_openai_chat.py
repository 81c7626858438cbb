"""The chat adapter against a real server on loopback: what works, and every way in which it fails."""

import asyncio
import gzip
import socket
from contextlib import aclosing
from typing import Any

import anyio
import pytest

from pincite.adapters.openai_chat import OpenAIChat
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed
from pincite.core.settings import ChatSettings
from pincite.ports.models import StreamEnd, StreamPart, Usage
from tests.adapters.chat_calls import QUESTION, Patience, complete, parts_of, stream, talking_to
from tests.adapters.chat_server import (
    DONE,
    Exchange,
    answers,
    completion,
    counted,
    fails,
    piece,
    says,
    sends,
    streams,
)

CALLS = pytest.mark.parametrize("call", [complete, stream])


async def test_the_answer_and_what_was_asked() -> None:
    async with talking_to(says("15일입니다.")) as (model, server):
        assert await complete(model) == "15일입니다."
    (asked,) = server.requests
    assert asked["path"] == "/v1/chat/completions"
    assert asked["model"] == "qwen3"
    assert (asked["temperature"], asked["max_tokens"]) == (0.3, 64)
    assert asked["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "연차는?"},
        {"role": "assistant", "content": "15일."},
        {"role": "user", "content": "왜?"},
    ]
    assert model.identity == f"qwen3@{server.base_url}"


async def test_the_key_is_sent_and_none_is_needed() -> None:
    async with talking_to(says("a"), api_key="secret") as (model, server):
        await complete(model)
    assert server.headers[0]["authorization"] == "Bearer secret"
    async with talking_to(says("a")) as (model, server):
        assert await complete(model) == "a"


async def test_a_stream_comes_in_pieces_and_ends_with_what_was_counted() -> None:
    script = streams(piece(""), piece("15일"), piece("입니다."), piece(finish="stop"), counted())
    async with talking_to(script) as (model, server):
        *parts, last = await parts_of(model)
    assert parts == [StreamPart(answer="15일"), StreamPart(answer="입니다.")]
    assert last.end == StreamEnd("stop", Usage(9, 3), f"qwen3@{server.base_url}")
    assert server.requests[0]["stream"] is True


@pytest.mark.feature("GN-09")
async def test_a_stream_without_its_end_mark_is_complete() -> None:
    async with talking_to(streams(piece("15일"), piece(finish="stop"), done=False)) as (model, _):
        assert await stream(model) == "15일"
    async with talking_to(streams(piece("15일"), done=False)) as (model, _):
        assert await stream(model) == "15일"


@pytest.mark.feature("GN-05")
async def test_a_second_finish_changes_nothing() -> None:
    script = streams(piece("15일"), piece(finish="stop"), piece(finish="stop"), DONE)
    async with talking_to(script) as (model, _):
        assert await stream(model) == "15일"


@pytest.mark.feature("GN-08")
@CALLS
async def test_thinking_aloud_is_no_part_of_the_answer(call: Any) -> None:
    thought = "<think>\nThe user wants <b>days</b>.\n</think>\n\n15일입니다."
    for pieces in (1, 3, 12, len(thought)):
        async with talking_to(answers(thought, pieces)) as (model, _):
            assert await call(model) == "15일입니다."
    for plain in ("<thin ice", "  <", "", "a <think> b", "\n"):
        async with talking_to(answers(plain, 3)) as (model, _):
            assert await call(model) == plain
    async with talking_to(answers("<think>cut off before", 3)) as (model, _):
        assert await call(model) == ""
    async with talking_to(answers("<think>done</think>  ", 30)) as (model, _):
        assert await call(model) == ""


async def test_thinking_that_the_template_opened_is_dropped_from_a_whole_answer() -> None:
    async with talking_to(says("Hm, 15.\n</think>\n\n15일.")) as (model, _):
        assert await complete(model) == "15일."


@pytest.mark.parametrize(
    "body",
    [
        completion("x") | {"choices": []},
        completion("x") | {"choices": None},
        {},
        "[]",
        '"text"',
        "null",
        {"choices": [{}]},
        {"choices": ["text"]},
        {"choices": {"0": {}}},
        {"choices": [{"message": {"content": 15}}]},
        {"choices": [{"message": {"content": [{"type": "image", "text": "15"}, "15"]}}]},
        completion(None, finish="tool_calls"),
        {"error": {"message": "upstream is down", "code": 502}},
    ],
)
async def test_an_answer_without_text_is_a_failed_call(body: Any) -> None:
    async with talking_to(sends(body)) as (model, _):
        with pytest.raises(ModelCallFailed):
            await complete(model)


async def test_the_reason_of_an_error_sent_as_success_is_told() -> None:
    async with talking_to(sends({"error": {"message": "upstream is down"}})) as (model, _):
        with pytest.raises(ModelCallFailed, match="upstream is down"):
            await complete(model)


async def test_an_answer_cut_off_before_its_first_word_is_empty() -> None:
    async with talking_to(says(None, finish="length")) as (model, _):
        assert await complete(model) == ""


@CALLS
@pytest.mark.parametrize(
    ("status", "hint"), [(400, "context_tokens"), (401, "api_key"), (403, "api_key"), (404, "base_url")]
)
async def test_what_the_caller_must_mend_is_not_tried_again(call: Any, status: int, hint: str) -> None:
    async with talking_to(fails(status)) as (model, server):
        with pytest.raises(ModelCallFailed, match=f"{status}.*scripted") as caught:
            await call(model)
    assert hint in caught.value.hint
    assert len(server.requests) == 1


@CALLS
@pytest.mark.parametrize("status", [408, 429, 500, 503])
async def test_what_may_pass_is_tried_three_times(call: Any, status: int) -> None:
    async with talking_to(fails(status)) as (model, server):
        with pytest.raises(ModelCallFailed, match=str(status)):
            await call(model)
    assert len(server.requests) == 3


@CALLS
async def test_a_second_try_may_succeed(call: Any) -> None:
    async with talking_to(fails(429), answers("15일")) as (model, server):
        assert await call(model) == "15일"
    assert len(server.requests) == 2


async def test_waiting_to_try_again_counts_towards_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    patience = Patience()

    async def sleep(_seconds: float) -> None:  # what the client calls between two tries
        patience.end()
        await anyio.sleep_forever()

    monkeypatch.setattr(anyio, "sleep", sleep)
    later = sends({"error": {"message": "later"}}, status=429, Retry_After="30")
    async with talking_to(later, limit=patience) as (model, server):
        with pytest.raises(ModelCallFailed, match="within"):
            await complete(model)
    assert len(server.requests) == 1


async def test_a_web_page_instead_of_an_error_is_shortened() -> None:
    async with talking_to(sends("<p>x</p>" * 500, status=404, content_type="text/html")) as (model, _):
        with pytest.raises(ModelCallFailed) as caught:
            await complete(model)
    assert len(caught.value.message) < 400


@CALLS
async def test_a_refused_connection_is_an_unavailable_model(call: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings = ChatSettings(base_url=f"http://127.0.0.1:{taken.getsockname()[1]}/v1", model="m")
        model = OpenAIChat(settings, max_retries=0)
        with pytest.raises(ChatModelUnavailable, match="cannot be reached"):
            await call(model)
        await model.aclose()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/v1",
        "localhost:8000/v1",
        "ftp://127.0.0.1/v1",
        "http:///v1",
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:port/v1",
        "http://\x00/",
    ],
)
def test_an_address_that_is_none_is_a_fault_of_the_settings(address: str) -> None:
    with pytest.raises(ConfigurationError, match="base_url"):
        OpenAIChat(ChatSettings(base_url=address, model="m"))


async def test_an_address_where_nobody_is_is_an_unavailable_model() -> None:
    model = OpenAIChat(ChatSettings(base_url="http://[bad/v1", model="m"), max_retries=0)
    with pytest.raises(ChatModelUnavailable):
        await complete(model)
    await model.aclose()


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ('{"choices": [', {}),
        (b'{"choices": "\xff\xfe"}', {}),
        ("", {}),
        ("<html>a proxy</html>", {"content_type": "text/html"}),
        (b"not gzip", {"Content_Encoding": "gzip"}),
        (gzip.compress(b"{", mtime=0), {"Content_Encoding": "gzip"}),
    ],
    ids=["cut off", "no UTF-8", "empty", "web page", "no gzip", "broken in gzip"],
)
@CALLS
async def test_a_broken_body_is_a_failed_call(call: Any, body: bytes | str, more: dict[str, str]) -> None:
    async with talking_to(sends(body, **more), max_retries=0) as (model, _):
        with pytest.raises((ModelCallFailed, ChatModelUnavailable)):
            await call(model)


@pytest.mark.feature("GN-07")
@pytest.mark.parametrize(
    "event",
    [
        {"error": {"message": "out of memory", "code": 500}},
        {"error": "out of memory"},
        'event: error\ndata: {"error": {"message": "out of memory"}}\n\n',
        'data: {"choices": [\n\n',
        b"data: \xff\xfe\n\n".decode("latin-1"),
    ],
)
async def test_an_error_in_the_middle_of_a_stream_is_a_failed_call(event: Any) -> None:
    async with talking_to(streams(piece("15"), event, piece("일"))) as (model, _):
        parts = []
        with pytest.raises(ModelCallFailed):
            async for part in model.stream(QUESTION, temperature=0.3, max_tokens=64):
                parts.append(part.answer)
    assert parts == ["15"]


@pytest.mark.parametrize(
    "event", ["data: [1]\n\n", 'data: "x"\n\n', "data: {}\n\n", ": ping\n\n", "data: null\n\n"]
)
async def test_strange_events_are_passed_over(event: str) -> None:
    odd = {"choices": [{"delta": None}]}
    number = {"choices": [{"delta": {"content": 15}}]}
    async with talking_to(streams(piece("15"), event, odd, number, piece("일"))) as (model, _):
        assert await stream(model) == "15일"


async def test_a_connection_lost_in_the_middle_of_a_stream_is_a_failed_call() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("15"))
        await exchange.cut()

    async with talking_to(script) as (model, server):
        parts = []
        with pytest.raises(ModelCallFailed, match="broke"):
            async for part in model.stream(QUESTION, temperature=0.3, max_tokens=64):
                parts.append(part.answer)
    assert parts == ["15"]
    assert len(server.requests) == 1


async def test_a_connection_lost_before_the_answer_is_an_unavailable_model() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.cut()

    async with talking_to(script, max_retries=1) as (model, server):
        with pytest.raises(ChatModelUnavailable):
            await complete(model)
    assert len(server.requests) == 2


async def test_a_whole_answer_where_a_stream_was_asked_for_is_a_failed_call() -> None:
    async with talking_to(says("15일")) as (model, _):
        with pytest.raises(ModelCallFailed, match="no stream"):
            await stream(model)


async def hanging(exchange: Exchange) -> None:
    if exchange.body.get("stream"):
        await exchange.begin_stream()
    await exchange.wait_for_hangup()


@CALLS
async def test_the_time_limit_is_the_one_of_the_settings(call: Any) -> None:
    async with talking_to(hanging, timeout=0.1) as (model, _):
        with pytest.raises(ModelCallFailed, match=r"within 0\.1 s"):
            await call(model)  # perhaps before the server heard of it


@CALLS
async def test_a_slow_first_word_ends_in_a_failed_call_and_a_closed_connection(call: Any) -> None:
    patience = Patience()

    async def script(exchange: Exchange) -> None:
        patience.end()
        await hanging(exchange)

    async with talking_to(script, limit=patience) as (model, server):
        with pytest.raises(ModelCallFailed, match="within"):
            await call(model)
        await server.hung_up.wait()
    assert len(server.requests) == 1


async def test_silence_in_the_middle_of_a_stream_ends_in_a_failed_call() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("15"))
        await exchange.wait_for_hangup()

    patience = Patience()
    async with talking_to(script, limit=patience) as (model, server):
        parts = []
        with pytest.raises(ModelCallFailed, match="within"):
            async for part in model.stream(QUESTION, temperature=0.3, max_tokens=64):
                parts.append(part.answer)
                patience.end()
        await server.hung_up.wait()
    assert parts == ["15"]


@CALLS
async def test_cancelling_closes_the_connection(call: Any) -> None:
    begun = asyncio.Event()

    async def script(exchange: Exchange) -> None:
        if exchange.body.get("stream"):
            await exchange.begin_stream()
            await exchange.event(piece("15"))
        begun.set()
        await exchange.wait_for_hangup()

    async with talking_to(script) as (model, server):
        running = asyncio.ensure_future(call(model))
        await begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await server.hung_up.wait()


async def test_leaving_a_stream_closes_the_connection() -> None:
    async def script(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("15"))
        await exchange.wait_for_hangup()

    async with talking_to(script) as (model, server):
        async with aclosing(model.stream(QUESTION, temperature=0.3, max_tokens=64)) as parts:
            async for part in parts:
                assert part.answer == "15"
                break
        await server.hung_up.wait()
