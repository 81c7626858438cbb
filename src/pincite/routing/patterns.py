"""Packs of patterns: what a question says that tells its type, a list per role and language.

A pack is data. The general one and the one for insurance lie in ``packs/``; another domain adds a YAML file
of the same form (`load_pack`) and needs no code.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path

import yaml

from pincite.core.errors import ConfigurationError

LANGUAGES = ("ko", "en", "zh")
_HINT = "See src/pincite/routing/packs/base.yaml for the form of a pack."
_WORD = re.compile(r"(?<!\?P)<([a-z_]+)>")


class Role(StrEnum):
    """What a pattern does when it matches; the names are those of a pack's sections."""

    NAMES = "names"
    """Taken out first: names and idioms that hold a cue without asking (청구권, VS-200, 区别码)."""
    STRUCTURED_LOOKUP = "structured_lookup"
    """Taken out next: what asks for the wording, and courtesies (보여줄 수 있나요)."""
    COMPARISON = "comparison"
    PROCEDURE = "procedure"
    SIMPLE_FACT = "simple_fact"
    """Taken out before interpretation is read: what asks for a value (얼마나 되나요)."""
    INTERPRETATION = "interpretation"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One regular expression; it is read whatever the language of the question, which may be mixed."""

    role: Role
    language: str
    expression: str


@dataclass(frozen=True, slots=True)
class PatternPack:
    """The patterns of one domain."""

    name: str
    patterns: tuple[Pattern, ...]

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "PatternPack":
        """Build a pack from ``{name, words?, <role>: {<language>: [expression, …]}}``.

        ``words`` maps a name to a piece of an expression, written ``<name>`` where it is used.

        Raises:
            ConfigurationError: a section, a language or a word is unknown, or an expression is none.

        >>> pack = PatternPack.from_dict({"name": "lease", "procedure": {"en": [r"\\bmove out\\b"]}})
        >>> pack.patterns[0].role
        <Role.PROCEDURE: 'procedure'>
        """
        name = data.get("name")
        if not isinstance(name, str) or not name:
            raise ConfigurationError("A pattern pack needs a name.", hint=_HINT)
        unknown = set(data) - {"name", "words", *Role}
        if unknown:
            raise ConfigurationError(f"Pattern pack {name}: unknown section {min(unknown)!r}.", hint=_HINT)
        words = {key: str(piece) for key, piece in _mapping(name, "words", data).items()}
        return cls(
            name,
            tuple(
                Pattern(role, language, _expression(name, expression, words))
                for role in Role
                for language, expressions in _mapping(name, role, data).items()
                for expression in _listed(name, role, language, expressions)
            ),
        )


def load_pack(path: Path) -> PatternPack:
    """Read a pack from a YAML file.

    Raises:
        ConfigurationError: the file cannot be read or is no pack.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigurationError(f"The pattern pack {path} cannot be read: {error}", hint=_HINT) from error
    if not isinstance(data, Mapping):
        raise ConfigurationError(f"The pattern pack {path} is no mapping.", hint=_HINT)
    return PatternPack.from_dict(data)


def bundled_pack(name: str) -> PatternPack:
    """A pack that ships with pincite."""
    text = (files("pincite.routing") / "packs" / f"{name}.yaml").read_text(encoding="utf-8")
    return PatternPack.from_dict(yaml.safe_load(text))


def _mapping(name: str, section: str, data: Mapping[str, object]) -> Mapping[str, object]:
    value = data.get(section, {})
    if not isinstance(value, Mapping):
        raise ConfigurationError(f"Pattern pack {name}: {section} is no mapping.", hint=_HINT)
    return value


def _listed(name: str, role: Role, language: str, expressions: object) -> Iterable[str]:
    if language not in LANGUAGES:
        raise ConfigurationError(f"Pattern pack {name}: unknown language {language!r} in {role}.", hint=_HINT)
    if not isinstance(expressions, list) or not all(isinstance(item, str) for item in expressions):
        raise ConfigurationError(
            f"Pattern pack {name}: {role}.{language} is no list of expressions.", hint=_HINT
        )
    return expressions


def _expression(name: str, expression: str, words: Mapping[str, str]) -> str:
    def put(match: re.Match[str]) -> str:
        if match[1] not in words:
            raise ConfigurationError(f"Pattern pack {name}: unknown word <{match[1]}>.", hint=_HINT)
        return words[match[1]]

    written = _WORD.sub(put, expression)
    try:
        re.compile(written)
    except re.error as error:
        raise ConfigurationError(f"Pattern pack {name}: {expression!r}: {error}", hint=_HINT) from error
    return written


BASE = bundled_pack("base")
INSURANCE = bundled_pack("insurance")
