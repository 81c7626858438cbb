"""The Qdrant Edge shard itself. Only the child process imports this; every call holds the GIL."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import qdrant_edge as edge

from pincite.adapters.edge.ordering import ScoredId, first_fetch, in_order, next_fetch
from pincite.adapters.edge.points import (
    DENSE,
    LEXICAL_NAMES,
    PAYLOAD_FIELDS,
    Conditions,
    Sparse,
    StoredLeg,
    StoredPoint,
)
from pincite.core.errors import ConfigurationError, IndexUnavailable, InvalidInput, LibraryTooNew

FORMAT = 1
"""Rises when stored values change their meaning: term ids, BM25 constants, names of vectors or fields."""

META_FILE = "index.json"
SHARD_DIRECTORY = "shard"

EXACT_ROWS = 150_000
"""Up to here exact search is quick enough and has recall 1.0 (LIBRARIES.md, Store)."""

LEXICAL_BYTES = 350 * 12
"""The larger lexical field of a full chunk: 350 bigrams at the 12 bytes that Edge counts for each (measured).
Edge holds its threshold against the largest vector of a row, sparse ones too, so a threshold that knew the
dense alone built a graph at 100,000 chunks (measured: recall 0.97, and 52 s of processor in which no search
was answered)."""

FLUSH_ROWS = 5_000
"""Rows written between flushes, so that a restart replays little of the write-ahead log."""


def _config(dimension: int) -> edge.EdgeConfig:
    largest = max(dimension * 4, LEXICAL_BYTES)
    return edge.EdgeConfig(
        vectors={DENSE: edge.EdgeVectorParams(size=dimension, distance=edge.Distance.Cosine)},
        sparse_vectors={name: edge.EdgeSparseVectorParams() for name in LEXICAL_NAMES},
        optimizers=edge.EdgeOptimizersConfig(indexing_threshold=EXACT_ROWS * largest // 1024),
        wal_enabled=True,
    )


def _filter(conditions: Conditions) -> edge.Filter:
    if unknown := set(conditions) - {"must", "must_not"}:
        # Passed over, it would match every point, and a deletion would remove them.
        raise InvalidInput(f"A filter of the index has no part {', '.join(sorted(unknown))}.")
    return edge.Filter(
        must=[_any_of(name, values) for name, values in conditions.get("must", {}).items()],
        must_not=[_any_of(name, values) for name, values in conditions.get("must_not", {}).items()],
    )


def _any_of(name: str, values: list[str]) -> edge.FieldCondition:
    return edge.FieldCondition(name, edge.MatchAny(values))


def _sparse(terms: Sparse) -> edge.SparseVector:
    return edge.SparseVector(terms.ids.tolist(), terms.weights.tolist())


def _point(point: StoredPoint) -> edge.Point:
    vectors: dict[str, edge.SparseVector | list[float] | list[list[float]]] = {
        name: _sparse(terms) for name, terms in point.sparse.items()
    }
    if point.vector is not None:
        vectors[DENSE] = point.vector.tolist()
    return edge.Point(point.id, vectors, point.payload())


def _check_meta(directory: Path, dimension: int) -> None:
    try:
        meta = json.loads((directory / META_FILE).read_text(encoding="utf-8"))
        found, held = int(meta["format"]), int(meta["dimension"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise IndexUnavailable(
            f"The description of the index in {directory} cannot be read: {error}.",
            hint="Run `pincite reindex` to build the index again from the library.",
        ) from error
    if found > FORMAT:
        raise LibraryTooNew(f"The index in {directory} has format {found}; this pincite reads {FORMAT}.")
    if held != dimension:
        raise ConfigurationError(
            f"The index in {directory} holds vectors of {held} numbers, the encoder makes {dimension}.",
            hint="Run `pincite reindex` to build the index for the encoder in use.",
        )


def _create(directory: Path, dimension: int) -> None:
    """Make an empty shard beside its place and move it there whole: a crash leaves none or all of it."""
    making = directory / f"{SHARD_DIRECTORY}.making"
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir()
    shard = edge.EdgeShard.create(str(making), _config(dimension))
    for name in PAYLOAD_FIELDS:
        shard.update(edge.UpdateOperation.create_field_index(name, edge.PayloadSchemaType.Keyword))
    shard.flush()
    shard.close()
    meta = directory / f"{META_FILE}.making"
    meta.write_text(json.dumps({"format": FORMAT, "dimension": dimension}), encoding="utf-8")
    meta.replace(directory / META_FILE)
    making.rename(directory / SHARD_DIRECTORY)


class Shard:
    """Synchronous operations on stored values. Open it with `Shard.open`."""

    def __init__(self, shard: edge.EdgeShard) -> None:
        self._shard = shard
        self._unflushed = 0
        # Short runs of the command line never fall silent; the first long one tidies after them.
        self._touched = True

    @classmethod
    def open(cls, directory: Path, dimension: int) -> "Shard":
        """Open the shard in ``directory``, making it if there is none.

        Raises:
            ConfigurationError: it holds vectors of another dimension.
            LibraryTooNew: a newer pincite wrote it.
            IndexUnavailable: its description cannot be read.
        """
        place = directory / SHARD_DIRECTORY
        if not place.exists():
            _create(directory, dimension)
        _check_meta(directory, dimension)
        return cls(edge.EdgeShard.load(str(place), _config(dimension)))

    @property
    def unflushed(self) -> bool:
        return self._unflushed > 0

    @property
    def touched(self) -> bool:
        """Whether anything may have been written since the last `tidy`."""
        return self._touched

    def upsert(self, points: Sequence[StoredPoint]) -> None:
        self._write(edge.UpdateOperation.upsert_points([_point(point) for point in points]), len(points))

    def delete(self, conditions: Conditions) -> None:
        self._write(edge.UpdateOperation.delete_points_by_filter(_filter(conditions)), 1)

    def set_tags(self, conditions: Conditions, tags: list[str]) -> None:
        where = _filter(conditions)
        self._write(edge.UpdateOperation.set_payload_by_filter(where, {"tags": tags}), 1)

    def _write(self, operation: edge.UpdateOperation, rows: int) -> None:
        self._shard.update(operation)
        self._unflushed += rows
        self._touched = True
        if self._unflushed >= FLUSH_ROWS:
            self.flush()

    def search(self, leg: StoredLeg, conditions: Conditions) -> list[ScoredId]:
        """Up to ``leg.limit`` hits in the one order of `ordering`, ties at the end resolved by id."""
        query = _sparse(leg.query) if isinstance(leg.query, Sparse) else leg.query.tolist()
        where = _filter(conditions)
        asked: int | None = first_fetch(leg.limit)
        ordered: list[ScoredId] = []
        while asked is not None:
            request = edge.QueryRequest(
                limit=asked,
                query=edge.Query.Nearest(query, using=leg.using),
                filter=where,
                with_payload=False,
                with_vector=False,
            )
            ordered = in_order([(str(point.id), point.score) for point in self._shard.query(request)])
            asked = next_fetch(ordered, leg.limit, asked)
        return ordered[: leg.limit]

    def vectors(self, ids: Sequence[str]) -> list[tuple[str, list[float]]]:
        """The dense vectors of those of ``ids`` that have one."""
        records = self._shard.retrieve(list(ids), with_payload=False, with_vector=[DENSE])
        found = []
        for record in records:
            vectors = record.vector  # once: every access makes a new list of floats (0.8 ms for 140 vectors)
            vector = vectors.get(DENSE) if isinstance(vectors, dict) else None
            if isinstance(vector, list):
                found.append((str(record.id), cast("list[float]", vector)))
        return found

    def count(self, conditions: Conditions) -> int:
        return int(self._shard.count(edge.CountRequest(exact=True, filter=_filter(conditions))))

    def values(self, name: str) -> list[str]:
        """Every value of a payload field. An exact facet lists values of deleted points too, with count 0."""
        rows = self.count({})
        hits = self._shard.facet(edge.FacetRequest(name, limit=max(rows, 1), exact=True)) if rows else ()
        return [str(hit.value) for hit in hits if hit.count]

    def flush(self) -> None:
        """Bring everything written onto the disk, so that a power cut loses nothing either."""
        self._shard.flush()
        self._unflushed = 0

    def tidy(self) -> None:
        """Drop deleted rows (above a fifth) and index what passes `EXACT_ROWS`. Blocks for seconds."""
        self._touched = False
        self._shard.optimize()
        self.flush()

    def close(self) -> None:
        self.flush()
        self._shard.close()
