"""What an OpenAI-compatible server is sent: messages, with their pictures, and what a call asks for."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pincite.core.errors import ConfigurationError, InvalidInput
from pincite.core.settings import ChatServerSettings
from pincite.core.types import Message
from pincite.ports.models import ChatOptions

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam

_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}")
"""An address would have the server of the model fetch it, from within whatever network it stands in."""

EFFORTS = {True: "medium", False: "none"}


def wire_messages(
    messages: Sequence[Message], *, vision: bool, section: str
) -> "list[ChatCompletionMessageParam]":
    """Raises ConfigurationError for pictures where the model sees none, InvalidInput where they are none."""
    if not vision and any(message.images for message in messages):
        raise ConfigurationError(
            "The question carries pictures, and the chat model sees none.",
            hint=f"Leave the pictures out, or set {section}.vision where the model does see them.",
        )
    return [_wire(message) for message in messages]


def _wire(message: Message) -> "ChatCompletionMessageParam":
    if message.role == "system":
        return {"role": "system", "content": message.content}
    if message.role == "assistant":
        return {"role": "assistant", "content": message.content}
    if not message.images:
        return {"role": "user", "content": message.content}
    parts: list[Any] = [{"type": "text", "text": message.content}] if message.content else []
    for image in message.images:
        if not _PICTURE.fullmatch(image):
            raise InvalidInput(
                "A picture of the question is no data URL of a picture.",
                hint="Send PNG, JPEG, GIF or WEBP as data:image/png;base64,…",
            )
        parts.append({"type": "image_url", "image_url": {"url": image}})
    return {"role": "user", "content": parts}


def wire_options(options: ChatOptions, settings: ChatServerSettings) -> dict[str, Any]:
    """Arguments of the client for what is set. Servers refuse calls with fields that they do not know."""
    asked: dict[str, Any] = {}
    if options.top_p is not None:
        asked["top_p"] = options.top_p
    if options.seed is not None:
        asked["seed"] = options.seed
    if options.reply is not None:
        named = {"name": "reply", "schema": dict(options.reply), "strict": True}
        asked["response_format"] = {"type": "json_schema", "json_schema": named}
    if options.thinking is None or settings.thinking_switch == "none":
        return asked
    if settings.thinking_switch == "effort":
        return asked | {"reasoning_effort": EFFORTS[options.thinking]}
    return asked | {"extra_body": {"chat_template_kwargs": {"enable_thinking": options.thinking}}}
