"""Pictures and files beside a question, over HTTP: taken in, refused by name, kept, shown again."""

import base64
import io
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from PIL import Image

from pincite.core.attached import data_url
from tests.adapters.chat_server import Exchange, completion, piece
from tests.api.conftest import API
from tests.api.test_assistants import Desk, desk_of
from tests.libraries import settings_for

QUESTION = "첨부한 계약서의 계약 기간은 몇 개월인가요?"
CONTRACT = "# 용역 계약서\n\n## 제2조(기간)\n계약 기간은 14개월입니다.\n"


def picture(kind: str = "PNG") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (16, 16), "white").save(made, kind)
    return made.getvalue()


def attached(name: str, data: bytes | str) -> dict[str, str]:
    raw = data.encode() if isinstance(data, str) else data
    return {"name": name, "data": base64.b64encode(raw).decode()}


@pytest.fixture
async def desk(filled: Path, tmp_path: Path) -> AsyncIterator[Desk]:
    limits = {"max_image_bytes": 2_000, "max_file_bytes": 5_000, "max_bytes": 9_000, "max_characters": 400}
    directory = Path(shutil.copytree(filled, tmp_path / "library"))
    async with desk_of(directory, attachments=limits, chat={"vision": True}) as made:
        yield made


async def messages(desk: Desk, session: str) -> list[dict[str, Any]]:
    listed = await desk.http.get(f"{API}/sessions/{session}/messages")
    found: list[dict[str, Any]] = listed.json()["messages"]
    return found


@pytest.mark.feature("CM-06", "SS-07")
async def test_a_file_goes_to_the_model_stays_with_its_message_and_into_no_base(desk: Desk) -> None:
    session = await desk.session()
    before = (await desk.http.get(f"{API}/knowledge-bases/documents/documents")).json()
    read = await desk.ask(session, QUESTION, attachments=[attached("계약서.md", CONTRACT)])
    assert 'chunk_id="attachment-1"' in read
    sent = desk.answered[-1]["messages"][-1]["content"]
    assert 'name="계약서.md"' in sent and "14개월" in sent and "search_results" not in sent
    question, answer = await messages(desk, session)
    assert [(file["name"], "14개월" in file["text"]) for file in question["attachments"]] == [
        ("계약서.md", True)
    ]
    assert [source["match_type"] for source in answer["references"]] == ["attachment"]
    assert (await desk.http.get(f"{API}/knowledge-bases/documents/documents")).json() == before
    # The next turn remembers it, and the same question can be asked again.
    await desk.ask(session, "보험금은 며칠 이내에 지급하나요?")
    assert any("14개월" in message["content"] for message in desk.answered[-1]["messages"][:-1])
    again = await desk.http.post(f"{API}/sessions/{session}/messages/{answer['id']}/regenerate", json={})
    assert again.status_code == 200
    assert "14개월" in desk.answered[-1]["messages"][-1]["content"]
    state = (await desk.http.get(f"{API}/sessions/{session}")).json()["last_request_state"]
    assert "attachments" not in state


@pytest.mark.feature("LH-04", "IM-08")
async def test_a_picture_is_seen_kept_and_described_in_the_history(desk: Desk) -> None:
    shown = picture()

    async def understands(exchange: Exchange) -> None:
        if exchange.body.get("stream"):
            await exchange.begin_stream()
            await exchange.event(piece('3영업일입니다.<ref id="c1"/>'))
            await exchange.event(piece("", finish="stop"))
            await exchange.event("data: [DONE]\n\n")
            await exchange.end_stream()
        else:
            said = {
                "rewrite_query": "보험금 지급 기한",
                "intent": "kb_search",
                "image_description": "영수증 사진",
            }
            await exchange.send(completion(json.dumps(said, ensure_ascii=False)))

    desk.chat.scripts = (understands,)
    session = await desk.session()
    await desk.ask(session, "보험금은 며칠 이내에 지급하나요?", images=[data_url(shown)])
    parts = desk.answered[-1]["messages"][-1]["content"]
    assert [part["type"] for part in parts] == ["text", "image_url"]
    question, answer = await messages(desk, session)
    assert question["images"] == [{"media_type": "image/png", "size": len(shown), "caption": "영수증 사진"}]
    address = f"{API}/sessions/{session}/messages/{question['id']}/images"
    fetched = await desk.http.get(f"{address}/0")
    assert (fetched.content, fetched.headers["content-type"]) == (shown, "image/png")
    assert (await desk.http.get(f"{address}/1")).status_code == 404
    await desk.ask(session, "그럼 서류는요?")
    assert "영수증 사진" in desk.answered[-1]["messages"][1]["content"]
    again = await desk.http.post(f"{API}/sessions/{session}/messages/{answer['id']}/regenerate", json={})
    assert again.status_code == 200
    assert [part["type"] for part in desk.answered[-1]["messages"][-1]["content"]] == ["text", "image_url"]


