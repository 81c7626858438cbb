"""A second opinion on the claims of an answer, by a model that reads meaning (row VF-14).

It never takes a fault away that was found without it, and adds at most a warning.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import anyio.to_thread

from pincite.core.catalogue import say
from pincite.core.errors import JudgeFailed
from pincite.core.settings import VerificationSettings
from pincite.core.types import Passage
from pincite.pipeline.state import ChatState
from pincite.pipeline.verified import ClaimMark, Verdict, Verified
from pincite.ports.judge import Judgement, Pair, Relation, SemanticJudge
from pincite.text.similarity import overlap_ratio, token_set

JUDGE: Final = "judge"
"""Named in ``degraded`` when it gave no judgement."""

MOST_CLAIMS: Final = 40
"""Claims of one answer that are judged, the first ones."""


class Judging:
    def __init__(self, judge: SemanticJudge | None, settings: VerificationSettings) -> None:
        self._judge = judge
        self._settings = settings

    async def judged(self, chat: ChatState, verified: Verified) -> Verified:
        """``verified`` with what the judge says of each claim beside the source that it stands on."""
        judge = self._judge
        if judge is None:
            return verified
        asked = await anyio.to_thread.run_sync(
            _asked, verified.claims, chat.state.passages, self._settings.judge_characters
        )
        if not asked:
            return verified
        try:
            said = await judge.judge([pair for _, pair in asked])
        except JudgeFailed:
            chat.mark_degraded([JUDGE])
            return verified
        by_place = {place: one for (place, _), one in zip(asked, said, strict=True)}
        warned = {place for place, one in by_place.items() if self._warns(verified.claims[place], one)}
        claims = tuple(
            replace(
                claim,
                judgement=by_place.get(place),
                warnings=(*claim.warnings, *self._words(claim, verified.language, place in warned)),
            )
            for place, claim in enumerate(verified.claims)
        )
        added = tuple(
            word
            for place in sorted(warned)
            for word in self._words(verified.claims[place], verified.language, True)
        )
        return replace(verified, claims=claims, judge=judge.identity, judge_warnings=added)

    def _warns(self, claim: ClaimMark, judgement: Judgement) -> bool:
        """Where the check found a fault there is a warning already."""
        sure = judgement.probability >= self._settings.judge_score
        unsuspected = claim.verdict in (Verdict.SUPPORTED, Verdict.UNCHECKED)
        return unsuspected and sure and judgement.relation is Relation.CONTRADICTED

    @staticmethod
    def _words(claim: ClaimMark, language: str, warned: bool) -> tuple[str, ...]:
        return (say("verification.judge_contradicts", language, text=claim.text),) if warned else ()


def _asked(claims: Sequence[ClaimMark], passages: Sequence[Passage], most: int) -> list[tuple[int, Pair]]:
    """The place of each claim with its pair."""
    texts = {passage.chunk.id: passage.text for passage in passages}
    tokens = {id_: token_set(text) for id_, text in texts.items()}
    asked = []
    for place, claim in enumerate(claims[:MOST_CLAIMS]):
        source = next((id_ for id_ in claim.chunk_ids if id_ in texts), "") or _nearest(claim, tokens)
        if source and claim.text.strip():
            quoted = next((one.text for one in claim.pins if one.text), "")
            asked.append((place, Pair(_around(texts[source], quoted, most), claim.text)))
    return asked


def _nearest(claim: ClaimMark, tokens: dict[str, frozenset[str]]) -> str:
    """The passage that shares most with a claim that cites none; nothing where none shares anything."""
    said = token_set(claim.text)
    shares = {id_: overlap_ratio(said, held) for id_, held in tokens.items()}
    best = max(shares, key=lambda id_: shares[id_], default="")
    return best if best and shares[best] else ""


def _around(text: str, quoted: str, most: int) -> str:
    """``text``, or what of it fits around the sentence that is ``quoted``."""
    if len(text) <= most:
        return text
    middle = max(0, text.find(quoted)) + len(quoted) // 2
    start = min(max(0, middle - most // 2), len(text) - most)
    return text[start : start + most]
