"""Documents by their web address over HTTP."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import httpx2
import pytest

import pincite
from tests.api.conftest import DOCUMENTS, client_of
from tests.api.test_documents import envelope, settled
from tests.fetching.servers import Site, serving
from tests.libraries import settings_for

PAGE = (
    "<html><head><title>Leave | Corp</title></head><body><nav>Home</nav><h1>Leave</h1>"
    "<p>Every member of staff has fifteen days of paid leave a year.</p><p>Ask two weeks ahead.</p></body></html>"
)
URL = f"{DOCUMENTS}/url"


@pytest.fixture(scope="module")
async def site(anyio_backend: str) -> AsyncIterator[Site]:
    async with serving() as running:
        yield running


@pytest.fixture(scope="module")
async def inner(
    filled: Path, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[httpx2.AsyncClient]:
    """Over a library that may fetch from this machine."""
    directory = shutil.copytree(filled, tmp_path_factory.mktemp("inner") / "library")
    settings = settings_for(directory, fetch={"allowed_hosts": ["127.0.0.1"], "ports": []})
    async with await pincite.aopen(settings=settings) as opened, anyio.create_task_group() as tasks:
        stop = anyio.Event()
        tasks.start_soon(opened.work, stop)
        async with client_of(opened) as client:
            yield client
        stop.set()


async def test_the_life_of_a_page(inner: httpx2.AsyncClient, site: Site) -> None:
    site.show("/leave", PAGE)
    body = {"url": site.url("/leave"), "tags": ["hr"], "folder": "web", "custom": {"owner": "Kim"}}
    taken = await inner.post(URL, json={**body, "effective_from": "2024-01-01"})
    assert taken.status_code == 202, taken.text
    assert taken.json()["url"] == site.url("/leave")
    path = f"{DOCUMENTS}/{taken.json()['id']}"
    document = await settled(inner, path)
    assert (document["status"], document["title"]) == ("ready", "Leave")
    assert (document["tags"], document["folder"]) == (["hr"], "web")
    assert (document["filename"], document["effective_from"]) == ("leave.html", "2024-01-01")
    custom = document["custom"]
    assert isinstance(custom, dict)
    assert set(custom) == {"owner", "fetched_at"}
    found = await inner.post("/retrieve", json={"query": "paid leave a year", "tags": ["hr"]})
    assert "fifteen days" in found.json()["sources"][0]["content"]

    site.show("/leave", PAGE.replace("fifteen", "seventeen"))
    assert (await inner.post(URL, json={"url": site.url("/leave")})).json()["id"] == document["id"]
    await settled(inner, path)
    found = await inner.post("/retrieve", json={"query": "paid leave a year", "tags": ["hr"]})
    assert "seventeen days" in found.json()["sources"][0]["content"]

    site.pages.clear()
    await inner.post(URL, json={"url": site.url("/leave")})
    failed = await settled(inner, path)
    assert (failed["status"], failed["error_code"]) == ("failed", "fetch_failed")
    assert "HTTP 404" in str(failed["error_message"])
    found = await inner.post("/retrieve", json={"query": "Not found", "tags": ["hr"]})
    assert all("Not found" not in source["content"] for source in found.json()["sources"])


async def test_a_redirect_to_where_nothing_is_fetched_fails_the_document(
    inner: httpx2.AsyncClient, site: Site
) -> None:
    async with serving() as secret:
        site.redirect("/away", secret.url("/", host="127.0.0.2"), 307)
        taken = await inner.post(URL, json={"url": site.url("/away")})
        document = await settled(inner, f"{DOCUMENTS}/{taken.json()['id']}")
        assert (document["status"], document["error_code"]) == ("failed", "url_refused")
        assert secret.connections == 0


async def test_what_leads_inside_is_refused_at_once(client: httpx2.AsyncClient, site: Site) -> None:
    before = site.connections
    for url in (
        site.url(),
        f"http://localhost:{site.port}/",
        f"http://2130706433:{site.port}/",
        f"http://[::ffff:127.0.0.1]:{site.port}/",
        "http://169.254.169.254/latest/meta-data/",
        "file:///etc/passwd",
        "https://user:secret@example.com/",
        "https://example.com:22/",
        "example.com",
        "",
    ):
        message = await envelope(await client.post(URL, json={"url": url}), 400, "url_refused")
        assert message
        assert "secret" not in message
    assert site.connections == before
    assert all(document["url"] is None for document in (await client.get(DOCUMENTS)).json())


async def test_a_body_that_cannot_be_used_is_refused(client: httpx2.AsyncClient) -> None:
    for body in ({}, {"url": 3}, {"url": "https://example.com/", "depth": 2}, {"url": None}):
        assert (await client.post(URL, json=body)).status_code == 400
    bad = {"url": "https://example.com/", "chunking_config": {"chunk_size": 0}}
    assert (await client.post(URL, json=bad)).status_code == 400
    missing = URL.replace("/documents/documents/", "/nowhere/documents/")
    await envelope(await client.post(missing, json={"url": "https://example.com/"}), 404, "not_found")
