"""Chunks: look at them, write over them, take them out of search."""

from typing import Annotated

from fastapi import APIRouter, Query

from pincite.api.chunk_schemas import MAX_PAGE, ChunkOut, ChunkPage, ChunkPatch, RevisionOut, RollbackIn
from pincite.api.library import LibraryDep
from pincite.core.errors import InvalidInput
from pincite.filing import LAST_OFFSET

router = APIRouter(tags=["chunks"])


@router.get("/knowledge-bases/{base}/documents/{document}/chunks")
async def list_chunks(
    base: str,
    document: str,
    library: LibraryDep,
    offset: Annotated[int, Query(ge=0, le=LAST_OFFSET)] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 50,
) -> ChunkPage:
    """Chunks of a document in their order, disabled ones too."""
    knowledge_base = await library.knowledge_base(base, create=False)
    records, total = await knowledge_base.chunks(document, offset=offset, limit=limit)
    return ChunkPage(total=total, offset=offset, chunks=[ChunkOut.of(record) for record in records])


@router.get("/chunks/{chunk_id}")
async def get_chunk(chunk_id: str, library: LibraryDep) -> ChunkOut:
    """One chunk, or a parent, with the text that counts and the slice under it."""
    return ChunkOut.of(await library.chunk(chunk_id))


@router.patch("/chunks/{chunk_id}")
async def change_chunk(chunk_id: str, body: ChunkPatch, library: LibraryDep) -> ChunkOut:
    """Write over a chunk, take it out of search, or put it back.

    The new text is shown and cited at once; only this chunk is embedded and indexed again, in the background
    (`indexing`). 409 when it is not at `revision` any more, or its document is being parsed.
    """
    if body.content is None and body.disabled is None:
        raise InvalidInput("Nothing to change.", hint="Send content, disabled, or both.")
    editor = await library.editor()
    revision = body.revision
    if body.content is not None:
        record = await editor.edit(chunk_id, body.content, revision=revision)
        revision = record.revision
    if body.disabled is not None:
        record = await editor.set_disabled(chunk_id, body.disabled, revision=revision)
    return ChunkOut.of(record)


@router.post("/chunks/{chunk_id}/disable")
async def disable_chunk(chunk_id: str, library: LibraryDep) -> ChunkOut:
    """Take a chunk out of search. Its text and its history stay."""
    return ChunkOut.of(await (await library.editor()).set_disabled(chunk_id, True))


@router.post("/chunks/{chunk_id}/enable")
async def enable_chunk(chunk_id: str, library: LibraryDep) -> ChunkOut:
    """Put a disabled chunk back."""
    return ChunkOut.of(await (await library.editor()).set_disabled(chunk_id, False))


@router.get("/chunks/{chunk_id}/revisions")
async def list_revisions(chunk_id: str, library: LibraryDep) -> list[RevisionOut]:
    """Every text that was written over a chunk, oldest first. Revision 0, the slice, is not listed."""
    record = await library.chunk(chunk_id)
    return [RevisionOut.of(revision, record) for revision in await library.chunk_history(chunk_id)]


@router.post("/chunks/{chunk_id}/rollback")
async def roll_back(chunk_id: str, body: RollbackIn, library: LibraryDep) -> ChunkOut:
    """Give a chunk an earlier text back, as a new revision. 404 for a revision that it never had."""
    return ChunkOut.of(await (await library.editor()).rollback(chunk_id, body.to, revision=body.revision))
