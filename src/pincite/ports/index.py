"""The search index: one dense vector and two lexical fields a chunk."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pincite.core.types import LexicalField, Vector


@dataclass(frozen=True, slots=True)
class IndexPoint:
    """What the index keeps of a chunk. ``id`` is a UUID string."""

    id: str
    base_id: str
    document_id: str
    version_id: str
    vector: Vector | None
    terms: Mapping[LexicalField, Mapping[str, int]]
    """Terms with counts; the adapter weighs them (`pincite.core.bm25.term_weights`)."""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DenseLeg:
    """Nearest by cosine."""

    vector: Vector
    limit: int
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class LexicalLeg:
    """Highest sum of ``term weight in the query × stored weight``.

    The caller puts the inverse document frequency of the bases asked into ``terms``, so scores are the
    same on every engine (ADR 0003).
    """

    field: LexicalField
    terms: Mapping[str, float]
    limit: int
    weight: float = 1.0


Leg = DenseLeg | LexicalLeg


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Which points may be found. An empty collection means: no restriction by this field."""

    base_ids: Collection[str] = ()
    document_ids: Collection[str] = ()
    version_ids: Collection[str] = ()
    tags: Collection[str] = ()
    exclude_document_ids: Collection[str] = ()
    """Points of these are not found, whatever else fits: documents that were not in force on the day."""


@dataclass(frozen=True, slots=True)
class LegHit:
    """``score`` is the cosine, or the BM25 sum."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One list a leg, in the order of the legs, each sorted by score descending, then id."""

    legs: tuple[tuple[LegHit, ...], ...]
    cosines: Mapping[str, float] = field(default_factory=dict)
    """To the first dense leg, of every id in ``legs`` that has a vector; empty without a dense leg. The
    engine computes them: vectors of all that is found cost more to hand over than the search."""
    vectors: Mapping[str, Vector] = field(default_factory=dict)
    """Dense vectors of every id in ``legs`` that has one; only where they were asked for."""


class SearchIndex(Protocol):
    """Raises IndexUnavailable, IndexLocked, SearchTimeout. Writes are visible when the call returns."""

    async def upsert(self, points: Sequence[IndexPoint]) -> None: ...

    async def delete(self, where: SearchFilter) -> None:
        """Remove every point that ``where`` matches. A filter that names nothing to remove (empty, or an
        exclusion alone) is refused with InvalidInput."""

    async def set_tags(self, where: SearchFilter, tags: Sequence[str]) -> None:
        """Give every point that ``where`` matches these tags in the place of its own; vectors and terms stay.
        Refused as `delete`."""

    async def search(
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = False
    ) -> SearchResult: ...

    async def count(self, where: SearchFilter) -> int: ...

    async def version_ids(self) -> set[str]:
        """Every document version that has a point; repair compares it with the database."""

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class OpenIndex:
    """An index of a shelf. Whoever opened it closes it."""

    index: SearchIndex
    dimension: int
    """Of the vectors that it holds."""


class IndexShelf(Protocol):
    """The indexes of one library, by name; "" is the first one. Other names are of a-z, 0-9 and hyphens, at
    most 100 of them. Raises what a `SearchIndex` raises, and InvalidInput for other names."""

    @property
    def shared(self) -> bool:
        """Whether other processes write and remove at the same time."""

    async def open(self, name: str, dimension: int) -> OpenIndex:
        """The index ``name``, made for vectors of ``dimension`` numbers if there is none. One that is there
        keeps its own."""

    async def exists(self, name: str) -> bool: ...

    async def names(self) -> set[str]:
        """All that exist."""

    async def remove(self, name: str) -> None:
        """With all that it holds; nothing if there is none. It is closed before."""

    async def aclose(self) -> None: ...


class LibraryIndex(SearchIndex, Protocol):
    """All indexes of a library as one: every base is written and found where it lies."""

    async def rebuilt(self, base_id: str) -> SearchIndex:
        """The index that is being built for a base. Raises Conflict where none is."""

    async def tidy(self) -> None:
        """Remove the indexes that no base uses any more, and what bases left behind in others. What is under
        way in them is waited for."""
