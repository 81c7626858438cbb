"""Documents of a base: upload, list, look at, delete."""

import json
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Response, UploadFile
from pydantic import ValidationError

from pincite.api.base_schemas import DocumentOut, ReparseIn
from pincite.api.chunk_schemas import ChunkingIn
from pincite.api.filing_schemas import DocumentPatch
from pincite.api.library import LibraryDep
from pincite.core.errors import InvalidInput
from pincite.core.labels import clean_folder, split_upload
from pincite.core.settings import DEFAULT_BASE
from pincite.core.types import DocumentStatus
from pincite.filing import LARGEST_PAGE, LAST_OFFSET
from pincite.ports.documents import DocumentOrder

router = APIRouter(prefix="/knowledge-bases/{base}/documents", tags=["documents"])


@router.post("", status_code=202)
async def upload(
    base: str,
    library: LibraryDep,
    file: Annotated[UploadFile, File(description="The file, with its name.")],
    tags: Annotated[list[str] | None, Form(description="Tags of the document.")] = None,
    folder: Annotated[
        str | None, Form(description="Where a new document is filed, before the folders of its name.")
    ] = None,
    custom: Annotated[str | None, Form(description="JSON object of values of your own.")] = None,
    effective_from: Annotated[str | None, Form(description="First day in force, `2024-01-31`.")] = None,
    effective_to: Annotated[str | None, Form(description="Last day in force.")] = None,
    supersedes: Annotated[
        str | None, Form(description="The document that it takes the place of: id, file name or title.")
    ] = None,
    chunking_config: Annotated[
        str | None,
        Form(description="JSON object of chunking settings for this file alone, over those of the base."),
    ] = None,
) -> DocumentOut:
    """Take a file in. It is worked on in the background; poll the document until `ready` or `failed`.

    The same name again with other content is a new version; the old one stays searchable until then. With an
    `effective_from` after that of the document it is a new document that supersedes it, and the older one
    stays under a name with its first day. A name with folders (`plans/2024/terms.pdf`) is
    filed there; one that climbs (`..`) is refused.
    """
    said: dict[str, Any] = {"supersedes": supersedes or None}
    said |= {
        name: day for name, day in (("effective_from", effective_from), ("effective_to", effective_to)) if day
    }
    if custom:
        said["custom"] = _object(custom)
    chunking = None if chunking_config is None else _overrides(chunking_config)
    # The base of the command line exists from the start; any other is made by its own call.
    knowledge_base = await library.knowledge_base(base, create=base == DEFAULT_BASE)
    place, name = split_upload(file.filename or "document")
    place = "/".join(part for part in (clean_folder(folder or ""), place) if part)
    data = await file.read()
    record = await knowledge_base.add_bytes(
        name or "document", data, tags=tags, chunking=chunking, folder=place, **said
    )
    return DocumentOut.of(record)


@router.get("")
async def list_documents(
    base: str,
    library: LibraryDep,
    response: Response,
    folder: Annotated[str | None, Query(description='Only there; "" is the top.')] = None,
    below: Annotated[bool, Query(description="With the folders below.")] = True,
    tag: Annotated[list[str] | None, Query(description="With any of these tags.")] = None,
    status: Annotated[list[DocumentStatus] | None, Query(description="Standing at any of these.")] = None,
    name: Annotated[str, Query(description="Part of file name, title or source.")] = "",
    custom: Annotated[list[str] | None, Query(description="Value of your own, `name=value`; all.")] = None,
    order: Annotated[DocumentOrder, Query(description="What sorts them.")] = DocumentOrder.NAME,
    descending: Annotated[bool, Query(description="The other way round.")] = False,
    offset: Annotated[int, Query(ge=0, le=LAST_OFFSET)] = 0,
    limit: Annotated[int | None, Query(ge=0, le=LARGEST_PAGE, description="All if absent.")] = None,
) -> list[DocumentOut]:
    """Documents of a base, by file name if not said otherwise.

    `X-Total-Count` tells how many there are on all pages, `X-Status-Counts` how many of them stand where,
    whatever status is asked for (`ready=3, failed=1`).
    """
    knowledge_base = await library.knowledge_base(base, create=False)
    page = await knowledge_base.filing.page(
        folder=folder,
        below=below,
        tags=tag or (),
        statuses=[wanted.value for wanted in status or ()],
        name=name,
        custom=_pairs(custom or ()),
        order=order.value,
        descending=descending,
        offset=offset,
        limit=limit,
    )
    response.headers["X-Total-Count"] = str(page.total)
    counts = (f"{status.value}={number}" for status, number in sorted(page.by_status.items()))
    response.headers["X-Status-Counts"] = ", ".join(counts)
    return [DocumentOut.of(record) for record in page.documents]


@router.get("/{document}")
async def get_document(base: str, document: str, library: LibraryDep) -> DocumentOut:
    """One document, by id or file name."""
    knowledge_base = await library.knowledge_base(base, create=False)
    return DocumentOut.of(await knowledge_base.document(document))


@router.patch("/{document}")
async def change_document(base: str, document: str, body: DocumentPatch, library: LibraryDep) -> DocumentOut:
    """Change tags, folder, values and days of validity. Nothing is parsed again; the index follows in the
    background."""
    knowledge_base = await library.knowledge_base(base, create=False)
    return DocumentOut.of(await knowledge_base.filing.change(document, wait=False, **body.given()))


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


@router.post("/{document}/cancel")
async def cancel_document(base: str, document: str, library: LibraryDep) -> DocumentOut:
    """Stop the work on a document that is not settled yet; a version that was live before answers on.

    409 when nothing is under way.
    """
    knowledge_base = await library.knowledge_base(base, create=False)
    return DocumentOut.of(await knowledge_base.cancel(document))


@router.delete("/{document}", status_code=204)
async def delete_document(base: str, document: str, library: LibraryDep) -> Response:
    """Remove a document with every chunk, vector and file of it."""
    knowledge_base = await library.knowledge_base(base, create=False)
    await knowledge_base.remove(document, wait=False)
    return Response(status_code=204)


def _object(text: str) -> dict[str, Any]:
    """A form has no nested fields, so the values come as JSON text."""
    try:
        loaded = json.loads(text)
    except RecursionError as error:
        raise InvalidInput(
            "custom is nested too deep.", hint="Its values are text, numbers, true or false."
        ) from error
    except ValueError as error:
        raise InvalidInput(f"custom is no JSON: {error}.") from error
    if not isinstance(loaded, dict):
        raise InvalidInput("custom is no JSON object.", hint='Write {"department": "claims"}.')
    return loaded


def _pairs(words: Sequence[str]) -> dict[str, str]:
    pairs = {}
    for word in words:
        key, assigned, value = word.partition("=")
        if not key or not assigned:
            raise InvalidInput(f"{word!r} is no condition.", hint="Write name=value.")
        pairs[key] = value
    return pairs


def _overrides(chunking_config: str) -> dict[str, Any]:
    """A form has no nested fields, so the settings come as JSON text."""
    try:
        return ChunkingIn.model_validate_json(chunking_config).overrides()
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise InvalidInput(f"chunking_config cannot be used. {problems}.") from error
