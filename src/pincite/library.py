"""A library: bases of documents, and questions over them. The asynchronous face that all others stand on."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from types import TracebackType
from typing import Any, Self

import anyio
import anyio.to_thread

from pincite.chunker import Chunker
from pincite.core.catalogue import LANGUAGES
from pincite.core.errors import Conflict, InvalidInput, NotFound
from pincite.core.settings import DEFAULT_BASE, Settings
from pincite.core.validity import read_day
from pincite.ingest import ChunkEditor, IngestService
from pincite.ingest.highlights import PageHighlight
from pincite.ingest.operations import Operations
from pincite.knowledge_base import AsyncKnowledgeBase, matching
from pincite.observability.traces import TraceWriter
from pincite.pipeline.answer import Answer
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import ChatRequest
from pincite.ports.edits import ChunkRecord, Revision
from pincite.ports.metadata import Metadata
from pincite.ports.operations import TimelineEntry, Webhook
from pincite.ports.records import BaseKind, BaseRecord, DocumentRecord, VersionFile


@dataclass(frozen=True, slots=True)
class Engine:
    """What reading and asking need: the encoder, the index and the stages."""

    ingest: IngestService
    questions: QuestionService
    chunker: Chunker
    encoder: str
    """Identity of the encoder."""
    close: Callable[[], Awaitable[None]]


class AsyncLibrary:
    """Open one with ``async with await pincite.aopen("dir") as library``."""

    def __init__(
        self,
        settings: Settings,
        metadata: Metadata,
        open_engine: Callable[[], Awaitable[Engine]],
        traces: TraceWriter,
    ) -> None:
        self.settings = settings
        self._metadata = metadata
        self._open_engine = open_engine
        self._traces = traces
        self._operations = Operations(metadata)
        self._engine: Engine | None = None
        self._opening = anyio.Lock()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the index process and release the files; a second call does nothing."""
        with anyio.CancelScope(shield=True):
            async with self._opening:
                if self._closed:
                    return
                self._closed = True
                try:
                    if self._engine is not None:
                        await self._engine.close()
                        self._engine = None
                finally:
                    await self._metadata.aclose()

    async def engine(self) -> Engine:
        """The encoder, the index and the stages; the first call loads them and repairs after a crash.

        Raises:
            ConfigurationError: the encoder cannot run here. IndexLocked: another process has the library.
            Conflict: the library is closed.
        """
        async with self._opening:
            if self._closed:
                raise Conflict("The library is closed.", hint="Open it again.")
            if self._engine is None:
                engine = await self._open_engine()
                try:
                    await engine.ingest.repair()
                except BaseException:
                    with anyio.CancelScope(shield=True):
                        await engine.close()
                    raise
                self._engine = engine
            return self._engine

    # --- bases ----------------------------------------------------------------------------------

    async def bases(self) -> Sequence[BaseRecord]:
        return await self._metadata.bases.list()

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

    # --- questions ------------------------------------------------------------------------------

    async def ask(
        self,
        question: str,
        *,
        bases: Sequence[str] = (),
        documents: Sequence[str] = (),
        tags: Sequence[str] = (),
        top_k: int | None = None,
        language: str | None = None,
        as_of: date | str | None = None,
    ) -> Answer:
        """A checked answer or a refusal; no ``bases`` means all. ``documents`` are ids or file names.

        Only documents in force on ``as_of`` answer; without it those of the day that the question names, else
        those of today. Documents that are named answer whatever their days, unless a day is asked for.

        Raises:
            NotFound: a base or document of that name does not exist.
            InvalidInput: the question is empty, too long or broken, ``language`` is none of ko, en and zh, or
                ``as_of`` is no day.
        """
        request, names = await self._request(question, bases, documents, tags, top_k, language, as_of)
        answer = await (await self.engine()).questions.ask(request, names)
        await anyio.to_thread.run_sync(self._traces.write, answer, datetime.now(UTC))
        return answer

    async def retrieve(
        self,
        question: str,
        *,
        bases: Sequence[str] = (),
        documents: Sequence[str] = (),
        tags: Sequence[str] = (),
        top_k: int | None = None,
        rerank: bool = True,
        as_of: date | str | None = None,
    ) -> Answer:
        """The passages that would answer, in order; no gate, no model. ``as_of`` and errors as in `ask`."""
        request, names = await self._request(
            question, bases, documents, tags, top_k, None, as_of, rerank=rerank
        )
        return await (await self.engine()).questions.retrieve(request, names)

    async def _request(
        self,
        question: str,
        bases: Sequence[str],
        documents: Sequence[str],
        tags: Sequence[str],
        top_k: int | None,
        language: str | None,
        as_of: date | str | None,
        *,
        rerank: bool = True,
    ) -> tuple[ChatRequest, list[str]]:
        if language is not None and language not in LANGUAGES:
            raise InvalidInput(
                f"There is no answer in the language {language!r}.",
                hint=f"Use one of {', '.join(LANGUAGES)}.",
            )
        if bases:
            records = [await self._metadata.bases.get(name) for name in bases]
        else:
            records = list(await self.bases())
        settings = self.settings.retrieval
        wanted = settings.top_k if top_k is None else top_k
        if wanted < 0:
            raise InvalidInput(f"top_k is {wanted}; it cannot be negative.")
        request = ChatRequest(
            query=question,
            base_ids=tuple(record.id for record in records),
            document_ids=await self._document_ids(records, documents),
            tags=tuple(tags),
            top_k=wanted,
            # A search shows what was asked for; an answer reads at most its own limit.
            rerank_top_k=settings.rerank_top_k if top_k is None else wanted,
            language=language,
            rerank=rerank,
            as_of=None if as_of is None else read_day(as_of),
        )
        return request, [record.name for record in records]

    async def _document_ids(self, bases: Sequence[BaseRecord], names: Sequence[str]) -> tuple[str, ...]:
        if not names:
            return ()
        held = [document for base in bases for document in await self._metadata.documents.list(base.id)]
        ids: list[str] = []
        for name in names:
            found = matching(held, name)
            if not found:
                raise NotFound(f"There is no document `{name}` in the bases asked.")
            ids.extend(document.id for document in found)
        return tuple(dict.fromkeys(ids))

    async def work(self, stop: anyio.Event) -> None:
        """Do the jobs of the queue until ``stop`` is set; what `pincite serve` runs beside the requests."""
        await (await self.engine()).ingest.work(stop)
