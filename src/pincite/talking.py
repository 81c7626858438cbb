"""The part of a library that people talk to: questions, conversations, assistants, traces of the answers."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Unpack

import anyio.to_thread

from pincite.asking import Asked, Asking, Searched, Told
from pincite.attaching import Attaching
from pincite.composing import BUILT_IN, Prompts
from pincite.core.errors import InvalidInput, NotFound
from pincite.core.settings import Settings
from pincite.core.types import ParsedDocument
from pincite.observability.traces_replay import Replay, compare_answers, request_of, verify_again
from pincite.observability.traces_settings import Configuration
from pincite.observability.traces_store import TraceStore
from pincite.opening import Engine, Opening
from pincite.pipeline.answer import Answer
from pincite.pipeline.state import ChatRequest
from pincite.pipeline.telling import tell_nobody
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseKind, BaseRecord
from pincite.ports.sessions import Found
from pincite.ports.tenants import DEFAULT_TENANT
from pincite.sessions import Conversations
from pincite.sessions.assistants import Assistants
from pincite.sessions.chatting import Chats


class Talking(Opening):
    """What `AsyncLibrary` answers with."""

    def __init__(
        self,
        settings: Settings,
        metadata: Metadata,
        open_engine: Callable[[], Awaitable[Engine]],
        prompts: Prompts = BUILT_IN,
    ) -> None:
        """``prompts`` are those that the library writes otherwise than ours."""
        super().__init__(settings, metadata, open_engine)
        self.traces = TraceStore(settings.data_dir)
        """Lines about answers. Its calls block: from a task call them in a thread."""
        self.conversations = Conversations(metadata, forget=self._forget)
        self.assistants = Assistants(metadata, prompts, settings.models)
        self._asking = Asking(
            settings, metadata, self.assistants, Attaching(settings.attachments, self._read_file)
        )

    async def bases(self) -> Sequence[BaseRecord]:
        """Those that questions may ask."""
        return [base for base in await self._metadata.bases.list() if base.kind is not BaseKind.CHAT_HISTORY]

    async def chats(self) -> Chats:
        """Turns of conversations. Raises as `engine`."""
        return (await self.engine()).chats

    async def search_history(self, text: str, *, limit: int = 20) -> list[Found]:
        """Answers of conversations by meaning, best first; none where the setting ``history.index`` never was
        on. Raises InvalidInput."""
        return await (await self.engine()).history.search(text, limit=limit)

    async def _forget(self, session_ids: Sequence[str] | None) -> None:
        bases = await self._metadata.bases.list()
        if any(base.kind is BaseKind.CHAT_HISTORY for base in bases):
            await (await self.engine()).history.tidy(session_ids)

    async def chat_request(self, question: str, **said: Unpack[Told]) -> tuple[ChatRequest, list[str]]:
        """A turn to give to `Chats.ask`, and the names of the bases asked. Raises as `Asking.request`."""
        return await self._asking.request(question, **said)

    async def _read_file(self, data: bytes, name: str) -> ParsedDocument:
        return await (await self.engine()).read_file(data, name)

    async def ask(self, question: str, **said: Unpack[Asked]) -> Answer:
        """A checked answer or a refusal; what may be said besides is in `pincite.asking.Asked`.

        Only documents in force on ``as_of`` answer; without it those of the day that the question names, else
        those of today. Documents that are named answer whatever their days, unless a day is asked for.

        Raises:
            NotFound: a base, document or assistant of that name does not exist.
            InvalidInput: the question is empty, too long or broken, or something beside it cannot be used.
        """
        request, names = await self._asking.request(question, **said)
        return await (await self.engine()).questions.ask(replace(request, rounds=0), names)

    async def retrieve(self, question: str, *, rerank: bool = True, **said: Unpack[Searched]) -> Answer:
        """The passages that would answer, in order; no gate, no model. All of them must reach ``threshold``,
        and of none the best is shown if it is not hopeless. For the rest see `ask`."""
        if said.get("threshold") is not None and not rerank:
            raise InvalidInput("A threshold needs the reranker.", hint="Leave out the threshold.")
        request, names = await self._asking.search(question, **said)
        request = replace(request, rerank=rerank, rounds=0)
        return await (await self.engine()).questions.retrieve(request, names)

    async def replay(
        self, trace_id: str, *, verify_only: bool = False, tenant_id: str = DEFAULT_TENANT
    ) -> Replay:
        """A trace against the library and the settings of today: its question is asked again, or
        (``verify_only``) its answer checked again on the passages that it was made from.

        Raises:
            NotFound: there is no such trace, or its bases or its assistant are gone.
            InvalidInput: an answer that was not checked is to be checked again. And as `ask`.
        """
        trace = await anyio.to_thread.run_sync(self.traces.get, trace_id, tenant_id)
        if verify_only:
            return await anyio.to_thread.run_sync(verify_again, trace)
        profile = await self.assistants.profile(trace["assistant"], tenant_id=tenant_id)
        asked = trace["request"]["base_ids"]
        bases = [record for record in await self.bases() if record.id in asked]
        if asked and not bases:
            raise NotFound("The knowledge bases that this trace asked are gone.", hint="Use --verify-only.")
        questions = (await self.engine()).questions
        request = request_of(trace, self.settings, profile, [record.id for record in bases])
        names = [record.name for record in bases]
        if trace["request"]["conversation"]:
            answer = await questions.converse(request, names, tell=tell_nobody)
        else:
            answer = await questions.ask(request, names)
        return compare_answers(trace, answer, Configuration(self.settings, questions.identities).of(profile))
