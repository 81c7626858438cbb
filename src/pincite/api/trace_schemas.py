"""Bodies about traces."""

from typing import Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field

from pincite.api.schemas import Body
from pincite.observability.traces_reading import Selection, moment
from pincite.observability.traces_replay import Replay

DAY = "A day (`2026-03-01`) or a moment, in UTC where it names no zone."


class TraceFilter(BaseModel):
    """Which traces are meant; what is absent means all."""

    since: str | None = Field(None, description=f"The first. {DAY}")
    until: str | None = Field(None, description=f"The last, a day with all of it. {DAY}")
    query_type: str | None = Field(None, description="E.g. `structured_lookup`.")
    strategy: str | None = Field(None, description="`bm25_heavy`, `dense_heavy` or `hybrid`.")
    risk: list[Literal["pass", "warn", "soft_fail", "hard_fail"]] = Field([], description="One of these.")
    refused: bool | None = Field(None, description="Refusals alone, or none.")
    refusal: str | None = Field(None, description="Reason of the refusal, e.g. `refused_no_topic`.")
    failure: str | None = Field(None, description="Failure type, e.g. `retrieval_gap`.")
    retried: bool | None = Field(None, description="Searched again, or not.")
    language: str | None = Field(None, description="Of the answer.")
    base: str | None = Field(None, description="Name of a base that was searched.")
    session: str | None = Field(None, description="Id of a conversation.")
    settings: str | None = Field(None, description="Fingerprint of the settings, or its beginning.")

    def selection(self, tenant: str) -> Selection:
        """Raises InvalidInput."""
        return Selection(
            tenant=tenant,
            since=moment(self.since) if self.since else None,
            until=moment(self.until, end=True) if self.until else None,
            query_type=self.query_type,
            strategy=self.strategy,
            risk=tuple(self.risk),
            refused=self.refused,
            refusal=self.refusal,
            failure=self.failure,
            retried=self.retried,
            language=self.language,
            base=self.base,
            session=self.session,
            settings=self.settings,
        )


class TracePage(TraceFilter):
    limit: int = Query(50, ge=1, le=200)
    after: str | None = Field(None, description="`next` of the page before.")


class TraceHeadOut(BaseModel):
    """A line of the list."""

    trace_id: str
    at: str
    query: str
    language: str
    query_type: str | None
    strategy: str | None
    is_refusal: bool
    refusal: str | None = Field(description="Code of the reason.")
    risk_level: str | None
    groundedness: float | None
    failure_type: str | None
    retries: int
    model_calls: int
    elapsed_ms: float
    session_id: str | None
    message_id: str | None

    @classmethod
    def of(cls, trace: dict[str, Any]) -> "TraceHeadOut":
        return cls(
            **{
                key: trace.get(key)
                for key in cls.model_fields
                if key not in ("query_type", "strategy", "model_calls")
            },
            query_type=trace["route"]["query_type"],
            strategy=trace["route"]["strategy"],
            model_calls=len(trace["model_calls"]),
        )


class TracesOut(BaseModel):
    traces: list[TraceHeadOut] = Field(description="The newest first.")
    next: str | None = Field(description="`after` of the next page; null where this is the last.")


class TraceOut(BaseModel):
    """What was asked, found, said and checked, as it was kept."""

    trace: dict[str, Any] = Field(
        description="`route`, `scores`, `retries`, `is_refusal`, `refusal_reason`, `claims`, `missing_refs`, "
        "`numeric_mismatches`, `supports`, `critic`, `stage_ms`, `model_calls`, `settings`, `passages`, …"
    )


class TraceSummaryOut(BaseModel):
    """Shares are in [0, 1], times in milliseconds."""

    answers: int
    damaged: int = Field(description="Lines that could not be read.")
    first: str | None
    last: str | None
    types: dict[str, Any] = Field(description="Type of question to `answers` and `share`.")
    strategies: dict[str, Any]
    languages: dict[str, Any]
    answerability: dict[str, Any] = Field(description="`refused`, `share`, `reasons`, `ungrounded`.")
    retries: dict[str, Any] = Field(description="`crag_retry_rate`, `answered_after_retry`, `by_count`.")
    risk: dict[str, Any] = Field(
        description="`checked`, `levels`, `groundedness`, `escalation_required`, `claims`."
    )
    failure_types: dict[str, int]
    critic: dict[str, Any]
    degraded: dict[str, int]
    latency: dict[str, Any] = Field(
        description="`stages` and `model_calls` with `p50`, `p95`, `max`; `model_calls_an_answer`, `tokens`."
    )
    settings: dict[str, int] = Field(description="Fingerprint of the settings to answers.")


class TraceComparisonOut(BaseModel):
    first: TraceSummaryOut
    second: TraceSummaryOut
    differences: dict[str, Any] = Field(
        description="Figure to `first`, `second`, `difference` and, of a share, the 95 % `interval` of it."
    )


class ReplayIn(Body):
    verify_only: bool = Field(
        False, description="Check the answer of the day on its passages again, and ask nothing."
    )


class ReplayOut(BaseModel):
    trace_id: str
    verify_only: bool
    same: bool
    differences: dict[str, Any] = Field(
        description="What is otherwise: name to `then` and `now`, or to what was `added` and `removed`."
    )
    now: dict[str, Any]
    redacted: bool = Field(description="Its personal data was covered, which may change what is found.")
    altered: list[str] = Field(description="Passages that were changed since they were kept.")
    lacking: list[str] = Field(description="`images`, `attachments`: what a trace does not keep.")

    @classmethod
    def of(cls, replay: Replay) -> "ReplayOut":
        return cls(**replay.to_json())
