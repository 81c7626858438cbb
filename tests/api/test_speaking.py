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
