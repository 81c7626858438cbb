"""The entries of an FAQ base as the database holds them: each is a document of the base."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.core.types import DocumentStatus


@dataclass(frozen=True, slots=True)
class FaqRow:
    """One entry; its id is that of its document."""

    id: str
    status: DocumentStatus
    error_message: str | None
    tags: tuple[str, ...]
    created_at: float
    updated_at: float
    details: Mapping[str, Any] | None
    """`Chunk.details` of the live version's first chunk; None where the version that is wanted is another,
    on its way or failed: then the file of ``file_key`` tells what it says."""
    file_key: str


class FaqRows(Protocol):
    async def list(
        self, base_id: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[FaqRow], int]:
        """By age, oldest first, without those being deleted; and how many there are."""

    async def get(self, base_id: str, entry_id: str) -> FaqRow:
        """Raises NotFound."""
