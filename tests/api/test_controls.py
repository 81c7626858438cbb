"""Control characters and other odd input over HTTP: refused with a sentence, on both databases."""

from collections.abc import AsyncIterator

import httpx2
import pytest

import pincite
from pincite.core.settings import StorageSettings
from tests.api.conftest import API, client_of
from tests.libraries import settings_for
from tests.services import postgres_database

KINDS = f"{API}/knowledge-bases"


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
async def strict(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[httpx2.AsyncClient]:
    """An empty library on either database, with the base `odd`; nobody works on it."""
    directory = tmp_path_factory.mktemp("odd")
    if request.param == "sqlite":
        async with (
            await pincite.aopen(settings=settings_for(directory)) as library,
            client_of(library) as client,
        ):
            await client.post(KINDS, json={"name": "odd"})
            yield client
        return
    async with postgres_database() as url:
        settings = settings_for(directory, storage=StorageSettings(database_url=url))
        async with await pincite.aopen(settings=settings) as library, client_of(library) as client:
            await client.post(KINDS, json={"name": "odd"})
            yield client


@pytest.mark.parametrize(
    "query", ["name=%00", "tag=%00", "name=a%0Ab", "custom=a%3D%00", "folder=%00", "offset=1" + "0" * 30]
)
async def test_a_query_that_nothing_can_match_is_refused(strict: httpx2.AsyncClient, query: str) -> None:
    answer = await strict.get(f"{KINDS}/odd/documents?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/knowledge-bases/%00"),
        ("GET", "/knowledge-bases/%00/documents"),
        ("GET", "/knowledge-bases/odd/documents/a%00"),
        ("DELETE", "/knowledge-bases/odd/documents/%00"),
        ("DELETE", "/webhooks/%00"),
        ("GET", "/chunks/%00"),
        ("POST", "/knowledge-bases/odd/documents/%C2%85/cancel"),
    ],
)
async def test_nothing_is_called_by_a_control_character(
    strict: httpx2.AsyncClient, method: str, path: str
) -> None:
    answer = await strict.request(method, API + path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "a/b", "a\\b", ".", ".."])
async def test_a_base_that_no_address_could_reach_is_refused(strict: httpx2.AsyncClient, name: str) -> None:
    answer = await strict.post(KINDS, json={"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert [base["name"] for base in (await strict.get(KINDS)).json()] == ["odd"]


@pytest.mark.parametrize(
    "url", ["http://\0/", "http://[", "http://a:99999/", "http://a:b/", "http://a/\r\nX: y", "http://a b/"]
)
async def test_an_address_that_cannot_be_called_is_no_webhook(strict: httpx2.AsyncClient, url: str) -> None:
    answer = await strict.post(f"{API}/webhooks", json={"url": url})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("custom", "[" * 60_000),
        ("custom", '{"a": "\\u0000"}'),
        ("tags", "a\0b"),
        ("folder", "a\0b"),
        ("folder", "a\u202eb"),
        ("chunking_config", "[" * 60_000),
        ("chunking_config", '{"separators": ["\\u0000"]}'),
        ("effective_from", "\0"),
    ],
)
async def test_a_form_that_cannot_be_kept_is_refused(
    strict: httpx2.AsyncClient, field: str, value: str
) -> None:
    answer = await strict.post(
        f"{KINDS}/odd/documents", files={"file": ("a.md", b"# A")}, data={field: value}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert (await strict.get(f"{KINDS}/odd/documents")).json() == []


@pytest.mark.parametrize("name", ["a\u202eb.md", "a\x85b.md", "x" * 300 + ".md", "가" * 90 + ".md"])
async def test_a_file_name_that_no_file_system_keeps_is_refused(
    strict: httpx2.AsyncClient, name: str
) -> None:
    answer = await strict.post(f"{KINDS}/odd/documents", files={"file": (name, b"# A")})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
    assert "file name" in answer.json()["message"]


@pytest.mark.parametrize(
    "body", [{"bases": ["\0"]}, {"tags": ["\0"]}, {"documents": ["\0"]}, {"query": "a\0"}]
)
async def test_a_question_with_a_nul_is_refused(strict: httpx2.AsyncClient, body: dict[str, object]) -> None:
    answer = await strict.post(f"{API}/retrieve", json={"query": "leave", **body})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_input")
