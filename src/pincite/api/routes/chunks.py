"""Chunks: look at them, write over them, take them out of search."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from pincite.api.chunk_schemas import MAX_PAGE, ChunkOut, ChunkPage, ChunkPatch, RevisionOut, RollbackIn
from pincite.api.library import LibraryDep
from pincite.core.errors import InvalidInput
from pincite.filing import LAST_OFFSET
from pincite.ports.edits import ChunkRecord

router = APIRouter(tags=["chunks"])


class CutOut(BaseModel):
    """Revision 0, which nobody wrote: it comes with the version of the document."""

    number: Literal[0] = 0
    action: Literal["cut"] = "cut"
    content: str = Field(description="The slice of the document.")
    restored: None = None
    created_at: None = None
    current: bool

    @classmethod
    def of(cls, record: ChunkRecord) -> "CutOut":
        return cls(content=record.original, current=record.revision == 0)


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
async def list_revisions(chunk_id: str, library: LibraryDep) -> list[CutOut | RevisionOut]:
    """Every text of a chunk, oldest first. Revision 0 is the text as it was cut."""
    record = await library.chunk(chunk_id)
    revisions = await library.chunk_history(chunk_id)
    return [CutOut.of(record), *(RevisionOut.of(revision, record) for revision in revisions)]


@router.post("/chunks/{chunk_id}/rollback")
async def roll_back(chunk_id: str, body: RollbackIn, library: LibraryDep) -> ChunkOut:
    """Give a chunk an earlier text back, as a new revision. 404 for a revision that it never had."""
    return ChunkOut.of(await (await library.editor()).rollback(chunk_id, body.to, revision=body.revision))
