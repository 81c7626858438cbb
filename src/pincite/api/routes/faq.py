"""The entries of an FAQ base: list, look at, change, import, export."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Query, Response, UploadFile

from pincite.api.faq_schemas import (
    MAX_PAGE,
    FaqBatch,
    FaqImportOut,
    FaqIn,
    FaqOut,
    FaqPage,
    FaqPatch,
    FaqRemoval,
)
from pincite.api.library import LibraryDep
from pincite.core.errors import InvalidInput
from pincite.entries import AsyncFaq, entry_from
from pincite.faq import MEDIA_TYPES
from pincite.filing import LAST_OFFSET

_FILE = {"type": "string", "format": "binary"}

router = APIRouter(prefix="/knowledge-bases/{base}/faq", tags=["faq"])


async def _faq(library: LibraryDep, base: str) -> AsyncFaq:
    return (await library.knowledge_base(base, create=False)).faq


@router.get("")
async def list_entries(
    base: str,
    library: LibraryDep,
    search: Annotated[str, Query(description="Part of a question or an answer.")] = "",
    tag: Annotated[str | None, Query(description="Only entries with this tag.")] = None,
    enabled: Annotated[bool | None, Query(description="Only those that are on, or off.")] = None,
    offset: Annotated[int, Query(ge=0, le=LAST_OFFSET)] = 0,
    limit: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 50,
) -> FaqPage:
    """Entries by age, oldest first."""
    faq = await _faq(library, base)
    records, total = await faq.list(search=search, tag=tag, enabled=enabled, offset=offset, limit=limit)
    return FaqPage(total=total, offset=offset, entries=[FaqOut.of(record) for record in records])


@router.post("", status_code=201)
async def create_entry(base: str, body: FaqIn, library: LibraryDep) -> FaqOut:
    """Add an entry. It is indexed in the background; poll it until `ready`.

    409 when another entry asks one of its questions already: case, spacing, punctuation, width and
    traditional characters aside.
    """
    return FaqOut.of(await (await _faq(library, base)).enqueue(entry_from(body.fields())))


# Before the routes with an id, which would take "export" for one.
@router.get(
    "/export",
    response_class=Response,
    responses={200: {"content": {kind: {"schema": _FILE} for kind in MEDIA_TYPES.values()}}},
)
async def export_entries(
    base: str,
    library: LibraryDep,
    format: Annotated[Literal["csv", "xlsx", "json"], Query()] = "csv",  # noqa: A002  the name in the address
) -> Response:
    """All entries as a file, which `…/import` reads back without loss."""
    data = await (await _faq(library, base)).export(format)
    return Response(
        data,
        media_type=MEDIA_TYPES[format],
        headers={"Content-Disposition": f'attachment; filename="faq.{format}"'},
    )


@router.post("/import")
async def import_entries(
    base: str,
    library: LibraryDep,
    file: Annotated[UploadFile, File(description="CSV, XLSX or JSON, in any encoding.")],
    mode: Annotated[
        Literal["append", "replace"], Form(description="`replace` removes what the file does not hold.")
    ] = "append",
    dry_run: Annotated[bool, Form(description="Say what would happen, and change nothing.")] = False,
    language: Annotated[
        Literal["ko", "en", "zh"] | None, Form(description="Of the sentences; by default that of the file.")
    ] = None,
) -> FaqImportOut:
    """Read entries from a table with headers in Korean, Chinese or English, or from a JSON list.

    Rows that cannot be used are listed with their number and the reason, and do not stop the others. New
    entries are indexed in the background. A replacement answers when the new entries are ready and the old
    ones gone; where a new entry fails, none is removed and `held_back` says why.
    """
    report = await (await _faq(library, base)).import_file(
        await file.read(),
        filename=file.filename or "the file",
        mode=mode,
        dry_run=dry_run,
        language=language,
        wait=False,
    )
    return FaqImportOut.model_validate(report.to_json())


@router.post("/batch")
async def change_entries(base: str, body: FaqBatch, library: LibraryDep) -> list[FaqOut]:
    """Turn entries on or off, give them tags, take some away."""
    changes: dict[str, Any] = body.model_dump(exclude={"ids"})
    if body.enabled is None and not body.add_tags and not body.remove_tags:
        raise InvalidInput("Nothing to change.", hint="Send enabled, add_tags or remove_tags.")
    records = await (await _faq(library, base)).change_many(body.ids, **changes)
    return [FaqOut.of(record) for record in records]


@router.post("/batch-delete", status_code=204)
async def delete_entries(base: str, body: FaqRemoval, library: LibraryDep) -> Response:
    """Remove several entries; none when one of them is not there."""
    await (await _faq(library, base)).remove(*body.ids, wait=False)
    return Response(status_code=204)


@router.get("/{entry}")
async def get_entry(base: str, entry: str, library: LibraryDep) -> FaqOut:
    """One entry, as it is wanted: before it is `ready` it may still answer as it was."""
    return FaqOut.of(await (await _faq(library, base)).get(entry))


@router.patch("/{entry}")
async def change_entry(base: str, entry: str, body: FaqPatch, library: LibraryDep) -> FaqOut:
    """Change fields of an entry. Only the questions that changed are embedded again. 409 as when adding."""
    fields = body.fields()
    if not fields:
        raise InvalidInput("Nothing to change.", hint="Send at least one field.")
    return FaqOut.of(await (await _faq(library, base)).enqueue_change(entry, **fields))


@router.delete("/{entry}", status_code=204)
async def delete_entry(base: str, entry: str, library: LibraryDep) -> Response:
    """Remove an entry with every vector of it."""
    await (await _faq(library, base)).remove(entry, wait=False)
    return Response(status_code=204)
