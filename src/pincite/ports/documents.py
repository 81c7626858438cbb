"""How documents are asked for and changed without being read again: filters, pages, changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol

from pincite.core.labels import Scalar, clean_tags
from pincite.core.types import DocumentStatus
from pincite.core.validity import Editions

if TYPE_CHECKING:
    from pincite.ports.records import DocumentRecord

DayField = Literal["effective_from", "effective_to"]


@dataclass(frozen=True, slots=True)
class Twin:
    """An earlier document of the same base with the same bytes."""

    id: str
    filename: str


@dataclass(frozen=True, slots=True)
class TagChange:
    """Done in this order: ``replace`` all, ``rename`` some, ``remove`` some, ``add`` some."""

    replace: tuple[str, ...] | None = None
    rename: Mapping[str, str] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    def applied(self, tags: Sequence[str]) -> tuple[str, ...]:
        """The tags after the change. Raises InvalidInput as `clean_tags`."""
        kept = tags if self.replace is None else self.replace
        renamed = [self.rename.get(tag, tag) for tag in kept]
        return clean_tags([*(tag for tag in renamed if tag not in self.remove), *self.add])


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """What to change of a document; what is absent stays. The values are clean already."""

    tags: TagChange = field(default_factory=TagChange)
    folder: str | None = None
    custom: Mapping[str, Scalar | None] = field(default_factory=dict)
    """Values to set; None takes one away."""
    days: Mapping[DayField, date | None] = field(default_factory=dict)
    """None opens that end."""
    supersedes: str | None = None
    """Id of the document that it takes the place of; "" takes the place of none."""


class DocumentOrder(StrEnum):
    NAME = "name"
    FOLDER = "folder"
    CREATED = "created"
    UPDATED = "updated"
    SIZE = "size"
    STATUS = "status"
    EFFECTIVE_FROM = "effective_from"


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """Which documents of a base; an empty field restricts nothing."""

    ids: tuple[str, ...] = ()
    statuses: tuple[DocumentStatus, ...] = ()
    tags: tuple[str, ...] = ()
    """Any of them."""
    folder: str | None = None
    """"" is the top."""
    below: bool = True
    """With the folders below it."""
    name: str = ""
    """Part of file name, title or source, whatever its case."""
    custom: Mapping[str, Scalar] = field(default_factory=dict)
    """All of them. Text that reads as a number or as yes or no fits those too."""


@dataclass(frozen=True, slots=True)
class DocumentPage:
    documents: Sequence["DocumentRecord"]
    total: int
    """How many the query meets, on all pages."""
    by_status: Mapping[DocumentStatus, int]
    """How many of those stand where."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a document stands, and since when; nothing else of it, so that many can be looked at."""

    id: str
    status: DocumentStatus
    updated_at: float


class EditionReader(Protocol):
    """The dated documents, as questions need them."""

    async def editions(self, base_ids: Sequence[str]) -> Editions:
        """Those with a day or a predecessor; one query, whatever the number of documents."""

    async def alike(self, pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        """Those of ``pairs`` of documents whose texts are much the same. Of very many only the first are
        compared."""


class Undated:
    """`EditionReader` where no document has a day."""

    async def editions(self, base_ids: Sequence[str]) -> Editions:
        return Editions()

    async def alike(self, pairs: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        return ()
