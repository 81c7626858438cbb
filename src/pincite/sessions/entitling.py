"""A title that a model gives a session after its first question."""

from collections.abc import Awaitable, Callable

from pincite.composing import BUILT_IN, Prompts
from pincite.composing.messages import title_messages
from pincite.core.errors import PinciteError
from pincite.ports.models import ChatModel
from pincite.sessions.titles import title_from_reply
from pincite.text.language import dominant_language

Entitle = Callable[[str], Awaitable[str]]
"""A question to a title; "" where there is none."""

PATIENCE = 3.0
"""Seconds that the end of an answer waits for the title (DESIGN.md section 13)."""
TEMPERATURE = 0.3
LONGEST_REPLY = 60
"""Tokens."""


class ModelTitles:
    """`Entitle` by a model. When it fails the title stays that of the question."""

    def __init__(self, model: ChatModel, prompts: Prompts = BUILT_IN) -> None:
        self._model = model
        self._prompts = prompts

    async def __call__(self, question: str) -> str:
        try:
            reply = await self._model.complete(
                title_messages(question, dominant_language(question), self._prompts),
                temperature=TEMPERATURE,
                max_tokens=LONGEST_REPLY,
            )
        except PinciteError:
            return ""
        return title_from_reply(reply)
