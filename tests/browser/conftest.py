"""Chromium on the real server. Skipped where there is no Chromium or `make ui` was not run."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

import pincite
from pincite.api.web import BUILT
from tests.browser.regatta import printed_rules
from tests.browser.serving import Model, serving
from tests.conftest import shared
from tests.libraries import make_library, settings_for
from tests.services import lacking

CHROMIUM = Path(os.environ.get("PINCITE_CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 90_000
"""Milliseconds: the machine may be busy with other tests."""

RULES = "en_nfl_rulebook.pdf"

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Playwright]:
    """A module's: while it runs, its event loop would be in the way of other tests' own."""
    if not CHROMIUM.exists():
        lacking(f"no Chromium at {CHROMIUM}")
    if not (BUILT / "index.html").exists():
        lacking("the web application was not built: make ui")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    model = Model()
    model.start()
    try:
        yield model
    finally:
        model.stop()


@pytest.fixture(scope="module")
def served(chromium: Playwright, model: Model, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over a library of three documents, with the model behind it."""
    library = make_library(tmp_path_factory.mktemp("browsed")) / "library"
    with serving(library, PINCITE_CHAT__BASE_URL=model.base_url, PINCITE_CHAT__MODEL="scripted") as address:
        yield address


@pytest.fixture(scope="module")
def printed(chromium: Playwright, model: Model, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """As `served`, with a fourth document that was printed: a PDF."""
    with serving_with(shared("documents", RULES), model, tmp_path_factory.mktemp("printed")) as address:
        yield address


@pytest.fixture(scope="module")
def regatta_rules(
    chromium: Playwright, model: Model, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """As `printed`, with a PDF of our own."""
    folder = tmp_path_factory.mktemp("regatta")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = launched(chromium, profile)
        rules = printed_rules(context.pages[0], folder)
        context.close()
    with serving_with(rules, model, folder) as address:
        yield address


@contextmanager
def serving_with(document: Path, model: Model, folder: Path) -> Iterator[str]:
    """A server over the three documents of `make_library` and this one."""
    library = make_library(folder) / "library"
    with pincite.open(settings=settings_for(library)) as opened:
        assert len(opened.knowledge_base("documents").add(document).ready) == 1
    with serving(library, PINCITE_CHAT__BASE_URL=model.base_url, PINCITE_CHAT__MODEL="scripted") as address:
        yield address


def launched(chromium: Playwright, profile: str) -> BrowserContext:
    return chromium.chromium.launch_persistent_context(
        profile,
        executable_path=CHROMIUM,
        args=FLAGS,
        locale="en-US",
        viewport={"width": 1280, "height": 800},
    )


@pytest.fixture
def browser(chromium: Playwright) -> Iterator[BrowserContext]:
    """A person who was never here: a fresh profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = launched(chromium, profile)
        context.set_default_timeout(PATIENCE)
        yield context
        context.close()


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    """Its only tab. An error in the console (a script that fails, what the policy forbids) fails the test."""
    page = browser.pages[0]
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        # That a request failed is told there too; whether the page tells it well is the test's own question.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            errors.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []
