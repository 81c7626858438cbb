"""An event as JSON: as a log keeps it, and as a client reads it."""

import json
from collections.abc import Mapping
from typing import Any

from pincite.ports.streams import EventType, StreamEvent


def encode(event: StreamEvent) -> bytes:
    """For a log; `decode` leads back."""
    kept: dict[str, Any] = {"id": event.id, "type": event.type.value}
    if event.content:
        kept["content"] = event.content
    if event.done:
        kept["done"] = True
    if event.data:
        kept["data"] = event.data
    return as_json(kept)


def decode(kept: bytes) -> StreamEvent:
    """
    >>> decode(encode(StreamEvent("r1", EventType.ANSWER, "제43조"))).content
    '제43조'
    """
    read = json.loads(kept)
    return StreamEvent(
        read["id"],
        EventType(read["type"]),
        read.get("content", ""),
        read.get("done", False),
        read.get("data", {}),
    )


def frame(event: StreamEvent) -> dict[str, Any]:
    """The frame of reference 000: what is empty is left out, save the first four."""
    shown: dict[str, Any] = {
        "id": event.id,
        "response_type": event.type.value,
        "content": event.content,
        "done": event.done,
    }
    if event.type is EventType.REFERENCES:
        shown["knowledge_references"] = event.data.get("references")
    if event.type is EventType.AGENT_QUERY:
        shown["session_id"] = event.data.get("session_id")
        shown["assistant_message_id"] = event.data.get("assistant_message_id")
    shown["data"] = event.data
    return {key: value for key, value in shown.items() if value or key in ("content", "done", "id")}


def as_json(value: Mapping[str, Any]) -> bytes:
    """UTF-8 without blanks. Half a surrogate pair, which a model cut in two may leave, is escaped.

    >>> as_json({"content": chr(0xD83D)})
    b'{"content":"\\\\ud83d"}'
    """
    try:
        return _UTF8.encode(value).encode()
    except UnicodeEncodeError:
        return _ASCII.encode(value).encode()


_UTF8 = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ASCII = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))
