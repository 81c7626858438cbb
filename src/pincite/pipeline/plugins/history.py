"""LOAD_HISTORY: the turns before, oldest first (reference 004)."""

from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.ports.history import HistoryReader


class HistoryPlugin:
    events = (Event.LOAD_HISTORY,)

    def __init__(self, reader: HistoryReader) -> None:
        self._reader = reader

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        request = chat.request
        if request.turns and request.rounds > 0:
            chat.state.turns = list(request.turns[-request.rounds :])
        elif request.session_id and request.rounds > 0:
            turns = await self._reader.past_turns(request.session_id, request.rounds, request.before)
            chat.state.turns = list(turns)
        await next()
