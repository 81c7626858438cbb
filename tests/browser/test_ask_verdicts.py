"""Claims carry their verdicts where they stand: green, amber with the reason, red with both sentences."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, SENTENCE, ask

OPPOSITE = "You may mix greases of different bases."
SAID = "Do not mix greases of different bases."
INVENTED = "Fill in 950 g per bearing at the drive end."
WRONG = (f"{SENTENCE}{CITED} ", f"{OPPOSITE}{CITED} ", f"{INVENTED}{CITED}")


@pytest.mark.feature("VF-16")
def test_each_claim_is_marked_and_a_contradiction_shows_both_sentences(
    page: Page, served: str, model: Model
) -> None:
    model.will_say(*WRONG, held=2)
    page.goto(served)
    ask(page, QUESTION)
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text(OPPOSITE)
    expect(answer.locator("[data-verdict]")).to_have_count(0)  # nothing is judged while it streams
    model.go()

    for again in (False, True):
        if again:
            page.reload()
        expect(answer.locator("[data-verdict=supported]")).to_have_text(SENTENCE)
        expect(answer.locator("[data-verdict=reversed]")).to_have_text(OPPOSITE)
        expect(answer.locator("[data-verdict=unsupported]")).to_have_text(INVENTED)
        found = page.get_by_role("region", name="What the check found")
        first = found.locator(":scope > div").first
        expect(first).to_contain_text("A source says the opposite")
        expect(first.locator("dd")).to_have_text([OPPOSITE, SAID])
        expect(found.locator(":scope > div").nth(1)).to_contain_text("950")
        expect(page.get_by_text("1 of 3 checked claims stands on the sources")).to_be_visible()
        expect(page.get_by_text("What to do:")).to_be_visible()

    answer.get_by_role("button", name="Contradicted").press("Enter")
    expect(first).to_be_focused()
    first.get_by_role("button", name="See it in the source").click()
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.locator("mark")).to_have_text(SAID)


@pytest.mark.feature("VF-16")
def test_verdicts_fit_a_narrow_dark_screen_in_korean(page: Page, served: str, model: Model) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    page.add_init_script("localStorage.setItem('pincite.prefs', JSON.stringify({language: 'ko'}))")
    model.will_say(*WRONG)
    page.goto(served)
    box = page.get_by_role("textbox", name="질문")
    box.fill(QUESTION)
    box.press("Enter")
    answer = page.get_by_role("region", name="답변")
    expect(answer.get_by_role("button", name="반대됨")).to_be_visible()
    expect(page.get_by_text("출처가 반대로 말합니다").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_with_the_switch_no_text_is_shown_before_it_is_checked(page: Page, served: str, model: Model) -> None:
    model.will_say(f"{SENTENCE}{CITED}", " Wait.", held=1)
    page.goto(served)
    page.get_by_label("Show checked text only").check()
    with page.expect_request(lambda request: "knowledge-qa" in request.url) as asked:
        ask(page, QUESTION)
    assert asked.value.post_data_json["release"] == "verified"
    expect(page.get_by_text("Search the documents")).to_be_visible()
    answer = page.get_by_role("region", name="Answer")
    expect(page.get_by_text("passages in")).to_be_visible()
    expect(answer).not_to_contain_text("Grease both bearings")
    model.go()
    expect(answer).to_contain_text(SENTENCE)
    page.reload()
    expect(page.get_by_label("Show checked text only")).to_be_checked()
