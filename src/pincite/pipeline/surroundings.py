"""What stands around the passages of an answer: the store is asked for what the passages lack.

A clause or a figure that stands there was missed by the search; one that stands nowhere was made up (row
CR-02). Only answers with such a fault cost these look-ups.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from pincite.core.types import Chunk, Hit, MatchType, Passage
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader
from pincite.routing.intents import Intent
from pincite.text.references import Reference
from pincite.verification import FailureType, Finding, VerificationReport
from pincite.verification import Passage as Evidence
from pincite.verification.causes import MISSING
from pincite.verification.clauses import ARTICLE_LIKE

NEIGHBOURS = 12
"""Chunks before and behind a passage among which a figure is looked for: some pages of a document."""
MOST = 80
"""Chunks that are read in all, which bounds the time of an answer with many faults."""


async def surroundings(
    report: VerificationReport,
    passages: Sequence[Passage],
    base_ids: Collection[str],
    reader: ChunkReader,
    label: Callable[[str], str],
) -> tuple[Evidence, ...]:
    """The chunks that may hold what ``passages`` lack; nothing where nothing is missing or no passage is
    stored (pages of the web). Where the store has nothing to add, the first passage says that it was asked.
    ``label`` gives the days of a document."""
    missing = [one for claim in report.claims for one in claim.findings if one.message in MISSING]
    stored = [passage for passage in passages if passage.chunk.base_id]
    if not missing or not stored:
        return ()
    seen = {member.id for passage in passages for member in passage.members}
    found = {chunk.id: chunk for chunk in await _clauses(missing, stored, base_ids, reader)}
    if any(one.reference is None and one.failure is not FailureType.MINOR for one in missing):
        for passage in stored:
            found |= {chunk.id: chunk for chunk in await reader.neighbours(passage.chunk, NEIGHBOURS)}
    around = [chunk for id_, chunk in found.items() if id_ not in seen][:MOST]
    return tuple(evidence_of(_alone(chunk, stored[0]), label) for chunk in around) or (
        evidence_of(stored[0], label),
    )


async def passages_before(chat: ChatState, reader: ChunkReader) -> list[Passage]:
    """What the last turn that had sources could use, for an answer that only goes on with it (DESIGN.md
    section 13); nothing for another question."""
    cited = next((turn.cited for turn in reversed(chat.state.turns) if turn.cited), ())
    if chat.state.intent != Intent.FOLLOW_UP or not cited:
        return []
    chunks = await reader.chunks([id_ for id_, _ in cited])
    hits = [Hit(chunks[id_], score, MatchType.HISTORY) for id_, score in cited if id_ in chunks]
    return [Passage(hit.chunk, hit.score, hit.chunk.display_text, (hit.chunk,), hit) for hit in hits]


def evidence(chat: ChatState) -> tuple[Evidence, ...]:
    """What the answer is checked against: exactly the passages that its writer saw."""
    label = chat.state.versions.label
    return tuple(evidence_of(passage, label) for passage in chat.state.passages)


def evidence_of(passage: Passage, label: Callable[[str], str]) -> Evidence:
    """With the days of validity, which an answer about versions states."""
    parts = (label(passage.chunk.document_id), passage.heading)
    return Evidence(
        id=passage.chunk.id,
        text=passage.text,
        heading=" > ".join(filter(None, parts)),
        loose=passage.hit.match_type is MatchType.WEB,
    )


async def _clauses(
    missing: Iterable[Finding], passages: Sequence[Passage], base_ids: Collection[str], reader: ChunkReader
) -> list[Chunk]:
    """Those of the documents that the passages are of; of other documents only where the answer names them,
    because a clause 3 stands in every document."""
    versions = {passage.chunk.version_id for passage in passages}
    found: list[Chunk] = []
    for reference in {one.reference for one in missing if one.reference is not None}:
        for key in _keys(reference):
            found += await reader.clause_chunks(base_ids, key, version_ids=versions)
            if reference.law:
                others = await reader.clause_chunks(base_ids, key)
                found += [chunk for chunk in others if _named(reference.law, chunk.document_title)]
    return sorted(found, key=lambda chunk: (chunk.document_id, chunk.seq))


def _keys(reference: Reference) -> list[str]:
    if not reference.numbers or not reference.numbers[0]:
        return []
    if reference.kind not in ARTICLE_LIKE:
        return [reference.key]
    return [f"{kind}:{reference.numbers[0]}" for kind in sorted(ARTICLE_LIKE)]


def _named(law: str, title: str) -> bool:
    name, whole = "".join(law.split()).lower(), "".join(title.split()).lower()
    return bool(name) and name in whole


def _alone(chunk: Chunk, like: Passage) -> Passage:
    return Passage(chunk, 0.0, chunk.display_text, (chunk,), replace(like.hit, chunk=chunk))
