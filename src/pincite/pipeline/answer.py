"""The answer as every face gives it: text, sources, citations, verification, or the refusal."""

from dataclasses import dataclass, field

from pincite.core.types import JSON, Hit, MatchType, Passage, QueryType, SearchStrategy
from pincite.core.validity import ALWAYS, Validity
from pincite.pipeline.state import ChatState
from pincite.pipeline.versions import NO_VERSIONS, VersionScope
from pincite.verification import VerificationReport

NEAREST = 3
"""Passages that a refusal shows as what came close."""


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
    validity: Validity = ALWAYS
    """From which to which day the document is in force."""
    in_force: bool = True
    """Today, whatever day was asked for."""

    @property
    def location(self) -> str:
        """Document with its days of validity, clause and page in one line."""
        document = self.document if self.validity.is_open else f"{self.document} ({self.validity})"
        pages = ""
        if self.page_range:
            first, last = self.page_range
            pages = f"p. {first}" if first == last else f"pp. {first}-{last}"
        return ", ".join(part for part in (document, self.place, pages) if part)

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
            "label": self.location,
            "effective_from": self.validity.first.isoformat() if self.validity.first else None,
            "effective_to": self.validity.last.isoformat() if self.validity.last else None,
            "in_force": self.in_force,
        }


@dataclass(frozen=True, slots=True)
class Citation:
    """A claim of the answer and the chunks that it stands on."""

    claim: str
    refs: tuple[str, ...]
    supported_by_chunks: tuple[str, ...]

    def to_json(self) -> JSON:
        return {
            "claim": self.claim,
            "refs": list(self.refs),
            "supported_by_chunks": list(self.supported_by_chunks),
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
    elapsed_ms: float = 0.0
    stage_ms: dict[str, float] = field(default_factory=dict)
    as_of: str | None = None
    """The day, or the days with a slash between, whose versions answered; None where no document has days."""
    notices: tuple[str, ...] = ()
    """Sentences beside the answer: what it cites is not in force today, or another version would answer."""

    @property
    def risk_level(self) -> str | None:
        return self.verification.risk_level.value if self.verification else None

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
            "verification": report_json(self.verification),
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
        if self.crag_retries:
            body["crag_retries"] = self.crag_retries
            body["rewrites"] = list(self.rewrites)
        return body


def report_json(report: VerificationReport | None) -> JSON | None:
    """Risk, groundedness, warnings and whether an expert should look; the full record is in the trace."""
    if report is None:
        return None
    body: JSON = {
        "risk_level": report.risk_level.value,
        "warnings": list(report.warnings),
        "unsupported": list(report.unsupported),
        "escalation_required": report.escalation_required,
    }
    if report.groundedness is not None:
        body["groundedness"] = round(report.groundedness, 4)
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
        validity=versions.editions.validity(chunk.document_id),
        in_force=versions.in_force(chunk.document_id),
    )
