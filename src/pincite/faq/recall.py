"""Which hits of a search stand for an entry, and how far a search may reach for more of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.core.types import Chunk, ChunkType, Hit
from pincite.faq.questions import is_negative
from pincite.faq.texts import entry_of_chunk

DEFAULT_MATCH_COUNT = 50
POOL_CAP = 500
"""Reference 000, part 8.2: what a match count of nothing means, and the largest pool."""
FIRST_FACTOR = 3
MOST_ROUNDS = 5
"""Reference 000, part 8.7."""


def recall_plan(
    match_count: int, *, unique: int = 0, pulled: int | None = None, asked: int | None = None
) -> list[int]:
    """Limits of the further pulls, in order (row FAQ-06): none if ``unique`` entries are enough, or if the
    first pull gave fewer hits than ``asked``, for then there are no more. A caller stops at the round that
    brings enough, or fewer hits than its limit.

    >>> recall_plan(10, unique=4, pulled=50, asked=50)
    [30, 60, 120, 240, 480]
    """
    wanted = match_count if match_count > 0 else DEFAULT_MATCH_COUNT
    if unique >= wanted or (pulled is not None and asked is not None and pulled < asked):
        return []
    limits: list[int] = []
    limit = min(wanted * FIRST_FACTOR, POOL_CAP)
    while len(limits) < MOST_ROUNDS and limit not in limits:
        limits.append(limit)
        limit = min(limit * 2, POOL_CAP)
    return limits


@dataclass(frozen=True, slots=True)
class QuestionRecall:
    """How far the FAQ bases are searched for one question: entries that must not answer it do not count."""

    query: str

    def further(self, chunks: Iterable[Chunk], match_count: int, *, full: bool) -> list[int]:
        """As `recall_plan`, for the ``chunks`` of a pull that was ``full`` or not."""
        if not full:
            return []
        entries = {chunk.document_id for chunk in chunks if not _must_not_answer(chunk, self.query)}
        return recall_plan(match_count, unique=len(entries))


def answerable(hits: Sequence[Hit], query: str) -> list[Hit]:
    """``hits`` without the entries that must not answer ``query`` (row FAQ-08), and with the best vector of
    each entry only: the others say the same to a reader and would take the places of other entries."""
    seen: set[str] = set()
    kept = []
    for hit in hits:
        if hit.chunk.chunk_type is ChunkType.FAQ:
            if hit.chunk.document_id in seen or _must_not_answer(hit.chunk, query):
                continue
            seen.add(hit.chunk.document_id)
        kept.append(hit)
    return kept


def _must_not_answer(chunk: Chunk, query: str) -> bool:
    entry = entry_of_chunk(chunk)
    return entry is not None and is_negative(query, entry.negative)
