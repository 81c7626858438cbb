"""What an import did or would do, for people and programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.faq.notes import Note
from pincite.faq.planning import Action, ImportMode, Plan, Step


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The outcome of an import, or of its dry run."""

    mode: ImportMode
    dry_run: bool
    plan: Plan
    ignored_columns: tuple[str, ...] = ()
    broken: Note | None = None
    """Why the file could not be read to its end."""
    ids: Mapping[int, str] = field(default_factory=dict)
    """Position of a step to the entry that it made or changed."""
    language: str = "en"
    """Of the sentences."""

    @property
    def added(self) -> int:
        return len(self.plan.of(Action.ADD))

    @property
    def updated(self) -> int:
        return len(self.plan.of(Action.UPDATE))

    @property
    def unchanged(self) -> int:
        return len(self.plan.of(Action.UNCHANGED))

    @property
    def failed(self) -> int:
        return len(self.plan.of(Action.FAIL))

    @property
    def removed(self) -> int:
        return len(self.plan.removals)

    def to_json(self) -> dict[str, Any]:
        """Counts; a line a row with what becomes of it; errors and warnings with their rows; removals."""
        steps = list(enumerate(self.plan.steps))
        return {
            "mode": self.mode.value,
            "dry_run": self.dry_run,
            "rows": len(steps),
            "added": self.added,
            "updated": self.updated,
            "unchanged": self.unchanged,
            "failed": self.failed,
            "removed": self.removed,
            "errors": [
                {**_place(step), "question": step.row.entry.standard, "reason": self._said(step.reasons)}
                for _, step in steps
                if step.action is Action.FAIL
            ],
            "warnings": [
                {**_place(step), "question": step.row.entry.standard, "reason": warning.said(self.language)}
                for _, step in steps
                for warning in step.warnings
            ],
            "entries": [
                {
                    **_place(step),
                    "action": step.action.value,
                    "id": step.id or self.ids.get(position),
                    "question": step.row.entry.standard,
                }
                for position, step in steps
            ],
            "removals": [{"id": one.id, "question": one.entry.standard} for one in self.plan.removals],
            "kept": [{"id": one.id, "question": one.entry.standard} for one in self.plan.kept],
            "held_back": self.plan.held_back and self.plan.held_back.said(self.language),
            "ignored_columns": list(self.ignored_columns),
            "broken": self.broken and self.broken.said(self.language),
        }

    def _said(self, notes: Sequence[Note]) -> str:
        return " ".join(one.said(self.language) for one in notes)


def _place(step: Step) -> dict[str, Any]:
    place: dict[str, Any] = {"row": step.row.number}
    if step.row.sheet:
        place["sheet"] = step.row.sheet
    return place
