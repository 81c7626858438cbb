"""Sentences come in the language that the request asks for."""

import time

import httpx2
import pytest

from tests.api.conftest import API, DOCUMENTS


@pytest.mark.parametrize(
    ("language", "letters"), [("ko-KR,en;q=0.5", "가힣"), ("zh-CN", "一鿿"), ("en", "az")]
)
async def test_errors_say_what_is_wrong_and_what_to_do_in_it(
    client: httpx2.AsyncClient, language: str, letters: str
) -> None:
    answer = await client.get(f"{API}/knowledge-bases/nothing", headers={"Accept-Language": language})
    body = answer.json()
    assert body["code"] == "not_found"
    for sentence in (body["message"], body["hint"]):
        assert any(letters[0] <= letter <= letters[1] for letter in sentence), sentence


SESSIONS = f"{API}/sessions"
WRONG = (
    ("GET", f"{SESSIONS}/nobody", None),
    ("POST", SESSIONS, {"colour": "red"}),
    ("POST", SESSIONS, {"title": "x" * 101}),
    ("POST", SESSIONS, {"assistant": "nobody"}),
    ("GET", f"{SESSIONS}?cursor=zzz", None),
    ("GET", f"{SESSIONS}?limit=0", None),
    ("DELETE", f"{SESSIONS}/batch", {}),
    ("PATCH", f"{SESSIONS}/nobody", {}),
    ("GET", f"{API}/nowhere", None),
    ("GET", f"{SESSIONS}/continue-stream/nobody", None),
    ("PUT", f"{API}/messages/nobody/feedback", {"value": "meh"}),
    ("GET", f"{API}/messages/search?query=%20", None),
    ("GET", f"{API}/messages/search?query=%07", None),
    ("POST", f"{API}/assistants", {"name": "a/b"}),
    ("POST", f"{API}/assistants", {"name": "a", "profile": {"prompts": {"title/title": {"ko": "{query}"}}}}),
    ("POST", f"{API}/assistants", {"name": "a", "profile": {"prompts": {"answer/rules": {"ko": "{x}"}}}}),
    ("POST", f"{API}/assistants", {"name": "a", "profile": {"prompts": {"answer/rules": {"ko": " "}}}}),
    ("POST", f"{API}/answer", {"query": " "}),
    ("POST", f"{API}/answer", {"query": "q", "images": ["/etc/hostname"]}),
    ("POST", f"{API}/answer", {"query": "q", "attachments": [{"name": "a.txt", "data": "eA=="}] * 9}),
    ("POST", "/v1/chat/completions", {"model": "pincite", "messages": []}),
    ("POST", "/v1/chat/completions", {"model": "gpt", "messages": [{"role": "user", "content": "q"}]}),
)


@pytest.mark.parametrize(("language", "letters"), [("ko", "가힣"), ("zh", "一鿿")])
@pytest.mark.parametrize(("method", "path", "body"), WRONG)
async def test_every_error_of_a_conversation_is_told_in_it(
    client: httpx2.AsyncClient, language: str, letters: str, method: str, path: str, body: object
) -> None:
    heard = {"Accept-Language": language}
    answer = await client.request(method, path, json=body, headers=heard)
    assert 400 <= answer.status_code < 500, answer.text
    told = answer.json()
    sentences = (told["error"]["message"],) if "error" in told else (told["message"], told["hint"])
    for sentence in sentences:
        assert any(letters[0] <= letter <= letters[1] for letter in sentence), sentence
        assert "(There is" not in sentence and "should" not in sentence, sentence
    english = (await client.request(method, path, json=body)).json()
    for key, value in english.items():
        assert key not in ("message", "hint") or value != told[key]


async def test_who_asks_for_none_reads_it_as_it_was_written(client: httpx2.AsyncClient) -> None:
    asked = await client.get(f"{API}/knowledge-bases/nothing", headers={"Accept-Language": "en"})
    plain = await client.get(f"{API}/knowledge-bases/nothing")
    assert plain.json()["message"] == asked.json()["message"]


async def test_why_a_document_failed_is_told_in_the_language_of_who_looks(client: httpx2.AsyncClient) -> None:
    made = (await client.post(DOCUMENTS, files={"file": ("empty.txt", b"")})).json()
    give_up = time.monotonic() + 60
    while (document := (await client.get(f"{DOCUMENTS}/{made['id']}")).json())["status"] != "failed":
        assert time.monotonic() < give_up, document
    korean = (await client.get(f"{DOCUMENTS}/{made['id']}", headers={"Accept-Language": "ko"})).json()
    assert any("가" <= letter <= "힣" for letter in korean["error_message"])
    stream = await client.get(
        f"{API}/knowledge-bases/documents/progress?once=true", headers={"Accept-Language": "ko"}
    )
    assert korean["error_message"] in stream.text
    await client.delete(f"{DOCUMENTS}/{made['id']}")
