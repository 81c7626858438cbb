"""Chunks over HTTP: look, write over, roll back, take out of search."""

from typing import Any

import anyio
import httpx2
import pytest

from tests.api.conftest import API
from tests.api.test_documents import settled

BASE = f"{API}/knowledge-bases/edits"
NAME = "terms.md"
TEXT = """# Pump terms

## Article 1 Greasing

The bearings are greased every 200 hours.

## Article 2 Oil

The oil is changed in May.
"""


@pytest.fixture(scope="module")
async def document(client: httpx2.AsyncClient) -> dict[str, Any]:
    made = await client.post(
        f"{API}/knowledge-bases",
        json={"name": "edits", "chunking_config": {"chunk_size": 120, "chunk_overlap": 0}},
    )
    assert made.status_code == 201
    assert made.json()["chunking_config"] == {"chunk_size": 120, "chunk_overlap": 0}
    await client.post(f"{BASE}/documents", files={"file": (NAME, TEXT.encode())})
    return await settled(client, f"{BASE}/documents/{NAME}")


async def chunk_with(client: httpx2.AsyncClient, words: str) -> dict[str, Any]:
    page = (await client.get(f"{BASE}/documents/{NAME}/chunks")).json()
    return next(chunk for chunk in page["chunks"] if words in chunk["original"])


async def indexed(client: httpx2.AsyncClient, chunk_id: str) -> dict[str, Any]:
    with anyio.fail_after(60):
        while (chunk := (await client.get(f"{API}/chunks/{chunk_id}")).json())["indexing"]:  # noqa: ASYNC110 - as a client polls
            await anyio.sleep(0.05)
    found: dict[str, Any] = chunk
    return found


async def found(client: httpx2.AsyncClient, query: str) -> str:
    hits = (await client.post(f"{API}/retrieve", json={"query": query, "bases": ["edits"]})).json()
    return " ".join(source["content"] for source in hits["sources"])


@pytest.mark.feature("CX-04")
@pytest.mark.feature("CX-06")
async def test_chunks_come_in_pages(client: httpx2.AsyncClient, document: dict[str, Any]) -> None:
    page = (await client.get(f"{BASE}/documents/{NAME}/chunks", params={"offset": 1, "limit": 1})).json()
    assert (page["total"], page["offset"], len(page["chunks"])) == (document["chunks"], 1, 1)
    (chunk,) = page["chunks"]
    assert chunk["seq"] == 1
    assert chunk["original"] == chunk["content"] == TEXT[chunk["start"] : chunk["end"]]
    assert (await client.get(f"{API}/chunks/{chunk['id']}")).json() == chunk
    assert (await client.get(f"{API}/chunks/{chunk['previous_id']}")).json()["next_id"] == chunk["id"]
    assert "context_header" not in chunk


@pytest.mark.feature("CX-07")
async def test_the_life_of_an_edit(client: httpx2.AsyncClient, document: dict[str, Any]) -> None:
    chunk = await chunk_with(client, "greased")
    path = f"{API}/chunks/{chunk['id']}"
    words = chunk["content"].replace("200 hours", "350 hours with lithium grease")
    edited = await client.patch(path, json={"content": words, "revision": 0})
    assert edited.status_code == 200
    assert (edited.json()["content"], edited.json()["revision"], edited.json()["edited"]) == (words, 1, True)
    assert (await indexed(client, chunk["id"]))["original"] == chunk["original"]
    assert "350 hours" in await found(client, "lithium grease")

    stale = await client.patch(path, json={"content": "x", "revision": 0})
    assert (stale.status_code, stale.json()["code"]) == (409, "conflict")
    assert (await client.post(f"{path}/rollback", json={"to": 7})).status_code == 404
    back = (await client.post(f"{path}/rollback", json={"to": 0})).json()
    assert (back["content"], back["revision"], back["edited"]) == (chunk["content"], 2, False)
    history = (await client.get(f"{path}/revisions")).json()
    assert [(one["number"], one["action"], one["restored"], one["current"]) for one in history] == [
        (0, "cut", None, False),
        (1, "edit", None, False),
        (2, "rollback", 0, True),
    ]
    assert [one["content"] for one in history] == [chunk["original"], words, chunk["content"]]
    assert [one["created_at"] is None for one in history] == [True, False, False]
    await indexed(client, chunk["id"])
    assert "350 hours" not in await found(client, "lithium grease")


@pytest.mark.feature("CX-07")
async def test_a_chunk_that_nobody_changed_has_the_revision_it_was_cut_as(
    client: httpx2.AsyncClient, document: dict[str, Any]
) -> None:
    chunk = await chunk_with(client, "May")
    assert (await client.get(f"{API}/chunks/{chunk['id']}/revisions")).json() == [
        {
            "number": 0,
            "action": "cut",
            "content": chunk["original"],
            "restored": None,
            "created_at": None,
            "current": True,
        }
    ]


@pytest.mark.feature("CX-08")
async def test_a_disabled_chunk_is_not_found(client: httpx2.AsyncClient, document: dict[str, Any]) -> None:
    chunk = await chunk_with(client, "May")
    assert "May" in await found(client, "When is the oil changed?")
    off = await client.post(f"{API}/chunks/{chunk['id']}/disable")
    assert off.json()["disabled"]
    assert "May" not in await found(client, "When is the oil changed?")
    await indexed(client, chunk["id"])
    assert "May" not in await found(client, "When is the oil changed?")
    on = await client.patch(f"{API}/chunks/{chunk['id']}", json={"disabled": False})
    assert not on.json()["disabled"]
    await indexed(client, chunk["id"])
    assert "May" in await found(client, "When is the oil changed?")
    assert (await client.post(f"{API}/chunks/{chunk['id']}/enable")).json()["disabled"] is False


