"""The Qdrant Edge shard itself. Only the child process imports this; every call holds the GIL."""

import json
import shutil
from array import array
from collections.abc import Collection, Sequence
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
from pincite.core.memory import give_back

FORMAT = 1
"""Rises when stored values change their meaning: term ids, BM25 constants, names of vectors or fields."""

META_FILE = "index.json"
SHARD_DIRECTORY = "shard"

PLAIN_ROWS = 5_000
"""Up to here every distance is computed from whole numbers: 0.4 ms. Above, candidates are found by numbers of
8 bits and scored by the whole ones (measured: 0.6 ms instead of 1.6 at 20,000 chunks, 2.9 instead of 42 at
100,000 on a busy machine, recall@10 1.0 for all; ADR 0003)."""

OVERSAMPLING = 2.0
CANDIDATES = 200
"""Candidates of 8 bits: so many a hit that is asked for, and so many at least. Measured on 30,000 vectors
around 930 of real texts: of the 81 best twice as many hold all, of the 10 best twice as many 91 % only."""

LEXICAL_BYTES = 350 * 12
"""The larger lexical field of a full chunk: 350 bigrams at the 12 bytes that Edge counts for each (measured).
Edge holds its threshold against the largest vector of a row, sparse ones too."""

_QUANTILE = 0.99
"""Share of the numbers that the range of 8 bits covers; the rest are cut to its ends, as Qdrant advises."""

_NO_GRAPH = edge.HnswIndexConfig(m=0, ef_construct=4, full_scan_threshold=10)
"""A graph of 100,000 chunks takes 142 s in which no search is answered, numbers of 8 bits take 3 s, and its
recall is not 1.0 on every library; m=0 builds none."""

TIDY_ROWS = 2_500
"""Rows written, and at least a quarter of what was there, after which an ingest that never falls silent is
tidied: new rows are found by reading all, and lie in memory until then."""

_WHOLE = edge.SearchParams(quantization=edge.QuantizationSearchParams(ignore=True))

FLUSH_ROWS = 5_000
"""Rows written between flushes, so that a restart replays little of the write-ahead log."""


def _config(dimension: int) -> edge.EdgeConfig:
    largest = max(dimension * 4, LEXICAL_BYTES)
    dense = edge.EdgeVectorParams(
        size=dimension,
        distance=edge.Distance.Cosine,
        quantization_config=edge.ScalarQuantizationConfig(
            edge.ScalarType.Int8, quantile=_QUANTILE, always_ram=True
        ),
        hnsw_config=_NO_GRAPH,
    )
    return edge.EdgeConfig(
        vectors={DENSE: dense},
        # Postings are read from the file: as quick (0.7 ms a leg at 100,000 chunks), and 118 MB less.
        sparse_vectors={name: edge.EdgeSparseVectorParams(on_disk=True) for name in LEXICAL_NAMES},
        optimizers=edge.EdgeOptimizersConfig(indexing_threshold=PLAIN_ROWS * largest // 1024),
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


def _rescored(asked: int) -> edge.SearchParams:
    """Candidates by 8 bits where there are such, scored by the whole numbers."""
    oversampling = max(OVERSAMPLING, CANDIDATES / asked)
    return edge.SearchParams(
        quantization=edge.QuantizationSearchParams(rescore=True, oversampling=oversampling)
    )


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
        self._untidied = 0
        self._held = int(shard.count(edge.CountRequest(exact=False)))

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

    @property
    def overgrown(self) -> bool:
        """Whether so much was written since the last `tidy` that it should not wait for silence."""
        return self._untidied >= max(TIDY_ROWS, self._held // 4)

    def upsert(self, points: Sequence[StoredPoint]) -> None:
        self._write(edge.UpdateOperation.upsert_points([_point(point) for point in points]), len(points))
        self._untidied += len(points)

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
        where: edge.Filter | None = _filter(conditions)
        if not any(conditions.values()):
            where = None  # an empty filter is held against every row: 0.5 ms at 100,000
        asked: int | None = first_fetch(leg.limit)
        ordered: list[ScoredId] = []
        while asked is not None:
            request = edge.QueryRequest(
                limit=asked,
                query=edge.Query.Nearest(query, using=leg.using),
                filter=where,
                params=None if isinstance(leg.query, Sparse) else _rescored(asked),
                with_payload=False,
                with_vector=False,
            )
            ordered = in_order([(str(point.id), point.score) for point in self._shard.query(request)])
            asked = next_fetch(ordered, leg.limit, asked)
        return ordered[: leg.limit]

    def cosines(self, vector: "array[float]", ids: Collection[str]) -> list[ScoredId]:
        """To ``vector``, of those of ``ids`` that have one, by whole numbers (measured for 70 ids: 0.4 ms,
        and 1.5 ms to hand their vectors over instead)."""
        if not ids:
            return []
        request = edge.QueryRequest(
            limit=len(ids),
            query=edge.Query.Nearest(vector.tolist(), using=DENSE),
            filter=edge.Filter(must=[edge.HasIdCondition(set(ids))]),
            params=_WHOLE,
            with_payload=False,
            with_vector=False,
        )
        return [(str(point.id), point.score) for point in self._shard.query(request)]

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
        give_back()

    def tidy(self) -> None:
        """Drop deleted rows (above a fifth) and shorten the numbers of what passes `PLAIN_ROWS`. Blocks for
        seconds."""
        self._touched = False
        self._held += self._untidied
        self._untidied = 0
        self._shard.optimize()
        self.flush()

    def close(self) -> None:
        self.flush()
        self._shard.close()
