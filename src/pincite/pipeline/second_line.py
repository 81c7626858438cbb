"""The second line of the gate over one attempt: is what was asked for in what was found (ADR 14)?"""

from dataclasses import dataclass, replace

import anyio.to_thread

from pincite.core.catalogue import say
from pincite.core.types import GateDecision, Hit
from pincite.grading import Absence, Thresholds, absence, eases, grade
from pincite.merging.pictures import read_with_pictures
from pincite.pipeline.attempts import Attempt
from pincite.pipeline.pictures import pictures_of
from pincite.pipeline.state import ChatState
from pincite.ports.storage import ChunkReader


@dataclass(frozen=True, slots=True)
class SecondLine:
    """What it says to the best attempt at a question."""

    eased: bool = False
    """The best passage holds the kind of value asked, so the eased line is enough."""
    lacking: Absence | None = None
    """What was asked for and is in no passage."""

    def passes(self, score: float | None, lines: Thresholds) -> bool:
        """Whether less than the pass line is enough here."""
        return self.eased and lines.is_enough(score)

    def decide(
        self, score: float | None, retries: int, lines: Thresholds, *, explicit_scope: bool = False
    ) -> GateDecision:
        """As `grade`; what it refuses after the last rewrite passes from the eased line on, and a pass
        without what was asked for is refused.

        In an explicit scope nothing is refused at once (DESIGN.md section 13): it is searched again, and what
        is found then passes.
        """
        decision = grade(score, retries, lines, explicit_scope=explicit_scope)
        if decision is GateDecision.REFUSE and self.passes(score, lines):
            decision = GateDecision.PASS
        if decision is not GateDecision.PASS or self.lacking is None:
            return decision
        if not explicit_scope:
            return GateDecision.REFUSE
        return GateDecision.REWRITE if retries < lines.max_retries else GateDecision.PASS

    def say(self, attempt: Attempt, language: str) -> str:
        """That the nearest document lacks it, in a sentence; empty when nothing is missing."""
        if self.lacking is None:
            return ""
        best = attempt.reranked[0].chunk
        document = ", ".join(part for part in (best.document_title, best.place) if part)
        if self.lacking.name:
            return say(
                f"answer.lacks_{self.lacking.kind}", language, document=document, name=self.lacking.name
            )
        value = say(f"answer.value_{self.lacking.kind}", language)
        return say("answer.lacks_value", language, document=document, value=value)


NO_SECOND_LINE = SecondLine()


async def second_line(
    chat: ChatState, attempt: Attempt, lines: Thresholds, reader: ChunkReader | None = None
) -> SecondLine:
    """For the question as the person asked it. Pictures are read only where the text lacks something."""
    question = chat.state.question or chat.request.query
    versions = chat.state.versions
    # A year that chooses the version of a document need not stand in it.
    years = not versions.named and not versions.compared

    def judge(ranked: list[Hit], pool: list[Hit]) -> Absence | None:
        return absence(question, ranked, pool, lines.abort_score, years=years)

    lacking = await anyio.to_thread.run_sync(judge, attempt.reranked, attempt.hits)
    if lacking is not None and reader is not None:
        seen = await _with_pictures(attempt.reranked, reader)
        lacking = await anyio.to_thread.run_sync(judge, seen, [*seen, *attempt.hits])
    return SecondLine(await anyio.to_thread.run_sync(eases, question, attempt.reranked), lacking)


async def _with_pictures(hits: list[Hit], reader: ChunkReader) -> list[Hit]:
    pictures = await pictures_of(reader, (hit.chunk for hit in hits))
    return [replace(hit, chunk=read_with_pictures(hit.chunk, pictures)) for hit in hits]
