"""Why each candidate is in the answer or is not: the data of the search inspector.

An `Inspector` is there only when a request asks for it. It keeps what the stages leave behind; the accounts
are made from that at the end, each candidate once, either used or with the one reason for which it left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pincite.core.inspection import PoolEntry
from pincite.core.types import JSON, Hit, Passage, Route
from pincite.text.analyzers import bigrams
from pincite.text.similarity import jaccard

COPY_FROM = 0.4
"""As `ranking.diversity`: from here MMR counts a passage as a copy."""


class Outcome(StrEnum):
    """What became of a candidate."""

    USED = "used"
    OUTSIDE_POOL = "outside_pool"
    """Not among the first of the fused list that are scored."""
    FILTERED = "filtered"
    """Below the line of recall, an FAQ entry that excludes the question, or no longer live."""
    OUT_OF_FOCUS = "out_of_focus"
    """Of another version than the question compares, or blank."""
    BELOW_THRESHOLD = "below_threshold"
    NEAR_COPY = "near_copy"
    """Left out for diversity (MMR): it says what ``by`` says."""
    BEYOND_RERANK_TOP_K = "beyond_rerank_top_k"
    NOT_NAMED = "not_named"
    """The question names clauses, and this is none of them."""
    REFUSED = "refused"
    """It was good enough to be judged, and the question was refused."""
    MERGED = "merged"
    """It is read as a part of the passage ``by``."""
    NEAR_DUPLICATE = "near_duplicate"
    """The passage ``by`` says the same."""
    BEYOND_TOP_K = "beyond_top_k"
    OVER_BUDGET = "over_budget"
    """The model's window did not hold it."""


@dataclass(frozen=True, slots=True)
class Attempted:
    """One search: of the question, or of a rewrite that the gate asked for."""

    query: str
    wordings: tuple[str, ...]
    route: Route | None
    pool: tuple[PoolEntry, ...]
    hits: tuple[Hit, ...]
    ranked: tuple[Hit, ...] = ()
    good: frozenset[str] = frozenset()
    chosen: tuple[Hit, ...] = ()
    score: float | None = None


