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
    page.get_by_label("Name").fill("Terms")
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
        page.get_by_label("Name").fill("Twice")
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("button", name="Make the base").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Twice")
