"""Bodies of requests and responses. Unknown fields of a request are refused."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pincite.api.attachment_schemas import Attachments, Images
from pincite.api.inspection_schemas import ExplanationOut
from pincite.core.errors import InvalidInput
from pincite.core.labels import is_storable
from pincite.core.validity import read_day


def _day(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("a day is text: 2024-01-31")  # noqa: TRY004  pydantic makes a field error of this one
    try:
        return read_day(value)
    except InvalidInput as error:
        raise ValueError(error.message) from error


Day = Annotated[date, BeforeValidator(_day, json_schema_input_type=str)]
"""ISO 8601: `2024-01-31`, and nothing else that could mean a day."""


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _without_nul(cls, body: object) -> object:
        """PostgreSQL keeps no text with a NUL, so none comes in, whatever the database."""
        waiting = [body]
        while waiting:  # and no recursion: a body may be nested as deep as it is long
            match waiting.pop():
                case str() as text if not is_storable(text):
                    raise ValueError("a text holds a NUL character or half of a surrogate pair")
                case dict() as held:
                    waiting += [*held, *held.values()]
                case list() as held:
                    waiting += held
        return body


class QuestionBody(Body):
    """A question and where to look. Empty lists mean everything."""

    query: str = Field(
        description="The question, in Korean, Chinese or English.", examples=["제43조 내용 알려줘"]
    )
    bases: list[str] = Field(default_factory=list, description="Names or ids of bases.")
    documents: list[str] = Field(default_factory=list, description="Ids, file names or titles of documents.")
    tags: list[str] = Field(default_factory=list, description="Tags; any of them.")
    scopes: dict[str, list[str]] = Field(
        default_factory=dict, description="Base to tags that hold for it alone."
    )
    top_k: int | None = Field(None, ge=0, le=500, description="Results asked for; the setting if absent.")
    threshold: float | None = Field(
        None, ge=0, le=1, description="Reranker probability that passages must reach; the setting if absent."
    )
    as_of: Day | None = Field(
        None,
        description="Day whose versions answer (`2024-01-31`); absent is the day that the question names, "
        "else today.",
    )
    explain: bool = Field(
        False, description="Tell of each candidate its ranks and scores by stage, and why it left."
    )
    web: bool | None = Field(
        None,
        description="Search the web too; absent leaves this and the next two to assistant and settings.",
    )
    web_fetch: bool | None = Field(None, description="Read the best pages of the web in full.")
    data_analysis: bool | None = Field(
        None, description="Let the chat model ask CSV and Excel files among the sources by SQL."
    )


class RetrieveBody(QuestionBody):
    rerank: bool = Field(True, description="Order by the reranker, or by the fused base score alone.")


class AnswerBody(QuestionBody):
    language: Literal["ko", "en", "zh"] | None = Field(None, description="Language of the answer.")
    assistant: str | None = Field(
        None, max_length=300, description="Name or id of who answers; the default one, if there is one."
    )
    stream: bool = Field(
        False, description="Server-sent events as of a conversation; `complete` carries this body."
    )
    release: Literal["immediate", "verified"] = Field(
        "verified", description="Of a stream: verified tells no text of the answer before it is checked."
    )
    images: Images
    attachments: Attachments


class PlaceOut(BaseModel):
    chunk_id: str
    start: int | None = Field(
        description="First code point in the document's text; null for a page of the web."
    )
    end: int | None = Field(description="Behind the last one.")
    page_range: tuple[int, int] | None


class SourceOut(BaseModel):
    handle: str
    chunk_id: str = Field(description="What citations name.")
    chunk_ids: list[str]
    document_id: str
    document: str
    base_id: str
    place: str = Field(description="Clause trail.", examples=["제2장 보험금의 지급 > 제43조(보험금의 지급)"])
    page_range: tuple[int, int] | None
    content: str
    chunk_type: str
    match_type: str
    score: float
    rrf_score: float
    base_score: float
    rerank_score: float | None
    boosted: bool = Field(description="Its score was raised because it is an FAQ entry or a wiki page.")
    label: str = Field(
        description="Document with its days, clause and page.",
        examples=["Terms 2022 (2022-01-01 – 2023-12-31), 제5조"],
    )
    effective_from: date | None
    effective_to: date | None
    in_force: bool = Field(description="Whether the document is in force today, whatever day was asked for.")
    url: str | None = Field(None, description="Of a page of the web.")
    sql: str | None = Field(None, description="The query, where it was computed from a spreadsheet.")
    places: list[PlaceOut] = Field(
        default_factory=list, description="Where each of its chunks stands in its document."
    )


class RouteOut(BaseModel):
    strategy: str | None
    query_type: str | None


class PinBoxesOut(BaseModel):
    page: int = Field(description="From 1.")
    boxes: list[tuple[float, float, float, float]] = Field(
        description="Left, bottom, right, top of each line, in PDF points with y upward."
    )


class PinOut(BaseModel):
    chunk_id: str = Field(description="One of a source's `chunk_ids`: the one that holds the sentence.")
    document_id: str
    base_id: str
    start: int | None = Field(
        description="First code point of the sentence in the document's text (`/documents/{id}/highlights` "
        "tells its boxes); null for a page of the web."
    )
    end: int | None = Field(description="Behind the last one.")
    text: str = Field(description="The words of the sentence; empty where the whole chunk is meant.")
    page_range: tuple[int, int] | None
    boxes: list[PinBoxesOut] = Field(
        description="Of PDFs, where they were found within `answer.boxes_seconds`; else "
        "`/documents/{id}/highlights` finds them."
    )


class CitationOut(BaseModel):
    claim: str
    refs: list[str]
    supported_by_chunks: list[str]
    pins: list[PinOut] = Field(
        default_factory=list, description="For each of these chunks the place that the claim stands on."
    )


Risk = Literal["pass", "warn", "soft_fail", "hard_fail"]
Failure = Literal["retrieval_gap", "generation_error", "unit_error", "semantic_mismatch", "minor"]


class JudgementOut(BaseModel):
    relation: Literal["entailed", "contradicted", "neutral"] = Field(description="To the source.")
    probability: float


class ClaimOut(BaseModel):
    start: int = Field(description="First code point of the claim in the answer, tags included.")
    end: int = Field(description="Behind the last one.")
    text: str = Field(description="Without tags.")
    verdict: Literal["supported", "unsupported", "reversed", "unchecked"] = Field(
        description="reversed: a source says the opposite; unchecked: nothing in it can be looked up."
    )
    severity: Risk | None = Field(description="Null where it was not checked.")
    failure_type: Failure | None
    refs: list[str] = Field(description="Clauses that it names.")
    chunk_ids: list[str] = Field(
        description="What it stands on; what it contradicts, or cites in vain, where it fails."
    )
    pins: list[PinOut] = Field(description="The sentences of these chunks.")
    warnings: list[str]
    judgement: JudgementOut | None = Field(None, description="Only where a judge is set.")


class JudgeOut(BaseModel):
    model: str
    entailed: int
    contradicted: int
    neutral: int


class CorrectionOut(BaseModel):
    answer: str
    annotations: list[dict[str, Any]] | None = Field(None, description="Under `/v1` only.")
    verification: "VerificationOut"


class VerificationOut(BaseModel):
    """The check of an answer, claim by claim."""

    risk_level: Risk
    groundedness: float | None = Field(None, description="Absent when nothing can be checked.")
    warnings: list[str]
    unsupported: list[str]
    escalation_required: bool = Field(
        description="A person must look: the search missed what is cited, or a source says the opposite."
    )
    failure_type: Failure | None = Field(description="Why, of the worst fault.")
    action_taken: str | None = Field(
        description="none, flagged, escalated, regenerated, regeneration_discarded or regeneration_failed."
    )
    regenerate_improved: bool | None = Field(
        None, description="Whether the critic's second answer was the better one; absent without a second."
    )
    handling: Literal["review", "note", "log", "none"] = Field(
        description="Recommended: an expert's review, a note that it is not confirmed, a record, nothing."
    )
    advice: str = Field(description="The same as a sentence.")
    partial: bool = Field(description="The answer was broken off; what there is of it was checked.")
    claims: list[ClaimOut]
    correction: CorrectionOut | None = Field(
        None, description="A better answer of the critic, where the first one was shown already."
    )
    judge: JudgeOut | None = Field(None, description="Only where a judge is set.")


class AnswerOut(BaseModel):
    trace_id: str
    query: str
    answer: str = Field(description="With `<kb …/>` tags where documents are cited.")
    language: str
    is_refusal: bool
    refusal_reason: str | None = None
    nearest: list[SourceOut] | None = Field(None, description="On a refusal: what came closest.")
    elapsed_ms: float
    sources: list[SourceOut]
    citations: list[CitationOut] | None = None
    route: RouteOut
    verification: VerificationOut | None = Field(
        description="Null where there is nothing to check against: a refusal, a search, small talk."
    )
    crag_retries: int | None = None
    rewrites: list[str] | None = None
    searched: list[str]
    degraded: list[str]
    capabilities: list[str]
    ungrounded: bool
    model_calls: int
    as_of: str | None = Field(
        None, description="Day, or days with a slash between, whose versions were searched; null is any."
    )
    notices: list[str] = Field(
        default_factory=list,
        description="Beside the answer: what it cites is not in force, or another version would answer.",
    )
    stage_ms: dict[str, float]
    image_description: str | None = Field(
        None, description="What the pictures of the question show, where a model or OCR told it."
    )
    explanation: ExplanationOut | None = Field(None, description="Only where `explain` asks for it.")


class HealthOut(BaseModel):
    status: Literal["ok"]
    details: dict[str, Any] = Field(default_factory=dict)
