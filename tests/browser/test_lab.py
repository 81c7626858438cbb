"""The chunk lab: why a text is cut as it is, two settings side by side, and one of them made that of a base."""

import json
from urllib.request import urlopen

from playwright.sync_api import Page, expect

FLAT = "A pump needs oil. " * 40
HEADED = """# Manual

## Section 1 Oil
Use the oil that stands on the plate of the pump. Change it after the first 500 hours.

## Section 2 Seals
Replace the seal when more than 20 drops a minute come out. Keep the old seal for the maker.
"""


def test_a_text_is_cut_under_two_settings(page: Page, served: str) -> None:
    page.goto(f"{served}/lab")
    expect(page.get_by_role("heading", name="See how a text is cut")).to_be_visible()
    page.get_by_label("Text", exact=True).fill(HEADED)
    outcome = page.get_by_role("region", name="Setting")
    expect(outcome).to_contain_text("Cut by")
    second = outcome.get_by_role("article", name="Chunk 2")
    expect(second).to_contain_text("Manual > Section 2 Seals")
    outcome.get_by_text("What was seen of the text").click()
    expect(outcome).to_contain_text("H1 × 1, H2 × 2")

    page.get_by_label("Compare with a second setting").check()
    setting = page.get_by_role("group", name="Setting B")
    setting.get_by_label("Size").fill("60")
    setting.get_by_label("Overlap").fill("20")
    fine, coarse = page.get_by_role("region", name="Setting B"), page.get_by_role("region", name="Setting A")
    expect(fine).to_contain_text("the line is at 60")
    expect(fine.get_by_role("article", name="Chunk 4")).to_be_visible()
    expect(coarse.get_by_role("article", name="Chunk 1")).to_contain_text("cut so here alone")
    expect(coarse.get_by_role("article", name="Chunk 4")).to_have_count(0)


def test_what_is_shared_and_what_was_not_taken_is_told(page: Page, served: str) -> None:
    page.goto(f"{served}/lab")
    page.get_by_label("Text", exact=True).fill(f"# One heading alone\n\n{FLAT}")
    page.get_by_label("Strategy").select_option(label="By headings")
    page.get_by_label("Size").fill("120")
    page.get_by_label("Overlap").fill("40")
    outcome = page.get_by_role("region", name="Setting")
    expect(outcome.get_by_text("Order of trial: headings")).to_be_visible()
    expect(outcome.get_by_role("article", name="Chunk 2")).to_contain_text("shared")
    expect(outcome.get_by_title("Stands in the chunk before, too").first).to_be_visible()
    page.get_by_label("Parents and children").check()
    page.get_by_label("Child size").fill("40")
    expect(outcome.get_by_role("article", name="Chunk 2")).to_contain_text("about")
    page.get_by_label("Size", exact=True).fill("0")
    expect(outcome.get_by_role("alert")).to_be_visible()


def test_a_document_is_picked_and_a_setting_is_applied_to_its_base(page: Page, served: str) -> None:
    page.goto(f"{served}/lab")
    page.get_by_role("button", name="Pick a document").click()
    dialog = page.get_by_role("dialog", name="Pick a document")
    dialog.get_by_label("Name holds").fill("약관")
    dialog.get_by_role("button", name="상해보험 약관.md").press("Enter")
    outcome = page.get_by_role("region", name="Setting")
    expect(outcome).to_contain_text("제43조(보험금의 청구)")
    page.get_by_label("Size").fill("301")
    expect(outcome).to_contain_text("the line is at 301")
    outcome.get_by_role("button", name="Apply to a base").click()
    page.get_by_role("dialog", name="Apply to a base").get_by_label("Read its documents again").check()
    page.get_by_role("button", name="Apply", exact=True).click()
    expect(page.get_by_text("The base cuts so from now on.")).to_be_visible()
    with urlopen(f"{served}/api/v1/knowledge-bases/documents/chunking") as response:
        assert json.load(response)["chunk_size"] == 301
    page.goto(f"{served}/library/documents")
    expect(page.get_by_role("status")).to_contain_text("3 ready")


def test_a_narrow_screen_holds_the_lab(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{served}/lab")
    page.get_by_label("Text", exact=True).fill(HEADED)
    page.get_by_label("Compare with a second setting").check()
    expect(page.get_by_role("region", name="Setting B").get_by_role("article").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
