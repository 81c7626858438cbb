"""Is the server up?"""

from fastapi import APIRouter

from pincite.api.library import LibraryDep
from pincite.api.schemas import HealthOut

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz(library: LibraryDep) -> HealthOut:
    """200 as soon as the database answers. Needs no key."""
    return HealthOut(status="ok", details={"bases": len(await library.bases())})
