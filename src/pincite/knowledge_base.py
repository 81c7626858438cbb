"""One base of a library: its documents, their chunks, and questions over it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import anyio.to_thread

from pincite.core.addresses import looks_like_url
from pincite.core.errors import DocumentError, DocumentTooLarge, InvalidInput, NotFound
from pincite.core.labels import check_file_name, clean_folder
from pincite.core.types import DocumentStatus
from pincite.entries import AsyncFaq
from pincite.filing import AsyncFiling, document_change
from pincite.ingest import IngestSummary, ProgressCallback, RefusedFile, expand_tree
from pincite.ingest.progress import ignore
from pincite.naming import matching
from pincite.pipeline.answer import Answer
from pincite.ports.edits import ChunkRecord
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseRecord, DocumentRecord

if TYPE_CHECKING:
    from pincite.asking import Answered, Within
    from pincite.library import AsyncLibrary


class AsyncKnowledgeBase:
    """One base of a library."""

    def __init__(self, library: "AsyncLibrary", metadata: Metadata, record: BaseRecord) -> None:
        self._library = library
        self._metadata = metadata
        self.record = record

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def name(self) -> str:
        return self.record.name

    @property
    def faq(self) -> AsyncFaq:
        """The entries of an FAQ base."""
        return AsyncFaq(self._library, self)

    @property
    def filing(self) -> AsyncFiling:
        """Its documents by folder, tag and value, and changes that read no document again."""
        return AsyncFiling(self._library, self, self._metadata.documents)

    async def add(
        self,
        *paths: str | Path,
        tags: Sequence[str] | None = None,
        chunking: Mapping[str, Any] | None = None,
        folder: str | None = None,
        supersedes: str | None = None,
        progress: ProgressCallback = ignore,
        **said: Any,
    ) -> IngestSummary:
        """Add files, folders, globs and web addresses (`add_url`), and work until each is ready or failed.

        ``chunking`` overrides the settings of the base for these files alone. What lies below a folder is
        filed as it lies there, all of it below ``folder``. ``supersedes`` names the document whose place they
        take; ``effective_from``, ``effective_to`` and ``custom`` are as in `pincite.filing.document_change`.
        What cannot be read or is too large is in ``refused`` of the summary and does not stop the others.

        Raises:
            NotFound: a path, or what they supersede, names nothing. InvalidInput: the chunking or something
                that is said of them cannot be used. UrlRefused: nothing is fetched from an address.
        """
        change = document_change(supersedes=await self.filing.identify(supersedes), **said)
        above = None if folder is None else clean_folder(folder)
        ingest = (await self._library.engine()).ingest
        submitted: list[str] = []
        refused: list[RefusedFile] = []
        urls = [path for path in map(str, paths) if looks_like_url(path)]
        files = await anyio.to_thread.run_sync(
            expand_tree, [path for path in paths if not looks_like_url(str(path))]
        )
        for url in urls:
            ingest.check_url(url)
        for url in urls:
            record = await ingest.add_url(
                self.id,
                url,
                tags=tags,
                chunking=chunking,
                folder=above,
                move=above is not None,
                change=change,
            )
            submitted.append(record.id)
        for path, place in files:
            try:
                source, data = await anyio.to_thread.run_sync(
                    _read, path, self._library.settings.ingest.max_file_bytes
                )
                record = await ingest.add_bytes(
                    self.id,
                    path.name,
                    data,
                    source=source,
                    tags=None if tags is None else tuple(tags),
                    chunking=chunking,
                    folder=_filed(path, place, above),
                    move=above is not None,
                    change=change,
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
        self,
        filename: str,
        data: bytes,
        *,
        source: str | None = None,
        tags: Sequence[str] | None = None,
        chunking: Mapping[str, Any] | None = None,
        folder: str | None = None,
        supersedes: str | None = None,
        **said: Any,
    ) -> DocumentRecord:
        """Take a file in and leave its work to the queue; without ``source`` folder and name tell it from
        others. For the rest see `add`."""
        change = document_change(supersedes=await self.filing.identify(supersedes), **said)
        place = None if folder is None else clean_folder(folder)
        ingest = (await self._library.engine()).ingest
        return await ingest.add_bytes(
            self.id,
            filename,
            data,
            source=source or (f"{place}/{filename}" if place else filename),
            tags=None if tags is None else tuple(tags),
            chunking=chunking,
            folder=place,
            change=change,
        )

    async def add_url(
        self,
        url: str,
        *,
        tags: Sequence[str] | None = None,
        chunking: Mapping[str, Any] | None = None,
        folder: str | None = None,
        supersedes: str | None = None,
        wait: bool = True,
        progress: ProgressCallback = ignore,
        **said: Any,
    ) -> DocumentRecord:
        """Take in what a web address answers with, and work until it is ready or failed; with ``wait=False``
        that is left to the queue. Of a page the main text counts; other files are read as what they are. The
        same address again: the same content changes nothing, other content is a new version.

        A fetch that fails fails the document, with a sentence that says why; nothing of it is indexed, and
        what was live stays. For the rest see `add`.

        Raises:
            UrlRefused: nothing is fetched from there. NotFound, InvalidInput: as `add`.
        """
        change = document_change(supersedes=await self.filing.identify(supersedes), **said)
        ingest = (await self._library.engine()).ingest
        record = await ingest.add_url(
            self.id,
            url,
            tags=tags,
            chunking=chunking,
            folder=folder,
            move=folder is not None,
            change=change,
        )
        if not wait:
            return record
        await ingest.run_pending(progress=progress)
        return await ingest.get_document(record.id)

    async def enqueue_reparse(
        self, *names: str, chunking: Mapping[str, Any] | None = None
    ) -> list[DocumentRecord]:
        """Parse documents again, all without ``names``, with the settings of today; the work is left to the
        queue, and the versions that are live answer until then. ``chunking`` takes the place of what the
        upload overrode.

        Raises:
            NotFound, InvalidInput: as `document`; then none is enqueued.
        """
        records = [await self.document(name) for name in names] if names else await self.documents()
        ingest = (await self._library.engine()).ingest
        return [await ingest.reparse(record.id, chunking=chunking) for record in records]

    async def reparse(
        self,
        *names: str,
        chunking: Mapping[str, Any] | None = None,
        progress: ProgressCallback = ignore,
    ) -> IngestSummary:
        """As `enqueue_reparse`, and work until each is ready or failed."""
        await self.enqueue_reparse(*names, chunking=chunking)
        return await (await self._library.engine()).ingest.run_pending(progress=progress)

    async def chunks(
        self, document: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[ChunkRecord], int]:
        """Chunks of a document from the ``offset``-th on, and how many it has. Raises as `document`."""
        record = await self.document(document)
        return await self._metadata.edits.list(record.id, offset=offset, limit=limit)

    async def documents(self) -> Sequence[DocumentRecord]:
        return await self._metadata.documents.list(self.id)

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

    async def remove(self, *names: str, wait: bool = True) -> None:
        """Remove documents, by id, path, file name or title, with every trace of them. They are out of lists
        and search at once; without ``wait`` the queue does the rest.

        Raises:
            NotFound, InvalidInput: as `document`; then none is removed.
        """
        ids = [(await self.document(name)).id for name in names]
        ingest = (await self._library.engine()).ingest
        for id_ in dict.fromkeys(ids):
            await ingest.remove_document(id_)
        if wait:
            await ingest.run_pending()

    async def cancel(self, name: str) -> DocumentRecord:
        """Stop the ingest of a document, by id, path, file name or title, in whichever process it runs. What
        was live before stays live.

        Raises:
            NotFound, InvalidInput: as `document`. Conflict: nothing is under way.
        """
        return await self._library.cancel_document((await self.document(name)).id)

    async def ask(self, question: str, **said: "Unpack[Answered]") -> Answer:
        """As `AsyncLibrary.ask`, over this base."""
        return await self._library.ask(question, bases=[self.id], **said)

    async def search(self, question: str, **said: "Unpack[Within]") -> Answer:
        """As `AsyncLibrary.retrieve`, over this base."""
        return await self._library.retrieve(question, bases=[self.id], **said)


def _filed(path: Path, place: str | None, above: str | None) -> str | None:
    """The folder of a file that lay in ``place``; None where nothing says.

    Raises:
        DocumentError: its name or its folders cannot be kept.
    """
    try:
        check_file_name(path.name, str(path))
        if place is None and above is None:
            return None
        return clean_folder("/".join(part for part in (above, place) if part))
    except InvalidInput as error:
        raise DocumentError(f"{path.name!r} cannot be filed. {error.message}", hint=error.hint) from error


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
