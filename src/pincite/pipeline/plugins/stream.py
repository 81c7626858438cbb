"""CHAT_COMPLETION_STREAM: the sources, then the answer in pieces as they come (rows GN-03 to GN-06)."""

import re
from contextlib import aclosing

import anyio.to_thread

from pincite.citations import strip_references
from pincite.citations.expand import StreamExpander
from pincite.composing.window import longest_answer
from pincite.core.errors import ModelCallFailed
from pincite.core.settings import ChatSettings
from pincite.pipeline.answer import answer_sources
from pincite.pipeline.checking import MarkedCheck, reading
from pincite.pipeline.events import Event, Next
from pincite.pipeline.models import Models
from pincite.pipeline.plugins.complete import CompletePlugin
from pincite.pipeline.profile import chat_options
from pincite.pipeline.state import ChatState
from pincite.pipeline.surroundings import evidence
from pincite.pipeline.telling import Kind, Told
from pincite.ports.models import ChatModel

_BLOCK = re.compile(r".+?(?:\n\n+|\Z)", re.DOTALL)


class StreamPlugin:
    events = (Event.CHAT_COMPLETION_STREAM,)

    def __init__(self, models: Models, quoting: CompletePlugin, settings: ChatSettings) -> None:
        """``quoting`` writes the answer where there is no model."""
        self._models = models
        self._quoting = quoting
        self._settings = settings

    async def on_event(self, event: Event, chat: ChatState, next: Next) -> None:
        if chat.state.passages:
            sources = [source.to_json() for source in answer_sources(chat)]
            await chat.context.tell(Told(Kind.REFERENCES, data={"references": sources}))
        model = self._models.chat(chat.request.profile)
        if model is None:
            await self._quoted(chat)
        else:
            await self._written(chat, model)
        chat.state.answer = chat.state.answer.strip()
        await next()

    async def _quoted(self, chat: ChatState) -> None:
        """Whole at once, so told block by block: nothing is gained by cutting what is there already."""
        await self._quoting.write(chat)
        for block in _BLOCK.findall(chat.state.answer):
            await chat.context.tell(Told(Kind.ANSWER, block))
        await chat.context.tell(Told(Kind.ANSWER, done=True))

    async def _written(self, chat: ChatState, model: ChatModel) -> None:
        state, settings = chat.state, self._models.settings(chat.request.profile, self._settings)
        answers = Channel(chat, Kind.ANSWER, citations=settings.citations)
        thoughts = Channel(chat, Kind.THINKING, citations=False)
        passages = evidence(chat)
        check = MarkedCheck(passages, state.language)
        chat.context.check = check if state.passages else None
        state.model_calls += 1
        parts = model.stream(
            state.messages,
            temperature=settings.temperature,
            max_tokens=longest_answer(settings.context_tokens, settings.max_tokens),
            options=chat_options(settings),
        )
        try:
            async with aclosing(parts), reading(passages):
                async for part in parts:
                    if part.thinking:
                        await thoughts.feed(part.thinking)
                    if part.answer:
                        await thoughts.close()
                        state.raw_answer += part.answer
                        state.answer += await answers.feed(part.answer)
                        if check.feed(part.answer):  # claims as they complete: little is left for the end
                            await anyio.to_thread.run_sync(check.advance)
                    if part.end is not None:
                        state.usage = part.end.usage
                        state.finish_reason = part.end.finish_reason
                    chat.stop_if_cancelled()
        finally:
            # What was held back is told on every way out: a stopped answer keeps its last word (GN-06).
            await thoughts.close()
            state.answer += await answers.close()
        if not strip_references(state.raw_answer).strip():
            raise ModelCallFailed(
                "The chat model gave an empty answer.",
                hint="A model that thinks long may need a larger `chat.max_tokens`.",
            )


class Channel:
    """Pieces of one kind on their way to the reader; handles become tags wherever they are cut."""

    def __init__(self, chat: ChatState, kind: Kind, *, citations: bool) -> None:
        self._chat = chat
        self._kind = kind
        self._expander = StreamExpander(chat.context.registry, citations=citations)
        self._open = False
        self._begun = kind is not Kind.ANSWER
        """Blanks before an answer are not told: places in it are those of the answer that is stored."""

    async def feed(self, piece: str) -> str:
        """What the reader was told; empty while a handle is not whole."""
        self._open = True
        return await self._told(self._expander.feed(piece))

    async def close(self) -> str:
        """The rest. A channel that was never fed or is closed says nothing."""
        if not self._open:
            return ""
        self._open = False
        rest = await self._told(self._expander.flush())
        await self._chat.context.tell(Told(self._kind, done=True))
        return rest

    async def _told(self, text: str) -> str:
        text = text if self._begun else text.lstrip()
        if text:
            self._begun = True
            await self._chat.context.tell(Told(self._kind, text))
        return text
