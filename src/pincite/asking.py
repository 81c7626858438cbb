"""What people say of a question besides its words, and the request that the pipeline gets of it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import TypedDict, Unpack

from pincite.attaching import Attaching, File, Picture
from pincite.core.catalogue import LANGUAGES
from pincite.core.errors import InvalidInput, NotFound
from pincite.core.settings import Settings
from pincite.core.validity import read_day
from pincite.naming import matching
from pincite.pipeline.profile import PLAIN_PROFILE, Profile
from pincite.pipeline.state import ChatRequest
from pincite.ports.history import PastTurn
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseKind, BaseRecord
from pincite.sessions.assistants import Assistants


class Within(TypedDict, total=False):
    """Where to look, and how much of it to show."""

    documents: Sequence[str]
    """Ids or file names."""
    tags: Sequence[str]
    top_k: int | None
    threshold: float | None
    """Probability of the reranker that passages must reach; None is ``ranking.rerank_threshold``."""
    as_of: date | str | None
    """Day whose versions answer; else the one that the question names, else today."""
    explain: bool
    """``explanation`` of the answer tells what became of each candidate."""
    web: bool | None
    """Whether the web is searched too; None leaves this and the next two to assistant and settings."""
    web_fetch: bool | None
    """Whether the best pages of the web are read, and not only what the search says of them."""
    data_analysis: bool | None
    """Whether the model may ask spreadsheets among the sources by SQL."""


class Answered(Within, total=False):
    """Of an answer."""

    language: str | None
    images: Sequence[Picture]
    """Pictures of the question."""
    attachments: Sequence[File]
    """Files that it is about; they come into no base."""
    assistant: str | None
    """Name or id of who answers; without it the default one, if there is one."""
    traced: bool
    """Whether a line about it is kept among the traces; it is, unless this is False."""


class Bases(TypedDict, total=False):
    """Of a library with several bases."""

    bases: Sequence[str]
    """Names or ids; none means all."""
    scopes: Mapping[str, Sequence[str]]
    """Tags that hold for one base alone."""


class Asked(Answered, Bases, total=False):
    """What `AsyncLibrary.ask` takes."""


class Searched(Within, Bases, total=False):
    """What `AsyncLibrary.retrieve` takes."""


class Told(Asked, total=False):
    """What `AsyncLibrary.chat_request` takes."""

    turns: Sequence[PastTurn]
    """What was said before, where no session is stored."""
    rounds: int | None
    """Of the conversation, or of ``turns``, that are remembered; None is the setting."""
    quote: str
    held: bool
    """Tell no text before it is checked."""


class Asking:
    """Turns names into ids, and what is not said into what assistant and settings say."""

    def __init__(
        self, settings: Settings, metadata: Metadata, assistants: Assistants, attaching: Attaching
    ) -> None:
        self._attaching = attaching
        self._settings = settings
        self._metadata = metadata
        self._assistants = assistants

    async def request(self, question: str, **said: Unpack[Told]) -> tuple[ChatRequest, list[str]]:
        """The request, and the names of the bases asked.

        Raises:
            NotFound: a base, document or assistant of that name does not exist.
            InvalidInput: ``language`` is none of ko, en and zh, ``threshold`` is no probability, ``as_of`` is
                no day, or a scope names a base that is not asked. And as `Attaching.take`.
        """
        return await self._made(question, await self._assistants.profile(said.get("assistant")), **said)

    async def search(self, question: str, **said: Unpack[Searched]) -> tuple[ChatRequest, list[str]]:
        """As `request`, for a search, which is no assistant's."""
        return await self._made(question, PLAIN_PROFILE, **said)

    async def _made(
        self, question: str, profile: Profile, **said: Unpack[Told]
    ) -> tuple[ChatRequest, list[str]]:
        named = said.get("bases", ())
        records = await self._records(named) if named else await self._of(profile)
        base_ids = tuple(record.id for record in records)
        retrieval = profile.retrieval(self._settings.retrieval)
        top_k, as_of, rounds = said.get("top_k"), said.get("as_of"), said.get("rounds")
        wanted = retrieval.top_k if top_k is None else top_k
        if wanted < 0:
            raise InvalidInput(f"top_k is {wanted}; it cannot be negative.")
        images, attachments = await self._attaching.take(said.get("images", ()), said.get("attachments", ()))
        request = ChatRequest(
            query=question,
            base_ids=base_ids,
            document_ids=await self._document_ids(records, said.get("documents", ())),
            tags=tuple(said.get("tags", ())),
            scopes=await self._scopes(said.get("scopes", {}), base_ids),
            top_k=wanted,
            # A search shows what was asked for; an answer reads at most its own limit.
            rerank_top_k=retrieval.rerank_top_k if top_k is None else wanted,
            rerank_threshold=_probability(said.get("threshold")),
            language=_language(said.get("language"), profile),
            profile=profile,
            as_of=None if as_of is None else read_day(as_of),
            explain=said.get("explain", False),
            web=said.get("web"),
            web_fetch=said.get("web_fetch"),
            data_analysis=said.get("data_analysis"),
            turns=tuple(said.get("turns", ())),
            rounds=profile.answer(self._settings.answer).rounds if rounds is None else rounds,
            quote=said.get("quote", ""),
            images=images,
            attachments=attachments,
            held=said.get("held", False),
            assistant=said.get("assistant") or "",
            traced=said.get("traced", True),
        )
        return request, [record.name for record in records]

    async def _records(self, names: Sequence[str]) -> list[BaseRecord]:
        return [await self._metadata.bases.get(name) for name in names]

    async def _of(self, profile: Profile) -> list[BaseRecord]:
        """The bases of an assistant that are there still; all where it names none."""
        every = [base for base in await self._metadata.bases.list() if base.kind is not BaseKind.CHAT_HISTORY]
        living = [base for base in every if base.id in profile.base_ids]
        if profile.base_ids and not living:
            raise NotFound(
                "The knowledge bases of this assistant were deleted.", hint="Give it others, or name some."
            )
        return living or every

    async def _scopes(
        self, scopes: Mapping[str, Sequence[str]], base_ids: Collection[str]
    ) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for name, tags in scopes.items():
            base = await self._metadata.bases.get(name)
            if base.id not in base_ids:
                raise InvalidInput(f"A scope names the knowledge base `{name}`, which is not asked.")
            found[base.id] = (*found.get(base.id, ()), *tags)
        return found

    async def _document_ids(self, bases: Sequence[BaseRecord], names: Sequence[str]) -> tuple[str, ...]:
        if not names:
            return ()
        held = [document for base in bases for document in await self._metadata.documents.list(base.id)]
        ids: list[str] = []
        for name in names:
            found = matching(held, name)
            if not found:
                raise NotFound(f"There is no document `{name}` in the bases asked.")
            ids.extend(document.id for document in found)
        return tuple(dict.fromkeys(ids))


def _language(asked: str | None, profile: Profile) -> str | None:
    language = profile.language if asked is None else asked
    if language is not None and language not in LANGUAGES:
        raise InvalidInput(
            f"There is no answer in the language {language!r}.", hint=f"Use one of {', '.join(LANGUAGES)}."
        )
    return language


def _probability(threshold: float | None) -> float | None:
    if threshold is not None and not 0 <= threshold <= 1:
        raise InvalidInput(f"The threshold is {threshold:g}; it is a probability.", hint="Use 0 to 1.")
    return threshold
