"""OpenAI's own client talks to the library: without a model, and with one that a script plays."""

import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import openai
import pytest
import uvicorn
from openai.types.chat import ChatCompletionMessageParam

import pincite
from pincite.api.app import create_app
from pincite.library import AsyncLibrary
from tests.adapters.chat_server import ChatServer, Exchange, answers, chat_server, fails, piece, streams
from tests.api.conftest import client_of
from tests.libraries import FACT, FAR, settings_for

KEY = "a-key"
PATIENCE = 60.0
CLAIMED = "입원일당은 5만원입니다."


class _Server(uvicorn.Server):
    def install_signal_handlers(self) -> None:
        """Those of pytest stay."""


@asynccontextmanager
async def served(library: AsyncLibrary) -> AsyncIterator[str]:
    """The application on loopback."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = _Server(uvicorn.Config(create_app(library), log_level="warning", lifespan="off"))
    running = asyncio.create_task(server.serve([listener]))
    try:
        with anyio.fail_after(PATIENCE):
            while not server.started:  # noqa: ASYNC110 - uvicorn sets no event
                await anyio.sleep(0.005)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        listener.close()


def openai_client(address: str, key: str = KEY) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(base_url=f"{address}/v1", api_key=key, max_retries=0, timeout=PATIENCE)


@pytest.fixture(scope="module")
async def address(
    filled: Path, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[str]:
    """A library with a key and without a model, and a second base."""
    directory = shutil.copytree(filled, tmp_path_factory.mktemp("openai") / "library")
    settings = settings_for(directory, server={"api_key": KEY})
    async with await pincite.aopen(settings=settings) as library:
        await library.knowledge_base("빈 서고")
        async with served(library) as at:
            yield at


@pytest.fixture
async def client(address: str) -> AsyncIterator[openai.AsyncOpenAI]:
    async with openai_client(address) as client:
        yield client


@asynccontextmanager
async def with_model(filled: Path, tmp_path: Path, chat: ChatServer) -> AsyncIterator[openai.AsyncOpenAI]:
    directory = shutil.copytree(filled, tmp_path / "library")
    settings = settings_for(directory, chat={"base_url": chat.base_url, "model": "scripted"})
    async with (
        await pincite.aopen(settings=settings) as library,
        served(library) as at,
        openai_client(at) as client,
    ):
        yield client


def user(text: str) -> ChatCompletionMessageParam:
    return {"role": "user", "content": text}


async def test_models_are_all_bases_and_each_of_them(client: openai.AsyncOpenAI) -> None:
    models = [model.id async for model in await client.models.list()]
    assert models == ["pincite", "pincite/documents", "pincite/빈 서고"]
    for name in models:
        assert (await client.models.retrieve(name)).id == name
    with pytest.raises(openai.NotFoundError) as refused:
        await client.models.retrieve("gpt-4o")
    assert refused.value.code == "model_not_found"


async def test_an_assistant_is_a_model_and_a_request_says_how_it_writes(filled: Path, tmp_path: Path) -> None:
    async with chat_server(answers(CLAIMED)) as chat, with_model(filled, tmp_path, chat) as client:
        at = str(client.base_url).removesuffix("/v1/")
        async with httpx2.AsyncClient(base_url=at) as http:
            profile = {"temperature": 0.9, "rerank_top_k": 1, "bases": ["documents"], "seed": 4}
            body = {"name": "약관 담당", "profile": profile}
            assert (await http.post("/api/v1/assistants", json=body)).status_code == 201
        assert "pincite@약관 담당" in [model.id async for model in await client.models.list()]
        assert (await client.models.retrieve("pincite@약관 담당")).id == "pincite@약관 담당"
        asked = [user("입원일당은 얼마인가요?")]
        answered = await client.chat.completions.create(model="pincite@약관 담당", messages=asked)
        assert len((answered.choices[0].message.model_extra or {})["pincite"]["sources"]) == 1
        sent = chat.requests[-1]
        assert (sent["temperature"], sent["seed"]) == (0.9, 4)
        for given, most in ({"max_tokens": 77}, 77), ({"max_tokens": 77, "max_completion_tokens": 66}, 66):
            await client.chat.completions.create(
                model="pincite@약관 담당",
                messages=asked,
                temperature=0,
                top_p=0.5,
                seed=7,
                **given,  # type: ignore[arg-type]
            )
            sent = chat.requests[-1]
            told = (sent["temperature"], sent["top_p"], sent["seed"], sent["max_tokens"])
            assert told == (0, 0.5, 7, most)
        await client.chat.completions.create(model="pincite", messages=asked)
        assert (chat.requests[-1]["temperature"], chat.requests[-1]["max_tokens"]) == (0.3, 2048)


@pytest.mark.parametrize("model", ["pincite", "pincite/documents"])
async def test_an_answer_cites_by_numbers_that_lead_to_the_passage(
    client: openai.AsyncOpenAI, model: str
) -> None:
    completion = await client.chat.completions.create(
        model=model,
        messages=[{"role": "system", "content": "Cite nothing."}, user(FACT)],
        temperature=0.2,
        max_tokens=50,
        extra_body={"top_k": 40, "chat_id": "of another product"},
    )
    (choice,) = completion.choices
    text = choice.message.content or ""
    assert (completion.object, completion.model, choice.finish_reason) == ("chat.completion", model, "stop")
    assert "2,000 operating hours" in text
    assert "<kb" not in text
    assert completion.usage is not None
    assert completion.usage.total_tokens == 0  # no model was asked

    noted = choice.message.annotations or []
    assert noted
    more: dict[str, Any] = choice.message.model_extra["pincite"]  # type: ignore[index]
    numbered = {number: source for source in more["sources"] for number in source["numbers"]}
    for note in noted:
        cited = note.url_citation
        number = int(text[cited.start_index : cited.end_index].strip("[]"))
        assert cited.title == numbered[number]["label"]
        assert numbered[number]["document_id"] in cited.url
        assert any(cited.url.endswith(f"?chunk_id={id_}") for id_ in numbered[number]["chunk_ids"])
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {KEY}"}) as reader:
            assert (await reader.get(cited.url)).json()["filename"] == "pump manual.md"
    assert (more["is_refusal"], more["refusal_reason"]) == (False, None)
    assert more["verification"]["risk_level"] == "pass"
    assert more["citations"][0]["pins"]
    places = [note.model_extra["pincite"] for note in noted]  # type: ignore[index]
    assert places[0] == more["citations"][0]["pins"][0]
    assert "2,000 operating hours" in places[0]["text"]


async def test_a_stream_says_what_the_whole_answer_says(client: openai.AsyncOpenAI) -> None:
    whole = await client.chat.completions.create(model="pincite", messages=[user(FACT)])
    stream = await client.chat.completions.create(
        model="pincite", messages=[user(FACT)], stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    *told, last, count = chunks
    assert len({(chunk.id, chunk.created, chunk.model) for chunk in chunks}) == 1
    assert {chunk.object for chunk in chunks} == {"chat.completion.chunk"}
    assert (told[0].choices[0].delta.role, told[0].choices[0].delta.content) == ("assistant", "")
    assert [chunk.choices[0].finish_reason for chunk in told] == [None] * len(told)
    assert [chunk.usage for chunk in (*told, last)] == [None] * (len(told) + 1)
    assert last.choices[0].finish_reason == "stop"
    assert count.choices == []
    assert count.usage is not None
    message = whole.choices[0].message
    text = "".join(chunk.choices[0].delta.content or "" for chunk in told)
    assert text.rstrip() == message.content
    end: dict[str, Any] = told[-1].choices[0].delta.model_extra or {}
    assert end["annotations"] == [note.model_dump() for note in message.annotations or []]
    assert end["pincite"]["sources"] == (message.model_extra or {})["pincite"]["sources"]


async def test_the_wire_of_a_stream_is_that_of_openai(address: str) -> None:
    headers = {"authorization": f"Bearer {KEY}"}
    async with httpx2.AsyncClient(base_url=address, headers=headers, timeout=PATIENCE) as plain:
        answer = await plain.post(
            "/v1/chat/completions",
            json={"model": "pincite", "messages": [user(FACT)], "stream": True},
        )
    assert answer.headers["content-type"].startswith("text/event-stream")
    *events, rest = answer.text.split("\n\n")
    assert rest == ""
    assert events[-1] == "data: [DONE]"
    chunks = [json.loads(event.removeprefix("data: ")) for event in events[:-1]]
    assert not any("usage" in chunk for chunk in chunks)


async def test_a_refusal_is_an_answer_that_says_so(client: openai.AsyncOpenAI) -> None:
    completion = await client.chat.completions.create(model="pincite", messages=[user(FAR)])
    message = completion.choices[0].message
    more = (message.model_extra or {})["pincite"]
    assert message.content
    assert more["is_refusal"]
    assert more["refusal_reason"]
    assert (message.annotations, more["sources"]) == ([], [])
    stream = await client.chat.completions.create(model="pincite", messages=[user(FAR)], stream=True)
    chunks = [chunk async for chunk in stream]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == message.content
    assert (chunks[-2].choices[0].delta.model_extra or {})["pincite"]["is_refusal"]


async def test_one_base_is_asked_alone(client: openai.AsyncOpenAI) -> None:
    completion = await client.chat.completions.create(model="pincite/빈 서고", messages=[user(FACT)])
    more = (completion.choices[0].message.model_extra or {})["pincite"]
    assert more["is_refusal"]
    assert more["searched"] == ["빈 서고"]


async def test_a_question_may_come_in_parts(client: openai.AsyncOpenAI) -> None:
    parts: Any = [
        {"type": "text", "text": "How often are the pump"},
        {"type": "text", "text": "bearings greased?"},
    ]
    completion = await client.chat.completions.create(
        model="pincite", messages=[{"role": "user", "content": parts}]
    )
    assert "2,000 operating hours" in (completion.choices[0].message.content or "")


async def test_a_question_that_follows_is_understood_by_what_was_said_before(
    client: openai.AsyncOpenAI,
) -> None:
    """The idiom of the client: its messages grow by what it was answered, whole."""
    asked: list[Any] = [user("보험금의 지급사유는 무엇인가요?")]
    first = (await client.chat.completions.create(model="pincite", messages=asked)).choices[0].message
    asked += [first, user("그럼 얼마를 지급하나요?")]
    second = (await client.chat.completions.create(model="pincite", messages=asked)).choices[0].message
    assert "5만원" in (second.content or "")
    alone = (await client.chat.completions.create(model="pincite", messages=asked[-1:])).choices[0].message
    assert (alone.model_extra or {})["pincite"]["is_refusal"]


async def test_a_model_is_told_the_turns_before_without_their_numbers(filled: Path, tmp_path: Path) -> None:
    async with (
        chat_server(answers(f'{CLAIMED} <ref id="c1"/><ref id="c2"/><ref id="c1"/> 끝.', 9)) as chat,
        with_model(filled, tmp_path, chat) as client,
    ):
        messages: list[ChatCompletionMessageParam] = [
            user("unanswered"),
            user("보험금은 언제 지급하나요?"),
            {"role": "assistant", "content": "<think>hm</think>3영업일 이내입니다 [1]."},
            {"role": "system", "content": "Speak like a pirate."},
            user("입원일당은 얼마인가요?"),
        ]
        stream = await client.chat.completions.create(
            model="pincite", messages=messages, stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]
    told = [message["content"] for message in chat.requests[-1]["messages"]]
    assert told[1:3] == ["보험금은 언제 지급하나요?", "3영업일 이내입니다."]
    assert not any("pirate" in content or "unanswered" in content for content in told)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == f"{CLAIMED} [1][2][1] 끝."
    (end,) = [
        chunk.choices[0].delta.model_extra
        for chunk in chunks
        if chunk.choices and "pincite" in (chunk.choices[0].delta.model_extra or {})
    ]
    spans = [note["url_citation"] for note in end["annotations"]]  # type: ignore[index]
    assert [text[span["start_index"] : span["end_index"]] for span in spans] == ["[1]", "[2]", "[1]"]
    assert spans[0]["url"] == spans[2]["url"] != spans[1]["url"]
    assert chunks[-1].usage is not None
    assert (chunks[-1].usage.prompt_tokens, chunks[-1].usage.total_tokens) == (9, 12)


async def test_thoughts_come_beside_the_answer_and_a_cut_answer_says_so(filled: Path, tmp_path: Path) -> None:
    script = streams(
        piece(reasoning_content="제41조를 "),
        piece(reasoning_content="본다."),
        piece(CLAIMED),
        piece(finish="length"),
    )
    async with chat_server(script) as chat, with_model(filled, tmp_path, chat) as client:
        asked = [user("입원일당은 얼마인가요?")]
        whole = await client.chat.completions.create(model="pincite", messages=asked)
        stream = await client.chat.completions.create(model="pincite", messages=asked, stream=True)
        deltas = [chunk.choices[0] async for chunk in stream]
    message = whole.choices[0].message
    assert (message.content, (message.model_extra or {})["reasoning_content"]) == (CLAIMED, "제41조를 본다.")
    assert (whole.choices[0].finish_reason, whole.usage) == ("length", None)
    thoughts = [(choice.delta.model_extra or {}).get("reasoning_content", "") for choice in deltas]
    assert "".join(thoughts) == "제41조를 본다."
    assert "".join(choice.delta.content or "" for choice in deltas) == CLAIMED
    assert deltas[-1].finish_reason == "length"


async def _endless(exchange: Exchange) -> None:
    await exchange.begin_stream()
    await exchange.event(piece("입원일당은 "))
    await exchange.wait_for_hangup()


async def test_a_client_that_leaves_a_stream_ends_the_call_of_the_model(filled: Path, tmp_path: Path) -> None:
    async with chat_server(_endless) as chat, with_model(filled, tmp_path, chat) as client:
        stream = await client.chat.completions.create(
            model="pincite", messages=[user("입원일당은 얼마인가요?")], stream=True
        )
        async for chunk in stream:
            if chunk.choices[0].delta.content:
                break
        assert chat.hangups == 0
        await stream.close()
        with anyio.fail_after(PATIENCE):
            await chat.hung_up.wait()
        # And the next question is answered.
        assert [model.id async for model in await client.models.list()] == ["pincite", "pincite/documents"]


async def test_a_client_that_leaves_before_the_answer_ends_the_call_of_the_model(
    filled: Path, tmp_path: Path
) -> None:
    async with chat_server(_endless) as chat, with_model(filled, tmp_path, chat) as client:
        asking = asyncio.create_task(
            client.chat.completions.create(model="pincite", messages=[user("입원일당은 얼마인가요?")])
        )
        with anyio.fail_after(PATIENCE):
            while not chat.requests:  # noqa: ASYNC110 - the server sets an event at hangups alone
                await anyio.sleep(0.01)
        assert chat.hangups == 0
        asking.cancel()
        with anyio.fail_after(PATIENCE):
            await chat.hung_up.wait()


@pytest.mark.parametrize("stream", [False, True])
async def test_a_model_that_fails_at_once_is_an_error_and_no_stream(
    filled: Path, tmp_path: Path, stream: bool
) -> None:
    async with chat_server(fails(401)) as chat, with_model(filled, tmp_path, chat) as client:
        with pytest.raises(openai.APIStatusError) as failed:
            await client.chat.completions.create(
                model="pincite", messages=[user("입원일당은 얼마인가요?")], stream=stream
            )
    assert failed.value.status_code == 502
    assert (failed.value.type, failed.value.code) == ("server_error", "model_call_failed")
    assert failed.value.request_id


async def test_a_model_that_fails_in_the_middle_is_an_error_of_the_stream(
    filled: Path, tmp_path: Path
) -> None:
    async def breaks(exchange: Exchange) -> None:
        await exchange.begin_stream()
        await exchange.event(piece("입원일당은 "))
        await exchange.event({"error": {"message": "out of memory"}})
        await exchange.end_stream()

    async with chat_server(breaks) as chat, with_model(filled, tmp_path, chat) as client:
        stream = await client.chat.completions.create(
            model="pincite", messages=[user("입원일당은 얼마인가요?")], stream=True
        )
        said = ""
        with pytest.raises(openai.APIError) as failed:
            async for chunk in stream:
                said += chunk.choices[0].delta.content or ""
    assert said == "입원일당은 "
    assert (failed.value.code, failed.value.type) == ("model_call_failed", "server_error")


async def test_errors_come_as_openai_tells_them(client: openai.AsyncOpenAI, address: str) -> None:
    with pytest.raises(openai.NotFoundError) as missing:
        await client.chat.completions.create(model="pincite/nowhere", messages=[user(FACT)])
    assert (missing.value.code, missing.value.param, missing.value.type) == (
        "model_not_found", "model", "invalid_request_error",
    )  # fmt: skip
    assert "'pincite/nowhere'" in missing.value.message
    assert "GET /v1/models" in missing.value.message
    async with openai_client(address, "wrong") as stranger:
        with pytest.raises(openai.AuthenticationError) as unknown:
            await stranger.models.list()
        assert unknown.value.code == "invalid_api_key"
        with pytest.raises(openai.AuthenticationError):
            await stranger.chat.completions.create(model="pincite", messages=[user(FACT)], stream=True)


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({"messages": []}, "messages"),
        ({}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "user", "content": 3}]}, "messages.0.content"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages.0.role"),
        ({"messages": [user("x\0")]}, None),
        ({"messages": [user(FACT)], "temperature": 9}, "temperature"),
        ({"messages": [user(FACT)], "n": 2}, "n"),
        ({"messages": [user("  ")]}, None),
        ({"messages": [user(" ")], "stream": True}, None),
        ({"messages": [{"role": "assistant", "content": "hello"}]}, None),
        (
            {"messages": [{"role": "user", "content": [
                {"type": "image_url", "image_url": {"url": "http://127.0.0.1/secret.png"}}]}]},
            "messages.0.content",
        ),
    ],
)  # fmt: skip
async def test_bad_input_is_400(address: str, body: dict[str, Any], param: str | None) -> None:
    headers = {"authorization": f"Bearer {KEY}"}
    async with httpx2.AsyncClient(base_url=address, headers=headers) as plain:
        answer = await plain.post("/v1/chat/completions", json={"model": "pincite", **body})
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert (error["type"], error["code"]) == ("invalid_request_error", "invalid_input")
    assert (error["param"] or "").startswith(param or "")
    assert (error["param"] is None) == (param is None)


async def test_a_body_that_is_no_json_is_400(library: AsyncLibrary) -> None:
    async with client_of(library) as plain:
        answer = await plain.post(
            "/v1/chat/completions", content=b'{"model": tru', headers={"content-type": "application/json"}
        )
    error = answer.json()["error"]
    assert (answer.status_code, error["param"], error["code"]) == (400, None, "invalid_input")
    assert error["message"].endswith("JSON decode error. The request is described at /docs.")


async def test_paths_and_limits_under_v1_use_the_same_envelope(library: AsyncLibrary) -> None:
    async with client_of(library) as plain:
        nowhere = await plain.get("/v1/embeddings")
        wrong = await plain.get("/v1/chat/completions")
        announced = {"content-length": "1000000000"}  # pictures may lie in a body, but not a gigabyte of them
        large = await plain.post("/v1/chat/completions", content=b" ", headers=announced)
        control = await plain.get("/v1/models/a%0ab")
        ours = await plain.get("/api/v1/nowhere")
    for answer, status, code in (
        (nowhere, 404, "not_found"),
        (wrong, 405, "method_not_allowed"),
        (large, 413, "document_too_large"),
        (control, 404, "not_found"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert answer.headers["content-length"] == str(len(answer.content))
    assert wrong.headers["allow"] == "POST"
    assert set(ours.json()) == {"code", "message", "hint", "request_id"}


async def test_a_fault_of_ours_is_told_without_its_details(
    library: AsyncLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: AsyncLibrary) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(AsyncLibrary, "bases", broken)
    async with client_of(library) as plain:
        answer = await plain.get("/v1/models")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal"
    assert "secret" not in answer.text
