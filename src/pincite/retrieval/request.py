"""What retrieval is asked and what it gives back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pincite.core.inspection import PoolEntry
from pincite.core.types import Chunk, Hit, Route
from pincite.retrieval.recalled import RecallThresholds


class EntryRecall(Protocol):
    """When the entries that a search of FAQ bases found are too few."""

    def further(self, chunks: Iterable[Chunk], match_count: int, *, full: bool) -> list[int]:
        """Limits of the pulls that may follow, none if ``chunks`` are enough or the last pull was not
        ``full``, which means that there are no more."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question with its route and the scope it may be answered from.

    Empty ``document_ids`` or ``tags`` mean no restriction by them. ``match_count`` of zero or less means 50.
    """

    question: str
    route: Route
    base_ids: tuple[str, ...]
    document_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    match_count: int = 10
    wordings: tuple[str, ...] = ()
    """Other wordings of the question. They widen the pool; every score stays the question's own, for words
    left out of a question are no evidence."""
    exclude_document_ids: tuple[str, ...] = ()
    """Documents that were not in force on the day asked for."""
    scopes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tags that hold for one base alone, by its id."""
    recall: EntryRecall | None = None
    """How far FAQ bases are searched; None is one pull."""
    asked_base_ids: tuple[str, ...] = ()
    """All bases of the question where ``base_ids`` are only some: how rare a word is, is counted in all."""
    recall_thresholds: bool = True
    """False where the person named the scope: then weak hits are wanted too (row SR-05)."""
    thresholds: RecallThresholds | None = None
    """Those of the assistant that is asked; None is the settings."""
    dense: bool = True
    """False asks no encoder: words alone find."""
    explain: bool = False
    """Tell of every candidate where the legs had it."""
    relaxed: bool = False
    """The keyword line of `RecallThresholds` is lower: this is a search in other words."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The pool, exact clauses first, then by base score descending and id."""

    hits: tuple[Hit, ...]
    degraded: tuple[str, ...] = ()
    """``("embedding",)`` when the encoder failed and keywords went on alone, ``("search",)`` when a part of
    the bases could not be searched."""
    by_words: bool = False
    """No vector took part, so what is said in other words was not looked for."""
    entries: tuple[PoolEntry, ...] = ()
    """All candidates, where the request asks for them."""


class Retriever(Protocol):
    async def search(self, request: SearchRequest) -> Retrieval:
        """The pool of ``request``. Raises what the encoder, the indexes and the readers raise where nothing
        is found."""
