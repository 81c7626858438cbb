"""A library that is opened at the first call that needs its models, and closed once."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import anyio

from pincite.attaching import ReadFile
from pincite.chat_history import ChatHistory
from pincite.chunker import Chunker
from pincite.core.errors import Conflict
from pincite.core.settings import Settings
from pincite.ingest import IngestService
from pincite.ingest.reindexing import Reindexer
from pincite.pipeline.service import QuestionService
from pincite.ports.metadata import Metadata
from pincite.sessions.chatting import Chats


@dataclass(frozen=True, slots=True)
class Engine:
    """What reading and asking need: the encoder, the index and the stages."""

    ingest: IngestService
    questions: QuestionService
    chunker: Chunker
    encoder: str
    """Identity of the encoder."""
    close: Callable[[], Awaitable[None]]
    reindexer: Reindexer
    chats: Chats
    read_file: ReadFile
    """Reads a file beside a question."""
    history: ChatHistory


class Opening:
    """The life of a library."""

    def __init__(
        self, settings: Settings, metadata: Metadata, open_engine: Callable[[], Awaitable[Engine]]
    ) -> None:
        self.settings = settings
        self._metadata = metadata
        self._open_engine = open_engine
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
