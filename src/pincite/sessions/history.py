"""`HistoryReader` over stored messages."""

from collections.abc import Sequence

from pincite.composing.history import without_thoughts
from pincite.ports.history import PastTurn
from pincite.ports.sessions import StoredMessage
from pincite.sessions.beside import remembered_question
from pincite.sessions.conversations import Conversations


class StoredHistory:
    """What was said before in a session. Replays what people wrote and read, never what a model was shown
    (row LH-05)."""

    def __init__(self, conversations: Conversations) -> None:
        self._conversations = conversations

    async def past_turns(self, session_id: str, rounds: int, before: str = "") -> Sequence[PastTurn]:
        turns = await self._conversations.turns(session_id, rounds, before=before or None)
        return [
            PastTurn(
                remembered_question(turn.question), without_thoughts(turn.answer.content), _cited(turn.answer)
            )
            for turn in turns
        ]


def _cited(answer: StoredMessage) -> tuple[tuple[str, float], ...]:
    """Chunks of the passages that the answer could use, best first."""
    found = [
        (str(reference["chunk_id"]), float(reference.get("score") or 0.0))
        for reference in answer.references
        if reference.get("chunk_id")
    ]
    return tuple(sorted(found, key=lambda pair: -pair[1]))
