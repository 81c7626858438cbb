"""What conversations tell a history of questions and answers, where one is kept."""

from collections.abc import Awaitable, Callable, Sequence

import structlog

from pincite.core.errors import InvalidInput
from pincite.core.labels import is_storable
from pincite.ports.sessions import StoredMessage
from pincite.text.analyzers import fold

Keep = Callable[[StoredMessage, StoredMessage], Awaitable[None]]
"""A question and its finished answer."""
Forget = Callable[[Sequence[str] | None], Awaitable[None]]
"""Sessions that something was deleted from; None is all."""

_log = structlog.get_logger("pincite.sessions")


async def keep_nothing(_question: StoredMessage, _answer: StoredMessage) -> None:
    """Where no history is kept."""


async def forget_nothing(_sessions: Sequence[str] | None) -> None:
    """Where no history is kept."""


async def kept(keep: Keep, question: StoredMessage, answer: StoredMessage) -> None:
    """The answer is told and stored already: nobody loses it over an index that does not take it."""
    try:
        await keep(question, answer)
    except Exception:  # noqa: BLE001 - the edge of a background task
        _log.warning("pair_not_kept", answer=answer.id, exc_info=True)


def check_searched(text: str, longest: int) -> None:
    """Raises InvalidInput for what no message holds."""
    if not fold(text).strip() or len(text) > longest or not is_storable(text):
        raise InvalidInput(f"Search for 1 to {longest} characters.")
