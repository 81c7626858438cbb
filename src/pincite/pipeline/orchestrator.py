"""Runs a list of events over one question."""

from collections.abc import Sequence

import anyio

from pincite.core.errors import SearchNothing
from pincite.pipeline.events import Event
from pincite.pipeline.manager import EventManager
from pincite.pipeline.state import ChatState


class Cancelled(Exception):
    """Raise inside a run that the person stopped."""


async def run_events(manager: EventManager, events: Sequence[Event], chat: ChatState) -> None:
    """Trigger ``events`` in order. Cancellation is checked before "nothing found" is (row OR-06).

    A refused question (``refusal_reason`` set) ends the run early: that is an answer, not an error.
    """
    chat.context.trigger = manager.trigger
    for event in events:
        try:
            await manager.trigger(event, chat)
        except SearchNothing as nothing:
            _check_cancelled(chat)
            chat.state.refusal_reason = nothing.message
        _check_cancelled(chat)
        if chat.state.refusal_reason is not None:
            return
        await anyio.lowlevel.checkpoint()


def _check_cancelled(chat: ChatState) -> None:
    if chat.context.cancelled():
        raise Cancelled
