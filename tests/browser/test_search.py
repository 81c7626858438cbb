"""The search inspector: one question through every stage, a passage that lost, and two settings side by side."""

from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, SENTENCE, ask
from tests.libraries import FAR


def test_a_question_shows_every_stage_and_the_way_of_a_passage_that_lost(page: Page, served: str) -> None:
    page.goto(f"{served}/search")
    expect(page.get_by_role("heading", name="See how a question is searched")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Section 2.2 Lubrication")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Used")
    fallen = page.get_by_role("region", name="What fell out")
    for stage in ("Fusion and filters", "Rerank and threshold", "Diversity (MMR)", "Gate", "Merge"):
        expect(fallen).to_contain_text(stage)

    fallen.get_by_role("button", name="Diversity (MMR)").click()
    page.get_by_role("row").nth(1).get_by_role("button").press("Enter")
    way = page.get_by_role("region", name="Its way")
    expect(way).to_contain_text("Meaning, question: rank")
    expect(way).to_contain_text("(Diversity (MMR))")
    expect(page.get_by_role("complementary", name="Evidence").get_by_role("article")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Evidence")).to_be_hidden()


def test_two_settings_stand_side_by_side_and_the_address_keeps_them(page: Page, served: str) -> None:
    page.goto(f"{served}/search?q={quote(QUESTION)}")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    page.get_by_label("Compare with a second setting").check()
    page.get_by_role("group", name="Setting B").get_by_label("Results").fill("1")
    page.get_by_role("button", name="Search", exact=True).click()
    second = page.get_by_role("region", name="Setting B")
    expect(second).to_contain_text("1 go on")
    page.reload()
    expect(second).to_contain_text("1 go on")
    expect(page.get_by_role("region", name="Setting A")).not_to_contain_text("\n1 go on")
    expect(page.get_by_role("columnheader", name="B: What became of it")).to_be_visible()
    expect(page.get_by_role("row").nth(1)).to_contain_text("Section 2.2 Lubrication")


def test_an_answer_shows_its_gate_and_a_narrow_screen_holds_it(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{served}/search?q={quote(FAR)}&how=answer")
    run = page.get_by_role("region", name="Setting")
    expect(run).to_contain_text("passes from")
    expect(run).to_contain_text("Refused")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_why_an_answer_or_a_refusal_leads_to_its_search(page: Page, served: str, model: Model) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(served)
    ask(page, QUESTION)
    page.get_by_role("link", name="Why this answer").click()
    expect(page.get_by_role("searchbox", name="Question")).to_have_value(QUESTION)
    expect(page.get_by_role("row").nth(1)).to_contain_text("Section 2.2 Lubrication")

    page.get_by_role("link", name="Ask").click()
    ask(page, FAR)
    page.get_by_role("link", name="Why this answer").click()
    expect(page.get_by_role("searchbox", name="Question")).to_have_value(FAR)
    expect(page.get_by_role("region", name="Setting")).to_contain_text("gives up below")
