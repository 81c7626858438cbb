"""Runs a list of events over one question."""

from collections.abc import Sequence

import anyio

from pincite.core.errors import PinciteError, SearchNothing
from pincite.pipeline.events import Event
from pincite.pipeline.manager import EventManager
from pincite.pipeline.state import ChatState


async def run_events(manager: EventManager, events: Sequence[Event], chat: ChatState) -> None:
    """Trigger ``events`` in order; "nothing found" becomes ``refusal_reason``, which ends the run early.

    Cancellation is looked at first (row OR-06): a stop shows as an empty search or a broken connection too,
    and must become neither a refusal nor an error.

    Raises:
        Cancelled: the person stopped the run.
        PinciteError: as the stages raise, `SearchNothing` excepted.
    """
    chat.context.trigger = manager.trigger
    for event in events:
        try:
            await manager.trigger(event, chat)
        except PinciteError as error:
            chat.stop_if_cancelled()
            if not isinstance(error, SearchNothing):
                raise
            chat.state.refusal_reason = error.message
        chat.stop_if_cancelled()
        if chat.state.refusal_reason is not None:
            return
        await anyio.lowlevel.checkpoint()
