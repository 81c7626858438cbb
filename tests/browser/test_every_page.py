"""Every page, for everybody: nothing that axe objects to in light and dark, three languages, a narrow screen. The
pictures of the README are taken here."""

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser import regatta
from tests.browser.looking import picture, violations
from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, ask
from tests.browser.test_document import choose
from tests.libraries import FAR, MANUAL

Visit = Callable[[Page, str, Model], None]
"""Goes to a page, and leaves when what it shows is there."""


def answered(page: Page, served: str, model: Model) -> None:
    model.will_say(f"{regatta.BEGINS}{CITED}")
    model.aside = "The starter's authority"
    page.goto(served)
    ask(page, regatta.ASKED)
    expect(page.get_by_role("button", name="Bad answer")).to_be_visible()
    listed = page.get_by_role("navigation", name="Conversations")
    expect(listed.get_by_role("link").first).to_contain_text("The starter's authority")
    page.get_by_role("button", name="Citation 1").click()
    pane = page.get_by_role("complementary", name="Evidence")
    expect(pane.get_by_test_id("mark").first).to_be_visible()


def refused(page: Page, served: str, model: Model) -> None:
    model.aside = "배달 보상"
    page.goto(served)
    ask(page, FAR)
    expect(page.get_by_role("region", name="How to ask better")).to_be_visible()
    page.get_by_role("heading", name=FAR).scroll_into_view_if_needed()


def library(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/library/documents")
    page.get_by_label("Choose pump manual.md").check()
    expect(page.get_by_role("region", name="Folders")).to_be_visible()


def document(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/library/documents")
    page.get_by_role("link", name=regatta.NAME).click()
    choose(page, 2)
    expect(page.get_by_test_id("mark").first).to_be_visible()


def text(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/library/documents")
    page.get_by_role("link", name="pump manual.md").click()
    choose(page, 3)
    expect(page.get_by_role("region", name="Original").locator("mark").first).to_be_visible()


def search(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/search?q={quote(QUESTION)}&how=answer")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Section 2.2 Lubrication")


def lab(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/lab")
    page.get_by_label("Text", exact=True).fill(MANUAL.read_text(encoding="utf-8"))
    page.get_by_label("Compare with a second setting").check()
    page.get_by_role("group", name="Setting B").get_by_label("Size").fill("220")
    expect(page.get_by_role("region", name="Setting B")).to_contain_text("the line is at 220")
    expect(page.get_by_role("region", name="Setting B").get_by_role("article").first).to_be_visible()


def faq(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/library")
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page.get_by_role("row").filter(has_text="returned").first).to_contain_text("Ready")


def traces(page: Page, served: str, model: Model) -> None:
    answered(page, served, model)
    page.keyboard.press("Escape")
    page.goto(f"{served}/traces")
    expect(page.get_by_role("row").nth(1)).to_be_visible()


def trace(page: Page, served: str, model: Model) -> None:
    traces(page, served, model)
    page.get_by_role("row").filter(has_text=regatta.ASKED).first.click()
    expect(page.get_by_role("list", name="Time by stage")).to_be_visible()


def settings(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/settings")
    page.get_by_role("button", name="Terms desk").click()
    expect(page.get_by_role("dialog", name="Terms desk").get_by_label("documents")).to_be_checked()


def prompts(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/settings/prompts")
    expect(page.get_by_role("article", name="system/system")).to_be_visible()


def palette(page: Page, served: str, _model: Model) -> None:
    page.goto(f"{served}/library/documents")
    expect(page.get_by_role("row").nth(1)).to_be_visible()
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox", name="Go anywhere")).to_be_focused()


VISITS: dict[str, Visit] = {
    "ask": answered,
    "refusal": refused,
    "library": library,
    "document": document,
    "document-text": text,
    "search": search,
    "lab": lab,
    "faq": faq,
    "traces": traces,
    "trace": trace,
    "settings": settings,
    "prompts": prompts,
    "palette": palette,
}
IN_README = {"ask", "refusal", "library", "document", "search", "lab", "faq", "trace", "settings"}


@pytest.fixture(scope="module")
def served(regatta_rules: str) -> str:
    """With tags, an FAQ base and an assistant."""

    def post(path: str, body: object) -> dict[str, str]:
        asked = Request(
            f"{regatta_rules}/api/v1{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urlopen(asked) as response:
            return dict(json.load(response))

    change = {"add_tags": ["pumps", "maintenance"]}
    chosen = {"documents": ["pump manual.md"]}
    post("/knowledge-bases/documents/batch", {"action": "change", "select": chosen, "change": change})
    base = post("/knowledge-bases", {"name": "Help", "kind": "faq"})["id"]
    for question, answer, other in (
        ("How long can goods be returned?", "Within 30 days, with the bill.", "return period"),
        ("Where is the shop?", "Main street 1, beside the station.", "address"),
        ("상품은 언제까지 반품할 수 있나요?", "영수증이 있으면 30일 안에 반품할 수 있습니다.", "반품 기간"),
    ):
        entry = {"standard_question": question, "answers": [answer], "similar_questions": [other]}
        post(f"/knowledge-bases/{base}/faq", entry)
    desk = {"language": "ko", "fallback": "refuse", "top_k": 5, "bases": ["documents"]}
    post("/assistants", {"name": "Terms desk", "description": "Answers from the terms.", "profile": desk})
    return regatta_rules


@pytest.mark.parametrize("name", VISITS)
def test_a_page_is_for_everybody(page: Page, served: str, model: Model, name: str) -> None:
    VISITS[name](page, served, model)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found = violations(page)
        assert not found, "\n".join([theme, *found])
        if name in IN_README:
            picture(page, name if theme == "light" else f"{name}-dark")


@pytest.mark.parametrize("language", ["ko", "zh"])
def test_a_narrow_screen_holds_every_page_in_every_language(
    page: Page, served: str, model: Model, language: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(reduced_motion="reduce")  # what is on its way from pale to dark is neither
    page.goto(served)
    page.evaluate("language => localStorage.setItem('pincite.prefs', JSON.stringify({ language }))", language)
    with urlopen(f"{served}/api/v1/knowledge-bases") as response:
        bases = {base["name"]: base["id"] for base in json.load(response)}
    for path in (
        "/ask",
        "/library/documents",
        f"/search?q={quote(QUESTION)}&compare=1",
        "/lab",
        f"/faq/{bases['Help']}",
        "/traces",
        "/settings",
        "/settings/prompts",
    ):
        page.goto(f"{served}{path}")
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        assert (page.locator("html").get_attribute("lang") or "").startswith(language)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        found = violations(page)
        assert not found, "\n".join([path, *found])


def test_the_pictures_of_the_readme_are_there() -> None:
    readme = Path("README.md").read_text(encoding="utf-8")
    for name in IN_README:
        assert f"docs/screenshots/{name}.png" in readme
