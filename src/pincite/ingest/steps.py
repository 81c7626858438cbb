"""The way of one version: parse, chunk, index, make live."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Any

import anyio
from anyio import to_thread

from pincite.core.addresses import looks_like_url
from pincite.core.catalogue import say
from pincite.core.errors import EmptyDocument, NotFound
from pincite.core.types import Chunk, ChunkType, DocumentStatus, ParsedDocument
from pincite.faq import FaqModes
from pincite.ingest.cutting import cut_in_time
from pincite.ingest.dating import days_of_file, usable_days
from pincite.ingest.editing import carry_edits
from pincite.ingest.enriching import TABLE_KINDS, Enriched, document_enricher, why_not_enriched
from pincite.ingest.entries import Remembering, entry_chunks, known_vectors, parse_entry
from pincite.ingest.fetching import Fetching
from pincite.ingest.graphing import Grapher, keep_graph
from pincite.ingest.images import PictureReader, Pictures, addressed, image_chunks, image_name
from pincite.ingest.indexing import check_identity, write_points
from pincite.ingest.mending import mended
from pincite.ingest.preparing import (
    IndexedChunk,
    Owner,
    build_chunks,
    build_parents,
    chunks_with_term,
    document_title,
    rebuild_chunks,
)
from pincite.ingest.progress import Progress, ProgressCallback
from pincite.ingest.stages import Stages
from pincite.ingest.storing import blob_key, collect, give_up, held, put_held
from pincite.ingest.tools import Cut, Pace, Stores, Tools
from pincite.ingest.turns import Turns
from pincite.ports.documents import DayField
from pincite.ports.edits import ChunkRecord, KeptEdit
from pincite.ports.fetching import FetchOutcome, is_unfetched
from pincite.ports.models import Embedder
from pincite.ports.records import (
    BaseKind,
    BaseRecord,
    DocumentRecord,
    IndexedVersion,
    Job,
    VersionFile,
    VersionRecord,
)

_SLICE = 128
"""Chunks analysed in one thread call (0.3 s); a cancelled job ends between two."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document cut and analysed."""

    title: str
    chunks: Sequence[IndexedChunk] = ()
    parents: Sequence[Chunk] = ()
    kept: Mapping[str, KeptEdit] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class IngestRun:
    """One try at one version. ``stage`` tells how far it came when it ends in an exception."""

    stores: Stores
    tools: Tools
    pace: Pace
    turns: Turns
    owner: str
    job: Job
    base: BaseRecord
    document: DocumentRecord
    version: VersionRecord
    clock: Callable[[], float]
    new_id: Callable[[], str]
    language: str
    notify: ProgressCallback
    stage: DocumentStatus = DocumentStatus.PARSING
    notes: Stages = field(init=False)
    files: list[VersionFile] = field(default_factory=list)
    """Pictures in the blob store, under holds until the version is live."""
    table_edits: Sequence[ChunkRecord] = ()
    """Hand edits of the version before, of its chunks about tables."""
    unchanged: bool = False
    """What was fetched is what the live version was made of; the document is ready as it was."""

    def __post_init__(self) -> None:
        self.notes = Stages(self.document.id)

    async def ingest(self) -> bool:
        """Everything; False if the version was not wanted any more at the end."""
        live = False
        try:
            live = await self._ingest()
        finally:
            if self.files and not live:
                with anyio.CancelScope(shield=True):
                    await self._give_up_files()
        return live

    async def _ingest(self) -> bool:
        check_identity(self.base, self.stores.embedder)
        if is_unfetched(self.version.file_key):
            outcome = await self._fetch()
            self.unchanged = outcome is FetchOutcome.UNCHANGED
            if outcome is not FetchOutcome.STORED:
                return self.unchanged
        parsed, prepared = await (self._entry() if self.base.kind is BaseKind.FAQ else self._document())
        prepared = await self._enrich(parsed, prepared)  # in no turn: it waits for a model
        prepared = await self._extract(prepared) if self.base.graph else prepared
        await self._enter(DocumentStatus.INDEXING, len(prepared.chunks))
        if self.base.is_indexed and prepared.chunks:
            with self.notes.span("embedding") as details:
                details.update(await self._embed(prepared.chunks))
        else:
            self.notes.skip("embedding")
        async with self.turns.index:
            return await self._activate(parsed, prepared)

    async def _fetch(self) -> FetchOutcome:
        await self._enter(DocumentStatus.PARSING)
        fetching = Fetching(self.stores, self.tools, self.owner, self.clock, self.new_id, self.language)
        outcome = await fetching.run(self.job, self.document, self.notes)
        if outcome is FetchOutcome.STORED:
            self.version = await self.stores.metadata.versions.get(self.version.id)
        return outcome

    async def _document(self) -> tuple[ParsedDocument, Prepared]:
        async with self.turns.prepare:
            with self.notes.span("convert") as details:
                parsed = await self._parse()
                details["characters"] = len(parsed.markdown)
                if encoding := parsed.metadata.get("encoding"):
                    details["encoding"] = encoding
                if days := days_of_file(parsed.metadata):
                    # Kept, so that the next version knows which days a file named and which a person set.
                    details["days"] = {field: day.isoformat() for field, day in days.items()}
            parsed, pictures = await self._pictures(parsed)
        prepared = await self._prepare(parsed)
        if not pictures.shown or not prepared.chunks:
            return parsed, replace(prepared, warnings=(*prepared.warnings, *pictures.warnings))
        children = await to_thread.run_sync(image_chunks, pictures.shown, prepared.chunks, parsed, self.tools)
        return parsed, replace(
            prepared,
            chunks=[*prepared.chunks, *children],
            warnings=(*prepared.warnings, *pictures.warnings),
        )

    async def _pictures(self, parsed: ParsedDocument) -> tuple[ParsedDocument, Pictures]:
        """Store the pictures, put their addresses into the Markdown, and read them (row IM-04)."""
        if not parsed.images:
            self.notes.skip("images")
            return parsed, Pictures()
        with self.notes.span("images") as details:
            for image in {image.data: image for image in parsed.images}.values():
                hold = self.new_id()
                key = await to_thread.run_sync(blob_key, image.data)
                self.files.append(
                    VersionFile(image_name(key, image.media_type), key, image.media_type, image.page, hold)
                )
                await put_held(self.stores, image.data, hold, self.owner, self.clock())
            parsed, shown = addressed(parsed, self.files, self.document.id)
            reader = PictureReader(self.tools, self.language, self._tell)
            pictures = await reader.read(shown)
            details.update(stored=len(self.files), shown=len(shown), unread=pictures.unread)
        return parsed, pictures

    async def _give_up_files(self) -> None:
        """Of a version that did not become live."""
        files, self.files = self.files, []
        for file in files:
            await self.stores.metadata.holds.drop(file.hold)
        await collect(self.stores, {file.key for file in files}, self.clock())

    async def _entry(self) -> tuple[ParsedDocument, Prepared]:
        """An FAQ entry, which no splitter sees (row FAQ-01)."""
        with self.notes.span("convert"):
            await self._enter(DocumentStatus.PARSING)
            entry, parsed = parse_entry(await self.stores.blobs.get(self.version.file_key))
        self.notes.skip("images")
        self.notes.skip("configure")
        await self._enter(DocumentStatus.CHUNKING)
        owner = Owner(self.base.id, self.document.id, self.version.id, parsed.title)
        with self.notes.span("chunk") as details:
            modes = FaqModes.of(self.base.faq)
            async with self.turns.prepare:
                chunks = await to_thread.run_sync(entry_chunks, entry, modes, owner, self.tools)
            details["chunks_written"] = len(chunks)
        return parsed, Prepared(owner.title, chunks)

    async def _embed(self, chunks: Sequence[IndexedChunk]) -> dict[str, Any]:
        """Write the points; of an FAQ entry only the questions that changed are embedded (row FAQ-03)."""
        if self.base.kind is not BaseKind.FAQ:
            await self._write(chunks)
            return {"points": len(chunks)}
        known = await known_vectors(self.stores, self.document.active_version_id)
        embedder = Remembering(self.stores.embedder, known)
        await self._write(chunks, embedder)
        return {"points": len(chunks), "embedded": embedder.embedded}

    async def reindex(self) -> None:
        """Write the points of a live version again."""
        check_identity(self.base, self.stores.embedder)
        stored = [
            chunk
            for chunk in await self.stores.metadata.versions.chunks(self.version.id)
            if chunk.chunk_type is not ChunkType.PARENT_TEXT
        ]
        chunks: list[IndexedChunk] = []
        for first in range(0, len(stored), _SLICE):
            part = stored[first : first + _SLICE]
            async with self.turns.prepare:
                chunks += await to_thread.run_sync(rebuild_chunks, part, self.tools)
        self.stage = DocumentStatus.INDEXING
        await self._write(chunks)

    async def reindex_chunk(self) -> None:
        """Write the point of one chunk again: one call of the encoder, whatever else the document holds."""
        check_identity(self.base, self.stores.embedder)
        try:
            record = await self.stores.metadata.edits.get(self.job.chunk_id or "")
        except NotFound:  # its version went meanwhile, and its point with it
            return
        self.stage = DocumentStatus.INDEXING
        await self._write(await to_thread.run_sync(rebuild_chunks, [record.chunk], self.tools))

    @property
    def _overrides(self) -> dict[str, Any]:
        """What the base and this upload set otherwise than the library."""
        return {**self.base.chunking, **(self.version.chunking or {})}

    async def _enter(self, stage: DocumentStatus, total: int = 0) -> None:
        self.stage = stage
        await self.stores.metadata.documents.set_status(self.job, stage, self.clock())
        self._tell(0, total)

    def _tell(self, done: int, total: int) -> None:
        self.notify(Progress(self.document, self.stage, done, total))

    async def _parse(self) -> ParsedDocument:
        await self._enter(DocumentStatus.PARSING)
        data = await self.stores.blobs.get(self.version.file_key)
        is_page = looks_like_url(self.document.source) and self.tools.parse_page is not None
        parse = self.tools.parse_page if is_page and self.tools.parse_page else self.tools.parse
        parsed = await parse(data, self.version.filename, self._overrides)
        return await to_thread.run_sync(mended, parsed, self.language)

    async def _prepare(self, parsed: ParsedDocument) -> Prepared:
        """Cut and analyse; nothing where the switches of the base want no chunks (row IX-02)."""
        await self._enter(DocumentStatus.CHUNKING)
        owner = Owner(
            base_id=self.base.id,
            document_id=self.document.id,
            version_id=self.version.id,
            title=document_title(parsed, self.version.filename),
        )
        if not self.base.is_cut:
            self.notes.skip("configure")
            self.notes.skip("chunk")
            return Prepared(owner.title)
        with self.notes.span("configure") as details:
            details["overrides"] = self.tools.configure(self._overrides)
        with self.notes.span("chunk") as details:
            details.update(chunks_planned=0, chunks_written=0, total_text_chars=0)
            cut = await self._cut(parsed.markdown)
            if not cut.chunks:
                raise EmptyDocument(f"{self.version.filename} holds no text.")
            details["chunks_planned"] = len(cut.chunks) + len(cut.parents)
            chunks: list[IndexedChunk] = []
            for first in range(0, len(cut.chunks), _SLICE):
                part = cut.chunks[first : first + _SLICE]
                async with self.turns.prepare:
                    chunks += await to_thread.run_sync(build_chunks, part, parsed, owner, self.tools)
                self._tell(len(chunks), len(cut.chunks))
            details.update(
                chunks_written=len(chunks) + len(cut.parents),
                total_text_chars=sum(len(item.chunk.content) for item in chunks),
                tier=cut.tier,
                rejected=[list(rejection) for rejection in cut.rejected],
            )
        return await self._carry(
            Prepared(owner.title, chunks, build_parents(cut.parents, parsed, owner)), chunks
        )

    async def _cut(self, text: str) -> Cut:
        async with self.turns.cutting(len(text)):
            return await cut_in_time(
                self.tools,
                text,
                self._overrides,
                self.pace,
                filename=self.version.filename,
                language=self.language,
            )

    async def _carry(self, prepared: Prepared, chunks: list[IndexedChunk]) -> Prepared:
        """Hand edits of the version before, on the slices that were cut again as they were."""
        old = self.document.active_version_id
        changed = await self.stores.metadata.edits.changed(old) if old is not None else ()
        self.table_edits = [record for record in changed if record.chunk.chunk_type in TABLE_KINDS]
        changed = [record for record in changed if record.chunk.chunk_type not in TABLE_KINDS]
        return await self._carried(prepared, chunks, changed) if changed else prepared

    async def _carried(
        self, prepared: Prepared, chunks: Sequence[IndexedChunk], changed: Sequence[ChunkRecord]
    ) -> Prepared:
        carried = await to_thread.run_sync(carry_edits, chunks, changed, self.tools)
        warnings = prepared.warnings
        if carried.lost:
            warnings = (*warnings, say("ingest.edits_lost", self.language, count=carried.lost))
        kept = {**prepared.kept, **carried.kept}
        return replace(prepared, chunks=carried.chunks, kept=kept, warnings=warnings)

    async def _enrich(self, parsed: ParsedDocument, prepared: Prepared) -> Prepared:
        """What the chat model adds (row CX-10). Hand edits of chunks about tables stay on those that read as
        before."""
        if why := why_not_enriched(self.base, prepared.chunks, self.tools):
            self.notes.skip("enrich", reason=why)
            enriched = Enriched(prepared.chunks)
        else:
            with self.notes.span("enrich") as details:
                await self._enter(DocumentStatus.ENRICHING)
                old = self.document.active_version_id
                known = await self.stores.metadata.versions.chunks(old) if old is not None else ()
                work = document_enricher(self.base, self._overrides, self.tools, self.language, self._tell)
                enriched = await work.enrich(parsed, prepared.title, prepared.chunks, known)
                details.update(enriched.counts)
        warnings = (*prepared.warnings, *enriched.warnings)
        done = replace(prepared, chunks=enriched.chunks, warnings=warnings)
        if enriched.children or self.table_edits:
            done = await self._carried(done, enriched.children, self.table_edits)
            done = replace(done, chunks=[*enriched.chunks, *done.chunks])
        return done

    async def _extract(self, prepared: Prepared) -> Prepared:
        enter = partial(self._enter, DocumentStatus.ENRICHING)
        work = Grapher(self.stores, self.tools, self.notes, self.language, enter, self._tell)
        graphed = await work.run(self.base, self.document, prepared.chunks)
        return replace(prepared, chunks=graphed.chunks, warnings=(*prepared.warnings, *graphed.warnings))

    async def _write(self, chunks: Sequence[IndexedChunk], embedder: Embedder | None = None) -> None:
        await write_points(
            chunks,
            self.base,
            self.document.tags,
            embedder=embedder or self.stores.embedder,
            index=self.stores.index,
            turn=self.turns.index,
            progress=lambda done: self._tell(done, len(chunks)),
        )

    async def _days(self, parsed: ParsedDocument) -> tuple[Mapping[DayField, date], tuple[str, ...]]:
        """The days that the file names, as far as they can be used, and warnings."""
        stated = days_of_file(parsed.metadata)
        if not stated and self.document.supersedes is None:
            return {}, ()
        editions = await self.stores.metadata.editions.editions([self.base.id])
        return usable_days(stated, self.document, editions, self.language)

    async def _activate(self, parsed: ParsedDocument, prepared: Prepared) -> bool:
        hold = self.new_id()
        async with held(self.stores, parsed.markdown.encode(), hold, self.owner, self.clock) as key:
            indexed = self.base.is_indexed
            counts = await to_thread.run_sync(chunks_with_term, prepared.chunks) if indexed else None
            with self.notes.span("write") as details:
                details["rows"] = len(prepared.chunks) + len(prepared.parents)
            days, day_warnings = await self._days(parsed)
            version = IndexedVersion(
                version_id=self.version.id,
                title=prepared.title,
                media_type=parsed.media_type,
                markdown_key=key,
                hold=hold,
                pages=parsed.pages,
                warnings=(*parsed.warnings, *prepared.warnings, *day_warnings),
                days=days,
                chunks=[*(item.chunk for item in prepared.chunks), *prepared.parents],
                lengths=[*(item.lengths for item in prepared.chunks), *({} for _ in prepared.parents)],
                chunks_with_term=counts,
                embedding_identity=self.stores.embedder.identity
                if self.base.vector and prepared.chunks
                else None,
                stages=tuple(self.notes.notes),
                kept=prepared.kept,
                files=tuple(self.files),
            )
            await keep_graph(self.stores, self.base, self.version, prepared.chunks)
            live = await self.stores.metadata.versions.activate(self.job, version, self.clock())
        if not live:
            await give_up(self.stores, key, hold, self.clock())
        return live
