"""Pictures of a question, told in words where the model that answers does not see them (row IM-09)."""

import anyio

from pincite.core.attached import picture_bytes
from pincite.core.catalogue import say
from pincite.core.errors import PinciteError
from pincite.pipeline.state import ChatState
from pincite.ports.vision import Sight
from pincite.routing.understanding import OCR_MARK

VISION = "vision"
"""Named in ``degraded`` when a picture could not be looked at."""
LONGEST_DESCRIPTION = 4_000
"""Characters of all pictures: a page of text on each of the usual one or two."""
LONGEST_SEARCHED = 300
"""Characters of it that are searched with: the head of a page says what it is about."""


async def described(chat: ChatState, sight: Sight | None) -> str:
    """What the pictures show, with the text on them; "" where nothing here looks at pictures, or it failed or
    saw nothing. That, and what is cut, is said beside the answer."""
    language = chat.state.language
    if sight is None:
        chat.state.notices.append(say("answer.picture_unseen", language))
        return ""
    found: dict[int, str] = {}
    pictures = [picture_bytes(url) or b"" for url in chat.request.images]

    async def look(number: int) -> None:
        try:
            seen = await sight.look(pictures[number], language)
        except PinciteError:
            chat.mark_degraded([VISION])
            return
        found[number] = "\n".join(
            part for part in (seen.caption, f"{OCR_MARK}\n{seen.text}" if seen.text else "") if part
        )

    async with anyio.create_task_group() as group:
        for number in range(len(pictures)):
            group.start_soon(look, number)
    chat.stop_if_cancelled()
    if VISION in chat.state.degraded:
        chat.state.notices.append(say("answer.picture_failed", language))
    told = [text for _, text in sorted(found.items()) if text]
    if len(told) < len(found):
        chat.state.notices.append(say("answer.picture_blank", language))
    whole = "\n\n".join(told)
    if len(whole) > LONGEST_DESCRIPTION:
        chat.state.notices.append(say("answer.picture_cut", language, characters=f"{LONGEST_DESCRIPTION:,}"))
    return whole[:LONGEST_DESCRIPTION]


def searched_words(description: str) -> str:
    """The head of a description in one line, without marks."""
    return " ".join(description.replace(OCR_MARK, " ").split())[:LONGEST_SEARCHED]
