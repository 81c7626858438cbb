"""The chunks that retrieval reads, and the store for file bytes.

`pincite.ports.metadata` holds what ingest and the faces need of the metadata database.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pincite.core.types import Chunk, LexicalField


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """Counts over the live chunks of the bases asked, for one lexical field."""

    chunks: int
    average_length: float
    document_frequency: Mapping[str, int]


class ChunkReader(Protocol):
    """Live chunks only: those of the active version of a document that is not being deleted, and not
    disabled by hand.

    An empty collection of bases means: no restriction by base, as in `SearchFilter`.
    """

    async def chunks(self, ids: Sequence[str]) -> dict[str, Chunk]:
        """By id; ids that are gone or not live are absent."""

    async def neighbours(self, chunk: Chunk, window: int) -> list[Chunk]:
        """Live text chunks of its version with ``seq`` within ``window`` of its own, by seq, itself too."""

    async def children(self, parent_ids: Collection[str]) -> list[Chunk]:
        """The live chunks cut from those parents, by document and seq."""

    async def clause_chunks(
        self, base_ids: Collection[str], clause: str, *, version_ids: Collection[str] = ()
    ) -> list[Chunk]:
        """Live chunks that hold ``clause`` (a key, e.g. ``article:43``), by document and seq.

        ``version_ids`` restricts it to those versions: every document of a large base has an article 1.
        """

    async def term_statistics(
        self, base_ids: Collection[str], field: LexicalField, terms: Collection[str]
    ) -> TermStatistics: ...


class BlobStore(Protocol):
    """Bytes by content: the key is the SHA-256 in hex."""

    async def put(self, data: bytes) -> str: ...

    async def get(self, key: str) -> bytes:
        """Raises NotFound."""

    async def delete(self, key: str) -> None:
        """Removing what is not there is no error."""

    async def keys(self) -> set[str]: ...
