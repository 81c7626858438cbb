"""What an operator sees of ingest: the time line of each document, and the webhooks that tell others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pincite.ports.tenants import DEFAULT_TENANT


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One thing that happened to a document; entries of all its attempts are kept as long as it is."""

    at: float
    """Unix seconds: of a stage, when its attempt ended."""
    stage: str
    """``queued``, a stage of `StageNote`, ``retry``, ``crash``, or the end: ``ready``, ``failed``,
    ``cancelled``."""
    outcome: str
    """``done``, ``skipped``, ``failed``, or ``waiting``."""
    milliseconds: float = 0.0
    details: Mapping[str, Any] = field(default_factory=dict)
    version_id: str | None = None


class Timeline(Protocol):
    async def of(self, document_id: str, *, limit: int = 1000) -> Sequence[TimelineEntry]:
        """The newest ``limit`` entries, oldest first."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that hears when the ingest of a document ends."""

    id: str
    url: str
    secret: str = field(repr=False)
    """Signs each call; see `pincite.ingest.webhooks.signature`."""
    base_id: str | None = None
    """None hears of every base."""
    enabled: bool = True
    tenant_id: str = DEFAULT_TENANT
    created_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """One call that has to be made."""

    id: str
    webhook: Webhook
    payload: Mapping[str, Any]
    attempts: int
    """Calls that failed."""


class Webhooks(Protocol):
    """The calls are written in the transaction that ends the ingest, so none is forgotten; one may be made
    twice, so each carries its id."""

    async def create(self, webhook: Webhook) -> Webhook:
        """Raises NotFound for its base."""

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[Webhook]:
        """By age."""

    async def delete(self, webhook_id: str) -> None:
        """With its waiting calls. Raises NotFound."""

    async def claim(self, now: float, lease: float, limit: int) -> Sequence[Delivery]:
        """Calls that are due, oldest first, kept from other workers for ``lease`` seconds."""

    async def delivered(self, delivery: Delivery) -> None: ...

    async def postpone(self, delivery: Delivery, error: str, at: float | None) -> None:
        """Note a failed call; try again at ``at``, or never (None)."""

    async def next_due(self) -> float | None:
        """When the earliest waiting call is due."""
