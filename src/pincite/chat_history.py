"""Finished questions with their answers as a base of their own, so that people find again by its meaning what
was said (row SS-08). Off unless the setting ``history.index`` turns it on.

A pair is a document, filed by its session. What is stopped, refused or failed is not kept here; what is
deleted or replaced goes from here too.
"""

from collections.abc import Awaitable, Callable, Sequence

from pincite.citations import strip_references
from pincite.core.errors import Conflict, Forbidden, NotFound
from pincite.ingest import IngestService
from pincite.pipeline.answer import Answer
from pincite.pipeline.state import ChatRequest
from pincite.ports.documents import DocumentQuery
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseKind, BaseRecord, DocumentRecord
from pincite.ports.sessions import NOBODY, Found, Person, StoredMessage
from pincite.sessions.conversations import LONGEST_QUERY, Conversations
from pincite.sessions.remembering import check_searched

BASE = "chat-history"
"""What the base is called unless that name is taken."""
ROOM = 5
"""Times as many pairs are looked for as are shown: those of other people are passed over."""

Retrieve = Callable[[ChatRequest], Awaitable[Answer]]


class ChatHistory:
    """Of a library."""

    def __init__(
        self, metadata: Metadata, conversations: Conversations, ingest: IngestService, retrieve: Retrieve
    ) -> None:
        self._metadata = metadata
        self._conversations = conversations
        self._ingest = ingest
        self._retrieve = retrieve

    async def keep(self, question: StoredMessage, answer: StoredMessage) -> None:
        """Index a pair; its work is left to the queue."""
        base = await self._base() or await self._made()
        text = f"# {' '.join(question.content.split())}\n\n{strip_references(answer.content).strip()}\n"
        await self._ingest.add_bytes(
            base.id,
            f"{answer.id}.md",
            text.encode(),
            source=f"{answer.session_id}/{answer.id}.md",
            folder=answer.session_id,
        )

    async def tidy(self, session_ids: Sequence[str] | None = None) -> None:
        """Remove the pairs of these sessions, or of all, whose answers are gone."""
        base = await self._base()
        if base is None:
            return
        scopes = (
            [DocumentQuery()] if session_ids is None else [DocumentQuery(folder=id_) for id_ in session_ids]
        )
        for scope in scopes:
            for document in (await self._metadata.documents.page(base.id, scope)).documents:
                if not await self._is_there(document):
                    await self._ingest.remove_document(document.id)

    async def search(self, text: str, person: Person = NOBODY, *, limit: int = 20) -> list[Found]:
        """Answers of a person's sessions by meaning and reranker, best first.

        Raises:
            InvalidInput: as `Conversations.search`.
        """
        check_searched(text, LONGEST_QUERY)
        base = await self._base()
        if base is None:
            return []
        wanted = limit * ROOM
        request = ChatRequest(text, (base.id,), top_k=wanted, rerank_top_k=wanted, traced=False)
        sources = (await self._retrieve(request)).sources
        ids = list(dict.fromkeys(source.document_id for source in sources))
        documents = {one.id: one for one in await self._metadata.documents.several(ids)}
        found: list[Found] = []
        for id_ in ids:
            one = await self._seen_by(documents[id_], person) if id_ in documents else None
            if one is not None and len(found) < limit:
                found.append(one)
        return found

    async def _seen_by(self, document: DocumentRecord, person: Person) -> Found | None:
        try:
            session = await self._conversations.owned(document.folder, person)
            return Found(await self._conversations.message(_answer_id(document), person), session.title)
        except (NotFound, Forbidden):  # deleted meanwhile, or somebody else's
            return None

    async def _is_there(self, document: DocumentRecord) -> bool:
        try:
            await self._metadata.messages.get(_answer_id(document))
        except NotFound:
            return False
        return True

    async def _base(self) -> BaseRecord | None:
        bases = await self._metadata.bases.list()
        return next((base for base in bases if base.kind is BaseKind.CHAT_HISTORY), None)

    async def _made(self) -> BaseRecord:
        """No model is asked about what one wrote itself."""
        enrichment = {"questions": False, "summaries": False, "tables": False}
        for number in range(1, 100):
            name = BASE if number == 1 else f"{BASE}-{number}"
            try:
                return await self._ingest.create_base(name, kind=BaseKind.CHAT_HISTORY, enrichment=enrichment)
            except Conflict:
                # Taken by a base of documents, or another process was first.
                made = await self._base()
                if made is not None:
                    return made
        raise Conflict(f"All names like {BASE!r} are taken.", hint="Rename one of those bases.")


def _answer_id(document: DocumentRecord) -> str:
    return document.filename.removesuffix(".md")
