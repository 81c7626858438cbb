"""The search inspector: one question through every stage, a passage that lost, and two settings side by side."""

from urllib.parse import quote

from playwright.sync_api import Page, expect


def test_an_answer_shows_its_gate_and_a_narrow_screen_holds_it(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{served}/search?q={quote('피자 배달이 늦으면 얼마나 보상받나요?')}&how=answer")
    run = page.get_by_role("region", name="Setting")
    expect(run).to_contain_text("passes from")
    expect(run).to_contain_text("Refused")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