async def test_a_form_sends_pictures_and_files_as_they_are(desk: Desk) -> None:
    session = await desk.session()
    files = [
        ("files", ("계약서.md", CONTRACT.encode(), "text/markdown")),
        ("files", ("scan.webp", picture("WEBP"), "image/webp")),
    ]
    sent = await desk.http.post(
        f"{API}/sessions/{session}/knowledge-qa/files",
        data={"turn": json.dumps({"query": QUESTION})},
        files=files,
    )
    assert sent.status_code == 200, sent.text
    question, _ = await messages(desk, session)
    assert [file["name"] for file in question["attachments"]] == ["계약서.md"]
    assert [image["media_type"] for image in question["images"]] == ["image/webp"]
    refused = await desk.http.post(
        f"{API}/sessions/{session}/knowledge-qa/files", data={"turn": '{"quer": 1}'}, files=files
    )
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")


@pytest.mark.feature("IM-11")
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"images": [data_url(picture())] * 6}, 400, "too_many_attachments"),
        ({"attachments": [attached("a.md", "x")] * 6}, 400, "too_many_attachments"),
        ({"images": [data_url(picture() + bytes(2_000))]}, 413, "attachment_too_large"),
        ({"attachments": [attached("a.md", "가" * 2_000)]}, 413, "attachment_too_large"),
        ({"attachments": [attached("a.md", "가나다라 " * 100)]}, 413, "attachment_too_large"),
        ({"attachments": [attached(f"{n}.md", "x " * 1_500) for n in range(4)]}, 413, "attachment_too_large"),
        ({"images": [data_url(b"BM" + bytes(20))]}, 400, "picture_refused"),
        ({"images": ["data:image/png;base64,%%%"]}, 400, "picture_refused"),
        ({"attachments": [attached("a.bin", bytes(range(256)))]}, 415, "unsupported_format"),
        ({"attachments": [attached("a.pdf", b"%PDF-1.7 broken")]}, 422, "corrupt_document"),
        ({"attachments": [attached("a.md", "  ")]}, 422, "empty_document"),
        ({"attachments": [{"name": "a.md", "data": "%"}]}, 400, "invalid_input"),
    ],
)
async def test_what_cannot_lie_beside_a_question_is_refused_by_name(
    desk: Desk, body: dict[str, Any], status: int, code: str
) -> None:
    session = await desk.session()
    for path, query in ((f"{API}/sessions/{session}/knowledge-qa", QUESTION), ("/answer", QUESTION)):
        refused = await desk.http.post(path, json={"query": query, **body})
        assert (refused.status_code, refused.json()["code"]) == (status, code), refused.text
    assert await messages(desk, session) == []


async def test_no_request_reads_a_picture_of_the_servers_disk(desk: Desk, tmp_path: Path) -> None:
    session, here = await desk.session(), tmp_path / "secret.png"
    here.write_bytes(picture())
    for named in (str(here), f"file://{here}", "http://127.0.0.1:1/a.png", "/etc/hostname", ""):
        for path in (f"{API}/sessions/{session}/knowledge-qa", f"{API}/answer"):
            refused = await desk.http.post(path, json={"query": QUESTION, "images": [named]})
            assert (refused.status_code, refused.json()["code"]) == (400, "picture_refused")
            assert "secret" not in refused.text and "hostname" not in refused.text
    assert await messages(desk, session) == []


@pytest.mark.feature("SS-06")
async def test_a_question_asked_in_other_words_keeps_what_lay_beside_it(desk: Desk) -> None:
    session = await desk.session()
    beside = {
        "attachments": [attached("계약서.md", CONTRACT)],
        "images": [data_url(picture())],
        "quoted_context": "계약 기간은 협의한다.",
    }
    await desk.ask(session, QUESTION, **beside)
    (question, _) = await messages(desk, session)
    for given, kept in (({}, True), ({"attachments": [], "images": [], "quoted_context": ""}, False)):
        asked = await desk.http.post(
            f"{API}/sessions/{session}/messages/{question['id']}/resend",
            json={"query": "첨부한 계약서의 기간은?", "top_k": 3, **given},
        )
        assert asked.status_code == 200, asked.text
        (question, _) = await messages(desk, session)
        assert question["content"] == "첨부한 계약서의 기간은?"
        assert [file["name"] for file in question["attachments"]] == ["계약서.md"] * kept
        assert (len(question["images"]), question["quote"]) == (kept, beside["quoted_context"] * kept)
    found = (await desk.http.get(f"{API}/sessions/{session}")).json()
    assert found["last_request_state"]["top_k"] == 3


async def test_a_question_that_stands_alone_takes_them_too(desk: Desk) -> None:
    desk.chat.scripts = (lambda exchange: exchange.send(completion('14개월입니다.<ref id="c1"/>')),)
    body = {"query": QUESTION, "attachments": [attached("계약서.md", CONTRACT)]}
    answered = (await desk.http.post(f"{API}/answer", json=body)).json()
    assert answered["verification"]["risk_level"] == "pass"
    assert [source["document"] for source in answered["sources"]] == ["계약서.md"]


async def test_a_body_may_be_as_large_as_what_may_lie_beside_a_question(
    client: httpx2.AsyncClient, tmp_path: Path
) -> None:
    assert settings_for(tmp_path).attachments.max_bytes > 2_000_000
    large = data_url(picture() + bytes(2_000_000))
    answered = await client.post("/answer", json={"query": "제43조 내용 알려줘", "images": [large]})
    assert answered.status_code == 200, answered.text
    elsewhere = await client.post(f"{API}/chunker/preview", json={"text": "가" * 700_000})
    assert elsewhere.json()["code"] == "document_too_large"
