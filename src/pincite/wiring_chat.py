"""The part of `pincite.wiring` that conversations need: the stream log, the model that reads questions, and
who writes answers."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING
from uuid import uuid4

from pincite.adapters.streams.memory import MemoryStreams
from pincite.composing import BUILT_IN, Prompts
from pincite.core.errors import ConfigurationError
from pincite.core.settings import Settings
from pincite.core.types import Message
from pincite.pipeline.calls import WatchedChat
from pincite.pipeline.models import NamedModel
from pincite.pipeline.service import QuestionService
from pincite.ports.models import ChatModel
from pincite.ports.streams import StreamLog
from pincite.sessions import Conversations
from pincite.sessions.chatting import Chats
from pincite.sessions.entitling import ModelTitles
from pincite.sessions.owners import owner_name
from pincite.sessions.remembering import Keep, keep_nothing
from pincite.sessions.writing import Pace

if TYPE_CHECKING:
    from pincite.adapters.openai_chat import OpenAIChat

_MEGABYTE = 1_000_000


def stream_log(settings: Settings) -> StreamLog:
    """Where answers under way are kept.

    Raises:
        ConfigurationError: redis is chosen, and its address or its package is missing.
    """
    chosen = settings.stream
    if chosen.provider == "memory":
        return MemoryStreams(ttl=chosen.ttl_seconds, max_bytes=chosen.memory_mb * _MEGABYTE)
    try:
        from pincite.adapters.streams.redis import RedisStreams  # only where it is installed
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"Streams on redis need the package {error.name}.", hint='pip install "pincite[redis]"'
        ) from error
    return RedisStreams(chosen.url, prefix=chosen.prefix, ttl=chosen.ttl_seconds)


def reading_model(settings: Settings) -> "OpenAIChat | None":
    """A small model of its own that reads questions; None where the chat model does it."""
    own = settings.understanding.resolved(settings.chat)
    if own is None:
        return None
    from pincite.adapters.openai_chat import OpenAIChat  # as in `pincite.wiring`

    return OpenAIChat(own, section="understanding")


async def named_models(settings: Settings, opened: AsyncExitStack) -> dict[str, NamedModel]:
    """The models that assistants may name; ``opened`` closes them."""
    if not settings.models:
        return {}
    from pincite.adapters.openai_chat import OpenAIChat

    found = {}
    for name, own in settings.models.items():
        model = OpenAIChat(own, section=f"models.{name}")
        opened.push_async_callback(model.aclose)
        found[name] = NamedModel(WatchedChat(model), own.vision, own.context_tokens)
    return found


def reader_of(own: ChatModel | None, chat: ChatModel | None) -> ChatModel | None:
    """The model that reads questions: the small one, with the chat model behind it."""
    if own is None or chat is None:
        return own or chat
    from pincite.adapters.fallback_chat import FallbackChat

    return FallbackChat(own, chat)


def chats(
    settings: Settings,
    conversations: Conversations,
    questions: Callable[[], QuestionService],
    log: StreamLog,
    reader: ChatModel | None,
    prompts: Prompts = BUILT_IN,
    keep: Keep = keep_nothing,
) -> Chats:
    pace = Pace(heartbeat=settings.stream.heartbeat_seconds, guard=settings.stream.guard_seconds)
    return Chats(
        conversations,
        questions,
        log,
        owner_name(uuid4().hex[:8]),
        pace=pace,
        entitle=None if reader is None else ModelTitles(reader, prompts),
        keep=keep,
    )


async def check_reading_model(settings: Settings) -> str:
    """One short call to the model that reads questions; what it said. Raises as the model does."""
    model = reading_model(settings)
    if model is None:
        return "the chat model reads questions"
    try:
        said = await model.complete([Message("user", "Say OK.")], temperature=0.0, max_tokens=8)
    finally:
        await model.aclose()
    return f"{model.identity} answers: {said.strip()[:40]}"


async def check_streams(settings: Settings) -> str:
    """Where streams are kept, once it answered. Raises ConfigurationError, StreamLogUnavailable."""
    log = stream_log(settings)
    try:
        await log.read("doctor", "doctor")
    finally:
        await log.aclose()
    return (
        "in the memory of one process"
        if settings.stream.provider == "memory"
        else "on redis, for any process"
    )
