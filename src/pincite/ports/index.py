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
    vectors: Mapping[str, Vector] = field(default_factory=dict)
    """Dense vectors of every id in ``legs`` that has one, so that all cosines can be computed."""


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
        self, legs: Sequence[Leg], where: SearchFilter, *, with_vectors: bool = True
    ) -> SearchResult: ...

    async def count(self, where: SearchFilter) -> int: ...

    async def version_ids(self) -> set[str]:
        """Every document version that has a point; repair compares it with the database."""

    async def aclose(self) -> None: ...
