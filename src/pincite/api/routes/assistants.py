"""Assistants, which answer each in its own way, and the prompts that they may write otherwise."""

from fastapi import APIRouter, Response

from pincite.api.assistant_schemas import AssistantIn, AssistantOut, PromptOut, prompts_out
from pincite.api.library import LibraryDep

router = APIRouter(tags=["assistants"])


@router.get("/prompts")
async def list_prompts(library: LibraryDep) -> list[PromptOut]:
    """Every prompt that may be written otherwise. How sources are cited is none: it follows them all."""
    return prompts_out(library.assistants.prompts())


@router.get("/assistants")
async def list_assistants(library: LibraryDep) -> list[AssistantOut]:
    """All assistants by name."""
    return [AssistantOut.of(assistant) for assistant in await library.assistants.list()]


@router.post("/assistants", status_code=201)
async def create_assistant(body: AssistantIn, library: LibraryDep) -> AssistantOut:
    """Make an assistant. 409 when the name is taken; 400 names a placeholder that is wrong in a prompt."""
    return AssistantOut.of(await library.assistants.create(**body.given()))


@router.get("/assistants/{assistant}")
async def get_assistant(assistant: str, library: LibraryDep) -> AssistantOut:
    """One assistant, by name or id."""
    return AssistantOut.of(await library.assistants.get(assistant))


@router.put("/assistants/{assistant}")
async def put_assistant(assistant: str, body: AssistantIn, library: LibraryDep) -> AssistantOut:
    """Write an assistant over whole; what is absent goes back to the settings."""
    return AssistantOut.of(await library.assistants.replace(assistant, **body.given()))


@router.delete("/assistants/{assistant}", status_code=204)
async def delete_assistant(assistant: str, library: LibraryDep) -> Response:
    """Delete an assistant. Sessions that name it must name another before they are asked again."""
    await library.assistants.delete(assistant)
    return Response(status_code=204)
