"""Points and legs as frame parts: structure in the header, numbers as raw 32-bit values in the body."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from pincite.adapters.edge.points import Sparse, StoredLeg, StoredPoint


class _Cursor:
    """Takes arrays off a body in the order in which they were written."""

    def __init__(self, body: bytes) -> None:
        self._body = memoryview(body)
        self._at = 0

    def _take(self, values: array[Any], count: int) -> None:
        end = self._at + count * values.itemsize
        values.frombytes(self._body[self._at : end])
        self._at = end

    def floats(self, count: int) -> array[float]:
        values = array("f")
        self._take(values, count)
        return values

    def sparse(self, count: int) -> Sparse:
        ids = array("I")
        self._take(ids, count)
        return Sparse(ids, self.floats(count))


def _body(parts: Iterable[array[Any]]) -> bytes:
    return b"".join(part.tobytes() for part in parts)


def pack_points(points: Sequence[StoredPoint]) -> tuple[list[Any], bytes]:
    """Rows for the header and the body of their numbers."""
    rows: list[Any] = []
    parts: list[array[Any]] = []
    for point in points:
        sizes = {name: len(terms.ids) for name, terms in point.sparse.items()}
        length = 0 if point.vector is None else len(point.vector)
        rows.append([point.id, point.base_id, point.document_id, point.version_id, point.tags, length, sizes])
        if point.vector is not None:
            parts.append(point.vector)
        for terms in point.sparse.values():
            parts += (terms.ids, terms.weights)
    return rows, _body(parts)


def unpack_points(rows: list[Any], body: bytes) -> list[StoredPoint]:
    cursor = _Cursor(body)
    return [
        StoredPoint(
            id=id_,
            base_id=base_id,
            document_id=document_id,
            version_id=version_id,
            tags=tuple(tags),
            vector=cursor.floats(length) if length else None,
            sparse={name: cursor.sparse(size) for name, size in sizes.items()},
        )
        for id_, base_id, document_id, version_id, tags, length, sizes in rows
    ]


def pack_legs(legs: Sequence[StoredLeg]) -> tuple[list[Any], bytes]:
    """Rows for the header and the body of their numbers."""
    rows: list[Any] = []
    parts: list[array[Any]] = []
    for leg in legs:
        if isinstance(leg.query, Sparse):
            rows.append([leg.using, leg.limit, len(leg.query.ids), True])
            parts += (leg.query.ids, leg.query.weights)
        else:
            rows.append([leg.using, leg.limit, len(leg.query), False])
            parts.append(leg.query)
    return rows, _body(parts)


def unpack_legs(rows: list[Any], body: bytes) -> list[StoredLeg]:
    cursor = _Cursor(body)
    return [
        StoredLeg(using, limit, cursor.sparse(size) if is_sparse else cursor.floats(size))
        for using, limit, size, is_sparse in rows
    ]
