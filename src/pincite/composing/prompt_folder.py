"""Prompts that a whole library writes otherwise: the folder ``prompts`` beside its documents."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pincite.composing.prompts import PLACES, Place, PromptKey, Prompts, check_prompt
from pincite.core.errors import ConfigurationError, InvalidInput
from pincite.core.templates import Texts, read_templates

FOLDER = "prompts"
_HINT = "`GET /api/v1/prompts` lists the prompts."

_FILES = sorted({place.file for place in PLACES.values()})


def read_prompts(folder: Path, chosen: Mapping[str, str] = MappingProxyType({})) -> Prompts:
    """The prompts of ``folder``, whose files are called as ours are; none where there is no folder.

    An entry with the id of one of ours stands in its place; ``chosen`` puts others there, by ``file/id``.

    Raises:
        ConfigurationError: a file cannot be read, or holds a prompt that is none of ours and not chosen, or
            one that could not be sent. The message names the file.
    """
    written = {path.stem: _read(path) for path in sorted(folder.glob("*.yaml"))}
    found: dict[PromptKey, Texts] = {}
    for place in PLACES.values():
        identifier = chosen.get(f"{place.file}/{place.id}", place.id)
        if identifier in written.get(place.file, {}):
            found[place.key] = _checked(place, written[place.file][identifier], identifier)
    _refuse_unknown_choices(written, chosen)
    _refuse_unused(written, chosen)
    return Prompts(found)


def _checked(place: Place, texts: Texts, identifier: str) -> Texts:
    try:
        check_prompt(place, texts)
    except InvalidInput as error:
        raise ConfigurationError(
            f"{place.file}.yaml, `{identifier}`: {error.message}", hint="Mend the file."
        ) from error
    return texts


def _refuse_unknown_choices(written: Mapping[str, Mapping[str, Texts]], chosen: Mapping[str, str]) -> None:
    for name, identifier in chosen.items():
        file, _, ours = name.partition("/")
        if (file, ours) not in PLACES:
            raise ConfigurationError(f"The setting `prompts` names `{name}`, which is no prompt.", hint=_HINT)
        if identifier != ours and identifier not in written.get(file, {}):
            raise ConfigurationError(
                f"The setting `prompts` wants `{identifier}` for `{name}`, which {file}.yaml does not hold.",
                hint=f"Write it into `{FOLDER}/{file}.yaml` of the library.",
            )


def _refuse_unused(written: Mapping[str, Mapping[str, Texts]], chosen: Mapping[str, str]) -> None:
    """An id that nothing reads is a slip."""
    wanted = {*PLACES, *((name.partition("/")[0], identifier) for name, identifier in chosen.items())}
    for file, entries in written.items():
        for identifier in entries:
            if (file, identifier) not in wanted:
                known = ", ".join(place.id for place in PLACES.values() if place.file == file)
                raise ConfigurationError(
                    f"The prompt file {file}.yaml has the unknown id `{identifier}`.",
                    hint=f"Ours are {known}; the setting `prompts` chooses others.",
                )


def _read(path: Path) -> dict[str, Texts]:
    if path.stem not in _FILES:
        raise ConfigurationError(
            f"The prompt file {path.name} is none that is read.",
            hint=f"The files are {', '.join(f'{name}.yaml' for name in _FILES)}.",
        )
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"The prompt file {path.name} cannot be read: {error}.") from error
    return read_templates(source, path.name)
