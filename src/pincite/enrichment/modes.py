"""What of it a base wants: switches over those of the settings."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pincite.core.errors import InvalidInput
from pincite.core.settings import EnrichmentSettings

_SWITCH = TypeAdapter(bool)


@dataclass(frozen=True, slots=True)
class EnrichmentModes:
    """Switches of what a model is asked for when a document comes in."""

    questions: bool = False
    summaries: bool = True
    tables: bool = True
    index_questions: bool = False
    """A chunk is found by its generated questions too; else only rankers read them."""

    @classmethod
    def of(cls, base: Mapping[str, Any], settings: EnrichmentSettings | None = None) -> "EnrichmentModes":
        """What the base sets, and the settings where it sets nothing."""
        library = cls() if settings is None else cls(*(getattr(settings, name) for name in SWITCHES))
        return replace(library, **checked_switches(base))

    @property
    def wanted(self) -> tuple[str, ...]:
        """What a model is asked for."""
        return tuple(name for name in ("questions", "summaries", "tables") if getattr(self, name))

    def to_json(self) -> dict[str, bool]:
        return asdict(self)


SWITCHES = tuple(field.name for field in fields(EnrichmentModes))


def changed_switches(held: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, bool]:
    """``held`` with ``given`` over it; None and ``default`` leave a switch to the library again.

    Raises:
        InvalidInput: as `checked_switches`.
    """
    left = {name for name, value in given.items() if value is None or value == "default"}
    checked_switches(dict.fromkeys(left, False))
    turned = checked_switches({name: value for name, value in given.items() if name not in left})
    return {name: value for name, value in {**held, **turned}.items() if name not in left}


def checked_switches(given: Mapping[str, Any]) -> dict[str, bool]:
    """Some of the switches, as a database keeps them; ``on``, ``off``, ``true`` and the like count too.

    Raises:
        InvalidInput: no such switch, or a value that is none.
    """
    turned: dict[str, bool] = {}
    for name, value in given.items():
        if name == "table_metadata_instructions":
            raise InvalidInput(f"{name} is a chunking setting.", hint="Set it with the chunking settings.")
        if name not in SWITCHES:
            raise InvalidInput(f"There is no enrichment {name!r}.", hint=f"Use {', '.join(SWITCHES)}.")
        try:
            turned[name] = _SWITCH.validate_python(value)
        except ValidationError as error:
            raise InvalidInput(f"{name} is {value!r}.", hint="Use true or false.") from error
    return turned
