"""The original beside its chunks: a citation leads to its sentence on the printed page; a chunk is mended and found."""

import json
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import RULES
from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, SENTENCE, ask

KICKOFF = "When does the officials' jurisdiction begin?"
BEGINS = (
    "The officials’ jurisdiction begins 100 minutes before the scheduled kickoff and ends when the Referee "
    "declares the final score."
)


@pytest.fixture(scope="module")
def served(printed: str) -> str:
    return printed


def opened(page: Page, served: str, filename: str) -> None:
    """From the library, as a person comes there."""
    page.goto(f"{served}/library")
    page.get_by_role("row").filter(has_text=filename).click()
    expect(page.get_by_role("region", name="Chunks")).to_be_visible()


def chunk(page: Page, number: int) -> Locator:
    return page.get_by_role("article", name=f"Chunk {number}", exact=True)


def choose(page: Page, number: int) -> Locator:
    chunk(page, number).get_by_role("button").first.click()
    return chunk(page, number)


def found(served: str, question: str) -> str:
    """All that search finds, by the API."""
    asked = Request(
        f"{served}/api/v1/retrieve",
        json.dumps({"query": question, "top_k": 3}).encode(),
        {"Content-Type": "application/json"},
    )
    with urlopen(asked) as response:
        return "\n".join(source["content"] for source in json.load(response)["sources"])


def under(page: Page, mark: Locator) -> str:
    """The printed words that lie under the first mark, by the text that is laid over the page."""
    return str(
        mark.evaluate(
            """mark => {
                const box = mark.getBoundingClientRect();
                const middle = box.top + box.height / 2;
                const page = mark.closest(".pdf-page");
                return [...page.querySelectorAll(".pdf-text span")].filter(each => {
                    const own = each.getBoundingClientRect();
                    return own.top < middle && middle < own.bottom
                        && own.right > box.left + 2 && own.left < box.right - 2;
                }).map(each => each.textContent).join(" ");
            }"""
        )
    )


def test_a_citation_of_a_printed_page_opens_it_at_the_marked_sentence(
    page: Page, served: str, model: Model
) -> None:
    model.will_say(f"{BEGINS}{CITED}")
    page.goto(served)
    ask(page, KICKOFF)
    page.get_by_role("button", name="Citation 1").click()
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.get_by_test_id("mark").first).to_be_in_viewport()
    assert under(page, pane.get_by_test_id("mark").first).startswith("The officials’ jurisdiction begins")

    pane.get_by_role("link", name="Open the document").click()
    original = page.get_by_role("region", name="Original")
    mark = original.get_by_test_id("mark").first
    expect(mark).to_be_in_viewport()
    expect(original.get_by_role("img", name=BEGINS[:40])).to_have_count(1)
    assert under(page, mark).startswith("The officials’ jurisdiction begins")
    expect(page.locator("[data-chosen=true]")).to_contain_text("100 minutes before")
    page.reload()
    expect(mark).to_be_in_viewport()
    assert under(page, mark).startswith("The officials’ jurisdiction begins")


def test_a_citation_of_a_text_opens_it_at_the_marked_sentence(page: Page, served: str, model: Model) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(served)
    ask(page, QUESTION)
    page.get_by_role("button", name="Citation 1").click()
    page.get_by_role("complementary", name="Evidence").get_by_role("link", name="Open the document").click()
    mark = page.get_by_role("region", name="Original").locator("mark")
    expect(mark).to_have_text(SENTENCE)
    expect(mark).to_be_in_viewport()


def test_the_chunk_under_the_pointer_shows_its_place_and_keys_walk_through_them(
    page: Page, served: str
) -> None:
    opened(page, served, RULES)
    page.get_by_role("region", name="Original").get_by_role("region", name="Page 1", exact=True).wait_for()
    chunk(page, 3).hover()
    frame = page.get_by_test_id("frame").first
    expect(frame).to_be_visible()
    assert "REFEREE’S AUTHORITY" in under(page, frame)
    for number in (1, 2):
        page.keyboard.press("j")
        expect(chunk(page, number)).to_have_attribute("data-chosen", "true")
    page.keyboard.press("k")
    expect(chunk(page, 1)).to_have_attribute("data-chosen", "true")
    expect(page.get_by_test_id("mark").first).to_be_in_viewport()


def test_a_mended_chunk_is_found_with_its_new_text_and_goes_back(page: Page, served: str) -> None:
    said = "The impeller nut of the turquoise spare pump is tightened with 96 Nm."
    question = "With how much is the impeller nut of the turquoise spare pump tightened?"
    opened(page, served, "pump manual.md")
    mended = choose(page, 5)
    before = mended.locator("p").inner_text()
    mended.get_by_role("button", name="Edit").click()
    box = mended.get_by_role("textbox", name="Text of the chunk")
    expect(box).to_be_focused()
    box.fill(said)
    box.press("Control+Enter")
    expect(mended).to_contain_text(said)
    expect(mended).to_contain_text("edited")
    expect(mended).not_to_contain_text("on its way into the index")
    assert said in found(served, question)

    page.goto(f"{served}/search?q={quote(question)}")
    first = page.get_by_role("row").nth(1)
    expect(first).to_contain_text("Section 2.2 Lubrication")
    page.go_back()

    mended.get_by_role("button", name="History").click()
    history = page.get_by_role("dialog", name="History: Chunk 5")
    expect(history.get_by_role("listitem")).to_have_count(2)
    expect(history.get_by_role("listitem", name="Text 1")).to_contain_text(said)
    history.get_by_role("listitem", name="Text 0").get_by_role("button", name="Go back to this text").click()
    expect(history).to_be_hidden()
    expect(mended).to_contain_text(before)
    expect(mended).not_to_contain_text("on its way into the index")
    assert said not in found(served, question)


def test_a_chunk_out_of_search_is_not_found_until_it_is_put_back(page: Page, served: str) -> None:
    opened(page, served, "zh_leave_policy.md")
    with urlopen(f"{served}/api/v1/knowledge-bases/documents/documents?name=zh_leave") as response:
        document = json.load(response)[0]["id"]
    with urlopen(
        f"{served}/api/v1/knowledge-bases/documents/documents/{document}/chunks?limit=3"
    ) as response:
        text = json.load(response)["chunks"][2]["content"]
    taken = choose(page, 3)
    assert text.strip() in found(served, text)
    taken.get_by_role("button", name="Take out of search").click()
    expect(taken).to_contain_text("out of search")
    expect(taken).not_to_contain_text("on its way into the index")
    assert text.strip() not in found(served, text)
    page.reload()
    expect(taken).to_contain_text("out of search")
    taken.get_by_role("button", name="Put back into search").click()
    expect(taken.get_by_role("button", name="Take out of search")).to_be_visible()
    expect(taken).not_to_contain_text("on its way into the index")
    assert text.strip() in found(served, text)


def test_the_time_line_tells_what_happened(page: Page, served: str) -> None:
    opened(page, served, RULES)
    page.get_by_role("button", name="Time line").click()
    steps = page.get_by_role("dialog", name="Time line").get_by_role("listitem")
    expect(steps.first).to_contain_text("In the queue")
    expect(steps.filter(has_text="Make vectors")).to_have_count(1)
    expect(steps.last).to_contain_text("Ready")


def test_a_narrow_screen_shows_the_sentence_and_its_chunk_by_turns(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{served}/library")
    page.get_by_role("row").filter(has_text=RULES).click()
    page.get_by_role("button", name="Chunks", exact=True).click()
    choose(page, 2)
    page.get_by_role("button", name="Original", exact=True).click()
    expect(page.get_by_test_id("mark").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
