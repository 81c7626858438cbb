from dataclasses import replace

import pytest

from pincite.faq import Action, FaqEntry, ImportMode, Plan, Stored, plan_import
from pincite.faq.notes import note
from pincite.faq.reading import Row, Table

FIELDS = frozenset({"standard", "similar", "negative", "answers"})
REFUND = FaqEntry("환불은 언제까지 되나요?", ("취소 기한",), (), ("7일 이내",), ("환불",))
SHIPPING = FaqEntry("배송은 얼마나 걸리나요?", (), (), ("2일",))
BASE = [Stored("e-1", REFUND), Stored("e-2", SHIPPING)]


def table(*entries: FaqEntry, **changes: object) -> Table:
    rows = tuple(Row(number, entry, FIELDS) for number, entry in enumerate(entries, start=2))
    return replace(Table(rows), **changes)  # type: ignore[arg-type]


def outcome(plan: Plan) -> list[tuple[int, str, str | None, list[str]]]:
    return [
        (step.row.number, step.action.value, step.id, [one.key for one in (*step.reasons, *step.warnings)])
        for step in plan.steps
    ]


def test_new_questions_are_added_and_known_ones_left() -> None:
    asked = FaqEntry("교환되나요?", answers=("네",))
    plan = plan_import(table(REFUND, asked), BASE, ImportMode.APPEND)
    assert outcome(plan) == [(2, "unchanged", "e-1", []), (3, "add", None, [])]
    assert not plan.removals


@pytest.mark.feature("FAQ-04")
def test_the_same_entry_in_another_spelling_is_not_new() -> None:
    spelt = replace(REFUND, standard="환불은 언제까지 되나요", similar=("취소기한!",), tags=())
    plan = plan_import(table(spelt), BASE, ImportMode.APPEND)
    (step,) = plan.steps
    assert step.action is Action.UPDATE and step.id == "e-1" and step.entry.tags == ("환불",)


def test_appending_never_writes_over_an_answer() -> None:
    plan = plan_import(table(replace(REFUND, answers=("30일 이내",))), BASE, ImportMode.APPEND)
    assert outcome(plan) == [(2, "fail", "e-1", ["same_in_base"])]


def test_a_replacement_changes_adds_and_removes() -> None:
    asked = FaqEntry("교환되나요?", answers=("네",))
    plan = plan_import(table(replace(REFUND, answers=("30일 이내",)), asked), BASE, ImportMode.REPLACE)
    assert outcome(plan) == [(2, "update", "e-1", []), (3, "add", None, [])]
    assert plan.steps[0].entry.tags == ("환불",), "the file has no column for tags"
    assert [one.id for one in plan.removals] == ["e-2"]


def test_a_question_belongs_to_one_row() -> None:
    rows = (
        FaqEntry("A?", ("B", "C"), answers=("1",)),
        FaqEntry("a", answers=("2",)),
        FaqEntry("B", ("c", "D", "d"), answers=("3",)),
    )
    plan = plan_import(table(*rows), [], ImportMode.APPEND)
    assert outcome(plan) == [
        (2, "add", None, ["taken_in_file"]),
        (3, "fail", None, ["same_in_file"]),
        (4, "add", None, ["repeated", "taken_in_file"]),
    ]
    assert [step.entry.similar for step in plan.of(Action.ADD)] == [("C",), ("D",)]


def test_a_question_of_another_entry_is_not_taken_from_it() -> None:
    rows = (
        FaqEntry("취소 기한?", answers=("1",)),
        FaqEntry("New?", ("배송은 얼마나 걸리나요",), answers=("2",)),
    )
    plan = plan_import(table(*rows), BASE, ImportMode.APPEND)
    assert outcome(plan) == [(2, "fail", None, ["asked_in_base"]), (3, "add", None, ["taken_in_base"])]


def test_a_replacement_may_move_a_question_to_another_entry() -> None:
    rows = (replace(REFUND, similar=()), replace(SHIPPING, similar=("취소 기한",)))
    plan = plan_import(table(*rows), BASE, ImportMode.REPLACE)
    assert outcome(plan) == [(2, "update", "e-1", []), (3, "update", "e-2", [])]


@pytest.mark.feature("FAQ-14")
def test_a_replacement_removes_nothing_that_a_failed_row_names() -> None:
    good = FaqEntry("New?", answers=("1",))
    for bad in (replace(REFUND, answers=()), replace(REFUND, standard="", similar=()), FaqEntry("취소 기한")):
        plan = plan_import(table(good, bad), BASE, ImportMode.REPLACE)
        assert [one.id for one in plan.removals] == ["e-2"]
        assert [one.id for one in plan.kept] == ["e-1"]


@pytest.mark.parametrize(
    "source",
    [
        table(),
        table(FaqEntry("A?")),
        table(FaqEntry("A?", answers=("1",)), broken=note("broken_row", row=3, error="x")),
    ],
)
def test_a_replacement_by_a_broken_file_removes_nothing(source: Table) -> None:
    plan = plan_import(source, BASE, ImportMode.REPLACE)
    assert not plan.removals and [one.id for one in plan.kept] == ["e-1", "e-2"]
    assert plan.held_back is not None and plan.held_back.said("ko") != plan.held_back.said("en")


def test_every_row_of_a_large_file_is_planned_once() -> None:
    rows = [FaqEntry(f"question {number}?", answers=(str(number),)) for number in range(2_000)]
    plan = plan_import(table(*rows, *rows[:5]), [], ImportMode.APPEND)
    assert len(plan.of(Action.ADD)) == 2_000 and len(plan.of(Action.FAIL)) == 5
