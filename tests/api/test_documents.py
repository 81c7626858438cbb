"""Bases and documents over HTTP: upload, poll, look, delete."""

import anyio
import httpx2
import pytest

from tests.api.conftest import API, DOCUMENTS

KINDS = f"{API}/knowledge-bases"


async def settled(client: httpx2.AsyncClient, path: str) -> dict[str, object]:
    with anyio.fail_after(60):
        while (found := (await client.get(path)).json())["status"] not in (  # noqa: ASYNC110 - as a client polls
            "ready",
            "failed",
        ):
            await anyio.sleep(0.05)
    document: dict[str, object] = found
    return document


async def test_the_life_of_a_document(client: httpx2.AsyncClient) -> None:
    made = await client.post(KINDS, json={"name": "규정 모음"})
    assert made.status_code == 201
    base = made.json()
    assert base in (await client.get(KINDS)).json()
    documents = f"{KINDS}/규정 모음/documents"

    uploaded = await client.post(
        documents,
        files={"file": ("C:\\temp\\사내 규정.md", "# 규정\n\n출장비는 하루 7만원입니다.".encode())},
        data={"tags": ["2026", "travel"]},
    )
    assert uploaded.status_code == 202
    assert uploaded.json()["filename"] == "사내 규정.md"
    document = await settled(client, f"{documents}/사내 규정.md")
    assert (document["status"], document["tags"]) == ("ready", ["2026", "travel"])
    assert [row["id"] for row in (await client.get(documents)).json()] == [document["id"]]

    body = {"query": "출장비", "bases": ["규정 모음"], "tags": ["travel"]}
    assert "7만원" in (await client.post("/retrieve", json=body)).json()["sources"][0]["content"]

    assert (await client.delete(f"{documents}/사내 규정.md")).status_code == 204
    assert (await client.get(f"{documents}/{document['id']}")).status_code == 404
    assert (await client.post("/retrieve", json={**body, "tags": []})).json()["sources"] == []
    assert (await client.delete(f"{KINDS}/{base['id']}")).status_code == 204
    assert (await client.get(documents)).status_code == 404


async def test_what_cannot_be_read_fails_with_code_and_sentence(client: httpx2.AsyncClient) -> None:
    uploaded = await client.post(DOCUMENTS, files={"file": ("setup.exe", b"MZ\x00\x01" * 50)})
    document = await settled(client, f"{DOCUMENTS}/{uploaded.json()['id']}")
    assert document["status"] == "failed"
    assert document["error_code"] == "unsupported_format"
    assert document["error_message"]
    assert (await client.delete(f"{DOCUMENTS}/setup.exe")).status_code == 204


async def test_the_default_base_exists_from_the_start(client: httpx2.AsyncClient) -> None:
    await client.delete(f"{KINDS}/documents")
    uploaded = await client.post(DOCUMENTS, files={"file": ("a.md", b"# A\n\nThe valve opens at 12 bar.")})
    assert uploaded.status_code == 202
    assert (await settled(client, f"{DOCUMENTS}/a.md"))["status"] == "ready"


async def envelope(response: httpx2.Response, status: int, code: str) -> str:
    assert response.status_code == status, response.text
    assert set(response.json()) == {"code", "message", "hint", "request_id"}
    assert response.json()["code"] == code
    return str(response.json()["message"])


async def test_a_file_over_the_limit_is_413(client: httpx2.AsyncClient) -> None:
    slightly = await client.post(DOCUMENTS, files={"file": ("big.md", b"x" * 200_001)})
    assert "200,000" in await envelope(slightly, 413, "document_too_large")

    async def endless() -> object:
        yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n'
        while True:
            yield b"x" * 10_000

    headers = {"content-type": "multipart/form-data; boundary=b"}
    streamed = await client.post(DOCUMENTS, content=endless(), headers=headers)  # type: ignore[arg-type]
    await envelope(streamed, 413, "document_too_large")
    announced = await client.post("/retrieve", content=b"x" * 2_000_000)
    await envelope(announced, 413, "document_too_large")


async def test_errors_have_one_shape(client: httpx2.AsyncClient) -> None:
    await envelope(await client.get("/nowhere"), 404, "not_found")
    await envelope(await client.get("/answer"), 405, "method_not_allowed")
    await envelope(await client.get(f"{KINDS}/nope/documents"), 404, "not_found")
    await envelope(
        await client.post(f"{KINDS}/nope/documents", files={"file": ("a.md", b"x")}), 404, "not_found"
    )
    await envelope(await client.get(f"{DOCUMENTS}/nope.md"), 404, "not_found")
    await envelope(await client.delete(f"{DOCUMENTS}/%00"), 404, "not_found")
    await envelope(await client.delete(f"{KINDS}/nope"), 404, "not_found")
    await envelope(await client.post(DOCUMENTS, data={"tags": "x"}), 400, "invalid_input")
    await envelope(await client.post(KINDS, json={"name": "documents"}), 409, "conflict")
    await envelope(await client.post(KINDS, json={"name": "   "}), 400, "invalid_input")
    await envelope(await client.post(KINDS, json={"name": "a", "size": 2}), 400, "invalid_input")
    await envelope(
        await client.post(DOCUMENTS, content=b"broken", headers={"content-type": "multipart/form-data"}),
        400,
        "invalid_input",
    )


@pytest.mark.parametrize("path", ["/healthz"])
async def test_health(client: httpx2.AsyncClient, path: str) -> None:
    assert (await client.get(path)).json()["status"] == "ok"
