"""What a first visit loads: little, and pdf.js only when a page of a PDF is looked at."""

import gzip

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import RULES

MOST = 350_000
"""Bytes of compressed script on the first load (issue 8)."""


def test_a_first_load_is_small_and_pdf_js_comes_with_the_first_pdf(page: Page, printed: str) -> None:
    scripts: list[Response] = []
    page.on(
        "response",
        lambda response: scripts.append(response) if response.request.resource_type == "script" else None,
    )
    page.goto(printed)
    expect(page.get_by_role("textbox", name="Question")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert sum(len(gzip.compress(script.body())) for script in scripts) < MOST
    assert not any("pdf" in script.url for script in scripts)

    page.goto(f"{printed}/library/documents")
    page.get_by_role("link", name=RULES).click()
    expect(
        page.get_by_role("region", name="Original").get_by_role("region", name="Page 1", exact=True)
    ).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert any("pdf" in script.url for script in scripts)
