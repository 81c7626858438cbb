"""What a stream says, folded from its events: the text to store and the references."""

from collections.abc import Iterable
from typing import Any

from pincite.ports.streams import EventType, StreamEvent


class Transcript:
    """Fed event by event by the writer of a stream, or at once from a log whose writer died."""

    def __init__(self, events: Iterable[StreamEvent] = ()) -> None:
        self._segments: dict[str, list[str]] = {}
        self._superseded: set[str] = set()
        self._thoughts: list[str] = []
        self.closed: set[str] = set()
        """Segments of the answer that said they are done."""
        self.references: list[dict[str, Any]] = []
        self.verification: dict[str, Any] | None = None
        self.stopped = False
        self.error: StreamEvent | None = None
        """The error that ended the answer."""
        self.completed = False
        for event in events:
            self.add(event)

    def add(self, event: StreamEvent) -> None:
        match event.type:
            case EventType.ANSWER:
                segment = segment_of(event)
                self._segments.setdefault(segment, []).append(event.content)
                if event.done:
                    self.closed.add(segment)
            case EventType.THINKING:
                self._thoughts.append(event.content)
            case EventType.TOOL_CALL:
                # What was said before a call led up to it; the answer comes after (reference 000, SM-03).
                self._superseded.update(self._segments)
            case EventType.REFERENCES:
                self.references = [dict(one) for one in event.data.get("references") or ()]
            case EventType.VERIFICATION:
                self.verification = dict(event.data)
            case EventType.STOP:
                self.stopped = True
            case EventType.ERROR if event.done:
                self.error = event
            case EventType.COMPLETE:
                self.completed = True
            case _:
                pass

    @property
    def text(self) -> str:
        """The answer that is stored: all deltas but those of superseded segments."""
        return "".join(
            delta
            for segment, deltas in self._segments.items()
            if segment not in self._superseded
            for delta in deltas
        )

    @property
    def thinking(self) -> str:
        return "".join(self._thoughts)

    @property
    def open_segments(self) -> tuple[str, ...]:
        """Segments that have text and did not say that they are done."""
        return tuple(
            segment
            for segment in self._segments
            if segment not in self.closed and segment not in self._superseded
        )


def segment_of(event: StreamEvent) -> str:
    return str(event.data.get("event_id", ""))
