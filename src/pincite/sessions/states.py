"""Which status of an answer follows which. A finished answer is not reopened: another one replaces it."""

from pincite.core.errors import Conflict
from pincite.ports.sessions import MessageStatus

_PENDING, _STREAMING = MessageStatus.PENDING, MessageStatus.STREAMING
RUNNING = frozenset({_PENDING, _STREAMING})
FINISHED = frozenset(MessageStatus) - RUNNING
QUOTED = frozenset({MessageStatus.COMPLETE, MessageStatus.STOPPED, MessageStatus.INTERRUPTED})
"""Those whose text a later turn refers to: what a person read."""


def next_status(present: MessageStatus, asked: MessageStatus | None) -> MessageStatus:
    """The status after a change that asks for ``asked``, or for none.

    Raises:
        Conflict: the answer is finished, or the change leads back.
    """
    if present in FINISHED:
        raise Conflict(
            f"This answer is finished ({present.value}).", hint="Ask again, or regenerate the answer."
        )
    if present is _STREAMING and asked is _PENDING:
        raise Conflict("This answer is being written already.")
    return asked or present
