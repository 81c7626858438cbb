"""The events of an answer, each with the ``data`` that belongs to its type (vectors `sse_session`).

``request`` is the id of the request whose answer it is, ``segment`` that of a run of deltas: all deltas of
one call of the model share it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pincite.ports.streams import EventType, StreamEvent

NOTHING: Mapping[str, Any] = {}
STOPPED = "Generation stopped by user"
"""What the stop notice says; reference 000."""


def agent_query(request: str, session: str, message: str) -> StreamEvent:
    """The first event: a client keeps both ids, with which it can come back."""
    return StreamEvent(
        request,
        EventType.AGENT_QUERY,
        done=True,
        data={"session_id": session, "assistant_message_id": message},
    )


def thinking(request: str, content: str, *, segment: str, done: bool = False) -> StreamEvent:
    return StreamEvent(request, EventType.THINKING, content, done, {"event_id": segment})


def answer(request: str, content: str, *, segment: str) -> StreamEvent:
    return StreamEvent(request, EventType.ANSWER, content, data={"event_id": segment})


def answer_done(request: str, *, segment: str, duration_ms: int, completed_at: datetime) -> StreamEvent:
    data = {"event_id": segment, "duration_ms": duration_ms, "completed_at": completed_at.isoformat()}
    return StreamEvent(request, EventType.ANSWER, done=True, data=data)


def references(request: str, found: Sequence[Mapping[str, Any]]) -> StreamEvent:
    return StreamEvent(request, EventType.REFERENCES, data={"references": [dict(one) for one in found]})


def tool_call(
    request: str, name: str, arguments: Mapping[str, Any], *, call: str, state: str = ""
) -> StreamEvent:
    """A stage begins. A progress window is a `tool_call` and a `tool_result` of one ``call``."""
    data: dict[str, Any] = {"tool_name": name, "arguments": dict(arguments), "tool_call_id": call}
    if state:
        data["state"] = state
    return StreamEvent(request, EventType.TOOL_CALL, data=data)


def tool_result(
    request: str,
    name: str,
    *,
    call: str,
    duration_ms: int,
    success: bool = True,
    error: str = "",
    content: str = "",
    details: Mapping[str, Any] | None = None,
) -> StreamEvent:
    """A stage is over. With an ``error`` it is of the type `error`, which does not end the answer; one that
    was stopped is no ``success`` and has none."""
    data = {
        **(details or {}),
        "tool_name": name,
        "success": success and not error,
        "error": error,
        "duration_ms": duration_ms,
        "tool_call_id": call,
    }
    kind = EventType.ERROR if error else EventType.TOOL_RESULT
    return StreamEvent(request, kind, content or error, data=data)


def session_title(request: str, session: str, title: str) -> StreamEvent:
    data = {"session_id": session, "title": title}
    return StreamEvent(request, EventType.SESSION_TITLE, title, done=True, data=data)


def verification(request: str, report: Mapping[str, Any]) -> StreamEvent:
    return StreamEvent(request, EventType.VERIFICATION, done=True, data=dict(report))


def failed(request: str, message: str, *, code: str, hint: str = "") -> StreamEvent:
    """The error that ends an answer."""
    return StreamEvent(request, EventType.ERROR, message, done=True, data={"code": code, "hint": hint})


def stop(request: str, content: str = STOPPED) -> StreamEvent:
    return StreamEvent(request, EventType.STOP, content, done=True)


def complete(
    request: str,
    *,
    total_steps: int = 0,
    total_duration_ms: int = 0,
    citations: Sequence[Mapping[str, Any]] = (),
    outcome: Mapping[str, Any] = NOTHING,
) -> StreamEvent:
    """``citations`` name the range, page and boxes that each claim of the answer stands on, in the order of
    the stored message's. Their words are left out: the last event repeats nothing of the answer.
    ``outcome`` is what else became of the question."""
    data: dict[str, Any] = {"total_steps": total_steps, "total_duration_ms": total_duration_ms}
    data |= outcome
    if citations:
        data["citations"] = [_wordless(one) for one in citations]
    return StreamEvent(request, EventType.COMPLETE, done=True, data=data)


def _wordless(citation: Mapping[str, Any]) -> dict[str, Any]:
    told = {name: value for name, value in citation.items() if name != "claim"}
    pins = [{name: value for name, value in pin.items() if name != "text"} for pin in told.get("pins", ())]
    return {**told, "pins": pins}
