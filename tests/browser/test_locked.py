"""A server with a key: the page itself is open, and asks for the key before it shows anything."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright, Response, expect

from tests.browser.serving import serving

KEY = "a-key"
BUDGET = 350_000
"""Bytes of compressed script of a first load; issue 8."""


@pytest.fixture(scope="module")
def locked(chromium: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("locked") / "library", PINCITE_SERVER__API_KEY=KEY) as address:
        yield address


def give(page: Page, key: str) -> None:
    page.get_by_role("dialog").get_by_label("Key", exact=True).fill(key)
    page.get_by_role("button", name="Use the key").click()


def test_the_key_is_asked_for_checked_and_kept_for_the_tab(page: Page, locked: str) -> None:
    page.goto(f"{locked}/library")
    give(page, "another")
    expect(page.get_by_text("The server does not know this key.")).to_be_visible()
    give(page, KEY)
    expect(page.get_by_role("heading", name="No base yet")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="No base yet")).to_be_visible()
    assert page.evaluate("localStorage.getItem('pincite.key')") is None

    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("button", name="Forget the key").click()
    page.reload()
    expect(page.get_by_role("dialog", name="This server asks for a key")).to_be_visible()


def test_a_first_load_stays_within_its_budget_of_script(page: Page, locked: str) -> None:
    scripts: list[Response] = []

    def heard(response: Response) -> None:
        if response.request.resource_type == "script":
            scripts.append(response)

    page.on("response", heard)
    page.goto(locked)
    expect(page.get_by_role("dialog")).to_be_visible()
    sent = {script.url: int(script.headers["content-length"]) for script in scripts}
    assert any("Ask" in url for url in sent)
    assert sum(sent.values()) < BUDGET, sent
