"""Progress, time lines, pausing and webhooks over HTTP."""

import json

import anyio
import httpx2

from tests.api.conftest import API

KINDS = f"{API}/knowledge-bases"


async def test_an_upload_is_watched_until_it_is_ready(client: httpx2.AsyncClient) -> None:
    await client.post(KINDS, json={"name": "watched"})
    await client.post(
        f"{KINDS}/watched/documents", files={"file": ("a.md", b"# A\n\nThe valve opens at 12 bar.")}
    )
    with anyio.fail_after(60):
        stream = await client.get(f"{KINDS}/watched/progress", params={"once": True})
    assert stream.headers["content-type"].startswith("text/event-stream")
    frames = [
        json.loads(frame.split("data: ", 1)[1])
        for frame in stream.text.split("\n\n")
        if frame.startswith("event: progress")
    ]
    assert frames[-1]["stage"] == "ready"
    assert frames[-1]["filename"] == "a.md"
    assert frames[-1]["error_code"] is None

    line = (await client.get(f"{KINDS}/watched/documents/a.md/timeline")).json()
    assert line[0]["stage"] == "queued"
    assert line[-1]["stage"] == "ready"
    assert line[-1]["details"]["chunks"] == 1
    assert {"convert", "chunk", "embedding"} <= {entry["stage"] for entry in line}
    assert (await client.get(f"{KINDS}/watched/documents/no.md/timeline")).status_code == 404
    assert (await client.get(f"{KINDS}/nowhere/progress")).status_code == 404


async def test_a_paused_base_takes_files_and_waits(client: httpx2.AsyncClient) -> None:
    await client.post(KINDS, json={"name": "waiting"})
    assert (await client.post(f"{KINDS}/waiting/pause")).json()["paused"] is True
    await client.post(f"{KINDS}/waiting/documents", files={"file": ("a.md", b"# A\n\nText of it.")})
    await anyio.sleep(1.5)
    document = f"{KINDS}/waiting/documents/a.md"
    assert (await client.get(document)).json()["status"] == "pending"
    assert (await client.post(f"{KINDS}/waiting/resume")).json()["paused"] is False
    with anyio.fail_after(60):
        await client.get(f"{KINDS}/waiting/progress", params={"once": True})
    assert (await client.get(document)).json()["status"] == "ready"
    assert (await client.post(f"{KINDS}/nowhere/pause")).status_code == 404


async def test_a_webhook_shows_its_secret_once(client: httpx2.AsyncClient) -> None:
    made = (await client.post(f"{API}/webhooks", json={"url": "http://127.0.0.1:9/hook"})).json()
    assert made["secret"].startswith("whsec_")
    (listed,) = (await client.get(f"{API}/webhooks")).json()
    assert listed == {"id": made["id"], "url": made["url"], "base_id": None, "enabled": True}
    assert (await client.delete(f"{API}/webhooks/{made['id']}")).status_code == 204
    assert (await client.delete(f"{API}/webhooks/{made['id']}")).status_code == 404
    inner = await client.post(f"{API}/webhooks", json={"url": "http://169.254.169.254/latest/"})
    assert (inner.status_code, inner.json()["code"]) == (400, "url_refused")
    refused = await client.post(f"{API}/webhooks", json={"url": "file:///etc/passwd"})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")


async def test_work_that_waits_is_cancelled_once(client: httpx2.AsyncClient) -> None:
    await client.post(KINDS, json={"name": "stopped"})
    await client.post(f"{KINDS}/stopped/pause")
    document = f"{KINDS}/stopped/documents/a.md"
    await client.post(f"{KINDS}/stopped/documents", files={"file": ("a.md", b"# A\n\nText of it.")})
    stopped = await client.post(f"{document}/cancel")
    assert (stopped.status_code, stopped.json()["status"]) == (200, "cancelled")
    await client.post(f"{KINDS}/stopped/resume")
    again = await client.post(f"{document}/cancel")
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert (await client.get(document)).json()["status"] == "cancelled"
    assert (await client.post(f"{KINDS}/stopped/documents/no.md/cancel")).status_code == 404
