"""Points and searches of a large index without texts: words by Zipf's law, vectors in clusters.

Drawn as arrays, 40 times as quick as the documents of `bench.synthetic`, so that a million are made in
minutes. Everything follows from seeds: every engine is given the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from uuid import UUID

import numpy as np

from pincite.core.bm25 import idf
from pincite.core.types import LexicalField, Matrix, Vector
from pincite.ports.index import DenseLeg, IndexPoint, Leg, LexicalLeg, SearchFilter

DIMENSION = 384
BASES = 10
CHUNKS_A_DOCUMENT = 100
BATCH = 500

WORDS = {LexicalField.MORPHEMES: 60_000, LexicalField.BIGRAMS: 40_000}
"""Distinct terms a field: what 100,000 chunks of Korean law hold (a few syllables make most bigrams)."""
LENGTHS = {LexicalField.MORPHEMES: 80, LexicalField.BIGRAMS: 220}
"""Terms a chunk of 512 characters."""
ZIPF_EXPONENT, ZIPF_SHIFT = 1.07, 2.7
"""As `bench.synthetic`: Mandelbrot's form of the law with its usual constants."""

CHUNKS_A_CLUSTER = 50
SPREAD = 0.6
"""Length of a centre beside the direction that all share: clusters lie at a cosine of 0.74, as E5's."""
NOISE = 0.35
"""As `bench.synthetic`: cosine 0.94 to the centre."""

LIMIT = 50
"""Hits a leg."""
ASKED = {LexicalField.MORPHEMES: 8, LexicalField.BIGRAMS: 16}
"""Terms of a question a field, the words of asking left out."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search of every engine. ``terms`` carry inverse document frequencies; ``scope`` says whose."""

    scope: str
    vector: Vector
    terms: dict[LexicalField, dict[str, float]]
    where: SearchFilter

    def legs(self) -> list[Leg]:
        lexical = [LexicalLeg(field, terms, LIMIT) for field, terms in self.terms.items()]
        return [DenseLeg(self.vector, LIMIT), *lexical]


@cache
def _shares(field: LexicalField) -> tuple[np.ndarray, np.ndarray]:
    weights = (np.arange(1, WORDS[field] + 1) + ZIPF_SHIFT) ** -ZIPF_EXPONENT
    shares = weights / weights.sum()
    return shares, np.cumsum(shares)


def _drawn(rng: np.random.Generator, field: LexicalField, shape: tuple[int, ...]) -> np.ndarray:
    _, cumulative = _shares(field)
    return np.minimum(np.searchsorted(cumulative, rng.random(shape)), WORDS[field] - 1)


def _word(field: LexicalField, number: int) -> str:
    return f"{field.value[0]}{number}"


def _unit(rows: np.ndarray) -> Matrix:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


@cache
def _centres(chunks: int) -> Matrix:
    rng = np.random.default_rng(3)
    shared = _unit(rng.standard_normal((1, DIMENSION)))
    own = _unit(rng.standard_normal((max(1, chunks // CHUNKS_A_CLUSTER), DIMENSION)))
    return _unit(shared + SPREAD * own)


def _around(rng: np.random.Generator, centres: Matrix) -> Matrix:
    return _unit(centres + NOISE * _unit(rng.standard_normal(centres.shape)))


def batches(chunks: int) -> Iterator[list[IndexPoint]]:
    """All points of an index of ``chunks``, `BATCH` at a time."""
    for start in range(0, chunks, BATCH):
        size = min(BATCH, chunks - start)
        rng = np.random.default_rng([chunks, start])
        vectors = vectors_of(chunks, start, size)
        drawn = {field: _drawn(rng, field, (size, LENGTHS[field])) for field in LexicalField}
        yield [
            IndexPoint(
                id=str(UUID(int=start + row)),
                base_id=f"base{(start + row) // CHUNKS_A_DOCUMENT % BASES}",
                document_id=f"document{(start + row) // CHUNKS_A_DOCUMENT}",
                version_id=f"version{(start + row) // CHUNKS_A_DOCUMENT}",
                vector=vectors[row],
                terms={
                    field: {
                        _word(field, int(number)): int(count)
                        for number, count in zip(*np.unique(numbers[row], return_counts=True), strict=True)
                    }
                    for field, numbers in drawn.items()
                },
            )
            for row in range(size)
        ]


def vectors_of(chunks: int, start: int, size: int) -> Matrix:
    """The vectors of the points from ``start`` on, without their words."""
    rng = np.random.default_rng([chunks, start, 1])
    centres = _centres(chunks)
    return _around(rng, centres[rng.integers(len(centres), size=size)])


def searches(chunks: int, count: int) -> list[Search]:
    """A third each over everything, two bases of ten, and three documents."""
    rng = np.random.default_rng([chunks, 2])
    centres = _centres(chunks)
    vectors = _around(rng, centres[rng.integers(len(centres), size=count)])
    documents = max(1, chunks // CHUNKS_A_DOCUMENT)
    found = []
    for number in range(count):
        scope = ("all", "two bases", "three documents")[number % 3]
        where = SearchFilter()
        if scope == "two bases":
            where = SearchFilter(base_ids=("base1", f"base{2 + number % 8}"))
        elif scope == "three documents":
            names = rng.integers(documents, size=3)
            where = SearchFilter(document_ids=tuple(f"document{int(name)}" for name in names))
        terms = {
            field: {
                _word(field, int(term)): _idf(chunks, field, int(term))
                for term in np.unique(_drawn(rng, field, (ASKED[field],)))
            }
            for field in LexicalField
        }
        found.append(Search(scope, vectors[number], terms, where))
    return found


def _idf(chunks: int, field: LexicalField, term: int) -> float:
    share = float(_shares(field)[0][term])
    return idf(chunks, round(chunks * (1 - (1 - share) ** LENGTHS[field])))
