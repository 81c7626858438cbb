"""What is wrong with a row, as a sentence of the catalogue that has no language yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pincite.core.catalogue import say


@dataclass(frozen=True, slots=True)
class Note:
    """A key of ``core/messages/faq.yaml`` with the values of its placeholders."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def said(self, language: str) -> str:
        return say(f"faq.{self.key}", language, **self.values)


def note(key: str, **values: object) -> Note:
    return Note(key, values)
