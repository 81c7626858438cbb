"""What both Qdrant engines store and are asked: plain values without an engine's types and without numpy.

Payload fields are ``base_id``, ``document_id``, ``version_id`` and ``tags``; vectors are ``dense`` (cosine)
and one sparse vector a lexical field, named as the field.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

DENSE = "dense"
LEXICAL_NAMES = ("morphemes", "bigrams")
PAYLOAD_FIELDS = ("base_id", "document_id", "version_id", "tags")

WRITE_BATCH = 128
"""Points a write: about 10 ms of the child's time (measured: 13,600 rows/s), so a search never waits long."""

Conditions = Mapping[str, Mapping[str, list[str]]]
"""``must``: payload field to the values of which one must match, for every field named; ``must_not``: to
those of which none may."""


@dataclass(frozen=True, slots=True)
class Sparse:
    """Term ids (``array('I')``) and their weights (``array('f')``), of equal length."""

    ids: array[int]
    weights: array[float]


@dataclass(frozen=True, slots=True)
class StoredPoint:
    """A point as it is stored. ``vector`` is an ``array('f')``."""

    id: str
    base_id: str
    document_id: str
    version_id: str
    tags: tuple[str, ...]
    vector: array[float] | None
    sparse: Mapping[str, Sparse] = field(default_factory=dict)

    def payload(self) -> dict[str, object]:
        return {
            "base_id": self.base_id,
            "document_id": self.document_id,
            "version_id": self.version_id,
            "tags": list(self.tags),
        }


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """One list to fetch: ``using`` names the vector. ``limit`` is at least 1."""

    using: str
    limit: int
    query: array[float] | Sparse
