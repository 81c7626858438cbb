"""Documents of a base: upload, list, look at, delete."""

from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile

from pincite.api.library import LibraryDep
from pincite.api.schemas import DocumentOut
from pincite.core.settings import DEFAULT_BASE

router = APIRouter(prefix="/knowledge-bases/{base}/documents", tags=["documents"])


@router.post("", status_code=202)
async def upload(
    base: str,
    library: LibraryDep,
    file: Annotated[UploadFile, File(description="The file, with its name.")],
    tags: Annotated[list[str] | None, Form(description="Tags of the document.")] = None,
) -> DocumentOut:
    """Take a file in. It is worked on in the background; poll the document until `ready` or `failed`.

    The same name again with other content is a new version; the old one stays searchable until then.
    """
    # The base of the command line exists from the start; any other is made by its own call.
    knowledge_base = await library.knowledge_base(base, create=base == DEFAULT_BASE)
    data = await file.read()
    # A client may send a path; only the name counts.
    name = PurePath((file.filename or "document").replace("\\", "/")).name or "document"
    return DocumentOut.of(await knowledge_base.add_bytes(name, data, tags=tags))


@router.get("")
async def list_documents(base: str, library: LibraryDep) -> list[DocumentOut]:
    """The documents of a base by file name."""
    knowledge_base = await library.knowledge_base(base, create=False)
    return [DocumentOut.of(record) for record in await knowledge_base.documents()]


@router.get("/{document}")
async def get_document(base: str, document: str, library: LibraryDep) -> DocumentOut:
    """One document, by id or file name."""
    knowledge_base = await library.knowledge_base(base, create=False)
    return DocumentOut.of(await knowledge_base.document(document))


@router.delete("/{document}", status_code=204)
async def delete_document(base: str, document: str, library: LibraryDep) -> Response:
    """Remove a document with every chunk, vector and file of it."""
    knowledge_base = await library.knowledge_base(base, create=False)
    await knowledge_base.remove(document)
    return Response(status_code=204)
