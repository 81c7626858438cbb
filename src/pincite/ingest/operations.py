"""What an operator does with a running ingest: pause, look at time lines, set webhooks, watch."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from uuid import uuid4

from pincite.ingest.webhooks import check_address, new_secret
from pincite.ports.metadata import Metadata
from pincite.ports.operations import TimelineEntry, Webhook
from pincite.ports.records import BaseRecord, DocumentRecord


def _uuid() -> str:
    return str(uuid4())


class Operations:
    """On the database alone, so that none of it waits for the encoder; workers look at it each second."""

    def __init__(
        self,
        metadata: Metadata,
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = _uuid,
    ) -> None:
        self._metadata = metadata
        self._clock = clock
        self._new_id = new_id

    async def set_paused(self, base: str, paused: bool) -> BaseRecord:
        """Let the documents of a base wait, or go on. What is under way ends; removals are not held up.

        Raises:
            NotFound.
        """
        record = await self._metadata.bases.get(base)
        await self._metadata.bases.set_paused(record.id, paused)
        return replace(record, paused=paused)

    async def cancel(self, document_id: str) -> DocumentRecord:
        """Stop the ingest of a document, whichever process works on it; an older version stays live.

        Raises:
            NotFound. Conflict: nothing is under way.
        """
        await self._metadata.documents.request_cancel(document_id, self._clock())
        return await self._metadata.documents.get(document_id)

    async def timeline(self, document_id: str, *, limit: int = 1000) -> Sequence[TimelineEntry]:
        """What happened to a document, oldest first. Raises NotFound."""
        document = await self._metadata.documents.get(document_id)
        return await self._metadata.timeline.of(document.id, limit=limit)

    async def add_webhook(self, url: str, *, base: str | None = None, secret: str | None = None) -> Webhook:
        """Have ``url`` called when a document (of ``base``, or any) is ready, failed or cancelled.

        Raises:
            InvalidInput: the address. NotFound: the base.
        """
        base_id = None if base is None else (await self._metadata.bases.get(base)).id
        return await self._metadata.webhooks.create(
            Webhook(
                id=self._new_id(),
                url=check_address(url),
                secret=secret or new_secret(),
                base_id=base_id,
                created_at=self._clock(),
            )
        )

    async def webhooks(self) -> Sequence[Webhook]:
        return await self._metadata.webhooks.list()

    async def remove_webhook(self, webhook_id: str) -> None:
        """Raises NotFound."""
        await self._metadata.webhooks.delete(webhook_id)
