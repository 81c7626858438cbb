"""INTO_CHAT_MESSAGE and CHAT_COMPLETION of what asks nothing of the documents: a greeting, thanks, help."""

from pincite.composing.messages import intent_messages
from pincite.composing.prompts import TALK
from pincite.core.catalogue import say
from pincite.core.types import Message
from pincite.pipeline.state import ChatState
from pincite.routing import needs_retrieval
from pincite.routing.intents import Intent

REPLIES = ("greeting", "chitchat", "help")
"""Intents with a reply of their own where no model writes one."""


def is_talk(chat: ChatState) -> bool:
    """Whether the documents have no part in the answer."""
    return not needs_retrieval(chat.state.intent, web=bool(chat.request.web))


def talk_messages(
    chat: ChatState, history: list[Message], attachments: str, protocol: str, *, vision: bool
) -> list[Message]:
    """``attachments`` as the model sees them; with ``vision`` it sees the pictures too."""
    state, request = chat.state, chat.request
    return intent_messages(
        state.intent if state.intent in TALK else "chitchat",
        request.query.strip() or say("answer.explain_this", state.language),
        state.language,
        chat.context.now,
        history,
        request.images if vision else (),
        request.profile.prompts,
        quote=request.quote,
        image_description=state.image_description,
        attachments=attachments,
        protocol=protocol,
    )


def canned_reply(chat: ChatState) -> str:
    """A reply without a model: of pictures what was seen on them."""
    if chat.state.intent == Intent.IMAGE_ONLY:
        return chat.state.image_description or say("answer.picture_unseen", chat.state.language)
    intent = chat.state.intent if chat.state.intent in REPLIES else "help"
    return say(f"answer.reply_{intent}", chat.state.language)
