"""Two windows onto a run: the question is understood, the documents are searched (rows OR-02 to OR-09).

A window opens with its first stage and is closed by whatever comes after it, an error too, so that every call
that a client sees has its result.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from pincite.core.types import MatchType
from pincite.pipeline.events import Event
from pincite.pipeline.language import failure_in, language_of
from pincite.pipeline.state import Cancelled, ChatState
from pincite.pipeline.telling import Kind, Told

UNDERSTANDING, SEARCHING = "query_understand", "knowledge_search"

WINDOWS: Mapping[Event, str] = {
    Event.QUERY_UNDERSTAND: UNDERSTANDING,
    Event.QUERY_ROUTE: UNDERSTANDING,
    Event.CHUNK_SEARCH_PARALLEL: SEARCHING,
    Event.CHUNK_RERANK: SEARCHING,
    Event.RETRIEVAL_GRADE: SEARCHING,
    Event.WEB_FETCH: SEARCHING,
    Event.CHUNK_MERGE: SEARCHING,
    Event.FILTER_TOP_K: SEARCHING,
    Event.DATA_ANALYSIS: SEARCHING,
}


@dataclass(slots=True)
class _Window:
    id: str
    name: str
    opened: float


@dataclass(slots=True)
class Progress:
    """The windows of one run."""

    chat: ChatState
    clock: Callable[[], float] = time.perf_counter
    new_id: Callable[[], str] = field(default=lambda: str(uuid4()))
    _open: _Window | None = None

    async def before(self, event: Event) -> None:
        """Called before each stage."""
        name = WINDOWS.get(event)
        if self._open is not None and self._open.name != name:
            await self.close()
        if name is not None and self._open is None:
            self._open = _Window(self.new_id(), name, self.clock())
            call = {"tool_call_id": self._open.id, "tool_name": name, "arguments": self._arguments()}
            await self.chat.context.tell(Told(Kind.TOOL_CALL, data={**call, "state": "pending"}))

    async def close(self, error: BaseException | None = None) -> None:
        """Called after the last stage, and when one failed. Finding nothing is no failure."""
        window, self._open = self._open, None
        if window is None:
            return
        result: dict[str, Any] = {
            "tool_call_id": window.id,
            "tool_name": window.name,
            "success": error is None,
            "error": self._told(error),
            "duration_ms": round((self.clock() - window.opened) * 1000),
            "state": "completed" if error is None else "error",
        }
        if error is None:
            result |= understood(self.chat) if window.name == UNDERSTANDING else counts(self.chat)
        await self.chat.context.tell(Told(Kind.TOOL_RESULT, done=True, data=result))

    def _told(self, error: BaseException | None) -> str:
        """Of a run that was stopped nothing, as of one that went well."""
        if not isinstance(error, Exception) or isinstance(error, Cancelled):
            return ""
        return failure_in(language_of(self.chat.request), error)[1]

    def _arguments(self) -> dict[str, Any]:
        state = self.chat.state
        return {"query": state.search_query or self.chat.request.query}


def understood(chat: ChatState) -> dict[str, Any]:
    state = chat.state
    return {
        "query": state.search_query,
        "intent": state.intent,
        "query_type": state.route.query_type.value if state.route else None,
    }


def counts(chat: ChatState) -> dict[str, Any]:
    """``count`` passages of ``doc_count`` documents; when none is left, how many candidates there were.

    What is counted is that of the last stage that left something: reference 004 shows three candidates
    where the reranker threw all out.
    """
    state = chat.state
    refused = state.refusal_reason is not None
    passages = [] if refused else [passage.chunk for passage in state.passages]
    chunks = passages or ([] if refused else [hit.chunk for hit in state.reranked or state.hits])
    web = {hit.chunk.document_id for hit in state.hits if hit.match_type is MatchType.WEB}
    pages = {chunk.document_id for chunk in chunks} & web
    found: dict[str, Any] = {
        "count": len(chunks),
        "doc_count": len({chunk.document_id for chunk in chunks if chunk.document_id not in pages}),
        "web_count": len(pages),
        "search_source": _source(len(chunks), len(pages)),
        "attempts": len(state.top_scores) or 1,
    }
    if not chunks:
        found["candidate_count"] = len(state.reranked or state.hits)
    return found


def _source(count: int, pages: int) -> str:
    """``knowledge`` where no page of the web is among them."""
    if not pages:
        return "knowledge"
    return "web" if pages == count else "mixed"
