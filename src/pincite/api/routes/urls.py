"""Documents that are fetched from the web."""

from typing import Any

from fastapi import APIRouter
from pydantic import Field

from pincite.api.base_schemas import DocumentOut
from pincite.api.chunk_schemas import ChunkingIn
from pincite.api.filing_schemas import Scalar
from pincite.api.library import LibraryDep
from pincite.api.schemas import Body, Day
from pincite.core.settings import DEFAULT_BASE

router = APIRouter(prefix="/knowledge-bases/{base}/documents", tags=["documents"])


class UrlIn(Body):
    url: str = Field(
        description="An http or https address of the public web.", examples=["https://example.com/"]
    )
    tags: list[str] | None = Field(None, description="Tags of the document; absent leaves those it has.")
    folder: str | None = Field(None, description="Where it is filed; a known document moves there.")
    custom: dict[str, Scalar] = Field(default_factory=dict, description="Values of your own.")
    effective_from: Day | None = Field(None, description="First day on which it is in force.")
    effective_to: Day | None = Field(None, description="Last day on which it is in force.")
    supersedes: str | None = Field(
        None, description="The document that it takes the place of: id, file name or title."
    )
    chunking_config: ChunkingIn | None = Field(
        None, description="Chunking settings for this document alone, over those of the base."
    )


@router.post("/url", status_code=202)
async def add_url(base: str, body: UrlIn, library: LibraryDep) -> DocumentOut:
    """Take in what a web address answers with. It is fetched and worked on in the background; poll the
    document until `ready` or `failed`.

    Of a page the main text counts; PDF, DOCX and the like are read as an upload is. The same address again
    with other content is a new version; with the same content nothing changes. Addresses of private networks
    are refused (`url_refused`), at once or, where the name or a redirect leads there, by the failed document.
    A fetch that fails is never indexed.
    """
    said: dict[str, Any] = {"supersedes": body.supersedes or None, "custom": body.custom}
    days = {"effective_from": body.effective_from, "effective_to": body.effective_to}
    said |= {name: day for name, day in days.items() if day is not None}
    # The base of the command line exists from the start; any other is made by its own call.
    knowledge_base = await library.knowledge_base(base, create=base == DEFAULT_BASE)
    record = await knowledge_base.add_url(
        body.url,
        tags=body.tags,
        folder=body.folder,
        chunking=None if body.chunking_config is None else body.chunking_config.overrides(),
        wait=False,
        **said,
    )
    return DocumentOut.of(record)
