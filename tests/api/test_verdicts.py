"""Verdicts over HTTP: in the body, in the stream of ``/answer``, beside an answer of the OpenAI routes."""

import json
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

import pincite
from pincite.api.answer_stream import answer_frames
from pincite.api.schemas import AnswerOut, VerificationOut
from pincite.pipeline.answer import Answer
from pincite.pipeline.telling import Kind, Tell, Told
from tests.adapters.chat_server import ChatServer, answers, chat_server, fails
from tests.api.conftest import API, client_of
from tests.libraries import FAR, settings_for

QUESTION = "입원일당은 얼마인가요?"
SAID = '입원일당은 5만원입니다. <ref id="c1"/> 제99조도 있습니다. 문의하시기 바랍니다.'
WRONG = '입원일당은 7만원입니다. <ref id="c1"/>'
RIGHT = '입원일당은 5만원입니다. <ref id="c1"/>'


@asynccontextmanager
async def asking(
    filled: Path, tmp_path: Path, chat: ChatServer, **settings: object
) -> AsyncIterator[httpx2.AsyncClient]:
    directory = shutil.copytree(filled, tmp_path / "library")
    chosen = settings_for(directory, chat={"base_url": chat.base_url, "model": "scripted"}, **settings)
    async with await pincite.aopen(settings=chosen) as library, client_of(library) as client:
        yield client


def frames(text: str) -> list[dict[str, Any]]:
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]


def types(told: list[dict[str, Any]]) -> list[str]:
    """Without runs of the same, and without stages."""
    kinds = [one["response_type"] for one in told if not one["response_type"].startswith("tool_")]
    return [kind for place, kind in enumerate(kinds) if not place or kinds[place - 1] != kind]


def text_of(told: list[dict[str, Any]]) -> str:
    return "".join(one["content"] for one in told if one["response_type"] == "answer")


@pytest.mark.feature("VF-16")
@pytest.mark.feature("SE-03")
async def test_an_answer_may_be_streamed_and_is_held_back_until_it_is_checked(
    filled: Path, tmp_path: Path
) -> None:
    async with chat_server(answers(SAID)) as chat, asking(filled, tmp_path, chat) as client:
        whole = await client.post(f"{API}/answer", json={"query": QUESTION})
        held = await client.post(f"{API}/answer", json={"query": QUESTION, "stream": True})
        at_once = await client.post(
            f"{API}/answer", json={"query": QUESTION, "stream": True, "release": "immediate"}
        )
    body = whole.json()
    AnswerOut.model_validate(body)
    assert [one["verdict"] for one in body["verification"]["claims"]] == [
        "supported", "unsupported", "unchecked",
    ]  # fmt: skip
    assert held.headers["content-type"].startswith("text/event-stream")
    for response, pieces in ((held, 1), (at_once, 2)):
        told = frames(response.text)
        assert types(told) == ["agent_query", "references", "answer", "verification", "complete"]
        said = [one for one in told if one["response_type"] == "answer" and one["content"]]
        assert (len(said) == 1) == (pieces == 1)
        (verdict,) = [one["data"] for one in told if one["response_type"] == "verification"]
        VerificationOut.model_validate(verdict)
        text = text_of(told)
        first = verdict["claims"][0]
        assert text[first["start"] : first["end"]] == "입원일당은 5만원입니다."
        answer = told[-1]["data"]["answer"]
        AnswerOut.model_validate(answer)
        assert answer["answer"] == text.strip() and answer["verification"] == verdict


@pytest.mark.feature("VF-16")
async def test_a_refusal_is_streamed_to_its_end_without_verdicts(filled: Path, tmp_path: Path) -> None:
    async with chat_server(answers(SAID)) as chat, asking(filled, tmp_path, chat) as client:
        response = await client.post(f"{API}/answer", json={"query": FAR, "stream": True})
    told = frames(response.text)
    assert types(told) == ["agent_query", "answer", "complete"]
    body = told[-1]["data"]["answer"]
    assert body["is_refusal"] and body["verification"] is None


