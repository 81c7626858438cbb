"""Web addresses among the paths of `pincite add`."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import pincite as package
from pincite.core.errors import ConfigurationError, UrlRefused
from pincite.core.settings import load_settings
from tests.cli.conftest import Run
from tests.cli.test_documents import rows
from tests.fetching.servers import Site, serving

PAGE = "<html><title>Leave</title><body><p>Every member of staff has fifteen days of paid leave a year.</p></body></html>"


@pytest.fixture
def site() -> Iterator[Site]:
    """In a thread of its own, for commands bring their own event loop."""
    ready, stop = threading.Event(), asyncio.Event()
    found: list[Site] = []
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        async with serving() as running:
            found.append(running)
            loops.append(asyncio.get_running_loop())
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(10)
    yield found[0]
    loops[0].call_soon_threadsafe(stop.set)
    thread.join()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, site: Site) -> Site:
    """Which the settings let in."""
    monkeypatch.setenv("PINCITE_FETCH__ALLOW_PRIVATE", "true")
    monkeypatch.setenv("PINCITE_FETCH__PORTS", f"[{site.port}]")
    return site


def test_files_and_pages_come_in_together(pincite: Run, opened: Site, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nThe pump stands in hall two.", encoding="utf-8")
    opened.show("/leave", PAGE)
    arguments = ("add", file, opened.url("/leave"), opened.url("/gone"), "--tag", "hr", "--json")
    printed = pincite(*arguments).json()
    assert (printed["ready"], printed["failed"], printed["unchanged"]) == (2, 1, 0)
    rows = {row["source"]: row for row in printed["documents"]}
    page, gone = rows[opened.url("/leave")], rows[opened.url("/gone")]
    assert (page["title"], page["status"], page["tags"]) == ("Leave", "ready", ["hr"])
    assert "fetched_at" in page["custom"]
    assert (gone["status"], gone["error_code"]) == ("failed", "fetch_failed")
    again = pincite(*arguments).json()
    assert (again["ready"], again["failed"], again["unchanged"]) == (0, 1, 2)
    answered = pincite("ask", "How many days of paid leave a year?", "--json").json()
    assert "fifteen days" in answered["answer"]


def test_a_refused_address_reads_nothing(pincite: Run, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Notes\n\nThe pump stands in hall two.", encoding="utf-8")
    for url in (site.url(), f"http://127.1:{site.port}/", "ftp://example.com/x", "file:///etc/passwd"):
        result = pincite("add", file, url)
        assert result.code == 2, result
        assert "url_refused" in result.err
    assert site.connections == 0
    assert rows(tmp_path / "library", "documents") == 0


def test_python_adds_pages_too(opened: Site, tmp_path: Path) -> None:
    opened.show("/leave", PAGE)
    with package.open(tmp_path / "library") as library:
        base = library.knowledge_base("web")
        record = base.add_url(opened.url("/leave"), tags=["hr"], custom={"owner": "Kim"})
        assert (record.status, record.title, record.tags) == ("ready", "Leave", ("hr",))
        assert base.document(opened.url("/leave")).id == record.id
        with pytest.raises(UrlRefused):
            base.add_url("http://169.254.169.254/")


def test_an_operator_hears_of_a_host_that_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PINCITE_FETCH__ALLOWED_HOSTS", '["http://wiki.corp/"]')
    with pytest.raises(ConfigurationError, match=r"wiki\.corp"):
        load_settings(tmp_path)


def test_fetching_can_be_turned_off(pincite: Run, opened: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_FETCH__ENABLED", "false")
    result = pincite("add", opened.url("/leave"))
    assert result.code == 2
    assert "turned off" in result.err
    assert opened.connections == 0
