"""Prompt templates: YAML lists of ``{id, i18n: {ko, zh, en}, default}``, in the folder ``templates`` of the
room that asks a model."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from pincite.core.errors import ConfigurationError

LANGUAGE_NAMES: Mapping[str, str] = {"ko": "한국어", "en": "English", "zh": "中文"}

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@cache
def _load(package: str, name: str) -> dict[str, dict[str, str]]:
    source = files(package) / "templates" / f"{name}.yaml"
    try:
        entries = yaml.safe_load(source.read_text(encoding="utf-8"))
        return {entry["id"]: entry["i18n"] for entry in entries}
    except (yaml.YAMLError, KeyError, TypeError) as error:
        raise ConfigurationError(f"The prompt file {name}.yaml cannot be read: {error}") from error


def template_of(package: str, name: str, identifier: str, language: str) -> str:
    """The text ``identifier`` of file ``name`` in ``package`` and ``language``, English where it has none.

    Raises:
        ConfigurationError: the file is broken or lacks the id.
    """
    entries = _load(package, name)
    if identifier not in entries:
        raise ConfigurationError(f"The prompt file {name}.yaml has no template `{identifier}`.")
    texts = entries[identifier]
    return texts.get(language, texts["en"]).strip()


def render(text: str, values: Mapping[str, str]) -> str:
    """Fill ``{name}`` once: braces inside a value are not rendered again, unknown names stay.

    >>> render("{query} {other}", {"query": "{other}", "contexts": ""})
    '{other} {other}'
    """
    return _PLACEHOLDER.sub(lambda match: values.get(match.group(1), match.group(0)), text)
