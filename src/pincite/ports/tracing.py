"""Spans: what a run did and how long each part of it took, for whoever collects them."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol

Attribute = str | int | float | bool


class Span(Protocol):
    """One part of a run, while it lasts."""

    def note(self, attributes: Mapping[str, Attribute]) -> None: ...

    def fail(self, code: str) -> None:
        """It ended in the error ``code`` (`pincite.core.errors`)."""


class Tracer(Protocol):
    def span(self, name: str, attributes: Mapping[str, Attribute]) -> AbstractContextManager[Span]:
        """Lasts as long as the block; spans that begin inside are its children. What goes wrong with the
        collector is nobody's business here: no call raises."""

    async def aclose(self) -> None:
        """Hand over what is left."""
