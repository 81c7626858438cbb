"""What retrieval is asked and what it gives back."""

from dataclasses import dataclass

from pincite.core.types import Hit, Route


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


@dataclass(frozen=True, slots=True)
class Retrieval:
    """The pool, exact clauses first, then by base score descending and id."""

    hits: tuple[Hit, ...]
    degraded: tuple[str, ...] = ()
    """``("embedding",)`` when the encoder failed and keywords went on alone."""
