"""How a long measurement tells how far it is."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with what is done, how many of it, and of how many."""


def silent(what: str, done: int, total: int) -> None:
    """A `Progress` that says nothing."""