@dataclass(slots=True)
class Inspector:
    """Run-time record; stages write, `accounts` reads."""

    attempts: list[Attempted] = field(default_factory=list)
    pool: tuple[PoolEntry, ...] = ()
    ranked: tuple[Hit, ...] = ()
    good: frozenset[str] = frozenset()
    merged: tuple[Passage, ...] | None = None
    limited: tuple[Passage, ...] | None = None
    fitting: tuple[Passage, ...] | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """A candidate with its places and scores by stage, and its end."""

    chunk_id: str
    outcome: Outcome
    by: str | None
    """Chunk that stands for it, where one does."""
    entry: PoolEntry | None
    hit: Hit | None
    pool_rank: int | None
    """By base score, exact clauses first."""
    rerank_rank: int | None
    """By composite score."""
    answer_rank: int | None

    def to_json(self) -> JSON:
        hit = self.hit
        return {
            "chunk_id": self.chunk_id,
            "document": None if hit is None else hit.chunk.document_title,
            "place": None if hit is None else hit.chunk.place,
            "outcome": self.outcome.value,
            "by": self.by,
            "legs": [
                {"leg": place.leg, "wording": place.wording, "rank": place.rank, "score": _round(place.score)}
                for place in (self.entry.legs if self.entry else ())
            ],
            "rrf": None if self.entry is None else _round(self.entry.rrf),
            "pool_rank": self.pool_rank,
            "base": None if hit is None else _round(hit.base_score),
            "cosine": None if hit is None else _round(hit.cosine),
            "nearness": None if hit is None else _round(hit.nearness),
            "lexical": {} if hit is None else {name: _round(score) for name, score in hit.lexical.items()},
            "exact_reference": hit is not None and hit.exact_reference,
            "rerank": None if hit is None else _round(hit.rerank_score),
            "composite": None if hit is None or hit.rerank_score is None else _round(hit.score),
            "boosted": hit is not None and hit.boosted,
            "rerank_rank": self.rerank_rank,
            "answer_rank": self.answer_rank,
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """All of one answer's search."""

    attempts: tuple[Attempted, ...]
    judged: int
    """Which attempt the answer, or the refusal, stands on."""
    candidates: tuple[Account, ...]
    gate: Mapping[str, object] | None
    """The lines and the decision; None for a search, which has no gate."""
    stage_ms: Mapping[str, float]
    graph: JSON | None = None
    """What the names of the question led to (`pincite.pipeline.graph_view`); None where it names nothing."""

    def to_json(self) -> JSON:
        told: JSON = {
            "attempts": [
                {
                    "query": attempt.query,
                    "wordings": list(attempt.wordings),
                    "query_type": attempt.route.query_type.value if attempt.route else None,
                    "strategy": attempt.route.strategy.value if attempt.route else None,
                    "found": len(attempt.pool),
                    "pool": len(attempt.hits),
                    "top_score": _round(attempt.score),
                }
                for attempt in self.attempts
            ],
            "judged": self.judged,
            "gate": None if self.gate is None else dict(self.gate),
            "stage_ms": {stage: round(spent, 1) for stage, spent in self.stage_ms.items()},
            "candidates": [account.to_json() for account in self.candidates],
        }
        return told if self.graph is None else {**told, "graph": self.graph}


def explained(
    inspector: Inspector,
    *,
    hits: Sequence[Hit],
    refused: bool,
    lookup: bool,
    gate: Mapping[str, object] | None,
    stage_ms: Mapping[str, float],
    graph: JSON | None = None,
) -> Explanation:
    """``hits`` are the pool of the attempt that was judged at last."""
    ids = [hit.chunk.id for hit in hits]
    judged = next(
        (
            number
            for number, attempt in enumerate(inspector.attempts)
            if [hit.chunk.id for hit in attempt.hits] == ids
        ),
        max(len(inspector.attempts) - 1, 0),
    )
    candidates: tuple[Account, ...] = ()
    if inspector.attempts:
        candidates = accounts(inspector.attempts[judged], inspector, refused=refused, lookup=lookup)
    return Explanation(tuple(inspector.attempts), judged, candidates, gate, dict(stage_ms), graph)


def accounts(attempt: Attempted, inspector: Inspector, *, refused: bool, lookup: bool) -> tuple[Account, ...]:
    """Every candidate of ``attempt`` once: those of the answer first, then by how far they came."""
    hits = {hit.chunk.id: hit for hit in (*attempt.hits, *attempt.ranked, *attempt.chosen)}
    entries = {entry.chunk_id: entry for entry in attempt.pool}
    pool_rank = {hit.chunk.id: rank for rank, hit in enumerate(attempt.hits, start=1)}
    ranks = {hit.chunk.id: rank for rank, hit in enumerate(attempt.ranked, start=1)}
    ends = _Ends(attempt, inspector, refused, lookup)
    answer = {passage.chunk.id: rank for rank, passage in enumerate(ends.final, start=1)}
    found = [
        Account(
            id_, *ends.of(id_, entries.get(id_), hits.get(id_)), entries.get(id_), hits.get(id_),
            pool_rank.get(id_), ranks.get(id_), answer.get(id_),
        )
        for id_ in dict.fromkeys((*hits, *entries))
    ]  # fmt: skip
    last = len(found) + 1
    return tuple(
        sorted(
            found,
            key=lambda one: (
                one.answer_rank or last, one.rerank_rank or last, one.pool_rank or last,
                -(one.entry.rrf if one.entry else 0.0), one.chunk_id,
            ),
        )
    )  # fmt: skip


class _Ends:
    def __init__(self, attempt: Attempted, inspector: Inspector, refused: bool, lookup: bool) -> None:
        self._attempt, self._refused, self._lookup = attempt, refused, lookup
        self._merged = inspector.merged or ()
        self._limited = self._merged if inspector.limited is None else inspector.limited
        last = self._limited if inspector.fitting is None else inspector.fitting
        self.final = () if refused else last
        self._hits = {hit.chunk.id for hit in attempt.hits}
        self._ranked = {hit.chunk.id for hit in attempt.ranked}
        self._chosen = {hit.chunk.id for hit in attempt.chosen}

    def of(self, id_: str, entry: PoolEntry | None, hit: Hit | None) -> tuple[Outcome, str | None]:
        if hit is None or id_ not in self._hits:
            outside = entry is not None and not entry.in_pool
            return (Outcome.OUTSIDE_POOL if outside else Outcome.FILTERED), None
        if self._ranked and id_ not in self._ranked:
            return Outcome.OUT_OF_FOCUS, None
        if self._ranked and id_ not in self._attempt.good:
            return Outcome.BELOW_THRESHOLD, None
        if self._chosen and id_ not in self._chosen:
            copied = _closest(hit.chunk.content, self._attempt.chosen) if self._ranked else None
            return (Outcome.NEAR_COPY, copied) if copied else (Outcome.BEYOND_RERANK_TOP_K, None)
        return (Outcome.REFUSED, None) if self._refused else self._after_merge(id_, hit)

    def _after_merge(self, id_: str, hit: Hit) -> tuple[Outcome, str | None]:
        holder = next((one for one in self._merged if one.chunk.id == id_), None) or next(
            (one for one in self._merged if any(member.id == id_ for member in one.members)), None
        )
        if holder is None:
            if self._lookup and not hit.exact_reference:
                return Outcome.NOT_NAMED, None
            return Outcome.NEAR_DUPLICATE, _nearest(hit.chunk.content, self._merged)
        primary = holder.chunk.id
        if primary not in {passage.chunk.id for passage in self._limited}:
            return Outcome.BEYOND_TOP_K, None
        if primary not in {passage.chunk.id for passage in self.final}:
            return Outcome.OVER_BUDGET, None
        return (Outcome.USED, None) if primary == id_ else (Outcome.MERGED, primary)


def _closest(text: str, chosen: Sequence[Hit]) -> str | None:
    """The chosen chunk that ``text`` is a copy of, in the eyes of MMR; None where it was cut by its score."""
    own = frozenset(bigrams(text))
    shares = [(jaccard(own, frozenset(bigrams(hit.chunk.content))), hit.chunk.id) for hit in chosen]
    best = max(shares, key=lambda pair: (pair[0], pair[1]), default=(0.0, ""))
    return best[1] if best[0] >= COPY_FROM else None


def _nearest(text: str, passages: Sequence[Passage]) -> str | None:
    own = frozenset(bigrams(text))
    shares = [(jaccard(own, frozenset(bigrams(one.text))), one.chunk.id) for one in passages]
    return max(shares, key=lambda pair: (pair[0], pair[1]), default=(0.0, None))[1]


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
