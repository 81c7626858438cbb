"""The FAQ editor: an entry is written, tried, changed and switched off; a file is told row by row before it is taken."""

from pathlib import Path

from playwright.sync_api import Page, expect

FILE = """question,answers,similar questions
How long can goods be returned?,"Within 30 days, with the bill.",return period
Where is the shop?,Main street 1,address
,An answer without a question,
"""


def made(page: Page, served: str, name: str) -> None:
    page.goto(f"{served}/library")
    page.get_by_role("button", name="New base").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Holds").select_option(label="Questions and answers")
    page.get_by_role("button", name="Make the base").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("No entry yet")).to_be_visible()


def test_an_entry_is_written_tried_changed_and_switched_off(page: Page, served: str) -> None:
    made(page, served, "Help")
    page.get_by_role("button", name="Add an entry").click()
    dialog = page.get_by_role("dialog", name="Add an entry")
    expect(dialog.get_by_role("button", name="Save")).to_be_disabled()
    page.keyboard.type("How long can goods be returned?")
    dialog.get_by_label("Answers", exact=True).fill("Within 30 days.\n---\nA month.")
    dialog.get_by_label("Other wordings").fill("return period")
    dialog.get_by_label("Tags").fill("returns")
    dialog.get_by_role("button", name="Save").click()
    row = page.get_by_role("row").filter(has_text="How long can goods be returned?")
    expect(row).to_contain_text("1 other wording · #returns")
    expect(row).to_contain_text("Ready")

    page.get_by_label("What would this wording find?").fill("return period")
    page.keyboard.press("Enter")
    hit = page.get_by_role("list", name="Entries that it finds").get_by_role("button").first
    hit.press("Enter")
    dialog = page.get_by_role("dialog", name="Edit the entry")
    expect(dialog.get_by_label("Answers", exact=True)).to_have_value("Within 30 days.\n---\nA month.")
    dialog.get_by_label("Question", exact=True).fill("Until when can goods be returned?")
    dialog.get_by_role("button", name="Save").click()
    changed = page.get_by_role("row").filter(has_text="Until when can goods be returned?")
    expect(changed).to_contain_text("Ready")
    page.reload()
    expect(changed).to_contain_text("Ready")

    changed.get_by_role("switch").uncheck()
    expect(changed).to_contain_text("Off")
    page.get_by_label("What would this wording find?").fill("return period")
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.get_by_text("It finds none of the entries.")).to_be_visible()
    page.get_by_label("Choose Until when can goods be returned?").check()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Delete 1 entry for good").click()
    expect(page.get_by_text("No entry yet")).to_be_visible()


def test_an_import_is_told_row_by_row_before_anything_changes(
    page: Page, served: str, tmp_path: Path
) -> None:
    file = tmp_path / "help.csv"
    file.write_text(FILE, encoding="utf-8")
    made(page, served, "Taken in")
    page.get_by_role("button", name="Import", exact=True).click()
    dialog = page.get_by_role("dialog", name="Import")
    dialog.get_by_label("File").set_input_files(file)
    told = dialog.get_by_role("region", name="What would happen")
    expect(told.get_by_role("status")).to_have_text("2 new, 0 updated, 0 unchanged, 1 not usable, 0 removed")
    expect(told).to_contain_text("row 4: It has no question.")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_text("No entry yet")).to_be_visible()

    page.get_by_role("button", name="Import", exact=True).click()
    dialog.get_by_label("File").set_input_files(file)
    dialog.get_by_role("button", name="Import these").click()
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("row").filter(has_text="Where is the shop?")).to_contain_text("Ready")

    file.write_text("question,answers\nWhere is the shop?,Side street 2\n", encoding="utf-8")
    page.get_by_role("button", name="Import", exact=True).click()
    dialog.get_by_label("File").set_input_files(file)
    dialog.get_by_label("With what is there").select_option(
        label="Replace it: remove what the file does not hold"
    )
    expect(told.get_by_role("status")).to_have_text("0 new, 1 updated, 0 unchanged, 0 not usable, 1 removed")
    told.get_by_text("Would be removed").click()
    expect(told).to_contain_text("How long can goods be returned?")
    with page.expect_download() as saved:
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Export").click()
    assert "Main street 1" in Path(saved.value.path()).read_text(encoding="utf-8-sig")


def test_a_narrow_screen_holds_the_editor(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    made(page, served, "Narrow")
    page.get_by_role("button", name="Add an entry").click()
    expect(page.get_by_role("dialog").get_by_label("Question", exact=True)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
