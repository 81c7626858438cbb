"""What must hold of all stores of a stopped library once its work is done."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from pincite.adapters.blobs import DirectoryBlobs
from pincite.adapters.edge.client import open_edge_index
from pincite.adapters.sql import SqlMetadata, open_metadata
from pincite.adapters.sql.tables import metadata as tables
from pincite.core.types import ChunkType, DocumentStatus, LexicalField
from pincite.enrichment import questions_of, summaries_of
from pincite.enrichment.notes import DOCUMENT_SUMMARY, SECTION_SUMMARY
from pincite.faq.entry import unpack_entry
from pincite.ingest.storing import blob_key
from pincite.ports.index import SearchFilter, SearchIndex
from pincite.ports.records import DocumentRecord
from tests.e2e.kill_files import FAQ, Item, Site
from tests.ingest.standins import DIMENSION

WORD = "benefit"
"""In every document, whose statistics are counted again."""
_WITH_KEYS = {"questions_from", DOCUMENT_SUMMARY, SECTION_SUMMARY}
_KEPT = {"tenants", "webhooks"}
"""Tables that hold more than what bases brought."""
Portrait = dict[tuple[str, str], list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Opened:
    """The stores."""

    library: Path
    metadata: SqlMetadata
    index: SearchIndex
    blobs: DirectoryBlobs

    async def column(self, table: str, name: str) -> list[Any]:
        async with self.metadata.database.read() as connection:
            return list(await connection.scalars(select(tables.tables[table].c[name])))

    async def counts(self) -> dict[str, int]:
        """Rows of every table that has some."""
        found = {}
        async with self.metadata.database.read() as connection:
            for table in tables.sorted_tables:
                found[table.name] = await connection.scalar(select(func.count()).select_from(table)) or 0
        return {name: count for name, count in found.items() if count}

    def files(self) -> set[str]:
        """Files and directories below the blobs, drafts too."""
        root = self.library / "blobs"
        return {str(path.relative_to(root)) for path in root.rglob("*")} - {"incoming"}


@asynccontextmanager
async def opened(library: Path) -> AsyncIterator[Opened]:
    metadata = await open_metadata(library / "pincite.db")
    index = await open_edge_index(library / "index", dimension=DIMENSION, timeout=20)
    try:
        yield Opened(library, metadata, index, DirectoryBlobs(library / "blobs"))
    finally:
        await index.aclose()
        await metadata.aclose()


async def assert_whole(library: Path, items: Sequence[Item], site: Site) -> Portrait:
    """Rows, points, blobs and statistics are those of ``items``, and nothing else is left. What was made of
    each is returned, without the ids."""
    portrait: Portrait = {}
    async with opened(library) as stores:
        bases = {base.id: base.name for base in await stores.metadata.bases.list()}
        assert sorted(bases.values()) == sorted({item.base for item in items})
        keys: set[str] = set()
        documents: list[DocumentRecord] = []
        for id_, base in bases.items():
            wanted = {
                item.name if item.base == FAQ else _source(item, site): item
                for item in items
                if item.base == base
            }
            held = list(await stores.metadata.documents.list(id_))
            names = {document.filename if base == FAQ else document.source: document for document in held}
            assert sorted(names) == sorted(wanted)
            assert len(names) == len(held)
            total = benefit = 0
            for name, document in names.items():
                chunks, of_document = await _whole(stores, document, wanted[name])
                portrait[base, wanted[name].name] = [_traits(document, chunk) for chunk in chunks]
                keys |= of_document
                total += len(chunks)
                benefit += sum(WORD in chunk.morphemes.split() for chunk in chunks)
            statistics = await stores.metadata.chunks.term_statistics([id_], LexicalField.MORPHEMES, [WORD])
            assert (statistics.chunks, statistics.document_frequency[WORD]) == (total, benefit)
            assert await stores.index.count(SearchFilter(base_ids=(id_,))) == total
            documents += held
        assert await stores.index.count(SearchFilter()) == sum(map(len, portrait.values()))
        assert await stores.index.version_ids() == {document.active_version_id for document in documents}
        assert await stores.blobs.keys() == keys
        assert stores.files() == {f"{key[:2]}{rest}" for key in keys for rest in ("", f"/{key}")}
        await _assert_no_strangers(stores, set(bases), documents)
    return portrait


def _source(item: Item, site: Site) -> str:
    return site.url(item) if item.is_page else item.name


async def _whole(stores: Opened, document: DocumentRecord, item: Item) -> tuple[list[Any], set[str]]:
    """The chunks of a document that is complete, and its blobs."""
    assert document.status is DocumentStatus.READY
    assert document.warnings == ()
    version = await stores.metadata.versions.get(document.active_version_id or "")
    file = await stores.blobs.get(version.file_key)
    assert (unpack_entry(file).answers == (item.data.decode(),)) if item.base == FAQ else (file == item.data)
    text = (await stores.blobs.get(version.markdown_key or "")).decode()
    chunks = list(await stores.metadata.versions.chunks(version.id))
    of_text = [chunk for chunk in chunks if chunk.chunk_type is ChunkType.TEXT]
    assert all(chunk.content == text[chunk.start : chunk.end] for chunk in of_text)
    assert len({chunk.id for chunk in chunks}) == len(chunks) == document.chunks > 0
    assert await stores.index.count(SearchFilter(version_ids=(version.id,))) == len(chunks)
    pictures = {file.key for file in await stores.metadata.files.list(version.id)}
    assert pictures == {blob_key(picture) for picture in item.pictures}
    captions = [chunk for chunk in chunks if chunk.chunk_type is ChunkType.IMAGE_CAPTION]
    assert len(captions) == len(item.pictures)
    return chunks, pictures | {version.file_key, version.markdown_key or ""}


def _traits(document: DocumentRecord, chunk: Any) -> tuple[Any, ...]:
    """What a reader may see of it. Keys of prompts are left out: they depend on the addresses of pictures."""
    others = {name: said for name, said in chunk.details.items() if name not in _WITH_KEYS}
    details = json.dumps(others, sort_keys=True, ensure_ascii=False, default=str)
    said = (chunk.content, chunk.context_header, details, str(summaries_of(chunk)), str(questions_of(chunk)))
    return (chunk.seq, chunk.chunk_type, *(part.replace(document.id, "ID") for part in said))


async def _assert_no_strangers(stores: Opened, bases: set[str], documents: Sequence[DocumentRecord]) -> None:
    """No row names a base, document or version that is gone; but the time line of a document tells of the
    versions that it had."""
    known: dict[str, set[str | None]] = {
        "base_id": {*bases},
        "document_id": {document.id for document in documents},
        "version_id": {document.active_version_id for document in documents},
    }
    strange = {
        (table.name, name): strangers
        for table in tables.sorted_tables
        for name, ids in known.items()
        if name in table.c and (table.name, name) != ("document_events", "version_id")
        if (strangers := set(await stores.column(table.name, name)) - ids - {None})
    }
    assert strange == {}
    told = {call["document"]["id"] for call in await stores.column("webhook_deliveries", "payload")}
    assert told <= known["document_id"]
    counts = Counter(await stores.counts())
    assert (counts["jobs"], counts["blob_holds"]) == (0, 0)
    assert counts["document_versions"] == counts["documents"] == len(documents)


async def assert_empty(library: Path, webhooks: int) -> None:
    """Of all that came in, nothing is left anywhere but ``webhooks`` that are nobody's."""
    async with opened(library) as stores:
        counts = await stores.counts()
        assert {name: count for name, count in counts.items() if name not in _KEPT} == {}
        assert counts["webhooks"] == webhooks
        assert set(await stores.column("webhooks", "base_id")) == {None}
        assert await stores.index.count(SearchFilter()) == 0
        assert await stores.index.version_ids() == set()
        assert stores.files() == set()
