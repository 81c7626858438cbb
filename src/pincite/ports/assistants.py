"""Assistants as they are kept: named answer profiles of a tenant (DESIGN.md section 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pincite.ports.tenants import DEFAULT_TENANT


@dataclass(frozen=True, slots=True)
class Assistant:
    id: str
    name: str
    """Unique in its tenant."""
    tenant_id: str = DEFAULT_TENANT
    description: str = ""
    is_default: bool = False
    """Answers where a request names none; at most one of a tenant."""
    profile: Mapping[str, Any] = field(default_factory=dict)
    """What it sets otherwise than the settings, as JSON."""
    created_at: float = 0.0
    updated_at: float = 0.0


class AssistantStore(Protocol):
    async def create(self, assistant: Assistant) -> Assistant:
        """A default takes the place of the one before. Raises Conflict when the name is taken."""

    async def get(self, name_or_id: str, *, tenant_id: str = DEFAULT_TENANT) -> Assistant:
        """Raises NotFound."""

    async def default(self, *, tenant_id: str = DEFAULT_TENANT) -> Assistant | None: ...

    async def list(self, *, tenant_id: str = DEFAULT_TENANT) -> Sequence[Assistant]:
        """By name."""

    async def replace(self, assistant: Assistant) -> Assistant:
        """Write all of it but its tenant and the time it was made. Raises NotFound; Conflict as `create`."""

    async def delete(self, assistant_id: str, *, tenant_id: str = DEFAULT_TENANT) -> None:
        """Raises NotFound."""
