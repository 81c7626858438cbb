"""Bodies about the work on documents."""

from typing import Any

from pydantic import BaseModel, Field

from pincite.api.schemas import Body
from pincite.api.speaking import spoken
from pincite.ingest.watching import Step
from pincite.ports.operations import TimelineEntry, Webhook


class TimelineEntryOut(BaseModel):
    at: float = Field(description="Unix seconds; of a stage, when its attempt ended.")
    stage: str = Field(
        description="`queued`, a stage, `retry`, `crash`, or the end: `ready`, `failed`, `cancelled`."
    )
    outcome: str = Field(description="`done`, `skipped`, `failed` or `waiting`.")
    milliseconds: float
    details: dict[str, Any]
    version_id: str | None

    @classmethod
    def of(cls, entry: TimelineEntry) -> "TimelineEntryOut":
        return cls(
            at=entry.at,
            stage=entry.stage,
            outcome=entry.outcome,
            milliseconds=entry.milliseconds,
            details=dict(entry.details),
            version_id=entry.version_id,
        )


class ProgressOut(BaseModel):
    """One frame of the progress stream."""

    document_id: str
    filename: str
    stage: str = Field(description="A document state, e.g. `parsing`, `indexing`, `ready`, `failed`.")
    done: int = Field(description="Chunks done of `total`; 0 of 0 where a stage has no parts.")
    total: int
    error_code: str | None
    error_message: str | None

    @classmethod
    def of(cls, step: Step) -> "ProgressOut":
        failed = step.settled
        return cls(
            document_id=step.document.id,
            filename=step.document.filename,
            stage=step.stage.value,
            done=step.done,
            total=step.total,
            error_code=step.document.error_code if failed else None,
            error_message=spoken(step.document.error_message or "") or None if failed else None,
        )


class WebhookIn(Body):
    url: str = Field(description="http(s) address to call.", max_length=2000)
    base: str | None = Field(None, description="Name or id of a base; every base if absent.")
    secret: str | None = Field(None, min_length=16, max_length=200, description="Made if absent.")


class WebhookOut(BaseModel):
    id: str
    url: str
    base_id: str | None
    enabled: bool

    @classmethod
    def of(cls, webhook: Webhook) -> "WebhookOut":
        return cls(id=webhook.id, url=webhook.url, base_id=webhook.base_id, enabled=webhook.enabled)


class WebhookMade(WebhookOut):
    secret: str = Field(description="Signs the calls (HMAC-SHA-256). Shown this once.")
