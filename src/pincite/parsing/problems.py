"""What goes wrong while parsing, as data; `parse` turns it into a typed error in the reader's language."""

from dataclasses import dataclass, field

from pincite.core.catalogue import say
from pincite.core.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of ``core/messages/parsing.yaml`` and the values of its placeholders."""

    key: str
    values: dict[str, object] = field(default_factory=dict)

    def text(self, language: str) -> str:
        named = {"supported": say("parsing.supported_list", language)}
        if "kind" in self.values:
            named["kind"] = say(f"parsing.kind_{self.values['kind']}", language)
        return say(f"parsing.{self.key}", language, **{**self.values, **named})


class Problem(Exception):
    """Raise inside the room where a file cannot be read; `parse` makes it the public ``kind``."""

    def __init__(self, kind: type[DocumentError], key: str, /, **values: object) -> None:
        super().__init__(key)
        self.kind = kind
        self.note = Note(key, values)

    def error(self, language: str) -> DocumentError:
        return self.kind(self.note.text(language))


def page_list(numbers: list[int]) -> str:
    """``[1, 2, 3, 7]`` as ``1-3, 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
