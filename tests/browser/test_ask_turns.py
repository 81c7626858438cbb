"""What can be done with a question and its answer: judge, copy, answer again, ask otherwise, narrow, add files."""

import json
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, expect

from tests.browser.serving import Model
from tests.browser.test_ask import CITED, QUESTION, SENTENCE, ask


def answered(page: Page, served: str, model: Model) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(served)
    ask(page, QUESTION)
    expect(page.get_by_role("button", name="Bad answer")).to_be_visible()


def test_a_bad_answer_is_told_with_its_reason_and_taken_back(page: Page, served: str, model: Model) -> None:
    answered(page, served, model)
    bad = page.get_by_role("button", name="Bad answer")
    bad.click()
    expect(bad).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Something is missing").click()
    page.get_by_label("What was wrong").press("End")
    page.keyboard.type(": the kind of grease")
    page.get_by_role("button", name="Tell").click()
    expect(page.get_by_text("It helps to judge the answers.")).to_be_visible()
    with urlopen(f"{served}/api/v1/messages/feedback") as said:
        (told,) = json.load(said)["feedback"]
    assert (told["value"], told["reason"]) == ("down", "Something is missing: the kind of grease")
    page.reload()
    expect(bad).to_have_attribute("aria-pressed", "true")
    bad.click()
    expect(bad).to_have_attribute("aria-pressed", "false")


def test_votes_while_one_is_under_way_arrive_in_their_order(page: Page, served: str, model: Model) -> None:
    answered(page, served, model)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method) if "/feedback" in request.url else None)
    good, bad = (page.get_by_role("button", name=f"{each} answer") for each in ("Good", "Bad"))
    clicks = "labels => labels.forEach(each => document.querySelector(`[aria-label='${each}']`).click())"
    with page.expect_event("requestfinished", lambda request: '"down"' in (request.post_data or "")):
        page.evaluate(clicks, ["Good answer", "Good answer", "Bad answer"])
        expect(bad).to_have_attribute("aria-pressed", "true")
    assert sent == ["PUT", "DELETE", "PUT"]
    page.reload()
    expect(bad).to_have_attribute("aria-pressed", "true")
    expect(good).to_have_attribute("aria-pressed", "false")


def test_an_answer_is_copied_without_tags(page: Page, served: str, model: Model) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answered(page, served, model)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == SENTENCE


def test_a_question_is_answered_again_and_asked_otherwise_in_its_own_place(
    page: Page, served: str, model: Model
) -> None:
    answered(page, served, model)
    model.will_say(f"Every 2,000 operating hours or every 6 months.{CITED}")
    page.get_by_role("button", name="Answer again").click()
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("Every 2,000 operating hours or every 6 months.")
    expect(answer).to_have_count(1)
    page.reload()
    expect(answer).to_contain_text("Every 2,000 operating hours or every 6 months.")

    model.will_say(f"Use 12 g per bearing at the drive end.{CITED}")
    page.get_by_role("button", name="Edit and ask again").click()
    edited = page.get_by_role("textbox", name="Question, edited")
    expect(edited).to_be_focused()
    edited.fill("How much grease does a bearing take at the drive end?")
    edited.press("Enter")
    expect(answer).to_contain_text("Use 12 g per bearing")
    expect(answer).to_have_count(1)
    page.reload()
    expect(page.get_by_role("heading", name="How much grease does a bearing take")).to_be_visible()
    expect(page.get_by_role("heading", name=QUESTION)).to_have_count(0)


def test_a_question_is_looked_up_where_it_was_said_and_there_again_after_a_reload(
    page: Page, served: str, model: Model
) -> None:
    model.will_say(f"{SENTENCE}{CITED}")
    page.goto(served)
    page.get_by_role("button", name="Where to search: All documents").click()
    dialog = page.get_by_role("dialog", name="Where to search")
    dialog.get_by_label("Name holds").fill("pump")
    expect(dialog.get_by_label("zh_leave_policy.md")).to_have_count(0)
    dialog.get_by_label("pump manual.md").check()
    dialog.get_by_label("Day").fill("2024-05-01")
    dialog.get_by_role("button", name="Done").click()
    scope = page.get_by_role("button", name="Where to search: 1 document, as of May 1, 2024")
    expect(scope).to_be_visible()
    with page.expect_request(lambda request: "knowledge-qa" in request.url) as asked:
        ask(page, QUESTION)
    body = asked.value.post_data_json
    assert len(body["documents"]) == 1 and body["as_of"] == "2024-05-01"
    expect(page.get_by_role("region", name="Answer")).to_contain_text(SENTENCE)
    page.reload()
    expect(scope).to_be_visible()
    scope.click()
    dialog.get_by_role("button", name="Search everything").click()
    expect(dialog.get_by_label("pump manual.md")).not_to_be_checked()


def test_files_lie_beside_a_question_and_too_many_come_back_with_the_reason(
    page: Page, served: str, model: Model, tmp_path: Path
) -> None:
    order = tmp_path / "work order.md"
    order.write_text("# Work order\n\nPump 7 was greased on 3 May by Kim.\n", encoding="utf-8")
    model.will_say("Pump 7 was greased on 3 May by Kim.", CITED)
    page.goto(served)
    page.get_by_test_id("attach").set_input_files([order] * 6)
    beside = page.get_by_role("list", name="Beside the question", exact=True)
    expect(beside.get_by_role("listitem")).to_have_count(6)
    ask(page, "Who greased pump 7?")
    expect(page.get_by_role("alert")).to_be_visible()
    box = page.get_by_role("textbox", name="Question")
    expect(box).to_have_value("Who greased pump 7?")
    expect(beside.get_by_role("listitem")).to_have_count(6)
    for _ in range(5):
        beside.get_by_role("button").first.click()
    box.press("Enter")
    expect(page.get_by_role("region", name="Answer")).to_contain_text("3 May by Kim")
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(beside).to_have_count(0)
    page.reload()
    expect(page.get_by_role("list", name="Files beside the question")).to_have_text("work order.md")


def test_conversations_are_named_pinned_found_and_deleted_with_a_way_back(
    page: Page, served: str, model: Model
) -> None:
    name = "A name that nobody else gave"
    answered(page, served, model)
    listed = page.get_by_role("navigation", name="Conversations")
    row = listed.get_by_role("listitem").filter(has=page.locator("[aria-current=page]"))
    row.get_by_role("button", name="Rename").click()
    listed.get_by_role("textbox", name="Title").fill(name)
    page.keyboard.press("Enter")
    expect(row.get_by_role("link")).to_contain_text(name)
    row.get_by_role("button", name="Pin").click()
    expect(listed.get_by_role("listitem").first).to_contain_text(name)
    row.get_by_role("button", name="Unpin").click()

    listed.get_by_role("searchbox", name="Search conversations").fill("whichever comes")
    found = listed.get_by_role("region", name="In questions and answers")
    expect(found.locator("mark").first).to_have_text("whichever comes")
    listed.get_by_role("searchbox", name="Search conversations").fill(name)
    row.get_by_role("button", name="Delete").click()
    expect(listed.get_by_role("listitem").filter(has_text=name)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(listed.get_by_role("listitem").filter(has_text=name)).to_have_count(1)
    expect(page.get_by_role("region", name="Answer")).to_contain_text(SENTENCE)

    row.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("What do you want to know?")).to_be_visible()
    page.reload()  # who leaves takes nothing back
    expect(listed.get_by_role("button", name="New conversation")).to_be_visible()
    expect(listed.get_by_text(name)).to_have_count(0)
