"""Which chunks each claim of an answer stands on (row CI-09)."""

from bisect import bisect_left
from collections.abc import Sequence

from pincite.citations import cited_handles, strip_references
from pincite.pipeline.answer import Citation
from pincite.pipeline.state import ChatState
from pincite.verification import Claim


def citations(chat: ChatState) -> tuple[Citation, ...]:
    """A citation a claim that has support; every id is the ``chunk_id`` of a source.

    Where a claim holds facts, verification says which passages hold them; where its writer cited some of
    these, it stands on them. A claim without any stands on what
    its writer cited, so that programs read here what readers see as inline tags (DESIGN.md section 13). A
    claim that failed the check stands on nothing.
    """
    report = chat.state.report
    if report is None:
        return ()
    inline = _inline(chat, report.claims)
    found = []
    for claim, cited in zip(report.claims, inline, strict=True):
        chunks = cited if claim.verdict == "unverifiable" else _narrowed(claim.supported_by, cited)
        if chunks:
            found.append(Citation(claim.text, tuple(claim.refs), tuple(chunks)))
    return tuple(found)


def _narrowed(holders: Sequence[str], cited: Sequence[str]) -> Sequence[str]:
    """Of the passages that hold the facts, those that the writer cited, if any: 제3조 stands in every act."""
    return [chunk for chunk in holders if chunk in cited] or holders


def _inline(chat: ChatState, claims: Sequence[Claim]) -> list[list[str]]:
    """Chunks a claim whose tags stand in it, or after it before the next one's first letter."""
    text = strip_references(chat.state.raw_answer)
    begins = [claim.start + _blanks(text[claim.start : claim.end]) for claim in claims]
    inline: list[list[str]] = [[] for _ in claims]
    for offset, handle in cited_handles(chat.state.raw_answer):
        passage = chat.context.registry.resolve(handle)
        number = bisect_left(begins, offset) - 1
        if passage is not None and number >= 0 and passage.chunk.id not in inline[number]:
            inline[number].append(passage.chunk.id)
    return inline


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())
