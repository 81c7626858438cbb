"""Points, legs and an open index, for the suites of `SearchIndex`."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Literal
from uuid import UUID

import numpy as np
import pytest

from pincite.core.types import LexicalField, Vector
from pincite.ports.index import DenseLeg, IndexPoint, LexicalLeg, SearchFilter, SearchIndex, SearchResult

DIMENSION = 8
EVERYTHING = SearchFilter()
MORPHEMES, BIGRAMS = LexicalField.MORPHEMES, LexicalField.BIGRAMS


def point_id(number: int) -> str:
    """The UUID of the test point ``number``; ids sort as their numbers."""
    return str(UUID(int=number))


def unit(*values: float) -> Vector:
    """``values``, padded with zeros to `DIMENSION`, L2-normalised."""
    vector = np.zeros(DIMENSION, dtype=np.float32)
    vector[: len(values)] = values
    return vector / np.linalg.norm(vector)


def point(
    number: int,
    vector: Vector | Literal["turning"] | None = "turning",
    terms: Mapping[str, int] | None = None,
    *,
    base: str = "base",
    document: str = "document",
    version: str = "version",
    tags: Sequence[str] = (),
    bigrams: Mapping[str, int] | None = None,
) -> IndexPoint:
    """A point; without ``vector`` it turns a little further from the first axis with each number."""
    given = unit(np.cos(number / 50), np.sin(number / 50)) if isinstance(vector, str) else vector
    fields = {MORPHEMES: terms or {}, BIGRAMS: bigrams or {}}
    return IndexPoint(point_id(number), base, document, version, given, fields, tuple(tags))


def dense(limit: int = 10, vector: Vector | None = None) -> DenseLeg:
    return DenseLeg(unit(1.0) if vector is None else vector, limit)


def lexical(terms: Mapping[str, float], limit: int = 10, field: LexicalField = MORPHEMES) -> LexicalLeg:
    return LexicalLeg(field, terms, limit)


def numbers(result: SearchResult, leg: int = 0) -> list[int]:
    """The test numbers of the points in one list."""
    return [UUID(hit.id).int for hit in result.legs[leg]]


class IndexSuite(ABC):
    """Opens the index that a suite tests, and closes it."""

    pytestmark = pytest.mark.anyio

    @abstractmethod
    async def make_index(self, dimension: int) -> SearchIndex:
        """A new empty index for vectors of ``dimension`` numbers. The suite closes it."""

    @asynccontextmanager
    async def holding(self, *points: IndexPoint) -> AsyncIterator[SearchIndex]:
        index = await self.make_index(DIMENSION)
        try:
            await index.upsert(points)
            yield index
        finally:
            await index.aclose()
