"""Which chunks each claim of an answer stands on (row CI-09), and which sentences of them."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.citations import Pin, cited_handles, pin, strip_references
from pincite.pipeline.answer import Citation
from pincite.pipeline.state import ChatState
from pincite.verification import Claim, VerificationReport


@dataclass(frozen=True, slots=True)
class Standing:
    """A claim and what it stands on; every id is the ``chunk_id`` of a source."""

    claim: Claim
    cited: tuple[str, ...]
    """What its writer cited."""
    chunks: tuple[str, ...] = ()
    pins: tuple[Pin, ...] = ()


def citations(chat: ChatState) -> tuple[Citation, ...]:
    """A citation a claim that has support; none where the answer has no sources of its own."""
    report = chat.state.report
    if report is None or not chat.state.passages:
        return ()
    return tuple(
        Citation(one.claim.text, one.claim.refs, one.chunks, one.pins)
        for one in standings(chat, report, chat.state.raw_answer)
        if one.chunks
    )


def standings(chat: ChatState, report: VerificationReport, raw: str) -> tuple[Standing, ...]:
    """Of each claim of ``report``, which checked ``raw``.

    Where a claim holds facts, verification says which passages hold them; where its writer cited some of
    these, it stands on them. A claim without any stands on what its writer cited, so that programs read here
    what readers see as inline tags (DESIGN.md section 13). A claim that failed the check stands on nothing.
    """
    inline = _inline(chat, report.claims, raw)
    passages = {passage.chunk.id: passage for passage in chat.state.passages}
    found = []
    for claim, cited in zip(report.claims, inline, strict=True):
        chunks = cited if claim.verdict == "unverifiable" else _narrowed(claim.supported_by, cited)
        pins = tuple(pin(passages[chunk], claim.text) for chunk in chunks if chunk in passages)
        found.append(Standing(claim, tuple(cited), tuple(chunks), _distinct(pins)))
    return tuple(found)


def _distinct(pins: Sequence[Pin]) -> tuple[Pin, ...]:
    """Passages may share a member: one place is told once."""
    return tuple(dict.fromkeys(pins))


def _narrowed(holders: Sequence[str], cited: Sequence[str]) -> Sequence[str]:
    """Of the passages that hold the facts, those that the writer cited, if any: 제3조 stands in every act."""
    return [chunk for chunk in holders if chunk in cited] or holders


def _inline(chat: ChatState, claims: Sequence[Claim], raw: str) -> list[list[str]]:
    """Chunks a claim whose tags stand in it, or after it before the next one's first letter."""
    text = strip_references(raw)
    begins = [claim.start + _blanks(text[claim.start : claim.end]) for claim in claims]
    inline: list[list[str]] = [[] for _ in claims]
    for offset, handle in cited_handles(raw):
        passage = chat.context.registry.resolve(handle)
        number = bisect_left(begins, offset) - 1
        if passage is not None and number >= 0 and passage.chunk.id not in inline[number]:
            inline[number].append(passage.chunk.id)
    return inline


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip())
