"""A question is asked: the answer streams, survives a reload, can be stopped, and shows what it stands on."""

from playwright.sync_api import Page, expect

from tests.browser.serving import Line, Model
from tests.libraries import FAR

QUESTION = "How often are the pump bearings greased?"
SENTENCE = "Grease both bearings every 2,000 operating hours or every 6 months, whichever comes first."
PIECES = (
    "Grease both bearings every ",
    "2,000 operating hours or every 6 months",
    ", whichever comes first.",
)
CITED = ' <ref id="c1"/>'


def ask(page: Page, question: str) -> None:
    """By keyboard alone: `/` goes to the box, Enter asks."""
    expect(page.get_by_role("textbox", name="Question")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type(question)
    page.keyboard.press("Enter")


def test_an_answer_streams_and_its_citation_opens_the_sentence(page: Page, served: str, model: Model) -> None:
    model.will_say(*PIECES, CITED, held=1)
    page.goto(served)
    ask(page, QUESTION)
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("Grease both bearings every")
    expect(page.get_by_text("Search the documents")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    model.go()
    expect(answer).to_contain_text("whichever comes first.")
    expect(page.get_by_text("Checked: every claim stands on its source")).to_be_visible()

    citation = page.get_by_role("button", name="Citation 1")
    citation.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Section 2.2 Lubrication")
    citation.click()
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.get_by_role("article")).to_contain_text("Section 2.2 Lubrication")
    expect(pane.locator("mark")).to_have_text(SENTENCE)
    page.keyboard.press("Escape")
    expect(pane).to_be_hidden()
    page.keyboard.press("]")
    expect(pane.locator("mark")).to_have_text(SENTENCE)


def test_a_reload_in_the_middle_loses_nothing(page: Page, served: str, model: Model) -> None:
    model.will_say(*PIECES, CITED, held=2)
    page.goto(served)
    ask(page, QUESTION)
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("every 6 months")
    page.reload()
    expect(answer).to_contain_text("Grease both bearings every 2,000 operating hours or every 6 months")
    model.go()
    expect(answer).to_contain_text("whichever comes first.")
    expect(page.get_by_role("button", name="Citation 1")).to_be_visible()
    expect(page.get_by_role("article").filter(has_text=QUESTION)).to_have_count(1)
    page.reload()
    expect(answer).to_contain_text("whichever comes first.")


def test_a_cut_line_is_taken_up_after_the_last_frame(page: Page, served: str, model: Model) -> None:
    model.will_say(*PIECES, CITED, held=2)
    with Line(served) as line:
        page.goto(line.address)
        ask(page, QUESTION)
        answer = page.get_by_role("region", name="Answer")
        expect(answer).to_contain_text("every 6 months")
        with page.expect_request(lambda request: "continue-stream" in request.url) as came_back:
            line.cut()
        assert came_back.value.headers["last-event-id"].isdigit()
        model.go()
        expect(answer).to_contain_text(SENTENCE)
        expect(page.get_by_role("button", name="Citation 1")).to_be_visible()


def test_a_stopped_answer_keeps_what_was_written(page: Page, served: str, model: Model) -> None:
    model.will_say(*PIECES, held=1)
    page.goto(served)
    ask(page, QUESTION)
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("Grease both bearings every")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("You stopped this answer.")).to_be_visible()
    expect(answer).to_contain_text("Grease both bearings every")
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    model.go()


def test_a_refusal_says_what_was_searched_and_what_came_nearest(page: Page, served: str) -> None:
    page.goto(served)
    ask(page, FAR)
    answer = page.get_by_role("region", name="Answer")
    expect(answer.get_by_role("heading", name="The documents do not answer this")).to_be_visible()
    expect(answer).to_contain_text("0.10")
    expect(answer).to_contain_text("Searched in")
    expect(answer.get_by_role("region", name="How to ask better")).to_be_visible()
    near = answer.get_by_role("region", name="What came nearest").get_by_role("button").first
    page.reload()
    shown = near.locator("h3").inner_text()
    near.click()
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.get_by_role("article")).to_contain_text(shown)


def test_the_page_speaks_the_persons_language_and_keeps_it(page: Page, served: str) -> None:
    page.goto(f"{served}/library")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_label("Language").select_option("ko")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="자료")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="자료")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ko"


def test_the_palette_goes_anywhere_by_keyboard(page: Page, served: str) -> None:
    page.goto(f"{served}/library")
    expect(page.get_by_role("heading", name="Library")).to_be_visible()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Go anywhere").fill("ask")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Question")).to_be_visible()


def test_a_narrow_screen_has_the_same_in_a_bar_and_a_sheet(page: Page, served: str, model: Model) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    model.will_say(*PIECES, CITED)
    page.goto(served)
    ask(page, QUESTION)
    page.get_by_role("button", name="Citation 1").click()
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.locator("mark")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Library").click()
    expect(page.get_by_role("heading", name="Library")).to_be_visible()
