"""Knowledge bases."""

from typing import Any

from fastapi import APIRouter, Response

from pincite.api.base_schemas import BaseIn, BaseOut, BasePatch, DocumentOut
from pincite.api.library import LibraryDep
from pincite.chunker import config_json

router = APIRouter(prefix="/knowledge-bases", tags=["knowledge bases"])


@router.get("")
async def list_bases(library: LibraryDep) -> list[BaseOut]:
    """All bases by name."""
    return [BaseOut.of(record) for record in await library.bases()]


@router.post("", status_code=201)
async def create_base(body: BaseIn, library: LibraryDep) -> BaseOut:
    """Make an empty base. 409 when the name is taken."""
    return BaseOut.of(
        await library.create_base(
            body.name,
            kind=body.kind,
            chunking=body.chunking_config.overrides(),
            switches=body.switches.turned(),
            faq=body.faq.given(),
            enrichment=body.enrichment.given(),
        )
    )


@router.get("/{base}")
async def get_base(base: str, library: LibraryDep) -> BaseOut:
    """One base with its settings."""
    return BaseOut.of((await library.knowledge_base(base, create=False)).record)


@router.get("/{base}/chunking")
async def get_chunking(base: str, library: LibraryDep) -> dict[str, Any]:
    """Every chunking setting as it acts on what is added now: the library's, and over it the base's."""
    record = (await library.knowledge_base(base, create=False)).record
    return config_json((await library.engine()).chunker.config(record.chunking))


@router.patch("/{base}")
async def configure_base(base: str, body: BasePatch, library: LibraryDep) -> BaseOut:
    """Change settings of a base. Documents follow when they are parsed again (`…/reparse`)."""
    return BaseOut.of(
        await library.configure_base(
            base,
            chunking=body.chunking_config.overrides(),
            unset=body.unset,
            switches=body.switches.turned(),
            faq=body.faq.given(),
            enrichment=body.enrichment.given(),
        )
    )


@router.post("/{base}/reparse", status_code=202)
async def reparse_base(base: str, library: LibraryDep) -> list[DocumentOut]:
    """Parse every document again with the settings of today. What is live answers until the new is ready."""
    knowledge_base = await library.knowledge_base(base, create=False)
    return [DocumentOut.of(record) for record in await knowledge_base.enqueue_reparse()]


@router.delete("/{base}", status_code=204)
async def delete_base(base: str, library: LibraryDep) -> Response:
    """Remove a base with every document, vector and file of it."""
    await library.delete_base(base, wait=False)
    return Response(status_code=204)
