"""What all clients of an OpenAI-compatible server share: its address, its failures, its first choice.

``who`` is the model in sentences (``chat model``), ``section`` its part of the settings (``chat``).
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import httpx2
import openai
from openai import AsyncOpenAI
from openai._streaming import ServerSentEvent, SSEDecoder  # what it streams through has no public name

from pincite.adapters.openai_parts import first_choice, text_of
from pincite.core.errors import ChatModelUnavailable, ConfigurationError, ModelCallFailed, PinciteError

Limit = Callable[[float], AbstractContextManager[object]]
"""Bounds a block by so many seconds. Raises TimeoutError when they pass."""

MAX_RETRIES = 2
"""More tries after a refused connection, 408, 409, 429 and 5xx; all of them within the timeout of a call."""

CONNECT_SECONDS = 5.0
"""A server that takes no connection for so long is down; the client library's own default."""

LONGEST_REASON = 300
"""Characters of a server's own words that go into a message: a proxy may answer with a web page."""

_HINTS = {
    400: "The server refuses the request; `{section}.context_tokens` may be larger than its window.",
    401: "Check `{section}.api_key`.",
    403: "Check `{section}.api_key` and what it may use.",
    404: "Check `{section}.base_url` (most end in /v1) and `{section}.model`.",
    429: "The server is busy or the quota is used up. Try again later.",
}


class _Events(SSEDecoder):
    """Passes over events without data, as the standard of server-sent events has it. Its parent makes one of
    every heartbeat that follows an ``id:`` and then fails to read it as JSON (openai 3.57)."""

    def decode(self, line: str) -> ServerSentEvent | None:
        event = super().decode(line)
        return event if event is not None and event.data else None


class Client(AsyncOpenAI):
    """The official client, whose streams bear with heartbeats."""

    def _make_sse_decoder(self) -> SSEDecoder:
        return _Events()


def checked_address(address: str, section: str) -> str:
    """``address``, if it can be one. Raises ConfigurationError."""
    try:
        url = httpx2.URL(address)
        fit = url.scheme in ("http", "https") and bool(url.host) and (url.port is None or url.port < 65536)
    except httpx2.InvalidURL:
        fit = False
    if not fit:
        raise ConfigurationError(
            f"{section}.base_url is no address of a server: {address!r}",
            hint="Set it like http://127.0.0.1:8000/v1.",
        )
    return address


def failure(
    error: openai.OpenAIError, *, who: str, section: str, address: str, begun: bool = False
) -> PinciteError:
    """A failure of the client library as one of ours; ``begun`` says that an answer was under way."""
    if isinstance(error, openai.APIConnectionError):
        if begun:
            return ModelCallFailed(f"The {who} broke its answer off.")
        hint = f"Check `{section}.base_url` and that the model server runs; `pincite doctor` tests it."
        return ChatModelUnavailable(f"The {who} at {address} cannot be reached.", hint=hint)
    if isinstance(error, openai.APIStatusError):
        status_hint = _HINTS.get(error.status_code)
        return ModelCallFailed(
            f"The {who} answered {error.status_code}: {short(error.message)}",
            hint=status_hint and status_hint.format(section=section),
        )
    return ModelCallFailed(f"The {who} call failed: {short(error)}")


def first_content(response: Any, who: str) -> str:
    """The text of the first choice. The client checks no shapes, so what came may be anything."""
    choice = first_choice(response)
    if choice is None:
        error = getattr(response, "error", None)  # a failure sent as 200, as some routers do
        reason = f": {short(error)}" if error else ", without a choice."
        raise ModelCallFailed(f"The {who} gave no answer{reason}")
    content = getattr(getattr(choice, "message", None), "content", None)
    text = text_of(content)
    if text is not None:
        return text
    finish = getattr(choice, "finish_reason", None)
    if content is None and finish == "length":
        return ""  # all of the allowed tokens went into thinking that the server holds back
    raise ModelCallFailed(f"The {who} answered without text (finish reason: {finish}).")


def short(reason: object) -> str:
    text = " ".join(str(reason).split())
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}…"
