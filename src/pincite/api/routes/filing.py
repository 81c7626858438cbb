"""How the documents of a base are filed: folders, tags, duplicates, and batches over them."""

from fastapi import APIRouter

from pincite.api.base_schemas import DocumentOut
from pincite.api.filing_schemas import BatchIn, BatchOut, FilingOut, FolderOut, TagOut
from pincite.api.library import LibraryDep
from pincite.filing import document_change

router = APIRouter(prefix="/knowledge-bases/{base}", tags=["documents"])


@router.get("/filing")
async def filing(base: str, library: LibraryDep) -> FilingOut:
    """Folders and tags with the number of their documents, and how many documents stand where."""
    held = (await library.knowledge_base(base, create=False)).filing
    page = await held.page(limit=0)
    return FilingOut(
        total=page.total,
        by_status={status.value: number for status, number in page.by_status.items()},
        folders=[FolderOut(path=path, documents=count) for path, count in (await held.folders()).items()],
        tags=[TagOut(tag=tag, documents=count) for tag, count in (await held.tags()).items()],
    )


@router.get("/duplicates")
async def duplicates(base: str, library: LibraryDep) -> list[list[DocumentOut]]:
    """Documents with the same bytes under different names, oldest first. All are kept; none depends on
    another."""
    held = (await library.knowledge_base(base, create=False)).filing
    return [[DocumentOut.of(record) for record in group] for group in await held.duplicates()]


@router.post("/batch")
async def batch(base: str, body: BatchIn, library: LibraryDep) -> BatchOut:
    """Change, delete or parse again many documents: by name, folder, tag, status or value.

    Each is done by itself; what could not be done is told document by document. The index follows in the
    background.
    """
    held = (await library.knowledge_base(base, create=False)).filing
    selection = body.select.selection()
    if body.action == "delete":
        return BatchOut.of(await held.remove_many(selection, wait=False))
    if body.action == "reparse":
        given = body.chunking_config
        chunking = None if given is None else given.overrides()
        return BatchOut.of(await held.reparse_many(selection, chunking=chunking, wait=False))
    values = body.change.given()
    supersedes = await held.identify(values.pop("supersedes", None))
    change = document_change(supersedes=supersedes, **values)
    return BatchOut.of(await held.change_many(selection, change, wait=False))
