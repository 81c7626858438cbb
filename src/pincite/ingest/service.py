"""The one door through which the faces put documents in and take them out."""

import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

import anyio

from pincite.core.errors import DocumentTooLarge, InvalidInput
from pincite.core.labels import check_file_name, clean_base_name, clean_folder, clean_tags
from pincite.ingest.editor import ChunkEditor
from pincite.ingest.enriching import checked_enrichment
from pincite.ingest.faq import FaqService, checked_modes
from pincite.ingest.fetching import checked, url_upload
from pincite.ingest.highlights import PageHighlight, highlights
from pincite.ingest.owners import this_owner
from pincite.ingest.progress import IngestSummary, Progress, ProgressCallback, ignore
from pincite.ingest.repairing import RepairReport, repair
from pincite.ingest.storing import HOLD_SECONDS, held, holding
from pincite.ingest.tools import Pace, Stores, Tools
from pincite.ingest.watching import Step, Watchers
from pincite.ingest.webhooks import Deliverer, Post
from pincite.ingest.worker import Worker
from pincite.ports.documents import DocumentChange, TagChange
from pincite.ports.records import BaseKind, BaseRecord, DocumentRecord, Upload, VersionFile

SWITCHES = ("vector", "keyword", "wiki", "graph")
"""What can be made of the documents of a base (reference 002, indexing strategy)."""


def _uuid() -> str:
    return str(uuid4())


