"""What lies behind a passage: the file and text of a document, its pictures, and the places of its words on
the pages."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from pincite.api.library import LibraryDep

router = APIRouter(prefix="/documents/{document}", tags=["documents"])

_SHOWN = frozenset(
    ("image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp", "image/tiff", "image/x-icon")
)
"""Pictures that a browser may show in place; anything else is a download, because it might run scripts."""


_PICTURE = {"image/*": {"schema": {"type": "string", "format": "binary"}}}


class PageHighlightOut(BaseModel):
    page: int = Field(description="From 1.")
    boxes: list[tuple[float, float, float, float]] = Field(
        description="Left, bottom, right, top of each line, in PDF points with y upward; empty for "
        "files that are no PDF, and for a scan where no OCR engine is installed."
    )


class HighlightsOut(BaseModel):
    document_id: str
    start: int
    end: int
    pages: list[PageHighlightOut]


class TextOut(BaseModel):
    document_id: str
    text: str = Field(description="Markdown; empty before the document was ready once.")


_SEALED = {"Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff"}
"""A file of somebody else's runs nothing, even where a browser opens it."""


@router.get(
    "/file",
    response_class=Response,
    responses={200: {"content": {"*/*": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def get_file(document: str, library: LibraryDep) -> Response:
    """The file of the live version as it was uploaded, as a download. 404 before the document was ready."""
    record, data = await library.original(document)
    return Response(
        data,
        media_type=record.media_type or "application/octet-stream",
        headers={
            **_SEALED,
            "Cache-Control": "private, no-cache",
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(record.filename, safe='')}",
        },
    )


@router.get("/text")
async def get_text(document: str, library: LibraryDep) -> TextOut:
    """The text of the live version, which the offsets of its chunks and citations refer to."""
    return TextOut(document_id=document, text=await library.document_text(document))


@router.get(
    "/images/{name}",
    response_class=Response,
    responses={
        200: {
            "content": {"image/*": {"schema": {"type": "string", "format": "binary"}}},
            "description": "The picture; as a download where a browser must not show it.",
        }
    },
)
async def get_image(document: str, name: str, library: LibraryDep) -> Response:
    """A picture of the live version of a document, under the address that its text holds.

    The name follows from the bytes, so it may be cached for ever.
    """
    file, data = await library.picture(document, name)
    shown = file.media_type in _SHOWN
    return Response(
        data,
        media_type=file.media_type if shown else "application/octet-stream",
        headers={
            "Cache-Control": "private, max-age=31536000, immutable",
            "Content-Disposition": "inline" if shown else "attachment",
            **_SEALED,
        },
    )


@router.get("/highlights")
async def get_highlights(
    document: str,
    library: LibraryDep,
    start: Annotated[int, Query(ge=0, description="Code point of the document's text.")],
    end: Annotated[int, Query(ge=1, description="Behind the last one.")],
) -> HighlightsOut:
    """Where the text from ``start`` to ``end`` (the offsets of a chunk) stands on the pages of the file."""
    found = await library.highlights(document, start, end)
    pages = [PageHighlightOut(page=each.page, boxes=list(each.boxes)) for each in found]
    return HighlightsOut(document_id=document, start=start, end=end, pages=pages)
