"""Traces: from a complaint to the stage at fault, and the same question again."""

from playwright.sync_api import Page, expect

from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, SENTENCE, ask
from tests.libraries import FAR


def test_a_trace_is_found_read_and_asked_again(page: Page, served: str, model: Model) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(f"{served}/traces")
    expect(page.get_by_role("heading", name="No answer is kept here yet")).to_be_visible()
    page.get_by_role("button", name="Ask a question").click()
    ask(page, QUESTION)
    expect(page.get_by_role("link", name="Why this answer")).to_be_visible()
    page.get_by_role("button", name="New conversation").click()
    ask(page, FAR)
    expect(page.get_by_role("heading", name="The documents do not answer this")).to_be_visible()

    page.get_by_role("link", name="Traces").click()
    answers = page.get_by_role("row")
    expect(answers.filter(has_text=QUESTION)).to_contain_text("Stands")
    expect(answers.filter(has_text=FAR)).to_contain_text("Refus")
    page.get_by_label("Outcome").select_option(label="Answered")
    expect(answers.filter(has_text=FAR)).to_have_count(0)
    page.reload()
    expect(answers.filter(has_text=QUESTION)).to_have_count(1)
    expect(answers.filter(has_text=FAR)).to_have_count(0)

    answers.filter(has_text=QUESTION).click()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    line = page.get_by_role("list", name="Time by stage")
    for stage in ("Search", "Rerank", "Gate", "Answer", "Check"):
        expect(line.get_by_text(stage, exact=True)).to_be_visible()
    expect(line).to_contain_text("Model call: scripted")
    expect(page.get_by_role("region", name="Claims")).to_contain_text("Supported")

    model.will_say(f"Every 2,000 operating hours or every 6 months.{CITED}")
    replay = page.get_by_role("region", name="Replay")
    replay.get_by_role("button", name="Ask again").click()
    expect(replay).to_contain_text("difference")
    expect(replay).to_contain_text("Every 2,000 operating hours or every 6 months.")
    replay.get_by_role("button", name="Check again").click()
    expect(replay).to_contain_text("The same as then")


def test_a_passage_of_a_trace_stands_beside_it_on_a_narrow_screen(
    page: Page, served: str, model: Model
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(served)
    ask(page, QUESTION)
    expect(page.get_by_role("link", name="Why this answer")).to_be_visible()
    page.goto(f"{served}/traces")
    page.get_by_role("row").filter(has_text=QUESTION).first.click()
    page.get_by_role("region", name="Claims").get_by_role("button").first.click()
    expect(page.get_by_role("complementary", name="Evidence")).to_contain_text(SENTENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
