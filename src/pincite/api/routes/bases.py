"""Knowledge bases."""

from fastapi import APIRouter, Response

from pincite.api.library import LibraryDep
from pincite.api.schemas import BaseIn, BaseOut

router = APIRouter(prefix="/knowledge-bases", tags=["knowledge bases"])


@router.get("")
async def list_bases(library: LibraryDep) -> list[BaseOut]:
    """All bases by name."""
    return [BaseOut.of(record) for record in await library.bases()]


@router.post("", status_code=201)
async def create_base(body: BaseIn, library: LibraryDep) -> BaseOut:
    """Make an empty base. 409 when the name is taken."""
    return BaseOut.of(await library.create_base(body.name))


@router.delete("/{base}", status_code=204)
async def delete_base(base: str, library: LibraryDep) -> Response:
    """Remove a base with every document, vector and file of it."""
    await library.delete_base(base)
    return Response(status_code=204)
