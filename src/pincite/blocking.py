"""The library without ``await``: the same calls, run on an event loop of its own thread."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from anyio.from_thread import start_blocking_portal

from pincite.ingest import IngestSummary, ProgressCallback
from pincite.ingest.progress import ignore
from pincite.library import DEFAULT_BASE, AsyncKnowledgeBase, AsyncLibrary
from pincite.pipeline.answer import Answer
from pincite.ports.metadata import BaseRecord, DocumentRecord

T = TypeVar("T")


class Library:
    """``with pincite.open("dir") as library: …``. For the meaning of a call see `AsyncLibrary`."""

    def __init__(self, opening: Callable[[], Awaitable[AsyncLibrary]]) -> None:
        self._stack = ExitStack()
        self._portal = self._stack.enter_context(start_blocking_portal())
        try:
            self._library = self._portal.call(opening)
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the index process and release the files; a second call does nothing."""
        with self._stack:
            self._call(self._library.aclose)

    def _call(self, work: Callable[[], Awaitable[T]]) -> T:
        return self._portal.call(work)

    def bases(self) -> Sequence[BaseRecord]:
        return self._call(self._library.bases)

    def knowledge_base(self, name: str = DEFAULT_BASE, *, create: bool = True) -> "KnowledgeBase":
        return KnowledgeBase(self, self._call(lambda: self._library.knowledge_base(name, create=create)))

    def delete_base(self, name: str) -> None:
        self._call(lambda: self._library.delete_base(name))

    def ask(self, question: str, **scope: Any) -> Answer:
        return self._call(lambda: self._library.ask(question, **scope))

    def retrieve(self, question: str, **scope: Any) -> Answer:
        return self._call(lambda: self._library.retrieve(question, **scope))


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

    def add(
        self,
        *paths: str | Path,
        tags: Sequence[str] | None = None,
        progress: ProgressCallback = ignore,
    ) -> IngestSummary:
        return self._library._call(lambda: self._base.add(*paths, tags=tags, progress=progress))

    def documents(self) -> Sequence[DocumentRecord]:
        return self._library._call(self._base.documents)

    def remove(self, name: str) -> None:
        self._library._call(lambda: self._base.remove(name))

    def ask(self, question: str, **scope: Any) -> Answer:
        return self._library._call(lambda: self._base.ask(question, **scope))

    def search(self, question: str, *, top_k: int | None = None) -> Answer:
        return self._library._call(lambda: self._base.search(question, top_k=top_k))
