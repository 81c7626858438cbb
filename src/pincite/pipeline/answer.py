"""The answer as every face gives it: text, sources, citations, verification, or the refusal."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.citations import Pin, whole
from pincite.core.types import JSON, Hit, MatchType, Passage, QueryType, SearchStrategy
from pincite.core.validity import ALWAYS, Validity
from pincite.pipeline.analysing import SQL
from pincite.pipeline.explaining import Explanation
from pincite.pipeline.state import ChatState
from pincite.pipeline.verified import Verified, verified_json
from pincite.pipeline.versions import NO_VERSIONS, VersionScope
from pincite.ports.models import Usage
from pincite.verification import VerificationReport

NEAREST = 5
"""Passages that a refusal shows as what came close; as many as ``pincite eval answers`` reads."""


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that the answer could use; ``chunk_id`` is what citations name."""

    handle: str
    chunk_id: str
    chunk_ids: tuple[str, ...]
    document_id: str
    document: str
    base_id: str
    place: str
    """The clause trail, e.g. ``제2장 보험금의 지급 > 제43조(보험금의 지급)``."""
    page_range: tuple[int, int] | None
    content: str
    chunk_type: str
    match_type: MatchType
    score: float
    rrf_score: float
    base_score: float
    rerank_score: float | None
    boosted: bool = False
    """Its score was raised because it is an FAQ entry or a wiki page."""
    validity: Validity = ALWAYS
    """From which to which day the document is in force."""
    in_force: bool = True
    """Today, whatever day was asked for."""
    places: tuple[Pin, ...] = ()
    """Where each of its chunks stands, whole."""
    url: str = ""
    """Of a page of the web."""
    sql: str = ""
    """The query, where it was computed from a spreadsheet."""

    @property
    def location(self) -> str:
        """Document with its days of validity, clause and page in one line."""
        document = self.document if self.validity.is_open else f"{self.document} ({self.validity})"
        pages = ""
        if self.page_range:
            first, last = self.page_range
            pages = f"p. {first}" if first == last else f"pp. {first}-{last}"
        return ", ".join(part for part in (document, self.place, pages, self.url) if part)

    def to_json(self) -> JSON:
        return {
            "handle": self.handle,
            "chunk_id": self.chunk_id,
            "chunk_ids": list(self.chunk_ids),
            "document_id": self.document_id,
            "document": self.document,
            "base_id": self.base_id,
            "place": self.place,
            "page_range": list(self.page_range) if self.page_range else None,
            "content": self.content,
            "chunk_type": self.chunk_type,
            "match_type": self.match_type.value,
            "score": round(self.score, 4),
            "rrf_score": round(self.rrf_score, 4),
            "base_score": round(self.base_score, 4),
            "rerank_score": None if self.rerank_score is None else round(self.rerank_score, 4),
            "boosted": self.boosted,
            "label": self.location,
            "effective_from": self.validity.first.isoformat() if self.validity.first else None,
            "effective_to": self.validity.last.isoformat() if self.validity.last else None,
            "in_force": self.in_force,
            "url": self.url or None,
            "sql": self.sql or None,
            "places": [
                {
                    "chunk_id": place.chunk_id,
                    "start": place.start,
                    "end": place.end,
                    "page_range": list(place.page_range) if place.page_range else None,
                }
                for place in self.places
            ],
        }


