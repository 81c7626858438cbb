"""Conversations over HTTP. Answers are written beside the API, as the chat writes them."""

from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from pincite.library import AsyncLibrary
from pincite.ports.sessions import AnswerChange, MessageStatus
from tests.api.conftest import API

SESSIONS = f"{API}/sessions"
NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture(autouse=True)
async def _clean(client: httpx2.AsyncClient) -> AsyncIterator[None]:
    yield
    await client.request("DELETE", f"{SESSIONS}/batch", json={"all": True})


async def made(client: httpx2.AsyncClient, **body: object) -> dict[str, Any]:
    answer = await client.post(SESSIONS, json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def turn(library: AsyncLibrary, session: str, question: str, answer: str | None) -> str:
    talk = library.conversations
    _, pending = await talk.ask(talk.exchange(session, question, "test", state={"web": False}))
    if answer is not None:
        change = AnswerChange(MessageStatus.COMPLETE, answer, ({"chunk_id": f"of {question}"},))
        await library._metadata.messages.update(pending.id, change, pending.created_at)
    return pending.id


@pytest.mark.feature("SS-01")
@pytest.mark.feature("SS-03")
async def test_a_session_is_made_read_renamed_and_deleted(client: httpx2.AsyncClient) -> None:
    assert (await client.post(SESSIONS)).status_code == 201
    expert = (await client.post(f"{API}/assistants", json={"name": "expert"})).json()["id"]
    session = await made(client, bases=["documents"], assistant="expert", last_request_state={"web": True})
    assert (session["title"], session["pinned"], session["assistant"]) == ("", False, expert)
    assert session["last_request_state"] == {"web": True}
    assert len(session["base_ids"]) == 1
    at = f"{SESSIONS}/{session['id']}"
    assert (await client.get(at)).json() == session
    renamed = (await client.put(at, json={"title": " 보험금\n지급 "})).json()
    assert renamed == session | {"title": "보험금 지급"}
    nobody = await client.put(at, json={"assistant": "nobody"})
    assert (nobody.status_code, nobody.json()["code"]) == (404, "not_found")
    assert (await client.get(at)).json() == renamed
    assert (await client.put(at, json={"assistant": None, "bases": []})).json() == renamed | {
        "assistant": None,
        "base_ids": [],
    }
    await client.delete(f"{API}/assistants/{expert}")
    assert (await client.delete(at)).status_code == 204
    for gone in (await client.get(at), await client.delete(at), await client.put(at, json={})):
        assert (gone.status_code, gone.json()["code"]) == (404, "not_found")
        assert set(gone.json()) == {"code", "message", "hint", "request_id"}


@pytest.mark.feature("SS-01")
@pytest.mark.feature("SS-02")
async def test_pinned_sessions_come_first_page_by_page(client: httpx2.AsyncClient) -> None:
    ids = [(await made(client, title=f"s{number}"))["id"] for number in range(5)]
    assert (await client.post(f"{SESSIONS}/{ids[1]}/pin")).json()["pinned"] is True
    titles: list[str] = []
    cursor: str | None = None
    for _ in range(3):
        params = {"limit": 2} if cursor is None else {"limit": 2, "cursor": cursor}
        page = (await client.get(SESSIONS, params=params)).json()
        titles += [session["title"] for session in page["sessions"]]
        cursor = page["next"]
    assert cursor is None
    assert titles == ["s1", "s4", "s3", "s2", "s0"]
    assert (await client.delete(f"{SESSIONS}/{ids[1]}/pin")).json()["pinned"] is False
    first = (await client.get(SESSIONS, params={"limit": 1})).json()["sessions"][0]
    assert first["title"] == "s4"


@pytest.mark.feature("SS-01")
async def test_many_sessions_are_deleted_at_once(client: httpx2.AsyncClient) -> None:
    ids = [(await made(client))["id"] for _ in range(3)]

    async def delete(body: object) -> httpx2.Response:
        return await client.request("DELETE", f"{SESSIONS}/batch", json=body)

    assert (await delete({"ids": [*ids[:2], NOBODY]})).json() == {"deleted": 2}
    for wrong in ({}, {"ids": ids, "all": True}, {"ids": [], "everything": True}):
        assert (await delete(wrong)).json()["code"] == "invalid_input"
    assert (await delete({"all": True})).json() == {"deleted": 1}
    assert (await client.get(SESSIONS)).json() == {"sessions": [], "next": None}


@pytest.mark.feature("SS-06")
@pytest.mark.feature("SS-09")
async def test_messages_come_newest_page_first_each_with_its_own_references(
    client: httpx2.AsyncClient, library: AsyncLibrary
) -> None:
    session = (await made(client))["id"]
    for number in range(3):
        await turn(library, session, f"q{number}", f"a{number}")
    await turn(library, session, "open", None)
    at = f"{SESSIONS}/{session}/messages"
    page = (await client.get(at, params={"limit": 4})).json()
    assert [message["content"] for message in page["messages"]] == ["q2", "a2", "open", ""]
    assert [message["is_completed"] for message in page["messages"]] == [True, True, True, False]
    assert page["messages"][1]["references"] == [{"chunk_id": "of q2"}]
    assert page["messages"][0]["request_id"] == page["messages"][1]["request_id"]
    earlier = (await client.get(at, params={"before": page["before"], "limit": 4})).json()
    assert [message["content"] for message in earlier["messages"]] == ["q0", "a0", "q1", "a1"]
    assert earlier["messages"][1]["references"] == [{"chunk_id": "of q0"}]
    assert earlier["before"] is None
    until = (await client.get(at, params={"before": 1.5})).json()
    assert until == {"messages": [], "before": None}
    assert (await client.get(at, params={"before": "nan"})).status_code == 400
    assert (await client.get(at, params={"before": NOBODY})).status_code == 404
    assert (await client.get(f"{SESSIONS}/{NOBODY}/messages")).status_code == 404

    last, done = page["messages"][3]["id"], page["messages"][1]["id"]
    assert (await client.delete(f"{at}/{last}")).json()["code"] == "conflict"
    assert (await client.delete(f"{at}/{done}")).status_code == 204
    assert (await client.delete(f"{at}/{done}")).status_code == 404
    assert (await client.get(f"{SESSIONS}/{session}")).json()["title"] == "q0"


@pytest.mark.feature("SS-08")
async def test_messages_are_found_across_sessions(client: httpx2.AsyncClient, library: AsyncLibrary) -> None:
    for title, question in (("first", "Which ＶＡＬＶＥ opens?"), ("second", "밸브 VALVE는?")):
        await turn(library, (await made(client, title=title))["id"], question, "none")
    url = f"{API}/messages/search"
    page = (await client.get(url, params={"query": " valve ", "limit": 1})).json()
    (found,) = page["found"]
    assert (found["session_title"], found["role"]) == ("second", "user")
    assert found["excerpt"][found["start"] : found["end"]] == "VALVE"
    rest = (await client.get(url, params={"query": "valve", "cursor": page["next"]})).json()
    assert [one["session_title"] for one in rest["found"]] == ["first"]
    assert rest["next"] is None
    for wrong in ({"query": " "}, {}, {"query": "x" * 201}, {"query": "x", "cursor": "y"}):
        assert (await client.get(url, params=wrong)).json()["code"] == "invalid_input"


async def test_feedback_is_given_replaced_and_exported(
    client: httpx2.AsyncClient, library: AsyncLibrary
) -> None:
    session = (await made(client))["id"]
    answers = [await turn(library, session, f"q{number}", f"a{number}") for number in range(2)]
    url = f"{API}/messages/{answers[0]}/feedback"
    assert (await client.put(url, json={"value": "up"})).json()["value"] == "up"
    said = (await client.put(url, json={"value": "down", "reason": " 틀림 "})).json()
    assert (said["value"], said["reason"], said["question"], said["answer"]) == ("down", "틀림", "q0", "a0")
    assert said["references"] == [{"chunk_id": "of q0"}]
    await client.put(f"{API}/messages/{answers[1]}/feedback", json={"value": "up"})
    shown = (await client.get(f"{SESSIONS}/{session}/messages")).json()["messages"]
    assert [message["feedback"] for message in shown] == [None, "down", None, "up"]

    page = (await client.get(f"{API}/messages/feedback", params={"limit": 1})).json()
    rest = await client.get(f"{API}/messages/feedback", params={"limit": 1, "cursor": page["next"]})
    assert [one["answer"] for one in (*page["feedback"], *rest.json()["feedback"])] == ["a0", "a1"]
    assert rest.json()["next"] is None

    assert (await client.put(url, json={"value": "sideways"})).status_code == 400
    question = f"{API}/messages/{shown[0]['id']}/feedback"
    assert (await client.put(question, json={"value": "up"})).status_code == 400
    assert (await client.put(f"{API}/messages/{NOBODY}/feedback", json={"value": "up"})).status_code == 404
    pending = await turn(library, session, "open", None)
    waiting = await client.put(f"{API}/messages/{pending}/feedback", json={"value": "up"})
    assert (waiting.status_code, waiting.json()["code"]) == (409, "conflict")
    assert [(await client.delete(url)).status_code for _ in range(2)] == [204, 204]


@pytest.mark.parametrize(
    "body",
    [
        {"title": "x" * 101},
        {"titel": "x"},
        {"title": "a\0"},
        {"bases": ["x"] * 101},
        {"last_request_state": {"x": "y" * 20_000}},
        {"last_request_state": []},
    ],
)
async def test_a_session_of_odd_values_is_refused(
    client: httpx2.AsyncClient, body: dict[str, object]
) -> None:
    answer = await client.post(SESSIONS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


@pytest.mark.parametrize("state", ["NaN", "1e999", "[" * 5_000 + "]" * 5_000])
async def test_settings_that_no_database_keeps_are_refused(client: httpx2.AsyncClient, state: str) -> None:
    content = f'{{"last_request_state": {{"x": {state}}}}}'
    answer = await client.post(SESSIONS, content=content, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


async def test_a_session_over_a_base_that_is_not_there_is_refused(client: httpx2.AsyncClient) -> None:
    assert (await client.post(SESSIONS, json={"bases": ["nowhere"]})).status_code == 404
