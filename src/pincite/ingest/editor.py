"""The door through which people look at chunks and change them by hand (DESIGN.md section 13)."""

from collections.abc import Callable, Sequence
from functools import partial

from anyio import to_thread

from pincite.core.errors import Conflict, InvalidInput, NotFound
from pincite.core.types import ChunkType
from pincite.ingest.editing import checked_text, plan_change
from pincite.ingest.tools import Tools
from pincite.ports.edits import ChunkChange, ChunkRecord, Revision, RevisionAction
from pincite.ports.metadata import Metadata


class ChunkEditor:
    """Every change is one transaction, with the job that writes the chunk's point again. Until that job has
    run the new words are shown and cited, and found by what the old ones meant."""

    def __init__(
        self, metadata: Metadata, tools: Tools, clock: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        self._metadata = metadata
        self._tools = tools
        self._clock = clock
        self._wake = wake

    async def get(self, chunk_id: str) -> ChunkRecord:
        """Raises NotFound."""
        return await self._metadata.edits.get(chunk_id)

    async def list(
        self, document_id: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[ChunkRecord], int]:
        """Chunks of the document's live version from the ``offset``-th on, and how many there are.

        Raises NotFound for the document.
        """
        await self._metadata.documents.get(document_id)
        return await self._metadata.edits.list(document_id, offset=offset, limit=limit)

    async def history(self, chunk_id: str) -> Sequence[Revision]:
        """Raises NotFound."""
        return await self._metadata.edits.history(chunk_id)

    async def edit(self, chunk_id: str, text: str, *, revision: int | None = None) -> ChunkRecord:
        """Write ``text`` over the chunk. The words that it has already change nothing.

        Raises:
            NotFound. InvalidInput: the text cannot stand for a chunk. Conflict: the chunk is not at
                ``revision`` any more, or its document is being parsed.
        """
        record = await self._expect(chunk_id, revision)
        text = checked_text(text, record.original)
        if text == record.chunk.content:
            return record
        return await self._apply(record, text=text, action=RevisionAction.EDIT)

    async def rollback(self, chunk_id: str, to: int, *, revision: int | None = None) -> ChunkRecord:
        """Give the chunk the text of revision ``to`` back, as a new revision; 0 is the text as it was cut.

        Raises:
            NotFound: the chunk or the revision. Conflict: as `edit`.
        """
        record = await self._expect(chunk_id, revision)
        contents: dict[int, str | None] = {0: None}
        contents |= {entry.number: entry.content for entry in await self.history(chunk_id)}
        if to not in contents:
            raise NotFound(
                f"The chunk has no revision {to}.", hint=f"Its revisions are 0 to {max(contents)}."
            )
        if to == record.revision:
            return record
        content = contents[to]
        text = record.original if content is None else content
        return await self._apply(record, text=text, action=RevisionAction.ROLLBACK, restored=to)

    async def set_disabled(
        self, chunk_id: str, disabled: bool, *, revision: int | None = None
    ) -> ChunkRecord:
        """Take the chunk out of search, or put it back. Raises NotFound, and Conflict as `edit`."""
        record = await self._expect(chunk_id, revision)
        if disabled == record.chunk.disabled:
            return record
        return await self._apply(record, disabled=disabled)

    async def _expect(self, chunk_id: str, revision: int | None) -> ChunkRecord:
        record = await self.get(chunk_id)
        if record.chunk.chunk_type is ChunkType.PARENT_TEXT:
            raise InvalidInput(
                "A parent is only the frame of its chunks.", hint="Change the chunks cut from it."
            )
        if record.chunk.chunk_type is ChunkType.FAQ:
            raise InvalidInput(
                "An FAQ entry is changed as an entry, not as a chunk.",
                hint="Use `pincite faq edit`, or the routes under …/faq.",
            )
        if revision is not None and revision != record.revision:
            raise Conflict(
                f"The chunk is at revision {record.revision}, not {revision}.",
                hint="Read it again and repeat.",
            )
        return record

    async def _apply(
        self,
        record: ChunkRecord,
        *,
        text: str | None = None,
        disabled: bool | None = None,
        action: RevisionAction | None = None,
        restored: int | None = None,
    ) -> ChunkRecord:
        change: ChunkChange = await to_thread.run_sync(
            partial(
                plan_change,
                record,
                tools=self._tools,
                text=text,
                disabled=disabled,
                action=action,
                restored=restored,
            )
        )
        changed = await self._metadata.edits.apply(change, self._clock())
        self._wake()
        return changed
