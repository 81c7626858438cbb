"""Documents come in: a base is made, files are dropped on it, and each tells where it stands."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.libraries import write_documents


def drop(page: Page, paths: Sequence[Path]) -> None:
    """As from a file manager: with the files themselves, which a script could not make."""
    box = page.get_by_test_id("drop").bounding_box()
    assert box is not None
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    devtools = page.context.new_cdp_session(page)
    for step in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": step, **spot, "data": data})


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_documents(tmp_path_factory.mktemp("dropped"))


def test_dropped_files_and_folders_become_ready_and_a_bad_one_says_why(
    page: Page, served: str, documents: Path
) -> None:
    page.goto(f"{served}/library")
    page.get_by_role("button", name="New base").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Terms")
    page.get_by_role("button", name="Make the base").click()
    expect(page.get_by_role("heading", name="Terms")).to_be_visible()
    expect(page.get_by_text("This base is empty")).to_be_visible()

    drop(page, [documents / "pump manual.md", documents / "하위 폴더", documents / "empty.txt"])
    row = page.get_by_role("row")
    expect(row.filter(has_text="pump manual.md")).to_contain_text("Ready")
    expect(row.filter(has_text="상해보험 약관.md")).to_contain_text("하위 폴더")
    expect(row.filter(has_text="상해보험 약관.md")).to_contain_text("Ready")
    expect(row.filter(has_text="empty.txt")).to_contain_text("Failed")
    expect(page.get_by_role("status")).to_have_text("2 ready · 1 failed")

    row.filter(has_text="empty.txt").click()
    dialog = page.get_by_role("dialog", name="empty.txt")
    expect(dialog.get_by_text("Why it failed")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    with page.expect_response(lambda response: response.url.endswith("/reparse")) as asked:
        page.get_by_role("button", name="Try empty.txt again").click()
    assert asked.value.status == 202
    page.reload()
    expect(row.filter(has_text="empty.txt")).to_contain_text("Failed")
    expect(page.get_by_role("status")).to_have_text("2 ready · 1 failed")


def test_a_name_that_is_taken_is_told_where_it_was_typed(page: Page, served: str) -> None:
    page.goto(f"{served}/library")
    for _ in range(2):
        page.get_by_role("button", name="New base").click()
        page.get_by_role("dialog").get_by_label("Name").fill("Twice")
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("button", name="Make the base").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Twice")


def test_documents_are_narrowed_tagged_moved_and_deleted_together(
    page: Page, served: str, documents: Path
) -> None:
    page.goto(f"{served}/library")
    page.get_by_role("button", name="New base").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Filed")
    page.get_by_role("button", name="Make the base").click()
    expect(page.get_by_role("heading", name="Filed")).to_be_visible()
    expect(page.get_by_text("This base is empty")).to_be_visible()
    drop(page, [documents / "pump manual.md", documents / "zh_leave_policy.md", documents / "하위 폴더"])
    row = page.get_by_role("row")
    expect(page.get_by_role("status")).to_have_text("3 ready")
    folders = page.get_by_role("region", name="Folders")
    expect(folders.get_by_role("button")).to_contain_text("하위 폴더")

    for name in ("pump manual.md", "zh_leave_policy.md"):
        page.get_by_role("checkbox", name=f"Choose {name}").check()
    chosen = page.get_by_role("region", name="Chosen documents")
    expect(chosen).to_contain_text("2 documents chosen")
    chosen.get_by_role("button", name="Tags").click()
    page.get_by_role("dialog", name="Tags").get_by_label("Add tags").fill("work, rules")
    page.keyboard.press("Enter")
    expect(chosen).to_be_hidden()
    for tag in ("#work", "#rules"):
        expect(row.filter(has_text="pump manual.md")).to_contain_text(tag)

    page.get_by_label("Choose pump manual.md").check()
    chosen.get_by_role("button", name="Move").click()
    page.get_by_role("dialog", name="Move").get_by_label("Folder").fill("machines/pumps")
    page.keyboard.press("Enter")
    expect(folders.get_by_role("button", name="machines")).to_be_visible()
    page.get_by_label("Choose pump manual.md").check()
    chosen.get_by_role("button", name="In force").click()
    page.get_by_role("dialog", name="In force").get_by_label("First day").fill("2024-05-01")
    page.keyboard.press("Enter")
    expect(row.filter(has_text="pump manual.md")).to_contain_text("in force from May 1, 2024")

    folders.get_by_role("button", name="machines").click()
    expect(row).to_have_count(2)
    page.reload()
    expect(row).to_have_count(2)
    expect(folders.get_by_role("button", name="machines")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Tag").select_option(label="work (2)")
    expect(row).to_have_count(3)
    page.get_by_label("Name holds").fill("leave")
    expect(row).to_have_count(2)
    page.get_by_label("State", exact=True).select_option(label="Failed")
    expect(page.get_by_text("No document fits")).to_be_visible()
    page.get_by_role("button", name="Show all").click()

    page.get_by_label("Choose all").check()
    expect(chosen).to_contain_text("3 documents chosen")
    page.get_by_label("Choose pump manual.md").uncheck()
    chosen.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog", name="Delete").get_by_role("button", name="Delete 2 documents").click()
    expect(row).to_have_count(2)
    page.reload()
    expect(row).to_have_count(2)
    expect(row.filter(has_text="pump manual.md")).to_be_visible()


def test_a_document_is_opened_by_keyboard_and_a_narrow_screen_holds_the_list(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{served}/library/documents")
    page.get_by_role("link", name="상해보험 약관.md").press("Enter")
    expect(page.get_by_role("heading", name="늘봄 상해보험 약관")).to_be_visible()
    page.go_back()
    page.get_by_role("searchbox", name="Name holds").fill("leave")
    expect(page.get_by_role("row")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
