"""The prompt templates of this room, one file a purpose; see `pincite.core.templates`."""

from pincite.core.templates import LANGUAGE_NAMES, render, template_of

__all__ = ["LANGUAGE_NAMES", "render", "template"]


def template(name: str, identifier: str, language: str) -> str:
    """The text ``identifier`` of file ``name`` in ``language``. Raises as `template_of`."""
    return template_of("pincite.composing", name, identifier, language)
