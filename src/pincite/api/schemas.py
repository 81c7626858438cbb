"""Bodies of requests and responses. Unknown fields of a request are refused."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

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
    top_k: int | None = Field(None, ge=0, le=500, description="Results asked for; the setting if absent.")
    as_of: Day | None = Field(
        None,
        description="Day whose versions answer (`2024-01-31`); absent is the day that the question names, "
        "else today.",
    )


class RetrieveBody(QuestionBody):
    rerank: bool = Field(True, description="Order by the reranker, or by the fused base score alone.")


class AnswerBody(QuestionBody):
    language: Literal["ko", "en", "zh"] | None = Field(None, description="Language of the answer.")


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
    label: str = Field(
        description="Document with its days, clause and page.",
        examples=["Terms 2022 (2022-01-01 – 2023-12-31), 제5조"],
    )
    effective_from: date | None
    effective_to: date | None
    in_force: bool = Field(description="Whether the document is in force today, whatever day was asked for.")


class RouteOut(BaseModel):
    strategy: str | None
    query_type: str | None


class CitationOut(BaseModel):
    claim: str
    refs: list[str]
    supported_by_chunks: list[str]


class VerificationOut(BaseModel):
    risk_level: Literal["pass", "warn", "soft_fail", "hard_fail"]
    groundedness: float | None = Field(None, description="Absent when nothing can be checked.")
    warnings: list[str]
    unsupported: list[str]
    escalation_required: bool


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
    verification: VerificationOut | None
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


class HealthOut(BaseModel):
    status: Literal["ok"]
    details: dict[str, Any] = Field(default_factory=dict)
