"""A library: bases of documents, and questions over them. The asynchronous face that all others stand on."""

import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import anyio
import anyio.to_thread

from pincite.core.errors import Conflict, DocumentError, DocumentTooLarge, InvalidInput, NotFound
from pincite.core.settings import DEFAULT_BASE, Settings
from pincite.core.types import DocumentStatus
from pincite.ingest import IngestService, IngestSummary, ProgressCallback, RefusedFile, expand_paths
from pincite.ingest.progress import ignore
from pincite.observability.traces import TraceWriter
from pincite.pipeline.answer import Answer
from pincite.pipeline.service import QuestionService
from pincite.pipeline.state import ChatRequest
from pincite.ports.metadata import BaseRecord, DocumentRecord, Metadata


@dataclass(frozen=True, slots=True)
class Engine:
    """What reading and asking need: the encoder, the index and the stages."""

    ingest: IngestService
    questions: QuestionService
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

    async def knowledge_base(self, name: str = DEFAULT_BASE, *, create: bool = True) -> "AsyncKnowledgeBase":
        """The base ``name``; made if it is new. Raises NotFound with ``create=False``."""
        try:
            record = await self._metadata.bases.get(name)
        except NotFound:
            if not create:
                raise
            record = await self.create_base(name)
        return AsyncKnowledgeBase(self, record)

    async def create_base(self, name: str) -> BaseRecord:
        """An empty base. Raises Conflict when the name is taken, InvalidInput for a blank one."""
        return await (await self.engine()).ingest.create_base(name)

    async def delete_base(self, name: str) -> None:
        """Remove the base with every row, vector and file of it."""
        record = await self._metadata.bases.get(name)
        ingest = (await self.engine()).ingest
        await ingest.delete_base(record.id)
        await ingest.run_pending()

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
    ) -> Answer:
        """A checked answer or a refusal; no ``bases`` means all. ``documents`` are ids or file names.

        Raises:
            NotFound: a base or document of that name does not exist.
            InvalidInput: the question is empty, too long or broken.
        """
        request, names = await self._request(question, bases, documents, tags, top_k, language)
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
    ) -> Answer:
        """The passages that would answer, in order; no gate, no model. Raises as `ask`."""
        request, names = await self._request(question, bases, documents, tags, top_k, None, rerank=rerank)
        return await (await self.engine()).questions.retrieve(request, names)

    async def _request(
        self,
        question: str,
        bases: Sequence[str],
        documents: Sequence[str],
        tags: Sequence[str],
        top_k: int | None,
        language: str | None,
        *,
        rerank: bool = True,
    ) -> tuple[ChatRequest, list[str]]:
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


class AsyncKnowledgeBase:
    """One base of a library."""

    def __init__(self, library: AsyncLibrary, record: BaseRecord) -> None:
        self._library = library
        self.record = record

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def name(self) -> str:
        return self.record.name

    async def add(
        self,
        *paths: str | Path,
        tags: Sequence[str] | None = None,
        progress: ProgressCallback = ignore,
    ) -> IngestSummary:
        """Add files, folders and globs, and work until each is ready or failed.

        What cannot be read or is too large is in ``refused`` of the summary and does not stop the others.

        Raises:
            NotFound: a path names nothing.
        """
        ingest = (await self._library.engine()).ingest
        submitted: list[str] = []
        refused: list[RefusedFile] = []
        for path in await anyio.to_thread.run_sync(expand_paths, paths):
            try:
                source, data = await anyio.to_thread.run_sync(
                    _read, path, self._library.settings.ingest.max_file_bytes
                )
                record = await ingest.add_bytes(
                    self.id, path.name, data, source=source, tags=None if tags is None else tuple(tags)
                )
            except DocumentError as error:
                refused.append(RefusedFile(path, error))
            else:
                submitted.append(record.id)
        summary = await ingest.run_pending(progress=progress)
        summary.refused = refused
        worked_on = {record.id for record in (*summary.ready, *summary.failed, *summary.cancelled)}
        rest = [await ingest.get_document(id_) for id_ in submitted if id_ not in worked_on]
        summary.unchanged = [record for record in rest if record.status is DocumentStatus.READY]
        return summary

    async def add_bytes(
        self, filename: str, data: bytes, *, source: str | None = None, tags: Sequence[str] | None = None
    ) -> DocumentRecord:
        """Take a file in and leave its work to the queue."""
        ingest = (await self._library.engine()).ingest
        return await ingest.add_bytes(
            self.id, filename, data, source=source or filename, tags=None if tags is None else tuple(tags)
        )

    async def documents(self) -> Sequence[DocumentRecord]:
        return await self._library._metadata.documents.list(self.id)

    async def document(self, name: str) -> DocumentRecord:
        """One document, by id, path, file name or title.

        Raises:
            NotFound: there is none. InvalidInput: there are several of that name.
        """
        found = matching(await self.documents(), name)
        if not found:
            raise NotFound(f"There is no document `{name}` in {self.name}.")
        if len(found) > 1:
            raise InvalidInput(
                f"{len(found)} documents are called `{name}`: "
                + ", ".join(f"{document.source} ({document.id})" for document in found),
                hint="Name it by its path or its id.",
            )
        return found[0]

    async def remove(self, *names: str) -> None:
        """Remove documents, by id, path, file name or title, with every trace of them.

        Raises:
            NotFound, InvalidInput: as `document`; then none is removed.
        """
        ids = [(await self.document(name)).id for name in names]
        ingest = (await self._library.engine()).ingest
        for id_ in dict.fromkeys(ids):
            await ingest.remove_document(id_)
        await ingest.run_pending()

    async def ask(
        self,
        question: str,
        *,
        documents: Sequence[str] = (),
        tags: Sequence[str] = (),
        language: str | None = None,
    ) -> Answer:
        """As `AsyncLibrary.ask`, over this base."""
        return await self._library.ask(
            question, bases=[self.id], documents=documents, tags=tags, language=language
        )

    async def search(self, question: str, *, top_k: int | None = None) -> Answer:
        """As `AsyncLibrary.retrieve`, over this base."""
        return await self._library.retrieve(question, bases=[self.id], top_k=top_k)


def matching(documents: Iterable[DocumentRecord], name: str) -> list[DocumentRecord]:
    """Those that ``name`` means: by id, else by source or path, else by file name, else by title.

    Names compare in NFC, because file systems and keyboards write Hangul and accents in either form.
    """
    known = list(documents)
    wanted = _composed(name)
    # A null byte ends every path, so none can hold one.
    path = "" if "\0" in name else _composed(str(Path(name).absolute().resolve()))
    for found in (
        [document for document in known if document.id == name],
        [document for document in known if _composed(document.source) in (wanted, path)],
        [document for document in known if _composed(document.filename) == wanted],
        [document for document in known if _composed(document.title) == wanted],
    ):
        if found:
            return found
    return []


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _read(path: Path, limit: int) -> tuple[str, bytes]:
    """The place of a file and its bytes."""
    try:
        size = path.stat().st_size
        if size > limit:
            raise DocumentTooLarge(f"{path.name} has {size:,} bytes; the limit is {limit:,}.")
        return str(path.resolve()), path.read_bytes()
    except OSError as error:
        raise DocumentError(
            f"{path.name} cannot be read: {error.strerror}.", hint="Check the rights of the file."
        ) from error
