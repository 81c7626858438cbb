"""The library without ``await``: the same calls, run on an event loop of its own thread."""

import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

from anyio.from_thread import start_blocking_portal

from pincite.asking import Answered, Asked, Searched, Within
from pincite.core.errors import Conflict
from pincite.core.settings import DEFAULT_BASE
from pincite.entries import Faq
from pincite.filing import Filing
from pincite.ingest import IngestSummary, ProgressCallback
from pincite.ingest.progress import ignore
from pincite.ingest.reindexing import IndexState
from pincite.knowledge_base import AsyncKnowledgeBase
from pincite.library import AsyncLibrary
from pincite.observability.traces_replay import Replay
from pincite.observability.traces_store import TraceStore
from pincite.pipeline.answer import Answer
from pincite.ports.edits import ChunkRecord, Revision
from pincite.ports.records import BaseRecord, DocumentRecord

T = TypeVar("T")

_open: set["Library"] = set()


def _close_open_libraries() -> None:
    for library in list(_open):
        library.close()


# A script that never closes its library would hang: at its end Python waits for the threads of the
# database, which wait for work. `atexit` runs after that wait; this hook, which concurrent.futures uses too
# (CPython 3.9 to 3.14), runs before it.
# The hook is private, so typeshed does not know it.
threading._register_atexit(_close_open_libraries)  # type: ignore[attr-defined]


class Library:
    """``with pincite.open("dir") as library: …``. For the meaning of a call see `AsyncLibrary`."""

    def __init__(self, opening: Callable[[], Awaitable[AsyncLibrary]]) -> None:
        self._stack = ExitStack()
        self._portal = self._stack.enter_context(start_blocking_portal(name="pincite"))
        self._closing = threading.Lock()
        self._closed = False
        try:
            self._library = self._portal.call(opening)
        except BaseException:
            self._stack.close()
            raise
        _open.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the index process and release the files; a second call does nothing."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            _open.discard(self)
            with self._stack:
                self._portal.call(self._library.aclose)

    def _call(self, work: Callable[[], Awaitable[T]]) -> T:
        if self._closed:
            raise Conflict("The library is closed.", hint="Open it again.")
        return self._portal.call(work)

    def bases(self) -> Sequence[BaseRecord]:
        return self._call(self._library.bases)

    def knowledge_base(
        self, name: str = DEFAULT_BASE, *, create: bool = True, kind: str = "document"
    ) -> "KnowledgeBase":
        return KnowledgeBase(
            self, self._call(lambda: self._library.knowledge_base(name, create=create, kind=kind))
        )

    def create_base(self, name: str, **settings: Any) -> BaseRecord:
        return self._call(lambda: self._library.create_base(name, **settings))

    def configure_base(self, name: str, **settings: Any) -> BaseRecord:
        return self._call(lambda: self._library.configure_base(name, **settings))

    def chunk(self, chunk_id: str) -> ChunkRecord:
        return self._call(lambda: self._library.chunk(chunk_id))

    def chunk_history(self, chunk_id: str) -> Sequence[Revision]:
        return self._call(lambda: self._library.chunk_history(chunk_id))

    def edit_chunk(self, chunk_id: str, text: str, *, revision: int | None = None) -> ChunkRecord:
        return self._call(lambda: self._library.edit_chunk(chunk_id, text, revision=revision))

    def rollback_chunk(self, chunk_id: str, to: int) -> ChunkRecord:
        return self._call(lambda: self._library.rollback_chunk(chunk_id, to))

    def set_chunk_disabled(self, chunk_id: str, disabled: bool) -> ChunkRecord:
        return self._call(lambda: self._library.set_chunk_disabled(chunk_id, disabled))

    def reindex(self, bases: Sequence[str] = ()) -> Sequence[IndexState]:
        return self._call(lambda: self._library.reindex(bases))

    def index_states(self, bases: Sequence[str] = ()) -> Sequence[IndexState]:
        return self._call(lambda: self._library.index_states(bases))

    def delete_base(self, name: str) -> None:
        self._call(lambda: self._library.delete_base(name))

    def ask(self, question: str, **said: Unpack[Asked]) -> Answer:
        return self._call(lambda: self._library.ask(question, **said))

    def retrieve(self, question: str, *, rerank: bool = True, **said: Unpack[Searched]) -> Answer:
        return self._call(lambda: self._library.retrieve(question, rerank=rerank, **said))

    @property
    def traces(self) -> TraceStore:
        return self._library.traces

    def replay(self, trace_id: str, *, verify_only: bool = False) -> Replay:
        return self._call(lambda: self._library.replay(trace_id, verify_only=verify_only))


class KnowledgeBase:
    """One base. For the meaning of a call see `AsyncKnowledgeBase`."""

    def __init__(self, library: Library, base: AsyncKnowledgeBase) -> None:
        self._library = library
        self._base = base

    @property
    def id(self) -> str:
        return self._base.id

    @property
    def name(self) -> str:
        return self._base.name

    @property
    def faq(self) -> Faq:
        """The entries of an FAQ base."""
        return Faq(self._library, self._base.faq)

    @property
    def filing(self) -> Filing:
        """Its documents by folder, tag and value, and changes that read no document again."""
        return Filing(self._library, self._base.filing)

    def add(
        self,
        *paths: str | Path,
        tags: Sequence[str] | None = None,
        chunking: Mapping[str, Any] | None = None,
        progress: ProgressCallback = ignore,
        **said: Any,
    ) -> IngestSummary:
        return self._library._call(
            lambda: self._base.add(*paths, tags=tags, chunking=chunking, progress=progress, **said)
        )

    def add_url(self, url: str, *, progress: ProgressCallback = ignore, **said: Any) -> DocumentRecord:
        return self._library._call(lambda: self._base.add_url(url, progress=progress, **said))

    def reparse(
        self,
        *names: str,
        chunking: Mapping[str, Any] | None = None,
        progress: ProgressCallback = ignore,
    ) -> IngestSummary:
        return self._library._call(lambda: self._base.reparse(*names, chunking=chunking, progress=progress))

    def chunks(
        self, document: str, *, offset: int = 0, limit: int | None = None
    ) -> tuple[Sequence[ChunkRecord], int]:
        return self._library._call(lambda: self._base.chunks(document, offset=offset, limit=limit))

    def documents(self) -> Sequence[DocumentRecord]:
        return self._library._call(self._base.documents)

    def document(self, name: str) -> DocumentRecord:
        return self._library._call(lambda: self._base.document(name))

    def remove(self, *names: str) -> None:
        self._library._call(lambda: self._base.remove(*names))

    def cancel(self, name: str) -> DocumentRecord:
        return self._library._call(lambda: self._base.cancel(name))

    def ask(self, question: str, **said: Unpack[Answered]) -> Answer:
        return self._library._call(lambda: self._base.ask(question, **said))

    def search(self, question: str, **said: Unpack[Within]) -> Answer:
        return self._library._call(lambda: self._base.search(question, **said))
