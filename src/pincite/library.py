"""A library: bases of documents, and questions over them. The asynchronous face that all others stand on."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

import anyio

from pincite.composing import BUILT_IN, Prompts
from pincite.core.errors import InvalidInput, NotFound
from pincite.core.settings import DEFAULT_BASE, Settings
from pincite.ingest import ChunkEditor
from pincite.ingest.highlights import PageHighlight
from pincite.ingest.operations import Operations
from pincite.ingest.progress import ProgressCallback, ignore
from pincite.ingest.reindexing import IndexState
from pincite.knowledge_base import AsyncKnowledgeBase
from pincite.observability.traces_pruning import keep_pruned
from pincite.opening import Engine
from pincite.ports.edits import ChunkRecord, Revision
from pincite.ports.metadata import Metadata
from pincite.ports.operations import TimelineEntry, Webhook
from pincite.ports.records import BaseKind, BaseRecord, DocumentRecord, VersionFile
from pincite.rebuilding import RebuildCallback, rebuild
from pincite.talking import Talking


class AsyncLibrary(Talking):
    """Open one with ``async with await pincite.aopen("dir") as library``."""

    def __init__(
        self,
        settings: Settings,
        metadata: Metadata,
        open_engine: Callable[[], Awaitable[Engine]],
        prompts: Prompts = BUILT_IN,
    ) -> None:
        """``prompts`` are those that the library writes otherwise than ours."""
        super().__init__(settings, metadata, open_engine, prompts)
        self._operations = Operations(metadata)

    # --- bases ----------------------------------------------------------------------------------

    async def knowledge_base(
        self, name: str = DEFAULT_BASE, *, create: bool = True, kind: str = "document", draft: bool = False
    ) -> AsyncKnowledgeBase:
        """The base ``name``; made, of that ``kind``, if it is new; as a ``draft`` it is not stored, to ask
        what would happen. Raises NotFound with ``create=False``."""
        try:
            record = await self._metadata.bases.get(name)
        except NotFound:
            if not create:
                raise
            if draft:
                record = BaseRecord(id="", name=name, kind=BaseKind(kind))
            else:
                record = await self.create_base(name, kind=kind)
        return AsyncKnowledgeBase(self, self._metadata, record)

    async def create_base(
        self,
        name: str,
        *,
        kind: str = "document",
        chunking: Mapping[str, Any] | None = None,
        switches: Mapping[str, bool] | None = None,
        faq: Mapping[str, str] | None = None,
        enrichment: Mapping[str, Any] | None = None,
    ) -> BaseRecord:
        """An empty base (``kind`` is ``document`` or ``faq``) with what it sets otherwise than the library;
        see `configure_base`.

        Raises:
            Conflict: the name is taken. InvalidInput: a blank name, or settings that cannot be used.
        """
        if kind not in (BaseKind.DOCUMENT, BaseKind.FAQ):
            raise InvalidInput(f"There is no kind of base {kind!r}.", hint="Use document or faq.")
        ingest = (await self.engine()).ingest
        return await ingest.create_base(
            name,
            kind=BaseKind(kind),
            chunking=chunking,
            switches=switches,
            faq=faq,
            enrichment=enrichment,
        )

    async def configure_base(
        self,
        name: str,
        *,
        chunking: Mapping[str, Any] | None = None,
        unset: Collection[str] = (),
        switches: Mapping[str, bool] | None = None,
        faq: Mapping[str, str] | None = None,
        enrichment: Mapping[str, Any] | None = None,
    ) -> BaseRecord:
        """Set chunking settings of a base, give some (``unset``) back to the library's, turn the switches
        ``vector``, ``keyword``, ``wiki``, ``graph``, and set ``index_mode`` (``question_only``,
        ``question_answer``) and ``question_mode`` (``combined``, ``separate``) of an FAQ base (``faq``), and
        what a chat model is asked about documents (``enrichment``: ``questions``, ``summaries``, ``tables``,
        ``index_questions``; None leaves one to the library again). Documents and entries follow when they are
        parsed again.

        Raises:
            NotFound. InvalidInput: no such setting, or a value that cannot be used.
        """
        ingest = (await self.engine()).ingest
        return await ingest.configure_base(
            name, chunking=chunking, unset=unset, switches=switches, faq=faq, enrichment=enrichment
        )

    async def delete_base(self, name: str, *, wait: bool = True) -> None:
        """Remove the base with every row, vector and file of it. It is hidden at once; without ``wait`` the
        queue does the rest."""
        record = await self._metadata.bases.get(name)
        ingest = (await self.engine()).ingest
        await ingest.delete_base(record.id)
        if wait:
            await ingest.run_pending()

    # --- files ----------------------------------------------------------------------------------

    async def original(self, document_id: str) -> tuple[DocumentRecord, bytes]:
        """A document and the file of its live version, as it was given. Raises NotFound."""
        return await (await self.engine()).ingest.original(document_id)

    async def document_text(self, document_id: str) -> str:
        """The Markdown that the offsets of its chunks refer to; empty before it was ready once. Raises
        NotFound."""
        return await (await self.engine()).ingest.document_text(document_id)

    async def picture(self, document_id: str, name: str) -> tuple[VersionFile, bytes]:
        """A picture that the text of a document refers to. Raises NotFound."""
        return await (await self.engine()).ingest.picture(document_id, name)

    async def highlights(self, document_id: str, start: int, end: int) -> list[PageHighlight]:
        """Where the text from ``start`` to ``end`` stands on the pages. Raises NotFound, InvalidInput."""
        return await (await self.engine()).ingest.highlights(document_id, start, end)

    # --- operations -----------------------------------------------------------------------------

    async def set_paused(self, base: str, paused: bool) -> BaseRecord:
        """As `Operations.set_paused`."""
        return await self._operations.set_paused(base, paused)

    async def cancel_document(self, document_id: str) -> DocumentRecord:
        """As `Operations.cancel`."""
        return await self._operations.cancel(document_id)

    async def timeline(self, document_id: str) -> Sequence[TimelineEntry]:
        """What happened to a document, oldest first. Raises NotFound."""
        return await self._operations.timeline(document_id)

    async def add_webhook(self, url: str, *, base: str | None = None, secret: str | None = None) -> Webhook:
        """As `Operations.add_webhook`."""
        return await self._operations.add_webhook(url, base=base, secret=secret)

    async def webhooks(self) -> Sequence[Webhook]:
        return await self._operations.webhooks()

    async def remove_webhook(self, webhook_id: str) -> None:
        """Raises NotFound."""
        await self._operations.remove_webhook(webhook_id)

    async def reindex(
        self, bases: Sequence[str] = (), progress: RebuildCallback | None = None
    ) -> Sequence[IndexState]:
        """As `pincite.rebuilding.rebuild`."""
        engine = await self.engine()
        return await rebuild(engine.reindexer, engine.ingest.run_pending, bases, progress)

    async def index_states(self, bases: Sequence[str] = ()) -> Sequence[IndexState]:
        """Whether the bases are searched by meaning, and how far a rebuild is. Raises NotFound."""
        return await (await self.engine()).reindexer.states(bases)

    # --- chunks ---------------------------------------------------------------------------------

    async def editor(self) -> ChunkEditor:
        """Changes chunks by hand and leaves the index to the worker; the calls below wait for it."""
        return (await self.engine()).ingest.editor

    async def chunk(self, chunk_id: str) -> ChunkRecord:
        """Raises NotFound."""
        return await self._metadata.edits.get(chunk_id)

    async def chunk_history(self, chunk_id: str) -> Sequence[Revision]:
        """What was written over a chunk; 0, the text as it was cut, is not listed. Raises NotFound."""
        return await self._metadata.edits.history(chunk_id)

    async def edit_chunk(self, chunk_id: str, text: str, *, revision: int | None = None) -> ChunkRecord:
        """As `ChunkEditor.edit`; the chunk is indexed anew when this returns."""
        return await self._changed(await (await self.editor()).edit(chunk_id, text, revision=revision))

    async def rollback_chunk(self, chunk_id: str, to: int) -> ChunkRecord:
        """As `ChunkEditor.rollback`."""
        return await self._changed(await (await self.editor()).rollback(chunk_id, to))

    async def set_chunk_disabled(self, chunk_id: str, disabled: bool) -> ChunkRecord:
        """As `ChunkEditor.set_disabled`."""
        return await self._changed(await (await self.editor()).set_disabled(chunk_id, disabled))

    async def _changed(self, record: ChunkRecord) -> ChunkRecord:
        await (await self.engine()).ingest.run_pending()
        return await self.chunk(record.chunk.id)

    async def work(self, stop: anyio.Event, progress: ProgressCallback = ignore) -> None:
        """Do the jobs of the queue until ``stop`` is set, and remove old traces; what `pincite serve` runs
        beside the requests."""
        engine = await self.engine()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(keep_pruned, self.traces, self.settings.traces.retention_days)
            await engine.ingest.work(stop, progress)
            tasks.cancel_scope.cancel()
