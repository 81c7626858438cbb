"""Asks the chat model, a bounded number of times, and bears with what it does (row CX-10)."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import anyio
import structlog

from pincite.core.errors import PinciteError
from pincite.core.settings import EnrichmentSettings
from pincite.enrichment.prompts import Prompt
from pincite.enrichment.replies import is_refusal
from pincite.ports.models import ChatModel

T = TypeVar("T")

_TEMPERATURE = 0.0
"""The same chunk should have the same questions, whatever else the model is used for."""
_DELAY = 0.5
"""Seconds before the second try; doubled with each further one. The client waits between its own tries."""
_FAILURES = 3
"""Calls in a row that fail, all of whose tries did, before a document is left without: the server is down."""
_USELESS = 10
"""Replies in a row that cannot be used, before the same: this model does not do what it is asked."""
_REMEMBERED = 4_000
"""Replies that are kept in memory: a document that is tried again after its indexing failed asks nothing
twice. A reply takes 1 KB."""

_log = structlog.get_logger("pincite.enrichment")


@dataclass(slots=True)
class Enricher:
    """One chat model for all documents, with what is known of it. Make it where an event loop runs."""

    model: ChatModel
    settings: EnrichmentSettings
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    instructions: str = ""
    """The library's own guidance for tables, where neither base nor upload has one."""
    turn: anyio.Semaphore = field(init=False)
    failing: int = 0
    """Calls in a row that failed, of whatever document."""
    _replies: OrderedDict[str, Any] = field(default_factory=OrderedDict)

    def __post_init__(self) -> None:
        self.turn = anyio.Semaphore(self.settings.parallelism)

    def recall(self, key: str) -> Any:
        """What was made of the same prompt before; None without."""
        if key in self._replies:
            self._replies.move_to_end(key)
        return self._replies.get(key)

    def remember(self, key: str, value: Any) -> None:
        self._replies[key] = value
        while len(self._replies) > _REMEMBERED:
            self._replies.popitem(last=False)


@dataclass(slots=True)
class Asker:
    """The calls of one document. `ask` raises nothing for what the model does; it can be cancelled."""

    enricher: Enricher
    calls: int = 0
    last_error: str = ""
    """Why a call failed last, in the words of the error."""
    _useless: int = 0
    _given_up: bool = False

    async def ask(self, prompt: Prompt, read: Callable[[str], T | None]) -> T | None:
        """What ``read`` makes of the reply. None when no try gave one that can be used, and without a call
        once the model failed too often in a row."""
        known: T | None = self.enricher.recall(prompt.key)
        if known is not None:
            return known
        async with self.enricher.turn:
            if self._given_up:
                return None
            value = await self._tries(prompt, read)
        if value is not None:
            self.enricher.remember(prompt.key, value)
        return value

    async def _tries(self, prompt: Prompt, read: Callable[[str], T | None]) -> T | None:
        settings = self.enricher.settings
        # A model that is known to be down is asked once a document, to see whether it is back.
        attempts = 1 if self.enricher.failing >= _FAILURES else settings.attempts
        failed = False
        for attempt in range(attempts):
            if attempt and failed:
                await self.enricher.sleep(_DELAY * 2 ** (attempt - 1))
            reply = await self._call(prompt)
            failed = reply is None
            if reply is None:
                continue
            self.enricher.failing = 0
            value = read(reply)
            if value is not None:
                self._useless = 0
                return value
            if is_refusal(reply):
                break
        self._note(failed)
        return None

    async def _call(self, prompt: Prompt) -> str | None:
        settings = self.enricher.settings
        self.calls += 1
        try:
            return await self.enricher.model.complete(
                prompt.messages, temperature=_TEMPERATURE, max_tokens=settings.max_tokens
            )
        except PinciteError as error:
            self.last_error = error.message
            _log.warning("enrichment call failed", code=error.code, error=error.message)
        except Exception as error:  # noqa: BLE001  the boundary to a model of whatever maker: it costs its words
            self.last_error = type(error).__name__
            _log.exception("enrichment call failed")
        return None

    def _note(self, failed: bool) -> None:
        if failed:
            self.enricher.failing += 1
            self._given_up = self._given_up or self.enricher.failing >= _FAILURES
        else:
            self._useless += 1
            self._given_up = self._given_up or self._useless >= _USELESS
