"""Answers of processes that died: marked, with what is left of them, and told to their readers."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.ports.sessions import MessageStatus, StoredMessage
from pincite.ports.streams import StreamLog
from pincite.sessions.conversations import Conversations
from pincite.sessions.kept import change_of, interruption
from pincite.sessions.owners import dead_owners, lives_here
from pincite.sessions.writing import AnswerWriter
from pincite.streaming.writer import StreamWriter

SILENT_SECONDS = 60.0
"""Without a sign of life an answer of another host is given up."""


class Recovery:
    def __init__(
        self,
        conversations: Conversations,
        log: StreamLog,
        writer: AnswerWriter,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._conversations = conversations
        self._log = log
        self._writer = writer
        self._clock = clock

    def is_lost(self, message: StoredMessage) -> bool:
        """Whether who writes it is dead, or fell silent elsewhere."""
        if message.is_completed or message.owner is None or lives_here(message.owner):
            return False
        silent = self._clock() - (message.heartbeat or message.created_at) > SILENT_SECONDS
        return silent or bool(dead_owners([message.owner]))

    async def recover(self, owners: Sequence[str] = (), silent_seconds: float | None = None) -> int:
        """Mark the answers of dead processes (``owners``, and all without a sign of life for so long) as
        interrupted, with what their streams hold, and tell their readers; how many."""
        found = await self._conversations.answers.abandoned(owners, silent_seconds)
        # A process that runs here is not dead, however slow its database makes its signs of life.
        lost = [one for one in found if one.owner in owners or not lives_here(one.owner or "")]
        for message in lost:
            writer = await StreamWriter.resume(self._log, message.session_id, message.id, message.request_id)
            held, _ = await self._log.read(message.session_id, message.id, 0, 1)
            change = change_of(writer.transcript, None, (), MessageStatus.INTERRUPTED, {})
            # Where the log died with its process: what the last sign of life had.
            change = replace(
                change,
                content=change.content or message.content,
                references=change.references or message.references,
            )
            # Who stores it tells its readers: two that recover at once would end the stream twice.
            if await self._writer.stored(message, change) and held:
                await writer.fail(interruption(await self._conversations.language(message)))
                await writer.complete()
        return len(lost)

    async def recover_dead(self) -> int:
        """As `recover`, of the processes of this host that run no more and of those that fell silent."""
        dead = dead_owners(await self._conversations.answers.owners())
        return await self.recover(sorted(dead), SILENT_SECONDS)