@dataclass(frozen=True, slots=True)
class Citation:
    """A claim of the answer and the chunks that it stands on."""

    claim: str
    refs: tuple[str, ...]
    supported_by_chunks: tuple[str, ...]
    pins: tuple[Pin, ...] = ()
    """For each of these passages the chunk that holds the sentence, and where that stands in the document."""

    def to_json(self) -> JSON:
        return {
            "claim": self.claim,
            "refs": list(self.refs),
            "supported_by_chunks": list(self.supported_by_chunks),
            "pins": [place.to_json() for place in self.pins],
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """What `ask` returns. A refusal is an answer too."""

    trace_id: str
    query: str
    answer: str
    """With ``<kb …/>`` tags where the documents are cited."""
    language: str
    query_type: QueryType | None
    strategy: SearchStrategy | None
    sources: tuple[Source, ...] = ()
    citations: tuple[Citation, ...] = ()
    verification: VerificationReport | None = None
    """What the check without a model says."""
    verified: Verified | None = None
    """The same, claim by claim, with what critic and judge add."""
    is_refusal: bool = False
    refusal_reason: str | None = None
    nearest: tuple[Source, ...] = ()
    """On a refusal: what came closest."""
    searched: tuple[str, ...] = ()
    """Names of the bases asked."""
    crag_retries: int = 0
    rewrites: tuple[str, ...] = ()
    top_scores: tuple[float, ...] = ()
    degraded: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    ungrounded: bool = False
    model_calls: int = 0
    usage: Usage | None = None
    """Tokens of the streamed answer's call, where the model counts them."""
    finish_reason: str = ""
    """Why the model ended the streamed answer, as it said."""
    elapsed_ms: float = 0.0
    stage_ms: dict[str, float] = field(default_factory=dict)
    as_of: str | None = None
    """The day, or the days with a slash between, whose versions answered; None where no document has days."""
    notices: tuple[str, ...] = ()
    """Sentences beside the answer: what it cites is not in force today, or another version would answer."""

    image_description: str = ""
    """What the pictures of the question show, where somebody told it."""
    rendered_content: str = ""
    """The question as the model read it, with contexts and what lay beside it; kept for audit."""
    explanation: Explanation | None = None
    """What became of each candidate; only where it was asked for."""

    @property
    def risk_level(self) -> str | None:
        judged = self.verified or self.verification
        return judged.risk_level.value if judged else None

    def to_json(self) -> JSON:
        """The body of ``POST /answer``: reference 001's fields, and what DESIGN.md sections 7 and 13 add."""
        body: JSON = {
            "trace_id": self.trace_id,
            "query": self.query,
            "answer": self.answer,
            "language": self.language,
            "is_refusal": self.is_refusal,
            "elapsed_ms": round(self.elapsed_ms, 1),
            "sources": [source.to_json() for source in self.sources],
            "route": {
                "strategy": self.strategy.value if self.strategy else None,
                "query_type": self.query_type.value if self.query_type else None,
            },
            "verification": verified_json(self.verified),
            "searched": list(self.searched),
            "degraded": list(self.degraded),
            "capabilities": list(self.capabilities),
            "ungrounded": self.ungrounded,
            "model_calls": self.model_calls,
            "as_of": self.as_of,
            "notices": list(self.notices),
            "stage_ms": {stage: round(spent, 1) for stage, spent in self.stage_ms.items()},
        }
        if self.citations:
            body["citations"] = [citation.to_json() for citation in self.citations]
        if self.is_refusal:
            body["refusal_reason"] = self.refusal_reason
            body["nearest"] = [source.to_json() for source in self.nearest]
        if self.image_description:
            body["image_description"] = self.image_description
        if self.explanation is not None:
            body["explanation"] = self.explanation.to_json()
        if self.crag_retries:
            body["crag_retries"] = self.crag_retries
        if self.rewrites:
            body["rewrites"] = list(self.rewrites)
        return body


def answer_sources(chat: ChatState) -> tuple[Source, ...]:
    """The passages of the answer with their handles, best first."""
    versions, register = chat.state.versions, chat.context.registry.register
    return tuple(_source(register(passage), passage, versions) for passage in chat.state.passages)


def nearest_sources(hits: list[Hit], versions: VersionScope = NO_VERSIONS) -> tuple[Source, ...]:
    """The best hits of a refused question, without handles."""
    near = sorted(hits, key=lambda hit: -(hit.rerank_score or 0.0))[:NEAREST]
    return tuple(
        _source("", Passage(hit.chunk, hit.score, hit.chunk.display_text, (hit.chunk,), hit), versions)
        for hit in near
    )


def nearest_passages(passages: Sequence[Passage], versions: VersionScope) -> tuple[Source, ...]:
    """The best passages of a refused question, without handles."""
    return tuple(_source("", passage, versions) for passage in passages[:NEAREST])


def _source(handle: str, passage: Passage, versions: VersionScope) -> Source:
    chunk, hit = passage.chunk, passage.hit
    return Source(
        handle=handle,
        chunk_id=chunk.id,
        chunk_ids=tuple(member.id for member in passage.members),
        document_id=chunk.document_id,
        document=chunk.document_title,
        base_id=chunk.base_id,
        place=chunk.place,
        page_range=passage.page_range,
        content=passage.text,
        chunk_type=chunk.chunk_type.value,
        match_type=hit.match_type,
        score=passage.score,
        rrf_score=hit.rrf_score,
        base_score=hit.base_score,
        rerank_score=hit.rerank_score,
        boosted=hit.boosted,
        validity=versions.editions.validity(chunk.document_id),
        in_force=versions.in_force(chunk.document_id),
        places=tuple(whole(member) for member in passage.members),
        url=chunk.document_id if hit.match_type is MatchType.WEB else "",
        sql=str(chunk.details.get(SQL, "")) if hit.match_type is MatchType.DATA_ANALYSIS else "",
    )
