"""Prompt templates: YAML lists of ``{id, i18n: {ko, zh, en}, default}``, in the folder ``templates`` of the
room that asks a model."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from pincite.core.errors import ConfigurationError

LANGUAGE_NAMES: Mapping[str, str] = {"ko": "한국어", "en": "English", "zh": "中文"}

Texts = Mapping[str, str]
"""One template in each language that it is written in."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_BRACED = re.compile(r"\{(\w+)\}")
"""Wider than what is filled: a person who writes ``{Query}`` or ``{질문}`` means a placeholder."""
_KEYS = {"id", "i18n", "default"}


def read_templates(source: str, name: str) -> dict[str, Texts]:
    """The templates of the text of a file called ``name``, by id.

    Raises:
        ConfigurationError: it is no such list; the message names the file.
    """
    try:
        entries = yaml.safe_load(source)
    except yaml.YAMLError as error:
        raise _unreadable(name, str(error)) from error
    if not isinstance(entries, list):
        raise _unreadable(name, "it is no list of templates")
    found: dict[str, Texts] = {}
    for number, entry in enumerate(entries, 1):
        identifier, texts = _entry(entry, number, name)
        if identifier in found:
            raise _unreadable(name, f"the id `{identifier}` stands there twice")
        found[identifier] = texts
    return found


def _entry(entry: object, number: int, name: str) -> tuple[str, Texts]:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise _unreadable(name, f"entry {number} has no id")
    identifier, texts = entry["id"], entry.get("i18n")
    if unknown := set(map(str, entry)) - _KEYS:
        raise _unreadable(name, f"`{identifier}` has the unknown key `{min(unknown)}`")
    if not isinstance(texts, dict) or not texts:
        raise _unreadable(name, f"`{identifier}` has no texts under i18n")
    for language, text in texts.items():
        if language not in LANGUAGE_NAMES or not isinstance(text, str):
            raise _unreadable(name, f"`{identifier}` has under i18n something else than texts in ko, en, zh")
    return identifier, texts


def _unreadable(name: str, why: str) -> ConfigurationError:
    return ConfigurationError(f"The prompt file {name} cannot be read: {why}.", hint="Mend the file.")


@cache
def templates_in(package: str, name: str) -> Mapping[str, Texts]:
    """The templates of file ``name`` of ``package``, by id. Raises ConfigurationError when it is broken."""
    source = files(package) / "templates" / f"{name}.yaml"
    return read_templates(source.read_text(encoding="utf-8"), f"{name}.yaml")


def template_of(package: str, name: str, identifier: str, language: str) -> str:
    """The text ``identifier`` of file ``name`` in ``package`` and ``language``, English where it has none.

    Raises:
        ConfigurationError: the file is broken or lacks the id.
    """
    entries = templates_in(package, name)
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


def placeholders(text: str) -> tuple[str, ...]:
    """The names in braces, once each, in order.

    >>> placeholders("{query} {질문} {query}")
    ('query', '질문')
    """
    return tuple(dict.fromkeys(_BRACED.findall(text)))
