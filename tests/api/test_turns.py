"""Turns of a conversation over HTTP: what is refused before it is stored, and what is told of the others."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copytree
from typing import Any

import httpx2
import pytest

from tests.adapters.chat_server import Exchange, fails, piece, streams
from tests.api.conftest import API
from tests.api.test_assistants import QUESTION, SAID, Desk, desk_of, says

SESSIONS = f"{API}/sessions"


@pytest.fixture
async def desk(filled: Path, tmp_path: Path) -> AsyncIterator[Desk]:
    async with desk_of(Path(copytree(filled, tmp_path / "library"))) as made:
        yield made


async def frames(http: httpx2.AsyncClient, path: str, **body: Any) -> list[dict[str, Any]]:
    answer = await http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    lines = [line for line in answer.text.splitlines() if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


async def stored(desk: Desk, session: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = (await desk.http.get(f"{SESSIONS}/{session}/messages")).json()["messages"]
    return listed


@pytest.mark.feature("CM-01")
@pytest.mark.parametrize(
    "body",
    [
        {"query": ""},
        {"query": " \n"},
        {"query": "a\x07b"},
        {"query": "a\x00b"},
        {"query": "보험금 " * 2_000},
        {"query": QUESTION, "web": True},
        {"query": QUESTION, "quoted_context": "a\x00b"},
        {"query": QUESTION, "as_of": "yesterday"},
        {"query": QUESTION, "as_of": 1},
        {"query": QUESTION, "top_k": 0},
        {"query": QUESTION, "colour": "red"},
        {},
    ],
)
async def test_what_cannot_be_asked_is_400_and_leaves_no_message(desk: Desk, body: dict[str, Any]) -> None:
    session = await desk.session()
    refused = await desk.http.post(f"{SESSIONS}/{session}/knowledge-qa", json=body)
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input"), refused.text
    assert await stored(desk, session) == []
    await desk.ask(session)
    question, answer = await stored(desk, session)
    refused = await desk.http.post(f"{SESSIONS}/{session}/messages/{question['id']}/resend", json=body)
    assert refused.status_code == 400
    assert [message["id"] for message in await stored(desk, session)] == [question["id"], answer["id"]]


async def test_half_of_a_surrogate_pair_is_400(desk: Desk) -> None:
    session = await desk.session()
    for path in (f"{SESSIONS}/{session}/knowledge-qa", f"{SESSIONS}/{session}/stop"):
        refused = await desk.http.post(
            path, content=b'{"query": "\\ud800 a"}', headers={"content-type": "application/json"}
        )
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")


async def test_a_stream_of_an_answer_is_refused_before_it_begins(client: httpx2.AsyncClient) -> None:
    for body in ({"query": " "}, {"query": QUESTION, "web": True}):
        refused = await client.post(f"{API}/answer", json={**body, "stream": True})
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")


@pytest.mark.feature("SE-05", "GN-07")
@pytest.mark.parametrize(
    ("query", "language", "letters"),
    [
        (QUESTION, None, "가힣"),
        (QUESTION, "zh", "一鿿"),
        (QUESTION, "en", "az"),
    ],
)
async def test_a_failure_is_told_and_kept_in_the_language_of_the_question(
    desk: Desk, query: str, language: str | None, letters: str
) -> None:
    desk.chat.scripts = (fails(401),)
    session = await desk.session()
    told = await frames(
        desk.http,
        f"{SESSIONS}/{session}/knowledge-qa",
        query=query,
        **({"language": language} if language else {}),
    )
    (error,) = [frame for frame in told if frame["response_type"] == "error"]
    assert [frame["response_type"] for frame in told][-2:] == ["error", "complete"]
    assert any(letters[0] <= letter <= letters[1] for letter in error["content"]), error
    assert any(letters[0] <= letter <= letters[1] for letter in error["data"]["hint"]), error
    assert (await stored(desk, session))[1]["details"]["error"] == error["content"]


@pytest.mark.feature("SE-06")
async def test_the_end_of_a_stream_says_what_became_of_the_question(desk: Desk) -> None:
    session = await desk.session()
    path = f"{SESSIONS}/{session}/knowledge-qa"
    end = (await frames(desk.http, path, query=QUESTION))[-1]
    assert (end["response_type"], end["data"]["is_refusal"]) == ("complete", False)
    assert (end["data"]["searched"], end["data"]["finish_reason"]) == (["documents"], "stop")
    end = (await frames(desk.http, path, query="오늘 서울 날씨는 어떤가요?"))[-1]
    assert end["data"]["is_refusal"] and end["data"]["refusal_reason"]
    kept = (await stored(desk, session))[-1]["details"]
    assert {name: kept[name] for name in ("is_refusal", "refusal_reason", "notices", "trace_id")} == {
        name: end["data"][name] for name in ("is_refusal", "refusal_reason", "notices", "trace_id")
    }


async def test_an_answer_that_was_cut_at_its_longest_says_so(desk: Desk) -> None:
    async def cut(exchange: Exchange) -> None:
        if exchange.body.get("stream"):
            await streams(piece(SAID), piece(finish="length"))(exchange)
        else:
            await says(exchange)

    desk.chat.scripts = (cut,)
    session = await desk.session()
    end = (await frames(desk.http, f"{SESSIONS}/{session}/knowledge-qa", query=QUESTION))[-1]
    (notice,) = end["data"]["notices"]
    assert "chat.max_tokens" in notice and "끊" in notice
    (_, answer) = await stored(desk, session)
    assert answer["details"]["notices"] == [notice]
    desk.chat.scripts = (says,)
    end = (await frames(desk.http, f"{SESSIONS}/{session}/knowledge-qa", query=QUESTION))[-1]
    assert end["data"]["notices"] == []


async def test_a_base_that_is_gone_leaves_its_sessions_and_assistants_the_others(desk: Desk) -> None:
    async def ask(session: str, **body: Any) -> httpx2.Response:
        path = f"{SESSIONS}/{session}/knowledge-qa"
        return await desk.http.post(path, json={"query": QUESTION, **body}, headers={"Accept-Language": "ko"})

    await desk.http.post(f"{API}/knowledge-bases", json={"name": "leaving"})
    both = await desk.session(bases=["leaving", "documents"])
    alone = await desk.session(bases=["leaving"])
    for name, bases in (("both", ["leaving", "documents"]), ("alone", ["leaving"])):
        await desk.assistant(name, profile={"bases": bases})
    await desk.http.delete(f"{API}/knowledge-bases/leaving")
    for answered in (await ask(both), await ask(await desk.session(assistant="both"))):
        assert answered.status_code == 200 and "3영업일" in answered.text
    for refused in (await ask(alone), await ask(await desk.session(assistant="alone"))):
        # And no answer from bases that were never meant.
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
        assert "모두 지워졌습니다" in refused.json()["message"]
    assert (await ask(alone, bases=["documents"])).status_code == 200


async def test_the_same_question_again_has_the_scope_it_had(desk: Desk) -> None:
    session = await desk.session()
    await desk.ask(session, top_k=1, language="en", documents=["상해보험 약관.md"], history_rounds=0)
    assert desk.answered[-1]["messages"][-1]["content"].count("<chunk ") == 1
    others: list[tuple[dict[str, Any], int]] = [({}, 1), ({"top_k": 2}, 2), ({"documents": []}, 1)]
    for given, most in others:
        (_, answer) = await stored(desk, session)
        path = f"{SESSIONS}/{session}/messages/{answer['id']}/regenerate"
        told = await frames(desk.http, path, **given)
        (shown,) = [frame for frame in told if frame["response_type"] == "references"]
        assert len(shown["knowledge_references"]) == most
        assert "Answer in English" in json.dumps(desk.answered[-1]["messages"])
    (question, answer) = await stored(desk, session)
    assert question["details"]["asked"]["top_k"] == 1
    without_body = await desk.http.post(f"{SESSIONS}/{session}/messages/{answer['id']}/regenerate")
    assert without_body.status_code == 200, without_body.text


@pytest.mark.feature("SS-08")
async def test_a_search_over_messages_reads_words_and_no_tags(desk: Desk) -> None:
    session = await desk.session()
    assert "<kb " in await desk.ask(session)
    search = f"{API}/messages/search"
    for inside in ("chunk_id", "kb_id", "<kb"):
        assert (await desk.http.get(search, params={"query": inside})).json()["found"] == []
    (found,) = (await desk.http.get(search, params={"query": "3영업일"})).json()["found"]
    assert "<kb" not in found["excerpt"]
    assert found["excerpt"][found["start"] : found["end"]] == "3영업일"
