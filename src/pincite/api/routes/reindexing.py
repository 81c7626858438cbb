"""The search index: whether it fits the encoder, and building it anew."""

from typing import Annotated

from fastapi import APIRouter, Query

from pincite.api.library import LibraryDep
from pincite.api.reindexing_schemas import IndexStateOut, ReindexIn

router = APIRouter(prefix="/reindex", tags=["operations"])

Bases = Annotated[list[str], Query(alias="base", description="Names or ids of bases; all if none.")]


@router.get("")
async def index_states(library: LibraryDep, bases: Bases = []) -> list[IndexStateOut]:  # noqa: B006 - read only
    """How the index of each base stands, and how far a rebuild is."""
    return [IndexStateOut.of(state) for state in await library.index_states(bases)]


@router.post("", status_code=202)
async def reindex(body: ReindexIn, library: LibraryDep) -> list[IndexStateOut]:
    """Begin to build the index anew from the library, for the encoder of the settings.

    The worker of the server does it; the old index answers until the new one is complete, and documents that
    are added meanwhile are in both. A rebuild that is under way goes on where it was.
    """
    reindexer = (await library.engine()).reindexer
    begun = await reindexer.begin(body.bases)
    return [IndexStateOut.of(state) for state in await reindexer.states([base.id for base in begun])]


@router.delete("")
async def cancel_reindex(library: LibraryDep, bases: Bases = []) -> list[IndexStateOut]:  # noqa: B006 - as above
    """Give rebuilds up and remove what was built of them; the bases that were being built."""
    reindexer = (await library.engine()).reindexer
    stopped = await reindexer.cancel(bases)
    return [
        IndexStateOut.of(state) for state in await reindexer.states([base.id for base in stopped]) if stopped
    ]
