"""How a base indexes its entries: two switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pincite.core.errors import InvalidInput


class IndexMode(StrEnum):
    QUESTION_ONLY = "question_only"
    QUESTION_ANSWER = "question_answer"


class QuestionMode(StrEnum):
    COMBINED = "combined"
    """One vector for all questions of an entry."""
    SEPARATE = "separate"
    """One a question, so that changing one embeds one."""


@dataclass(frozen=True, slots=True)
class FaqModes:
    """How a base indexes its entries (row FAQ-03)."""

    index_mode: IndexMode = IndexMode.QUESTION_ANSWER
    question_mode: QuestionMode = QuestionMode.COMBINED

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "FaqModes":
        """From the settings of a base; what is absent keeps its default.

        Raises:
            InvalidInput: no such setting or mode.
        """
        choices: dict[str, type[IndexMode] | type[QuestionMode]] = {
            "index_mode": IndexMode,
            "question_mode": QuestionMode,
        }
        for name, value in settings.items():
            if name not in choices:
                raise InvalidInput(f"There is no FAQ setting {name!r}.", hint=f"Use {', '.join(choices)}.")
            if value not in list(choices[name]):
                raise InvalidInput(f"{name} is {value!r}.", hint=f"Use {' or '.join(choices[name])}.")
        defaults = cls()
        return cls(
            IndexMode(settings.get("index_mode", defaults.index_mode)),
            QuestionMode(settings.get("question_mode", defaults.question_mode)),
        )

    def to_json(self) -> dict[str, str]:
        return {"index_mode": self.index_mode.value, "question_mode": self.question_mode.value}
