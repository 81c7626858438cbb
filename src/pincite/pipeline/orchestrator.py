"""Runs a list of events over one question."""

from collections.abc import Sequence

import anyio

from pincite.core.errors import PinciteError, SearchNothing
from pincite.pipeline.events import Event
from pincite.pipeline.manager import EventManager
from pincite.pipeline.progress import Progress
from pincite.pipeline.state import ChatState
from pincite.routing import needs_retrieval

RETRIEVAL = frozenset(
    {
        Event.QUERY_ROUTE,
        Event.CHUNK_SEARCH_PARALLEL,
        Event.CHUNK_RERANK,
        Event.RETRIEVAL_GRADE,
        Event.WEB_FETCH,
        Event.CHUNK_MERGE,
        Event.FILTER_TOP_K,
        Event.DATA_ANALYSIS,
    }
)
"""Stages that a greeting does not need (row QU-07)."""


async def run_events(manager: EventManager, events: Sequence[Event], chat: ChatState) -> None:
    """Trigger ``events`` in order; "nothing found" becomes ``refusal_reason``, which ends the run early.

    Cancellation is looked at first (row OR-06): a stop shows as an empty search or a broken connection too,
    and must become neither a refusal nor an error.

    Raises:
        Cancelled: the person stopped the run.
        PinciteError: as the stages raise, `SearchNothing` excepted.
    """
    chat.context.trigger = manager.trigger
    progress = Progress(chat)
    try:
        for event in events:
            if event in RETRIEVAL and not needs_retrieval(chat.state.intent, web=bool(chat.request.web)):
                continue
            await progress.before(event)
            await _run(manager, event, chat)
            if chat.state.refusal_reason is not None:
                break
            await anyio.lowlevel.checkpoint()
    except BaseException as error:
        with anyio.CancelScope(shield=True):
            await progress.close(error)
        raise
    await progress.close()


async def _run(manager: EventManager, event: Event, chat: ChatState) -> None:
    try:
        await manager.trigger(event, chat)
    except PinciteError as error:
        chat.stop_if_cancelled()
        if not isinstance(error, SearchNothing):
            raise
        chat.state.refusal_reason = error.message
    chat.stop_if_cancelled()
