"""Where the points of a base lie and what vectors they have."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.ports.tenants import DEFAULT_TENANT


@dataclass(frozen=True, slots=True)
class BasePlace:
    """What a search must know of a base before it asks anything."""

    id: str
    identity: str | None = None
    """The vector space of its points; None while it has none."""
    vector: bool = True
    keyword: bool = True
    """With neither, its words and vectors cannot be searched (wiki or graph alone)."""
    graph: bool = False
    """Whether what its documents name is searched too."""
    entries: bool = False
    """An FAQ base: each of its documents is one entry, which may have several points."""
    store: str = ""
    """Name of the search index that holds it; "" is the library's own."""
    owner: str = DEFAULT_TENANT

    @property
    def is_indexed(self) -> bool:
        return self.vector or self.keyword


class BasePlaces(Protocol):
    async def places(self, base_ids: Sequence[str]) -> Sequence[BasePlace]:
        """Of those bases, in the order of ``base_ids``; one that is gone is absent."""


class OnePlace:
    """`BasePlaces` of a library whose bases are all alike: documents with vectors and words in one store."""

    async def places(self, base_ids: Sequence[str]) -> Sequence[BasePlace]:
        return [BasePlace(id_) for id_ in dict.fromkeys(base_ids)]
