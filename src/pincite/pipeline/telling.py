"""What a run tells while it goes on: thoughts and pieces of the answer, sources, steps.

The pipeline knows neither clients nor logs; whoever runs it gives it a `Tell`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pincite.pipeline.verified import Verified


class Kind(StrEnum):
    """The words of the wire (reference 000, part 6.3)."""

    THINKING = "thinking"
    ANSWER = "answer"
    REFERENCES = "references"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    VERIFICATION = "verification"


@dataclass(frozen=True, slots=True)
class Told:
    kind: Kind
    content: str = ""
    """Of thoughts and answers the next piece."""
    done: bool = False
    """Nothing more of this kind will come."""
    data: Mapping[str, Any] = field(default_factory=dict)


Tell = Callable[[Told], Awaitable[None]]


async def tell_nobody(told: Told) -> None:
    """Of a run that is waited for."""


class Held:
    """Keeps the text of the answer back until it is checked; everything else passes."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._released = False

    async def __call__(self, told: Told) -> None:
        if told.kind is not Kind.ANSWER:
            await self._tell(told)

    async def release(self, text: str) -> None:
        """Tell the answer, once; it may be another one than was kept back."""
        if self._released:
            return
        self._released = True
        await self._tell(Told(Kind.ANSWER, text))
        await self._tell(Told(Kind.ANSWER, done=True))


class Marks:
    """Tells the verdicts on an answer, once, however it ends."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._told = False

    async def tell(self, verified: Verified | None) -> None:
        """Nothing where nothing was checked."""
        if verified is None or self._told:
            return
        self._told = True
        await self._tell(Told(Kind.VERIFICATION, done=True, data=verified.to_json()))