class IngestService:
    """Bases and documents, and the work on them. Without ``post`` the calls of webhooks wait for a worker
    that has one.

    Adding and removing only enqueue; `run_pending` (a command) or `work` (a server) does the work. Call
    `repair` once after opening a library.
    """

    def __init__(
        self,
        stores: Stores,
        tools: Tools,
        pace: Pace | None = None,
        *,
        language: str = "en",
        clock: Callable[[], float] = time.time,
        new_id: Callable[[], str] = _uuid,
        post: Post | None = None,
    ) -> None:
        self._stores = stores
        self._tools = tools
        self._pace = pace or Pace()
        self._clock = clock
        self._new_id = new_id
        self._owner = this_owner()
        self._worker = Worker(stores, tools, self._pace, self._owner, clock, new_id, language)
        self.editor = ChunkEditor(stores.metadata, tools, clock, self._worker.wake)
        self.faq = FaqService(stores, tools, self._owner, clock, new_id, self._worker.wake)
        self.watchers = Watchers()
        self._deliverer = None if post is None else Deliverer(stores.metadata.webhooks, post, clock)

    # --- bases ------------------------------------------------------------------------------------

    async def create_base(
        self,
        name: str,
        *,
        kind: BaseKind = BaseKind.DOCUMENT,
        chunking: Mapping[str, Any] | None = None,
        switches: Mapping[str, bool] | None = None,
        faq: Mapping[str, str] | None = None,
        enrichment: Mapping[str, Any] | None = None,
    ) -> BaseRecord:
        """``faq`` is how an FAQ base indexes its entries (`pincite.faq.FaqModes`), ``enrichment`` what a
        model is asked about the documents of another (`pincite.enrichment.EnrichmentModes`).

        Raises:
            InvalidInput (name, chunking, faq, enrichment) and Conflict (the name is taken).
        """
        name = clean_base_name(name)
        base = BaseRecord(
            id=self._new_id(),
            name=name,
            kind=kind,
            faq=checked_modes(kind, faq or {}),
            enrichment=checked_enrichment(kind, {}, enrichment or {}),
            created_at=self._clock(),
        )
        return await self._stores.metadata.bases.create(self._configured(base, chunking or {}, switches))

    async def configure_base(
        self,
        name_or_id: str,
        *,
        chunking: Mapping[str, Any] | None = None,
        unset: Collection[str] = (),
        switches: Mapping[str, bool] | None = None,
        faq: Mapping[str, str] | None = None,
        enrichment: Mapping[str, Any] | None = None,
    ) -> BaseRecord:
        """Change some chunking settings, give some (``unset``) back to the library, turn some switches
        (``vector``, ``keyword``, ``wiki``, ``graph``), how an FAQ base indexes its entries (``faq``), what a
        model is asked (``enrichment``, None unsets). Documents follow when they are parsed again.

        Raises:
            NotFound. InvalidInput: no such setting or switch, or a value that cannot be used.
        """
        base = await self.get_base(name_or_id)
        if unknown := sorted(set(unset) - set(base.chunking)):
            raise InvalidInput(f"The base sets no {', '.join(unknown)}.", hint="There is nothing to unset.")
        held = {key: value for key, value in base.chunking.items() if key not in unset}
        changed = self._configured(base, {**held, **(chunking or {})}, switches)
        if faq:
            changed = replace(changed, faq=checked_modes(base.kind, {**base.faq, **faq}))
        if enrichment:
            turned = checked_enrichment(base.kind, base.enrichment, enrichment)
            changed = replace(changed, enrichment=turned)
        return await self._stores.metadata.bases.configure(changed)

    def _configured(
        self, base: BaseRecord, chunking: Mapping[str, Any], switches: Mapping[str, bool] | None
    ) -> BaseRecord:
        turned = dict(switches or {})
        if unknown := set(turned) - set(SWITCHES):
            raise InvalidInput(f"There is no switch {', '.join(sorted(unknown))}.")
        return replace(
            base,
            chunking=self._tools.configure(chunking),
            vector=turned.get("vector", base.vector),
            keyword=turned.get("keyword", base.keyword),
            wiki=turned.get("wiki", base.wiki),
            graph=turned.get("graph", base.graph),
        )

    async def get_base(self, name_or_id: str) -> BaseRecord:
        """Raises NotFound."""
        return await self._stores.metadata.bases.get(name_or_id)

    async def list_bases(self) -> Sequence[BaseRecord]:
        return await self._stores.metadata.bases.list()

    async def delete_base(self, name_or_id: str) -> None:
        """Enqueue the removal of a base and everything in it; it is hidden at once. Raises NotFound."""
        base = await self.get_base(name_or_id)
        await self._stores.metadata.bases.request_delete(base.id, self._clock())
        self._worker.wake()

    # --- documents --------------------------------------------------------------------------------

    async def add_bytes(
        self,
        base: str,
        filename: str,
        data: bytes,
        *,
        source: str | None = None,
        tags: Sequence[str] | None = None,
        chunking: Mapping[str, Any] | None = None,
        folder: str | None = None,
        move: bool = False,
        change: DocumentChange | None = None,
        force: bool = False,
    ) -> DocumentRecord:
        """Enqueue a file under ``source`` (by default its name) in the base of that name or id.

        The same bytes under the same source are a no-op, changed bytes a new version; ``force`` makes a new
        version of the same bytes (after a change of settings). ``chunking`` overrides the base's for this
        upload alone. A new document is filed in ``folder``; a known one moves there with ``move``. ``change``
        holds what else is said of it. When this returns, file and job are on disk.

        Raises:
            NotFound: no such base. DocumentTooLarge: more bytes than the settings allow. InvalidInput: the
                name or the chunking cannot be used.
        """
        check_file_name(filename, source or "")
        if len(data) > self._pace.max_file_bytes:
            raise DocumentTooLarge(
                f"{filename} has {len(data):,} bytes; the limit is {self._pace.max_file_bytes:,}."
            )
        record = await self._taking_files(base)
        if chunking is not None:
            chunking = self._tools.configure(chunking)
        tags = None if tags is None else clean_tags(tags)
        folder = None if folder is None else clean_folder(folder)
        hold = self._new_id()
        async with held(self._stores, data, hold, self._owner, self._clock) as key:
            upload = Upload(
                document_id=self._new_id(),
                version_id=self._new_id(),
                base_id=record.id,
                source=source or filename,
                filename=filename,
                size=len(data),
                file_key=key,
                hold=hold,
                tags=tags,
                chunking=None if chunking is None else dict(chunking),
                force=force,
                folder=folder,
                move=move,
                change=change or DocumentChange(),
            )
            document, work = await self._stores.metadata.documents.submit(upload, self._clock())
        if work:
            self._worker.wake()
        return document

    async def add_url(
        self,
        base: str,
        url: str,
        *,
        tags: Sequence[str] | None = None,
        chunking: Mapping[str, Any] | None = None,
        folder: str | None = None,
        move: bool = False,
        change: DocumentChange | None = None,
    ) -> DocumentRecord:
        """Enqueue what ``url`` answers with, under that address, as `add_bytes` does with a file. The job
        fetches it: content that is the same as before changes nothing, other content is a new version. A
        fetch that fails fails the document; what was live stays.

        Raises:
            NotFound: no such base. UrlRefused: nothing is fetched from there. InvalidInput: as `add_bytes`.
        """
        address = checked(self._tools, url)
        record = await self._taking_files(base)
        change = change or DocumentChange()
        if tags is not None:  # as a change: they must reach the points even if the content is the same
            change = replace(change, tags=TagChange(replace=clean_tags(tags)))
        documents = self._stores.metadata.documents
        upload = url_upload(
            address,
            await documents.find(record.id, address.canonical),
            record.id,
            self._new_id,
            chunking=None if chunking is None else self._tools.configure(chunking),
            folder=None if folder is None else clean_folder(folder),
            move=move,
            change=change,
        )
        document, work = await documents.submit(upload, self._clock())
        if work:
            self._worker.wake()
        return document

    def check_url(self, url: str) -> None:
        """Raises UrlRefused, as `add_url` would."""
        checked(self._tools, url)

    async def _taking_files(self, base: str) -> BaseRecord:
        record = await self.get_base(base)
        if record.kind is BaseKind.FAQ:
            raise InvalidInput(
                f"{record.name!r} is an FAQ base, which takes entries and no files.",
                hint="Import a table of questions and answers with `pincite faq import`.",
            )
        return record

    async def reparse(self, document_id: str, *, chunking: Mapping[str, Any] | None = None) -> DocumentRecord:
        """Enqueue the file that a document was made of for another run with today's settings; the version
        that is live stays searchable until the new one is ready. Hand edits stay on the slices that are cut
        again as they were.

        ``chunking`` takes the place of what the upload overrode; None leaves it.

        Raises:
            NotFound. InvalidInput: the chunking cannot be used.
        """
        metadata = self._stores.metadata
        document = await metadata.documents.get(document_id)
        last = await metadata.versions.get(document.pending_version_id or document.active_version_id or "")
        hold = self._new_id()
        async with holding(self._stores, last.file_key, hold, self._clock):
            await metadata.holds.take(last.file_key, hold, self._owner, self._clock() + HOLD_SECONDS)
            renewed, _ = await metadata.documents.submit(
                Upload(
                    document_id=document.id,
                    version_id=self._new_id(),
                    base_id=document.base_id,
                    source=document.source,
                    filename=document.filename,
                    size=document.size,
                    file_key=last.file_key,
                    hold=hold,
                    chunking=last.chunking if chunking is None else self._tools.configure(chunking),
                    force=True,
                    only_known=True,
                ),
                self._clock(),
            )
        self._worker.wake()
        return renewed

    async def change_document(self, document_id: str, change: DocumentChange) -> DocumentRecord:
        """Change tags, folder, custom values or days, and leave to the queue what the index must learn.

        Raises:
            NotFound, InvalidInput: as `pincite.ports.metadata.Documents.change`; then nothing changes.
        """
        record = await self._stores.metadata.documents.change(document_id, change, self._clock())
        self._worker.wake()
        return record

    async def list_documents(self, base: str) -> Sequence[DocumentRecord]:
        """Raises NotFound for the base."""
        return await self._stores.metadata.documents.list((await self.get_base(base)).id)

    async def get_document(self, document_id: str) -> DocumentRecord:
        """Raises NotFound."""
        return await self._stores.metadata.documents.get(document_id)

    async def find_document(self, base: str, source: str) -> DocumentRecord | None:
        """The document of a base that was added under ``source``. Raises NotFound for the base."""
        return await self._stores.metadata.documents.find((await self.get_base(base)).id, source)

    async def remove_document(self, document_id: str) -> None:
        """Enqueue the removal; the document is out of search and lists at once. Raises NotFound."""
        await self._stores.metadata.documents.request_delete(document_id, self._clock())
        self._worker.wake()

    async def document_text(self, document_id: str) -> str:
        """The Markdown that the offsets of its chunks refer to; empty before the first success.

        Raises:
            NotFound.
        """
        document = await self.get_document(document_id)
        if document.active_version_id is None:
            return ""
        version = await self._stores.metadata.versions.get(document.active_version_id)
        return (await self._stores.blobs.get(version.markdown_key or "")).decode()

    async def original(self, document_id: str) -> tuple[DocumentRecord, bytes]:
        """A document and the file of its live version, as it was given. Raises NotFound."""
        document = await self.get_document(document_id)
        version = await self._stores.metadata.versions.get(document.active_version_id or "")
        return document, await self._stores.blobs.get(version.file_key)

    async def picture(self, document_id: str, name: str) -> tuple[VersionFile, bytes]:
        """A picture that the text of a document refers to. Raises NotFound."""
        file = await self._stores.metadata.files.get(document_id, name)
        return file, await self._stores.blobs.get(file.key)

    async def highlights(self, document_id: str, start: int, end: int) -> list[PageHighlight]:
        """Where ``[start, end)`` of the text stands on the pages. Raises NotFound, InvalidInput."""
        document = await self.get_document(document_id)
        version = await self._stores.metadata.versions.get(document.active_version_id or "")
        return await highlights(
            self._stores, version, document.media_type, start, end, self._tools.find_boxes
        )

    # --- work -------------------------------------------------------------------------------------

    async def run_pending(self, progress: ProgressCallback = ignore) -> IngestSummary:
        """Work until the queue is empty. Raises ConfigurationError, and gives its jobs back."""
        summary = await self._worker.drain(self._telling(progress))
        if self._deliverer is not None:
            await self._deliverer.drain()
        return summary

    async def work(self, stop: anyio.Event, progress: ProgressCallback = ignore) -> None:
        """Work until ``stop`` is set; what is under way then is given back."""
        async with anyio.create_task_group() as tasks:
            if self._deliverer is not None:
                tasks.start_soon(self._deliverer.serve)
            await self._worker.serve(stop, self._telling(progress))
            tasks.cancel_scope.cancel()

    async def watch(self, base: str, *, once: bool = False) -> AsyncIterator[Step | None]:
        """Where each document of a base stands, then every change; None as a sign of life each second
        without one. ``once`` ends it when all are settled. Raises NotFound for the base."""
        record = await self.get_base(base)
        async for step in self.watchers.watch(record.id, self._stores.metadata.documents, once=once):
            yield step

    def _telling(self, progress: ProgressCallback) -> ProgressCallback:
        def tell(step: Progress) -> None:
            progress(step)
            self.watchers.tell(step)

        return tell

    async def repair(self) -> RepairReport:
        """Put right what a crash left; then `run_pending` or `work` finishes it."""
        return await repair(self._stores, self._clock())
