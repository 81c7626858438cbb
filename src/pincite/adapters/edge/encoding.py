"""From the values of the port to what is stored: checks, term ids, BM25 weights."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from math import isfinite
from uuid import UUID

import numpy as np

from pincite.adapters.edge.points import DENSE, Conditions, Sparse, StoredLeg, StoredPoint
from pincite.core.bm25 import term_weights
from pincite.core.errors import InvalidInput
from pincite.core.types import Vector
from pincite.ports.index import DenseLeg, IndexPoint, Leg, SearchFilter


def term_id(term: str) -> int:
    """A stable 32-bit id: the same in every process, release and store.

    Two of 500,000 terms share an id with a chance of about 1e-4 a term; their weights then add up.
    """
    digest = blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return int.from_bytes(digest, "little")


def sparse(weights: Mapping[str, float]) -> Sparse | None:
    """Term weights as a sparse vector with ids ascending, None if no weight is above zero.

    Raises:
        InvalidInput: a weight is not finite.
    """
    summed: dict[int, float] = {}
    for term, weight in weights.items():
        if not isfinite(weight):
            raise InvalidInput(f"The weight of the term {term!r} is {weight}.")
        if weight > 0:
            id_ = term_id(term)
            summed[id_] = summed.get(id_, 0.0) + weight
    if not summed:
        return None
    ids = sorted(summed)
    return Sparse(array("I", ids), array("f", (summed[i] for i in ids)))


def encode_vector(vector: Vector, dimension: int, owner: str) -> array[float]:
    """``vector`` as ``array('f')``; ``owner`` says in the error whose it is.

    Raises:
        InvalidInput: its shape is not ``(dimension,)``, a value is not finite, or all are zero.
    """
    values = np.asarray(vector, dtype=np.float32)
    if values.shape != (dimension,):
        raise InvalidInput(f"The vector of {owner} has shape {values.shape}; the index holds ({dimension},).")
    norm = float(np.linalg.norm(values.astype(np.float64)))
    if not isfinite(norm) or norm == 0.0:
        raise InvalidInput(f"The vector of {owner} has length {norm}: it has no direction to compare.")
    return array("f", values.tobytes())


def encode_id(value: str) -> str:
    """The canonical spelling of a UUID. Raises InvalidInput."""
    try:
        return str(UUID(value))
    except ValueError as error:
        raise InvalidInput(f"{value!r} is not a UUID.") from error


def encode_points(points: Sequence[IndexPoint], dimension: int) -> list[StoredPoint]:
    """Points ready to be stored; of several with one id the last one counts. Raises InvalidInput."""
    stored = {}
    for point in points:
        id_ = encode_id(point.id)
        weighed = {name.value: sparse(term_weights(terms, name.value)) for name, terms in point.terms.items()}
        stored[id_] = StoredPoint(
            id=id_,
            base_id=point.base_id,
            document_id=point.document_id,
            version_id=point.version_id,
            tags=tuple(point.tags),
            vector=None if point.vector is None else encode_vector(point.vector, dimension, f"point {id_}"),
            sparse={name: terms for name, terms in weighed.items() if terms is not None},
        )
    return list(stored.values())


def encode_leg(leg: Leg, dimension: int) -> StoredLeg | None:
    """A leg ready to be asked, None if nothing can match. Raises InvalidInput."""
    if leg.limit < 0:
        raise InvalidInput(f"A leg's limit is {leg.limit}; it must be 0 or more.")
    query: array[float] | Sparse | None
    if isinstance(leg, DenseLeg):
        using, query = DENSE, encode_vector(leg.vector, dimension, "the query")
    else:
        using, query = leg.field.value, sparse(leg.terms)
    return StoredLeg(using, leg.limit, query) if leg.limit and query is not None else None


def conditions(where: SearchFilter) -> Conditions:
    """The fields that ``where`` restricts."""
    fields = {
        "base_id": where.base_ids,
        "document_id": where.document_ids,
        "version_id": where.version_ids,
        "tags": where.tags,
    }
    found = {"must": {name: sorted(set(values)) for name, values in fields.items() if values}}
    if where.exclude_document_ids:
        found["must_not"] = {"document_id": sorted(set(where.exclude_document_ids))}
    return found


def change(where: SearchFilter) -> Conditions:
    """As `conditions`, for a deletion or an update. Raises InvalidInput for a filter that names nothing,
    which would meet every point."""
    restricted = conditions(where)
    if not restricted["must"]:
        raise InvalidInput("A change of the index must name bases, documents, versions or tags.")
    return restricted
