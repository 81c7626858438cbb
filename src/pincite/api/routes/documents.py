"""Documents of a base: upload, list, look at, delete."""

from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Response, UploadFile
from pydantic import ValidationError

from pincite.api.base_schemas import DocumentOut, ReparseIn
from pincite.api.chunk_schemas import ChunkingIn
from pincite.api.library import LibraryDep
from pincite.core.errors import InvalidInput
from pincite.core.settings import DEFAULT_BASE

router = APIRouter(prefix="/knowledge-bases/{base}/documents", tags=["documents"])


@router.post("", status_code=202)
async def upload(
    base: str,
    library: LibraryDep,
    file: Annotated[UploadFile, File(description="The file, with its name.")],
    tags: Annotated[list[str] | None, Form(description="Tags of the document.")] = None,
    chunking_config: Annotated[
        str | None,
        Form(description="JSON object of chunking settings for this file alone, over those of the base."),
    ] = None,
) -> DocumentOut:
    """Take a file in. It is worked on in the background; poll the document until `ready` or `failed`.

    The same name again with other content is a new version; the old one stays searchable until then.
    """
    chunking = None if chunking_config is None else _overrides(chunking_config)
    # The base of the command line exists from the start; any other is made by its own call.
    knowledge_base = await library.knowledge_base(base, create=base == DEFAULT_BASE)
    data = await file.read()
    # A client may send a path; only the name counts.
    name = PurePath((file.filename or "document").replace("\\", "/")).name or "document"
    return DocumentOut.of(await knowledge_base.add_bytes(name, data, tags=tags, chunking=chunking))


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


@router.post("/{document}/reparse", status_code=202)
async def reparse_document(
    base: str, document: str, library: LibraryDep, body: ReparseIn | None = None
) -> DocumentOut:
    """Parse a document again with the settings of today, from the file that was uploaded.

    The version that is live answers until the new one is ready. Hand edits stay on the chunks that are cut
    again as they were; a warning counts the others.
    """
    knowledge_base = await library.knowledge_base(base, create=False)
    given = body.chunking_config if body is not None else None
    (record,) = await knowledge_base.enqueue_reparse(
        document, chunking=None if given is None else given.overrides()
    )
    return DocumentOut.of(record)


@router.delete("/{document}", status_code=204)
async def delete_document(base: str, document: str, library: LibraryDep) -> Response:
    """Remove a document with every chunk, vector and file of it."""
    knowledge_base = await library.knowledge_base(base, create=False)
    await knowledge_base.remove(document)
    return Response(status_code=204)


def _overrides(chunking_config: str) -> dict[str, Any]:
    """A form has no nested fields, so the settings come as JSON text."""
    try:
        return ChunkingIn.model_validate_json(chunking_config).overrides()
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise InvalidInput(f"chunking_config cannot be used. {problems}.") from error