async def test_what_cannot_be_changed(client: httpx2.AsyncClient, document: dict[str, Any]) -> None:
    chunk = await chunk_with(client, "May")
    for body in (
        {},
        {"content": " "},
        {"content": "x" * 7501},
        {"words": "x"},
        {"content": "x", "revision": -1},
    ):
        refused = await client.patch(f"{API}/chunks/{chunk['id']}", json=body)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input"), body
    for method, path in (
        ("GET", "chunks/none"),
        ("GET", "chunks/none/revisions"),
        ("POST", "chunks/none/disable"),
        ("GET", "knowledge-bases/edits/documents/none/chunks"),
    ):
        assert (await client.request(method, f"{API}/{path}")).status_code == 404, path


@pytest.mark.feature("CH-13")
async def test_settings_act_after_a_reparse(client: httpx2.AsyncClient, document: dict[str, Any]) -> None:
    before = (await client.get(f"{BASE}/documents/{NAME}")).json()["chunks"]
    changed = await client.patch(
        BASE, json={"chunking_config": {"chunk_size": 30}, "unset": ["chunk_overlap"]}
    )
    assert changed.json()["chunking_config"] == {"chunk_size": 30}
    assert (await client.get(f"{BASE}/chunking")).json()["chunk_overlap"] == 80
    assert (await client.get(f"{BASE}/documents/{NAME}")).json()["chunks"] == before
    assert (await client.post(f"{BASE}/reparse")).status_code == 202
    renewed = await settled(client, f"{BASE}/documents/{NAME}")
    assert int(str(renewed["chunks"])) > before
    again = await client.post(
        f"{BASE}/documents/{NAME}/reparse", json={"chunking_config": {"chunk_size": 5000}}
    )
    assert again.status_code == 202
    assert (await settled(client, f"{BASE}/documents/{NAME}"))["chunks"] != renewed["chunks"]
    assert (await client.get(BASE)).json()["chunking_config"] == {"chunk_size": 30}
    for body in ({"chunking_config": {"chunk_sise": 3}}, {"chunking_config": {"chunk_size": 0}}):
        assert (await client.patch(BASE, json=body)).status_code == 400


@pytest.mark.feature("CH-12")
async def test_one_upload_may_be_cut_otherwise(client: httpx2.AsyncClient, document: dict[str, Any]) -> None:
    for name, config in (("small.md", '{"chunk_size": 12, "chunk_overlap": 0}'), ("plain.md", None)):
        sent = {"chunking_config": config} if config else {}
        uploaded = await client.post(f"{BASE}/documents", files={"file": (name, TEXT.encode())}, data=sent)
        assert uploaded.status_code == 202
    small, plain = [await settled(client, f"{BASE}/documents/{name}.md") for name in ("small", "plain")]
    assert int(str(small["chunks"])) > int(str(plain["chunks"]))
    for config in ("{", '{"chunk_size": "x"}', '{"color": 1}', "[]"):
        refused = await client.post(
            f"{BASE}/documents", files={"file": ("x.md", b"x")}, data={"chunking_config": config}
        )
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input"), config


@pytest.mark.feature("IX-03")
async def test_a_base_without_an_index(client: httpx2.AsyncClient) -> None:
    switches = {"vector": False, "keyword": False, "graph": True}
    made = await client.post(f"{API}/knowledge-bases", json={"name": "kept", "switches": switches})
    assert made.json()["switches"] == {**switches, "wiki": False}
    path = f"{API}/knowledge-bases/kept/documents"
    await client.post(path, files={"file": (NAME, TEXT.encode())})
    document = await settled(client, f"{path}/{NAME}")
    stages = document["stages"]
    assert isinstance(stages, list)
    assert {stage["name"]: stage["outcome"] for stage in stages}["embedding"] == "skipped"
    assert int(str(document["chunks"])) > 0
    hits = await client.post(f"{API}/retrieve", json={"query": "oil", "bases": ["kept"]})
    assert hits.json()["sources"] == []


@pytest.mark.feature("PC-06")
async def test_a_child_brings_its_parent(client: httpx2.AsyncClient) -> None:
    config = {
        "enable_parent_child": True,
        "parent_chunk_size": 400,
        "child_chunk_size": 60,
        "strategy": "recursive",
    }
    await client.post(f"{API}/knowledge-bases", json={"name": "family", "chunking_config": config})
    path = f"{API}/knowledge-bases/family/documents"
    text = " ".join(f"Valve {n} opens at {n + 10} bar." for n in range(60))
    await client.post(path, files={"file": (NAME, text.encode())})
    await settled(client, f"{path}/{NAME}")
    page = (await client.get(f"{path}/{NAME}/chunks", params={"limit": 500})).json()
    child = next(chunk for chunk in page["chunks"] if "Valve 31 " in chunk["content"])
    assert len(child["content"]) <= 60
    parent = (await client.get(f"{API}/chunks/{child['parent_id']}")).json()
    assert (parent["chunk_type"], child["chunk_type"]) == ("parent_text", "text")
    hits = await client.post(
        f"{API}/retrieve", json={"query": "At how many bar does valve 31 open?", "bases": ["family"]}
    )
    source = next(one for one in hits.json()["sources"] if child["id"] in one["chunk_ids"])
    assert source["content"] == parent["content"].strip()
    assert (await client.patch(f"{API}/chunks/{parent['id']}", json={"content": "x"})).status_code == 400
