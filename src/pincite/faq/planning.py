"""What an import would do, row by row, before anything is done. Pure: a dry run shows this, a run does it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pincite.faq.entry import FaqEntry, first_problem, without_repeats
from pincite.faq.notes import Note, note
from pincite.faq.questions import normalise_question
from pincite.faq.reading import Row, Table
from pincite.faq.texts import content_hash


class ImportMode(StrEnum):
    APPEND = "append"
    """Add what is new. A question that is there already with other content is refused."""
    REPLACE = "replace"
    """Afterwards the base holds what the file holds: changed entries change, missing ones go."""


class Action(StrEnum):
    ADD = "add"
    UPDATE = "update"
    UNCHANGED = "unchanged"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry of the base."""

    id: str
    entry: FaqEntry


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of one row."""

    row: Row
    action: Action
    entry: FaqEntry
    """What is to be stored."""
    id: str | None = None
    """The entry that it changes or repeats."""
    reasons: tuple[Note, ...] = ()
    warnings: tuple[Note, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether something is stored for it."""
        return self.action in (Action.ADD, Action.UPDATE)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import does."""

    steps: tuple[Step, ...]
    removals: tuple[Stored, ...] = ()
    kept: tuple[Stored, ...] = ()
    """Entries that a replacement leaves alone because a row that failed names them."""
    held_back: Note | None = None
    """Why nothing is removed."""

    def of(self, action: Action) -> list[Step]:
        return [step for step in self.steps if step.action is action]


@dataclass(slots=True)
class _Draft:
    row: Row
    entry: FaqEntry
    errors: list[Note] = field(default_factory=list)
    match: Stored | None = None
    warnings: list[Note] = field(default_factory=list)


def plan_import(table: Table, stored: Sequence[Stored], mode: ImportMode) -> Plan:
    """Match the rows of ``table`` with the entries of the base, by the fold of their standard question.

    A row fails when it cannot be read, has no question or answer, or asks what an earlier row (or, when
    appending, another entry) asks already. A similar question that is taken is left out with a warning.
    A replacement removes nothing that a failed row names, and nothing at all when the file broke off or
    no row is good.
    """
    drafts = [_checked(row) for row in table.rows]
    by_question = {normalise_question(one.entry.standard): one for one in stored}
    good = [draft for draft in drafts if not draft.errors]
    failed_early = [draft for draft in drafts if draft.errors]
    for draft in good:
        draft.match = by_question.get(normalise_question(draft.entry.standard))
    kept = _named(failed_early, stored) if mode is ImportMode.REPLACE else []
    matched = {draft.match.id for draft in good if draft.match}
    kept = [one for one in kept if one.id not in matched]
    _claim(good, stored if mode is ImportMode.APPEND else kept)
    steps = tuple(_step(draft, mode) for draft in drafts)
    if mode is ImportMode.APPEND:
        return Plan(steps)
    staying = matched | {one.id for one in kept}
    removals = tuple(one for one in stored if one.id not in staying)
    held_back = note("held_broken") if table.broken else None
    if not held_back and all(step.action is Action.FAIL for step in steps):
        held_back = note("no_good_row")
    if held_back:
        return Plan(steps, kept=removals, held_back=held_back if removals else None)
    return Plan(steps, removals, tuple(kept))


def _checked(row: Row) -> _Draft:
    entry, dropped = without_repeats(row.entry)
    draft = _Draft(row, entry, list(row.errors))
    draft.warnings += [note("repeated", text=question) for question in dropped]
    if not draft.errors and (problem := first_problem(entry)):
        draft.errors.append(problem)
    return draft


def _named(failed: Iterable[_Draft], stored: Sequence[Stored]) -> list[Stored]:
    """Entries that share a question or an answer with a row that failed."""
    questions: set[str] = set()
    answers: set[str] = set()
    for draft in failed:
        questions.update(map(normalise_question, draft.row.entry.questions))
        answers.update(draft.row.entry.answers)
    questions.discard("")
    return [
        one
        for one in stored
        if not questions.isdisjoint(map(normalise_question, one.entry.questions))
        or not answers.isdisjoint(one.entry.answers)
    ]


def _claim(drafts: Sequence[_Draft], others: Sequence[Stored]) -> None:
    """Give each question to one entry: standard ones first, then similar ones, in the order of the rows."""
    owners: dict[str, Stored] = {}
    for one in others:
        for question in one.entry.questions:
            owners.setdefault(normalise_question(question), one)
    own: dict[str, _Draft] = {}
    for draft in drafts:
        key = normalise_question(draft.entry.standard)
        owner = owners.get(key)
        if key in own:
            draft.errors.append(note("same_in_file", row=own[key].row.number))
        elif owner is not None and not _is_match(draft, owner):
            draft.errors.append(note("asked_in_base", question=owner.entry.standard, id=owner.id))
        elif key:
            own[key] = draft
    for draft in drafts:
        if not draft.errors:
            _claim_similar(draft, own, owners)


def _claim_similar(draft: _Draft, own: dict[str, _Draft], owners: Mapping[str, Stored]) -> None:
    similar = []
    for question in draft.entry.similar:
        key = normalise_question(question)
        owner = owners.get(key)
        if key in own and own[key] is not draft:
            draft.warnings.append(note("taken_in_file", text=question, row=own[key].row.number))
        elif owner is not None and not _is_match(draft, owner):
            draft.warnings.append(
                note("taken_in_base", text=question, question=owner.entry.standard, id=owner.id)
            )
        else:
            if key:
                own[key] = draft
            similar.append(question)
    draft.entry = replace(draft.entry, similar=tuple(similar))


def _is_match(draft: _Draft, owner: Stored) -> bool:
    return draft.match is not None and draft.match.id == owner.id


def _step(draft: _Draft, mode: ImportMode) -> Step:
    warnings = tuple(draft.warnings)
    if draft.errors:
        return Step(draft.row, Action.FAIL, draft.entry, reasons=tuple(draft.errors), warnings=warnings)
    if draft.match is None:
        return Step(draft.row, Action.ADD, draft.entry, warnings=warnings)
    known = draft.match
    wanted = merged(known.entry, draft.entry, draft.row.given)
    if wanted == known.entry:
        return Step(draft.row, Action.UNCHANGED, wanted, known.id, warnings=warnings)
    if mode is ImportMode.APPEND and content_hash(wanted) != content_hash(known.entry):
        reasons = (note("same_in_base", id=known.id),)
        return Step(draft.row, Action.FAIL, draft.entry, known.id, reasons, warnings)
    return Step(draft.row, Action.UPDATE, wanted, known.id, warnings=warnings)


def merged(known: FaqEntry, row: FaqEntry, given: Iterable[str]) -> FaqEntry:
    """``known`` with the fields that the file gives. A negative question that is now asked goes."""
    fields = set(given)
    entry = replace(
        known,
        standard=row.standard if "standard" in fields else known.standard,
        similar=row.similar if "similar" in fields else known.similar,
        negative=row.negative if "negative" in fields else known.negative,
        answers=row.answers if "answers" in fields else known.answers,
        tags=row.tags if "tags" in fields else known.tags,
        strategy=row.strategy if "strategy" in fields else known.strategy,
        enabled=row.enabled if "enabled" in fields else known.enabled,
    )
    return without_repeats(entry)[0]