async def test_what_fails_is_an_event_and_the_stream_ends(filled: Path, tmp_path: Path) -> None:
    async with chat_server(fails(401)) as chat, asking(filled, tmp_path, chat) as client:
        response = await client.post(f"{API}/answer", json={"query": QUESTION, "stream": True})
        unknown = await client.post(
            f"{API}/answer", json={"query": QUESTION, "stream": True, "bases": ["nowhere"]}
        )
    told = frames(response.text)
    assert types(told)[-2:] == ["error", "complete"]
    assert "answer" not in told[-1]["data"]
    assert unknown.status_code == 404


@pytest.mark.feature("CR-03")
async def test_the_critic_of_the_settings_writes_again(filled: Path, tmp_path: Path) -> None:
    async with (
        chat_server(answers(WRONG), answers(RIGHT)) as chat,
        asking(filled, tmp_path, chat, verification={"critic": True}) as client,
    ):
        body = (await client.post(f"{API}/answer", json={"query": QUESTION})).json()
    assert "5만원" in body["answer"] and "7만원" not in body["answer"]
    assert body["verification"]["action_taken"] == "regenerated"
    assert "7만원" in chat.requests[1]["messages"][-1]["content"]


@pytest.mark.feature("VF-14")
async def test_the_judge_of_the_settings_is_asked(filled: Path, tmp_path: Path) -> None:
    judgement = answers('{"relation": "contradicted", "probability": 0.9}')
    async with (
        chat_server(answers(RIGHT), judgement) as chat,
        asking(filled, tmp_path, chat, verification={"judge": "model"}) as client,
    ):
        told = (await client.post(f"{API}/answer", json={"query": QUESTION})).json()["verification"]
    assert told["risk_level"] == "warn"
    assert told["claims"][0]["judgement"]["relation"] == "contradicted"
    VerificationOut.model_validate(told)


@pytest.mark.feature("VF-15")
@pytest.mark.parametrize("stream", [False, True])
async def test_openai_clients_find_each_claim_in_the_text_with_numbers(
    filled: Path, tmp_path: Path, stream: bool
) -> None:
    asked = {"model": "pincite", "stream": stream, "messages": [{"role": "user", "content": QUESTION}]}
    async with (
        chat_server(answers(WRONG), answers(RIGHT)) as chat,
        asking(filled, tmp_path, chat, verification={"critic": True}) as client,
    ):
        response = await client.post("/v1/chat/completions", json=asked)
    if stream:
        chunks = [json.loads(line[6:]) for line in response.text.splitlines() if line.startswith("data: {")]
        deltas = [chunk["choices"][0]["delta"] for chunk in chunks]
        content = "".join(delta.get("content") or "" for delta in deltas)
        (extra,) = [delta["pincite"] for delta in deltas if "pincite" in delta]
    else:
        message = response.json()["choices"][0]["message"]
        content, extra = message["content"], message["pincite"]
    told = extra["verification"]
    (claim,) = told["claims"]
    assert content[claim["start"] : claim["end"]] == "입원일당은 7만원입니다."
    assert claim["verdict"] == "unsupported"
    correction = told["correction"]
    assert re.fullmatch(r"입원일당은 5만원입니다\. ?\[1\]", correction["answer"])
    (better,) = correction["verification"]["claims"]
    assert correction["answer"][better["start"] : better["end"]] == "입원일당은 5만원입니다."
    assert correction["annotations"][0]["url_citation"]["title"]


# --- frames -------------------------------------------------------------------------------------


async def test_silence_is_a_sign_of_life_and_who_leaves_stops_the_answer() -> None:
    left = anyio.Event()

    async def run(tell: Tell) -> Answer:
        await tell(Told(Kind.ANSWER, "One."))
        try:
            await anyio.sleep_forever()
        finally:
            left.set()
        raise AssertionError

    told = answer_frames(run, "r1", heartbeat=0.01)
    seen = [await anext(told) for _ in range(4)]
    assert seen[0].startswith(b"event: message\nid: 0\n")
    assert b"One." in seen[1]
    assert seen[3].startswith(b":")
    await told.aclose()
    with anyio.fail_after(20):
        await left.wait()


async def test_what_nobody_foresaw_is_told_without_its_words() -> None:
    async def run(_tell: Tell) -> Answer:
        raise ValueError("a secret")

    told = b"".join([frame async for frame in answer_frames(run, "r1")]).decode()
    assert types(frames(told)) == ["agent_query", "error", "complete"]
    assert "secret" not in told
