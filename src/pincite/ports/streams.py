"""The log that an answer's events are written to and that clients read; DESIGN.md section 10."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class EventType(StrEnum):
    """What `response_type` of a frame can be; reference 000, "SSE 프로토콜과 response_type"."""

    AGENT_QUERY = "agent_query"
    THINKING = "thinking"
    ANSWER = "answer"
    REFERENCES = "references"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    SESSION_TITLE = "session_title"
    VERIFICATION = "verification"
    ERROR = "error"
    STOP = "stop"
    COMPLETE = "complete"

    # Reserved: pincite has no agent, and a client that knows these meets none of them.
    REFLECTION = "reflection"
    TOOL_APPROVAL_REQUIRED = "tool_approval_required"
    TOOL_APPROVAL_RESOLVED = "tool_approval_resolved"
    MCP_OAUTH_REQUIRED = "mcp_oauth_required"
    MCP_OAUTH_RESOLVED = "mcp_oauth_resolved"


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event. `pincite.streaming.events` makes them with the ``data`` that belongs to each type."""

    id: str
    """The request whose answer it is, whichever process replays it later."""
    type: EventType
    content: str = ""
    """What is new; a client joins the contents of a type."""
    done: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    """Values that JSON can hold."""

    @property
    def final(self) -> bool:
        """Whether nothing but the end is due after it: a stop, an error that ends the answer."""
        return self.type is EventType.STOP or (self.type is EventType.ERROR and self.done)


class StreamLog(Protocol):
    """Events of one message of a session, numbered from 0. Any process appends and reads, at any time.

    What is not touched for the log's time to live is forgotten; appending starts that time anew. All may
    raise StreamLogUnavailable.
    """

    @property
    def waiting(self) -> int:
        """Calls of `wait` under way in this process."""

    async def append(self, session: str, message: str, event: StreamEvent) -> int:
        """The offset of ``event``.

        Raises:
            StreamLogFull: the log's memory is used up by unfinished answers. What ends one always fits.
        """

    async def read(
        self, session: str, message: str, from_offset: int = 0, limit: int | None = None
    ) -> tuple[list[StreamEvent], int]:
        """Events from that offset on, and the offset to go on from. Copies: changing one changes no other.

        Nothing, and the same offset, past the end and of a stream that is unknown or forgotten.
        """

    async def wait(
        self,
        session: str,
        message: str,
        from_offset: int,
        timeout: float,  # noqa: ASYNC109 - it ends in False, no error
    ) -> bool:
        """True as soon as something may stand at ``from_offset``, without delay if it does already; `read`
        tells. False when ``timeout`` seconds are over. True too where a stream of
        which events were read is forgotten."""

    async def expire(self, session: str, message: str) -> None:
        """Forget a stream now, e.g. with its session. One that is unknown is no error."""

    async def aclose(self) -> None: ...
