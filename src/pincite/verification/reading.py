"""One passage as verification reads it; the same passages come back often."""

from functools import lru_cache

from pincite.text.references import Reference, find_references
from pincite.verification.outline import ClauseOutline, outline_clauses
from pincite.verification.report import Passage
from pincite.verification.statements import Statement, statements_of


@lru_cache(maxsize=512)
def read(
    passage: Passage,
) -> tuple[tuple[tuple[Reference, ClauseOutline], ...], tuple[Reference, ...], tuple[Statement, ...]]:
    """Clauses held, clauses mentioned and statements of one passage."""
    mentions = (*find_references(passage.heading), *find_references(passage.text))
    held = () if passage.loose else tuple(outline_clauses(passage.heading, passage.text))
    return held, mentions, tuple(statements_of(passage))


def mentions_of(passage: Passage) -> tuple[Reference, ...]:
    """The clauses that a passage names, in its heading too."""
    return read(passage)[1]


@lru_cache(maxsize=512)
def written_in(passage: Passage) -> frozenset[str]:
    """The references of a passage as it writes them (제12조의2, not its 제12조; 부칙 제3조, not 제3조)."""
    return frozenset(reference.text for reference in find_references(passage.text))
