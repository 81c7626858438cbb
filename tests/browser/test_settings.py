"""Settings: an assistant is made, changed and deleted; the prompts are read."""

import json
from urllib.request import urlopen

from playwright.sync_api import Page, expect


def assistants(served: str) -> list[dict[str, object]]:
    with urlopen(f"{served}/api/v1/assistants") as response:
        return list(json.load(response))


def test_an_assistant_is_made_changed_and_deleted(page: Page, served: str) -> None:
    page.goto(f"{served}/settings")
    expect(page.get_by_role("heading", name="No assistant yet")).to_be_visible()
    page.get_by_role("button", name="New assistant").click()
    dialog = page.get_by_role("dialog", name="New assistant")
    expect(dialog.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Terms desk")
    dialog.get_by_label("documents").check()
    dialog.get_by_label("Language of its answers").select_option(label="한국어")
    dialog.get_by_label("Without evidence").select_option(label="Say a fixed text")
    dialog.get_by_label("Fixed text").fill("Ask the desk.")
    dialog.get_by_label("Passages").fill("4")
    dialog.get_by_role("button", name="Save").click()
    made = page.get_by_role("button", name="Terms desk")
    expect(made).to_be_visible()
    (stored,) = assistants(served)
    profile = stored["profile"]
    assert isinstance(profile, dict)
    assert (profile["language"], profile["fallback"], profile["top_k"]) == ("ko", "fixed", 4)
    assert len(profile["base_ids"]) == 1

    made.click()
    dialog = page.get_by_role("dialog", name="Terms desk")
    expect(dialog.get_by_label("Fixed text")).to_have_value("Ask the desk.")
    dialog.get_by_label("Answers where none is named").check()
    dialog.get_by_label("Answers from probability").fill("7")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_visible()  # the browser says what is wrong with the number
    dialog.get_by_label("Answers from probability").fill("0.4")
    dialog.get_by_role("button", name="Save").click()
    expect(made).to_contain_text("the default one")
    page.reload()
    expect(made).to_contain_text("the default one")

    made.click()
    dialog.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="No assistant yet")).to_be_visible()
    assert assistants(served) == []


def test_a_name_that_is_taken_is_told_in_the_dialog(page: Page, served: str) -> None:
    page.goto(f"{served}/settings")
    for _ in range(2):
        page.get_by_role("button", name="New assistant").click()
        page.get_by_role("dialog").get_by_label("Name", exact=True).fill("Twice")
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Twice")


def test_prompts_are_found_and_read_in_every_language(page: Page, served: str) -> None:
    page.goto(f"{served}/settings")
    page.get_by_role("link", name="Prompts").click()
    shown = page.get_by_role("article", name="system/system")
    expect(shown).to_contain_text("You answer from a person's own documents.")
    expect(shown).to_contain_text("{language}")
    page.get_by_label("Language", exact=True).select_option(label="한국어")
    expect(shown).to_contain_text("사용자의 문서")
    page.get_by_label("Name or text holds").fill("title/")
    expect(page.get_by_role("article")).to_have_count(1)
    page.reload()
    expect(shown).to_be_visible()
