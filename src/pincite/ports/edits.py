"""Chunks as people change them by hand (DESIGN.md section 13): records, and the port of the database.

The slice that was cut never changes; what a person wrote lies beside it, text by text.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pincite.core.types import Chunk, LexicalField


class RevisionAction(StrEnum):
    EDIT = "edit"
    ROLLBACK = "rollback"
    CARRY = "carry"
    """The same slice was cut again by a new version and kept what was written over it."""


@dataclass(frozen=True, slots=True)
class Revision:
    """One text of a chunk. Number 0, the slice as it was cut, is always there and has no row."""

    number: int
    action: RevisionAction
    content: str | None
    """None is the slice as it was cut."""
    restored: int | None
    """The revision that a rollback went back to."""
    created_at: float


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """A chunk as its editor sees it."""

    chunk: Chunk
    """With the text that is indexed, shown and cited."""
    original: str
    """The slice of the document, which never changes."""
    revision: int
    """0 until somebody edits it."""
    previous_id: str | None
    next_id: str | None
    indexing: bool
    """A change of it is on its way into the index."""


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """What a chunk becomes, and what that does to the statistics."""

    chunk: Chunk
    """With its new text, clauses, morphemes and switch."""
    original: str
    seen: ChunkRecord
    """What the change was made from; if the chunk is another by now, nothing is written."""
    action: RevisionAction | None
    """None where the text stays: the switch alone."""
    restored: int | None
    lengths: Mapping[LexicalField, int]
    """Terms that it holds now."""
    counted_out: Mapping[LexicalField, Collection[str]]
    """Terms that it no longer holds, or none of which count while it is disabled."""
    counted_in: Mapping[LexicalField, Collection[str]]


@dataclass(frozen=True, slots=True)
class KeptEdit:
    """What a chunk of a new version takes over from the same slice of the one before."""

    from_id: str
    original: str


class Edits(Protocol):
    """Chunks of live versions as people look at them and change them. NotFound for all others."""

    async def get(self, chunk_id: str) -> ChunkRecord: ...

    async def list(
        self, document_id: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[ChunkRecord], int]:
        """By seq, without parents, disabled ones too; and how many there are."""

    async def changed(self, version_id: str) -> Sequence[ChunkRecord]:
        """Those of a version, live or not, that were edited or disabled."""

    async def history(self, chunk_id: str) -> Sequence[Revision]:
        """From the first on, without revision 0."""

    async def apply(self, change: ChunkChange, now: float) -> ChunkRecord:
        """Store the change, its revision, the new statistics and the job that re-indexes the chunk, in one
        transaction. Raises Conflict when the chunk changed meanwhile or its document is being parsed."""
