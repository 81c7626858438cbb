"""Which index holds a base, and which one is being built for it.

The database names both, so the swap is one transaction of it: a process that dies before it leaves the old
index in use, one that dies after it the new one.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Placement:
    """Of one base, also of one that is being deleted."""

    base_id: str
    store: str = ""
    """Name of the index that answers; "" is the library's first one."""
    identity: str | None = None
    """The vector space of its points there; None while it has none."""
    next_store: str | None = None
    """Name of the index that is being built and will answer; None where none is."""
    next_identity: str | None = None
    """The vector space of that one."""

    @property
    def stores(self) -> tuple[str, ...]:
        """All that hold points of it."""
        return (self.store,) if self.next_store is None else (self.store, self.next_store)


class Rebuilds(Protocol):
    """Every method that writes is one transaction."""

    async def placements(self, base_ids: Collection[str] | None = None) -> Mapping[str, Placement]:
        """Of those bases, or of all; one that is gone is absent."""

    async def settle(self, base_id: str, store: str) -> bool:
        """Put a base into ``store`` if nothing of it was ever indexed; False if something was."""

    async def begin(self, base_id: str, store: str, identity: str, now: float) -> Placement:
        """Begin to build a base in ``store``. One that is under way for the same ``identity`` goes on in its
        own index; one for another is given up. What waits in the queue for the base is due now.

        Raises NotFound, for a base that is being deleted too.
        """

    async def enqueue(self, base_id: str, version_ids: Collection[str], now: float) -> None:
        """Enqueue the live ones among the versions to be written, each unless it waits already."""

    async def waiting(self, base_id: str) -> int:
        """How many versions of it are in the queue to be written, or at work."""

    async def swap(self, base_id: str, store: str) -> bool:
        """Let ``store`` answer for the base; False if it is not the one that is being built for it."""

    async def pause(self, base_id: str) -> None:
        """Take what waits to be written out of the queue, and ask what is at work to stop."""

    async def give_up(self, base_id: str) -> None:
        """As `pause`, and forget the index that was being built."""
