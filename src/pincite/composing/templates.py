"""The prompt templates of this room, one file a purpose; see `pincite.core.templates`."""

from collections.abc import Mapping

from pincite.core.templates import LANGUAGE_NAMES, Texts, render, template_of, templates_in

__all__ = ["LANGUAGE_NAMES", "render", "template", "templates"]

_ROOM = "pincite.composing"


def template(name: str, identifier: str, language: str) -> str:
    """The text ``identifier`` of file ``name`` in ``language``. Raises as `template_of`."""
    return template_of(_ROOM, name, identifier, language)


def templates(name: str) -> Mapping[str, Texts]:
    """All of file ``name``, by id."""
    return templates_in(_ROOM, name)
