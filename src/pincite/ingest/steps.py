"""The way of one version: parse, chunk, index, make live."""

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import anyio
from anyio import to_thread

from pincite.core.errors import EmptyDocument
from pincite.core.types import DocumentStatus, ParsedDocument
from pincite.ingest.indexing import check_identity, write_points
from pincite.ingest.preparing import (
    IndexedChunk,
    Owner,
    build_chunks,
    chunks_with_term,
    document_title,
    rebuild_chunks,
)
from pincite.ingest.progress import Progress, ProgressCallback
from pincite.ingest.tools import Stores, Tools
from pincite.ports.metadata import BaseRecord, DocumentRecord, IndexedVersion, Job, VersionRecord

_SLICE = 128
"""Chunks analysed in one thread call (0.3 s); a cancelled job ends between two."""
HOLD_SECONDS = 3600.0
"""How long a written blob waits for the row that names it: longer than any job between the two."""


@dataclass(slots=True)
class Turns:
    """What documents worked on at once take turns at: while one is embedded, the next is prepared."""

    prepare: AbstractAsyncContextManager[object]
    index: AbstractAsyncContextManager[object]

    @classmethod
    def of(cls, concurrency: int) -> "Turns":
        return cls(prepare=anyio.Semaphore(concurrency), index=anyio.Semaphore(concurrency))


@dataclass(slots=True)
class IngestRun:
    """One try at one version. ``stage`` tells how far it came when it ends in an exception."""

    stores: Stores
    tools: Tools
    turns: Turns
    owner: str
    job: Job
    base: BaseRecord
    document: DocumentRecord
    version: VersionRecord
    clock: Callable[[], float]
    new_id: Callable[[], str]
    notify: ProgressCallback
    stage: DocumentStatus = DocumentStatus.PARSING

    async def ingest(self) -> bool:
        """Everything; False if the version was not wanted any more at the end."""
        check_identity(self.base, self.stores.embedder)
        async with self.turns.prepare:
            parsed = await self._parse()
            chunks = await self._chunk(parsed)
        async with self.turns.index:
            await self._enter(DocumentStatus.INDEXING, len(chunks))
            await self._write(chunks)
            return await self._activate(parsed, chunks)

    async def reindex(self) -> None:
        """Write the points of a live version again."""
        check_identity(self.base, self.stores.embedder)
        stored = await self.stores.metadata.versions.chunks(self.version.id)
        chunks: list[IndexedChunk] = []
        async with self.turns.prepare:
            for first in range(0, len(stored), _SLICE):
                part = stored[first : first + _SLICE]
                chunks += await to_thread.run_sync(rebuild_chunks, part, self.tools)
        self.stage = DocumentStatus.INDEXING
        async with self.turns.index:
            await self._write(chunks)

    async def _enter(self, stage: DocumentStatus, total: int = 0) -> None:
        self.stage = stage
        await self.stores.metadata.documents.set_status(self.job, stage, self.clock())
        self._tell(0, total)

    def _tell(self, done: int, total: int) -> None:
        self.notify(Progress(self.document, self.stage, done, total))

    async def _parse(self) -> ParsedDocument:
        await self._enter(DocumentStatus.PARSING)
        data = await self.stores.blobs.get(self.version.file_key)
        return await to_thread.run_sync(self.tools.parse, data, self.version.filename)

    async def _chunk(self, parsed: ParsedDocument) -> list[IndexedChunk]:
        await self._enter(DocumentStatus.CHUNKING)
        config = {**self.base.chunking, **(self.version.chunking or {})}
        pieces = await to_thread.run_sync(self.tools.split, parsed.markdown, config)
        if not pieces:
            raise EmptyDocument(f"{self.version.filename} holds no text.")
        owner = Owner(
            base_id=self.base.id,
            document_id=self.document.id,
            version_id=self.version.id,
            title=document_title(parsed, self.version.filename),
        )
        chunks: list[IndexedChunk] = []
        for first in range(0, len(pieces), _SLICE):
            part = pieces[first : first + _SLICE]
            chunks += await to_thread.run_sync(build_chunks, part, parsed, owner, self.tools)
            self._tell(len(chunks), len(pieces))
        return chunks

    async def _write(self, chunks: list[IndexedChunk]) -> None:
        await write_points(
            chunks,
            self.base,
            self.document.tags,
            embedder=self.stores.embedder,
            index=self.stores.index,
            progress=lambda done: self._tell(done, len(chunks)),
        )

    async def _activate(self, parsed: ParsedDocument, chunks: list[IndexedChunk]) -> bool:
        markdown = parsed.markdown.encode()
        hold = self.new_id()
        key = await put_held(self.stores, markdown, hold, self.owner, self.clock())
        counts = await to_thread.run_sync(chunks_with_term, chunks)
        version = IndexedVersion(
            version_id=self.version.id,
            title=chunks[0].chunk.document_title,
            media_type=parsed.media_type,
            markdown_key=key,
            hold=hold,
            pages=parsed.pages,
            warnings=parsed.warnings,
            chunks=[item.chunk for item in chunks],
            lengths=[item.lengths for item in chunks],
            chunks_with_term=counts,
            embedding_identity=self.stores.embedder.identity if self.base.vector else None,
        )
        live = await self.stores.metadata.versions.activate(self.job, version, self.clock())
        if not live:
            await self.stores.metadata.holds.drop(hold)
            await collect(self.stores, {key}, self.clock())
        return live


def blob_key(data: bytes) -> str:
    """The key under which `BlobStore.put` keeps ``data``."""
    return hashlib.sha256(data).hexdigest()


async def put_held(stores: Stores, data: bytes, hold: str, owner: str, now: float) -> str:
    """Write a blob under a hold, so that no collector takes it before a row names it; its key."""
    key = await to_thread.run_sync(blob_key, data)
    await stores.metadata.holds.take(key, hold, owner, now + HOLD_SECONDS)
    return await stores.blobs.put(data)


async def collect(stores: Stores, keys: set[str], now: float) -> int:
    """Remove those of ``keys`` that nothing needs."""
    remove: Callable[[str], Awaitable[None]] = stores.blobs.delete
    return await stores.metadata.holds.collect(keys, remove, now)
