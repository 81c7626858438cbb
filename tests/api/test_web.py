"""The web application as the server serves it: its page, its files, and what it says without a build."""

from pathlib import Path

import httpx2
import pytest

from pincite.api.app import create_app
from pincite.api.web import POLICY
from pincite.library import AsyncLibrary

PERSON = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PAGE = "<!doctype html><title>pincite</title>"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A build as Vite leaves one."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "first.js").write_text("1")
    (tmp_path / "assets" / "index-D0q2Za7Q.js").write_text("2")
    return tmp_path


def browser(library: AsyncLibrary, build: Path) -> httpx2.AsyncClient:
    transport = httpx2.ASGITransport(create_app(library, pages=build))
    return httpx2.AsyncClient(transport=transport, base_url="http://pincite")


@pytest.mark.parametrize("path", ["/", "/ask", "/ask/3f2a", "/library/약관"])
async def test_every_address_of_a_page_gives_the_page(library: AsyncLibrary, build: Path, path: str) -> None:
    async with browser(library, build) as client:
        answer = await client.get(path, headers=PERSON)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["cache-control"] == "no-cache"


async def test_files_with_a_hash_are_kept_for_ever_and_others_asked_for_again(
    library: AsyncLibrary, build: Path
) -> None:
    async with browser(library, build) as client:
        hashed = await client.get("/assets/index-D0q2Za7Q.js")
        first = await client.get("/first.js")
        gone = await client.get("/assets/index-gone.js", headers=PERSON)
    assert (hashed.text, hashed.headers["cache-control"]) == ("2", "public, max-age=31536000, immutable")
    assert (first.text, first.headers["cache-control"]) == ("1", "no-cache")
    assert gone.status_code == 404
    assert gone.json()["code"] == "not_found"


async def test_scripts_come_compressed_to_who_reads_it(library: AsyncLibrary, build: Path) -> None:
    script = "let answer = 42;\n" * 1000
    (build / "assets" / "index-D0q2Za7Q.js").write_text(script)
    async with browser(library, build) as client:
        small = await client.get("/assets/index-D0q2Za7Q.js", headers={"Accept-Encoding": "gzip, br"})
        plain = await client.get("/assets/index-D0q2Za7Q.js", headers={"Accept-Encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(script) / 10
    assert small.headers["content-type"] == plain.headers["content-type"]
    assert small.text == plain.text == script


async def test_pages_run_no_script_and_no_style_but_ours_and_stand_in_no_frame(
    library: AsyncLibrary, build: Path
) -> None:
    async with browser(library, build) as client:
        answers = [await client.get(path, headers=PERSON) for path in ("/", "/assets/index-D0q2Za7Q.js")]
    assert "unsafe" not in POLICY
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "style-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/nothing.json", "/../pyproject.toml"])
async def test_what_is_no_page_stays_an_error_of_the_api(
    library: AsyncLibrary, build: Path, path: str
) -> None:
    async with browser(library, build) as client:
        answer = await client.get(path, headers=PERSON)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


async def test_routes_of_the_api_and_programs_are_not_given_the_page(
    library: AsyncLibrary, build: Path
) -> None:
    async with browser(library, build) as client:
        docs = await client.get("/docs", headers=PERSON)
        health = await client.get("/healthz", headers=PERSON)
        program = await client.get("/ask", headers={"Accept": "application/json"})
    assert "swagger" in docs.text
    assert health.json()["status"] == "ok"
    assert program.json()["code"] == "not_found"


async def test_pages_need_no_key_and_the_library_does(library: AsyncLibrary, build: Path) -> None:
    locked = library.settings.model_copy(
        update={"server": library.settings.server.model_copy(update={"api_key": "a-key"})}
    )

    class Locked:
        settings = locked

    async with browser(Locked(), build) as client:  # type: ignore[arg-type]
        page = await client.get("/ask", headers=PERSON)
        bases = await client.get("/api/v1/knowledge-bases", headers=PERSON)
        unknown = await client.get("/api/v1/nothing", headers=PERSON)
    assert page.text == PAGE
    assert (bases.status_code, unknown.status_code) == (401, 401)


@pytest.mark.parametrize(
    ("language", "word"),
    [("ko-KR,ko;q=0.9,en;q=0.8", "빌드되지"), ("zh-CN", "尚未构建"), ("fr", "not built"), ("", "not built")],
)
async def test_without_a_build_the_server_says_so_in_the_persons_language(
    library: AsyncLibrary, tmp_path: Path, language: str, word: str
) -> None:
    async with browser(library, tmp_path) as client:
        answer = await client.get("/", headers={**PERSON, "Accept-Language": language})
        other = await client.get("/ask", headers=PERSON)
    assert answer.status_code == 200
    assert word in answer.text
    assert "make ui" in answer.text
    assert other.json()["code"] == "not_found"
