"""Rows to records and back."""

import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row

from pincite.core.types import Chunk, ChunkType, DocumentStatus, LexicalField, PageSpan
from pincite.core.validity import Validity
from pincite.ports.documents import Twin
from pincite.ports.edits import Revision, RevisionAction
from pincite.ports.records import BaseKind, BaseRecord, DocumentRecord, Job, JobKind, StageNote, VersionRecord


def base_record(row: Row[Any]) -> BaseRecord:
    return BaseRecord(
        id=row.id,
        name=row.name,
        kind=BaseKind(row.kind),
        chunking=row.chunking,
        vector=row.vector,
        keyword=row.keyword,
        wiki=row.wiki,
        graph=row.graph,
        faq=row.faq,
        enrichment=row.enrichment,
        embedding_identity=row.embedding_identity,
        store=row.store,
        next_store=row.next_store,
        next_identity=row.next_identity,
        paused=row.paused,
        tenant_id=row.tenant_id,
        created_at=row.created_at,
    )


def document_record(
    row: Row[Any], validity: Validity, superseded_by: str | None, twin: Twin | None
) -> DocumentRecord:
    """The last three do not stand in the row: see `pincite.adapters.sql.validity`."""
    return DocumentRecord(
        id=row.id,
        base_id=row.base_id,
        source=row.source,
        filename=row.filename,
        title=row.title,
        media_type=row.media_type,
        size=row.size,
        status=DocumentStatus(row.status),
        error_code=row.error_code,
        error_message=row.error_message,
        content_hash=row.content_hash,
        active_version_id=row.active_version_id,
        pending_version_id=row.pending_version_id,
        chunks=row.chunks,
        warnings=tuple(row.warnings),
        tags=tuple(row.tags),
        created_at=row.created_at,
        updated_at=row.updated_at,
        stages=tuple(StageNote(*note) for note in row.stages),
        folder=row.folder,
        custom=row.custom,
        effective_from=validity.first,
        effective_to=validity.last,
        supersedes=row.supersedes,
        superseded_by=superseded_by,
        duplicate_of=twin,
    )


def stage_values(stages: Sequence[StageNote]) -> list[list[Any]]:
    return [[note.name, note.outcome, round(note.milliseconds, 1), dict(note.details)] for note in stages]


def version_record(row: Row[Any]) -> VersionRecord:
    return VersionRecord(
        id=row.id,
        document_id=row.document_id,
        base_id=row.base_id,
        filename=row.filename,
        file_key=row.file_key,
        markdown_key=row.markdown_key,
        chunking=row.chunking,
        pages=tuple(PageSpan(*page) for page in row.pages),
        chunks=row.chunks,
        created_at=row.created_at,
    )


def job(row: Row[Any]) -> Job:
    return Job(
        id=row.id,
        kind=JobKind(row.kind),
        owner=row.owner,
        base_id=row.base_id,
        document_id=row.document_id,
        version_id=row.version_id,
        attempts=row.attempts,
        crashes=row.crashes,
        cancelled=row.cancelled,
        chunk_id=row.chunk_id,
    )


def revision(row: Row[Any]) -> Revision:
    return Revision(
        number=row.number,
        action=RevisionAction(row.action),
        content=row.content,
        restored=row.restored,
        created_at=row.created_at,
    )


def chunk(row: Sequence[Any]) -> Chunk:
    """From the columns of `chunk_columns` (chunks.py), in their order: retrieval reads 500 at a time, and
    access by name costs twice as much."""
    (
        identity, base_id, document_id, version_id, title, seq, start, end, content, context_header,
        table_header, chunk_type, first_page, last_page, clauses, morphemes, language, edited_content,
        disabled, parent_id, details,
    ) = row  # fmt: skip
    return Chunk(
        id=identity,
        base_id=base_id,
        document_id=document_id,
        version_id=version_id,
        document_title=title,
        seq=seq,
        start=start,
        end=end,
        content=content if edited_content is None else edited_content,
        context_header=context_header,
        table_header=table_header,
        chunk_type=ChunkType(chunk_type),
        page_range=None if first_page is None else (first_page, last_page),
        clauses=tuple(clauses.split("\n")) if clauses else (),
        morphemes=morphemes,
        language=language,
        edited=edited_content is not None,
        disabled=disabled,
        parent_id=parent_id,
        details=details,
    )


def chunk_values(
    chunk: Chunk, lengths: Mapping[LexicalField, int], original: str | None = None
) -> dict[str, Any]:
    """``original`` is the slice under a text that a person wrote over it."""
    first_page, last_page = chunk.page_range or (None, None)
    content = chunk.content if original is None else original
    return {
        **text_values(chunk, lengths),
        "id": chunk.id,
        "base_id": chunk.base_id,
        "document_id": chunk.document_id,
        "version_id": chunk.version_id,
        "seq": chunk.seq,
        "start": chunk.start,
        "end": chunk.end,
        "content": content,
        "content_hash": hashlib.sha256(content.encode()).hexdigest(),
        "parent_id": chunk.parent_id,
        "context_header": chunk.context_header,
        "table_header": chunk.table_header,
        "chunk_type": chunk.chunk_type.value,
        "first_page": first_page,
        "last_page": last_page,
        "details": dict(chunk.details),
    }


def text_values(chunk: Chunk, lengths: Mapping[LexicalField, int]) -> dict[str, Any]:
    """The columns that follow the text that counts."""
    return {
        "edited_content": chunk.content if chunk.edited else None,
        "disabled": chunk.disabled,
        "clauses": "\n".join(chunk.clauses),
        "morphemes": chunk.morphemes,
        "language": chunk.language,
        "morpheme_length": lengths.get(LexicalField.MORPHEMES, 0),
        "bigram_length": lengths.get(LexicalField.BIGRAMS, 0),
    }


def pack_counts(counts: Mapping[LexicalField, Mapping[str, int]]) -> bytes:
    """What a version added to the statistics, so that exactly this can be taken away again."""
    plain = {field.value: dict(terms) for field, terms in counts.items()}
    return zlib.compress(json.dumps(plain, ensure_ascii=False).encode(), level=1)


def unpack_counts(packed: bytes) -> dict[LexicalField, dict[str, int]]:
    plain: dict[str, dict[str, int]] = json.loads(zlib.decompress(packed))
    return {LexicalField(field): terms for field, terms in plain.items()}
