"""The first minute: an empty library offers samples and three questions, the last of which they do not answer."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.serving import Model, serving
from tests.browser.test_ask import CITED, SENTENCE


@pytest.fixture
def empty(chromium: Playwright, model: Model, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    library = tmp_path_factory.mktemp("empty")
    with serving(library, PINCITE_CHAT__BASE_URL=model.base_url, PINCITE_CHAT__MODEL="scripted") as address:
        yield address


def test_an_empty_library_offers_samples_and_three_questions(page: Page, empty: str, model: Model) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(empty)
    expect(page.get_by_role("heading", name="Your library is empty")).to_be_visible()
    page.get_by_role("button", name="Add the sample documents").click()
    offered = page.get_by_role("region", name="Try one of these")
    expect(offered.get_by_role("button")).to_have_count(3)
    expect(page.get_by_text("Reading the samples")).to_have_count(0)
    offered.get_by_role("button").first.click()
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text(SENTENCE)
    expect(page.get_by_text("Checked: every claim stands on its source")).to_be_visible()

    page.get_by_role("button", name="New conversation").click()
    offered.get_by_role("button").last.click()
    expect(answer.get_by_role("heading", name="The documents do not answer this")).to_be_visible()
    expect(answer).to_contain_text("samples")
