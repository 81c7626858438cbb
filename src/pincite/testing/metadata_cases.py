"""Values and steps that the metadata contract is written with."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from uuid import UUID

from pincite.core.types import Chunk, LexicalField, PageSpan
from pincite.ports.metadata import Metadata
from pincite.ports.records import BaseRecord, DocumentRecord, IndexedVersion, Job, Upload

MORPHEMES, BIGRAMS = LexicalField.MORPHEMES, LexicalField.BIGRAMS
LEASE = 30.0


def uid(number: int) -> str:
    return str(UUID(int=number))


def key(letter: str) -> str:
    """A blob key."""
    return letter * 64


BASE = uid(1)


def chunk(document: str, version: str, seq: int, words: str, clauses: Sequence[str] = ()) -> Chunk:
    """A chunk whose morphemes are its words."""
    return Chunk(
        id=uid(int(UUID(version)) * 1000 + seq),
        base_id=BASE,
        document_id=document,
        version_id=version,
        document_title="약관",
        seq=seq,
        start=seq * 100,
        end=seq * 100 + len(words),
        content=words,
        context_header="## 제2장\n### 제43조(보험금의 지급)",
        table_header="| a |\n| - |" if seq == 1 else "",
        page_range=(seq + 1, seq + 2) if seq else None,
        clauses=tuple(clauses),
        morphemes=words,
        language="ko",
    )


def indexed(document: str, version: str, *texts: str, clauses: Sequence[str] = ()) -> IndexedVersion:
    """A version of one chunk a text, each holding ``clauses``; its bigrams are its letters."""
    chunks = [chunk(document, version, seq, text, clauses) for seq, text in enumerate(texts)]
    counts = {
        MORPHEMES: Counter(word for text in texts for word in set(text.split())),
        BIGRAMS: Counter(letter for text in texts for letter in set(text)),
    }
    return IndexedVersion(
        version_id=version,
        title="약관",
        media_type="text/markdown",
        markdown_key=key("f"),
        hold=uid(9999),
        pages=(PageSpan(1, 0, 40), PageSpan(2, 40, 90)),
        warnings=("a page is empty",),
        chunks=chunks,
        lengths=[{MORPHEMES: len(text.split()), BIGRAMS: len(text)} for text in texts],
        chunks_with_term=counts,
        embedding_identity="toy-1",
    )


class MetadataCases(ABC):
    @abstractmethod
    async def make_metadata(self) -> Metadata:
        """An empty database."""

    @asynccontextmanager
    async def metadata(self, *, base: bool = True) -> AsyncIterator[Metadata]:
        metadata = await self.make_metadata()
        try:
            if base:
                await metadata.bases.create(BaseRecord(id=BASE, name="terms", created_at=5.0))
            yield metadata
        finally:
            await metadata.aclose()

    async def submit(
        self,
        metadata: Metadata,
        number: int = 10,
        *,
        source: str = "a.md",
        file_key: str = key("a"),
        now: float = 100.0,
        **changes: object,
    ) -> tuple[DocumentRecord, bool]:
        """Document ``number``, version ``number + 1``."""
        upload = Upload(
            document_id=uid(number),
            version_id=uid(number + 1),
            base_id=BASE,
            source=source,
            filename=source,
            size=7,
            file_key=file_key,
            hold=uid(number + 2),
            **changes,  # type: ignore[arg-type]  # any of Upload's other fields
        )
        return await metadata.documents.submit(upload, now)

    async def claim(self, metadata: Metadata, owner: str = "me", now: float = 200.0) -> Job:
        job = await metadata.jobs.claim(owner, now, LEASE)
        assert job is not None
        return job

    async def live(
        self,
        metadata: Metadata,
        number: int,
        *texts: str,
        clauses: Sequence[str] = (),
        source: str = "a.md",
        file_key: str = key("a"),
    ) -> DocumentRecord:
        """A document (or its next version) made live with a chunk a text."""
        document, work = await self.submit(metadata, number, source=source, file_key=file_key)
        assert work
        job = await self.claim(metadata)
        version = indexed(document.id, uid(number + 1), *texts, clauses=clauses)
        assert await metadata.versions.activate(job, version, 300.0)
        return await metadata.documents.get(document.id)
