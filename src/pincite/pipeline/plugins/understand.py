"""QUERY_UNDERSTAND: the language of the question, and the question as it is first searched."""

from pincite.core.errors import InvalidInput
from pincite.pipeline.events import Event, Next
from pincite.pipeline.state import ChatState
from pincite.text.language import dominant_language

LONGEST_QUERY = 4_000
"""Characters; a question that long is a document."""


class UnderstandPlugin:
    events = (Event.QUERY_UNDERSTAND,)

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        query = check_query(chat.request.query)
        chat.state.language = chat.request.language or dominant_language(query)
        chat.state.question = chat.state.search_query = query
        await next()


def check_query(query: str) -> str:
    """The trimmed question. Refuses blank ones, control characters and lone surrogates, nothing else (CM-01).

    Raises:
        InvalidInput: as above, or longer than 4,000 characters.
    """
    trimmed = query.strip()
    if not trimmed:
        raise InvalidInput("The question is empty.", hint="Write a question.")
    if len(trimmed) > LONGEST_QUERY:
        raise InvalidInput(f"The question has {len(trimmed)} characters; {LONGEST_QUERY} are allowed.")
    if any(
        (ord(letter) < 32 and letter not in "\t\n\r") or 0xD800 <= ord(letter) < 0xE000 for letter in trimmed
    ):
        raise InvalidInput("The question holds control characters or broken Unicode.")
    return trimmed
