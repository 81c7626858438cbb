"""The whole way without a mouse: the library, a document, a question, its evidence, and back."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, SENTENCE

MOST = 80
"""Stops of a page before what is looked for: a person would have given up."""


def tab_to(page: Page, wanted: Locator) -> None:
    """As somebody without a mouse goes there."""
    expect(wanted).to_be_visible()
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"not reached by Tab: {wanted}")


def test_a_question_its_evidence_and_its_document_by_keyboard_alone(
    page: Page, served: str, model: Model
) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(f"{served}/library")
    expect(page.get_by_role("heading", name="documents")).to_be_visible()
    tab_to(page, page.get_by_role("link", name="Skip to"))
    expect(page.get_by_role("link", name="Skip to")).to_be_in_viewport()
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("link", name="pump manual.md"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Harrow P-40 Pump Maintenance Manual").first).to_be_visible()
    expect(page.get_by_role("article", name="Chunk 1", exact=True)).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_role("article", name="Chunk 1", exact=True)).to_have_attribute("data-chosen", "true")

    page.keyboard.press("Control+k")
    page.keyboard.type("ask")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Question")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    tab_back = page.get_by_role("button", name="Citation 1")
    expect(tab_back).to_be_visible()
    expect(page.get_by_role("button", name="Bad answer")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Question").blur()
    page.keyboard.press("]")
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.locator("mark")).to_have_text(SENTENCE)
    page.keyboard.press("Escape")
    expect(pane).to_be_hidden()


def test_a_dialog_begins_at_its_first_field_and_gives_the_focus_back(page: Page, served: str) -> None:
    page.goto(f"{served}/library")
    opener = page.get_by_role("button", name="New base")
    tab_to(page, opener)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()
    page.keyboard.type("By keys alone")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("By keys alone")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="By keys alone")).to_be_visible()


def test_documents_are_chosen_and_tagged_by_keyboard(page: Page, served: str) -> None:
    page.goto(f"{served}/library/documents")
    tab_to(page, page.get_by_label("Choose zh_leave_policy.md"))
    page.keyboard.press("Space")
    chosen = page.get_by_role("region", name="Chosen documents")
    expect(chosen).to_contain_text("1 document chosen")
    page.keyboard.press("Shift+Tab")
    for _ in range(MOST):
        if chosen.get_by_role("button", name="Tags").evaluate("each => each === document.activeElement"):
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Tags").get_by_label("Add tags")).to_be_focused()
    page.keyboard.type("rules")
    page.keyboard.press("Enter")
    expect(page.get_by_role("row").filter(has_text="zh_leave_policy.md")).to_contain_text("#rules")
