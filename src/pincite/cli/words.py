"""``key=value`` words of a command line as settings."""

import json
from collections.abc import Iterable
from typing import Any

from pincite.core.errors import InvalidInput

_TEXTS = ("table_metadata_instructions",)
"""Settings whose blanks are part of the value."""
_LISTS = ("separators", "languages", "parser_engine_rules")
"""Settings that take several values: ``languages=ko,en``, or JSON (``separators=["\\n", "。"]``)."""


def settings_of(words: Iterable[str] | None) -> dict[str, Any]:
    """``chunk_size=800`` as ``{"chunk_size": 800}``; the last word for a key counts.

    Raises:
        InvalidInput: a word is no assignment.
    """
    found: dict[str, Any] = {}
    for word in _parted(words or ()):
        key, assigned, value = word.partition("=")
        if not key.strip() or not assigned:
            raise InvalidInput(f"{word!r} is no setting.", hint="Write key=value, like chunk_size=800.")
        found[key.strip()] = _value(key.strip(), value.strip())
    return found


def _parted(words: Iterable[str]) -> Iterable[str]:
    """``"chunk_size=800 strategy=heading"`` is two; a JSON list and a text keep their blanks."""
    for word in words:
        whole = "[" in word or word.partition("=")[0].strip() in _TEXTS
        yield from [word] if whole else word.split() or [word]


def _value(key: str, text: str) -> Any:
    if key in _LISTS:
        if text.startswith("["):
            try:
                return json.loads(text)
            except ValueError as error:
                raise InvalidInput(f"{key} is no list: {text}", hint='Write ["\\n", "。"].') from error
        return [part for part in text.split(",") if part]
    return text
